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
	/** Rows of which nothing is known, to be sent together once the bad one among the others is found. */
	later?: Row[];
}

/** What follows from the answer to a request. */
export interface Verdict {
	/** Rows that are certainly refused, with what to say about each. */
	refused: Map<Row, string>;
	next: PendingRequest[];
}

/**
 * What to send after a request was refused with this answer: all but the rows that it blames, or, if
 * it blames none, the candidates in two halves, the first along with those that are not in doubt. It
 * looks at nothing else and sends nothing (docs/api.md, Refusals).
 */
export function afterRefusal(request: PendingRequest, refusal: unknown): Verdict {
	const { rows } = request;
	const { refused, candidates } = readRefusal(refusal, rows);
	const rest = rows.filter((row) => !refused.has(row) && !candidates.includes(row));
	// That these rows have a bad one among them says nothing about the others any more.
	const others = unsentRows(request);
	if (refused.size > 0) return { refused, next: toRequests([...rest, ...others]) };
	const [first, second] = halve(candidates);
	return {
		refused,
		next: [
			{
				rows: [...rest, ...first],
				otherwise: { rows: second, refusal },
				...(others.length > 0 && { later: others }),
			},
		],
	};
}

/** What to send after all rows of a request went through. */
export function afterSuccess({ otherwise, later = [] }: PendingRequest): Verdict {
	if (!otherwise) return { refused: new Map(), next: toRequests(later) };
	return afterRefusal({ rows: otherwise.rows, later }, otherwise.refusal);
}

/** What is left of a request besides its own rows, once nothing follows from them. */
export function restOf(request: PendingRequest): PendingRequest[] {
	return toRequests(unsentRows(request));
}

/** The rows that a request leaves for others. */
function unsentRows({ otherwise, later = [] }: PendingRequest): Row[] {
	return [...(otherwise?.rows ?? []), ...later];
}

/** How many rows these requests and what they leave still have to settle. */
export function countRows(requests: PendingRequest[]): number {
	return requests.reduce(
		(sum, request) => sum + request.rows.length + unsentRows(request).length,
		0,
	);
}

/** A request for each row, and one for what is left besides. */
export function oneByOne(request: PendingRequest): PendingRequest[] {
	return [...request.rows.map((row) => ({ rows: [row] })), ...restOf(request)];
}

/** One request with these rows; none without rows. */
export function toRequests(rows: Row[]): PendingRequest[] {
	return rows.length > 0 ? [{ rows }] : [];
}
