import { halve, type Row } from './batches';
import { readRefusal } from './refusals';

/** A request that is still to be sent. */
export interface PendingRequest {
	rows: Row[];
	/**
	 * Rows that were refused in one request with these, and the body of that answer: if these all go
	 * through, the bad row is among those.
	 */
	otherwise?: { rows: Row[]; refusal: unknown };
}

/** What follows from the answer to a request. */
export interface Verdict {
	/** Rows that are certainly refused, with what to say about each. */
	refused: Map<Row, string>;
	next: PendingRequest[];
}

/**
 * What to send after rows were refused with this answer: all but the rows that it blames, or, if it
 * blames none, the candidates in two halves, the first along with those that are not in doubt. It
 * looks at nothing else and sends nothing (docs/api.md, Refusals).
 */
export function afterRefusal(rows: Row[], refusal: unknown): Verdict {
	const { refused, candidates } = readRefusal(refusal, rows);
	const rest = rows.filter((row) => !refused.has(row) && !candidates.includes(row));
	if (refused.size > 0) return { refused, next: toRequests(rest) };
	const [first, second] = halve(candidates);
	return { refused, next: [{ rows: [...rest, ...first], otherwise: { rows: second, refusal } }] };
}

/** What to send after all rows of a request went through. */
export function afterSuccess({ otherwise }: PendingRequest): Verdict {
	if (!otherwise) return { refused: new Map(), next: [] };
	return afterRefusal(otherwise.rows, otherwise.refusal);
}

/** What is left of a request besides its own rows, once nothing follows from them. */
export function restOf({ otherwise }: PendingRequest): PendingRequest[] {
	return otherwise ? toRequests(otherwise.rows) : [];
}

/** One request with these rows; none without rows. */
export function toRequests(rows: Row[]): PendingRequest[] {
	return rows.length > 0 ? [{ rows }] : [];
}
