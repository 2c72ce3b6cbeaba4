import { describeWait, isWebPage, secondsToWait } from '../transport/errors';
import type { LimitWait } from '../transport/limit';
import type { Exchange, Explanation } from '../transport/types';
import { halve, requestBytes, toBatches, toBody, type BatchLimits, type Row } from './batches';
import { itemNumbers } from './itemNumbers';
import { readRefusal } from './refusals';
import type { PostRequest } from './types';

/** One entry of the answer to `POST /posts`. */
export interface CreatedPost {
	postId: string;
	integration: string;
}

/** What became of one row. */
export type Outcome =
	| { row: Row; kind: 'created'; posts: CreatedPost[] }
	| ({
			row: Row;
			kind: 'failed';
			reason: FailureReason;
			httpCode?: string;
			/** Seconds after which the limit lets requests through again. */
			retryAfter?: number;
	  } & Explanation);

/**
 * `refused`: nothing was created. `unsent`, `expired` and `limited`: never sent, the last two for its
 * date and for the hourly limit. `unknown`: it may exist.
 */
export type FailureReason = 'refused' | 'unsent' | 'expired' | 'limited' | 'unknown';

export interface DeliveryOptions {
	combine: boolean;
	limits: BatchLimits;
	/** Take bad rows out and send the others; otherwise stop at the first failure. */
	isolateFailures: boolean;
	/** Requests an hour that this execution may send; undefined for no limit of its own. */
	requestsPerHour?: number;
}

/** What a look-up found of one post: the post itself, one that may be it, or nothing. */
export type Finding =
	{ kind: 'found'; post: CreatedPost } | { kind: 'similar'; postId: string } | { kind: 'absent' };

/** The world around a delivery. */
export interface DeliveryPort {
	/** Sends one `POST /posts`; never throws. */
	send: (body: PostRequest, rows: Row[]) => Promise<Exchange>;
	/** Explains an exchange that created nothing. */
	explain: (exchange: Exchange, rows: Row[]) => Explanation & { httpCode?: string };
	/** What the service has of the posts of these rows, in their order; undefined where not looked up. */
	lookUp?: (rows: Row[]) => Promise<Finding[][]>;
	/** Why a row can no longer be sent, after others have taken their time. */
	expiry?: (row: Row) => Explanation | undefined;
	/** Waits for the hourly limit as long as it may. */
	limit: LimitWait;
	/** Waits so many milliseconds; false where the execution was cancelled meanwhile. */
	wait: (milliseconds: number) => Promise<boolean>;
	now: () => number;
}

const HOUR_MS = 3_600_000;
const REQUEST_TIMEOUT = 408;
const CONNECTION_RETRY_PAUSES_MS = [1000, 3000];

// The service's hour begins a little later, and it tells whole seconds.
const PACE_MARGIN_MS = 10_000;

type Answered = Extract<Exchange, { kind: 'answer' }>;

interface Batch {
	rows: Row[];
	/** Requests left for these rows and those they were combined with. */
	budget: { left: number };
	/** The answer to an earlier request, where it is certainly one of these rows that it refuses. */
	refusal?: Answered;
	/** Where all of this batch goes through, what was refused before is in that one. */
	otherwise?: { batch: Batch; refusal: Answered };
}

/**
 * Sends rows with as few requests as possible and tells what became of each. Nothing is sent again
 * unless the service certainly did not take it. Looking for what was refused never takes more
 * requests than one for each row; what is larger than an instance takes is not sent so large again
 * (API: Limits; POST /posts).
 */
export class Delivery {
	private outcomes: Outcome[] = [];

	private readonly sentAt: number[] = [];

	/** The smallest body that was too large and the largest that was not, in bytes. */
	private readonly sizes = { refused: Infinity, taken: 0 };

	/** The last answer that left no request for the time that it says. */
	private exhausted?: { until: number; exchange: Exchange };

	private stopped?: Omit<Extract<Outcome, { kind: 'failed' }>, 'row' | 'kind'>;

	constructor(
		private readonly options: DeliveryOptions,
		private readonly port: DeliveryPort,
	) {}

	/** True once an answer concerned every request, so that nothing more is sent. */
	get isStopped(): boolean {
		return this.stopped !== undefined;
	}

	/** Sends rows; where an earlier delivery met the hourly limit or the like, they stay unsent. */
	async deliver(rows: Row[]): Promise<Outcome[]> {
		this.outcomes = [];
		const { combine, limits, isolateFailures } = this.options;
		const queue: Batch[] = toBatches(rows, combine, limits).map((batch) => ({
			rows: batch,
			budget: { left: batch.length },
		}));
		for (let batch = queue.shift(); batch; batch = queue.shift()) {
			if (this.stopped) this.fail(batch.rows, this.stopped);
			else queue.unshift(...(await this.attempt(batch)));
			const failed = this.outcomes.some(({ kind }) => kind === 'failed');
			if (failed && !isolateFailures) this.stopped ??= NOT_SENT_AFTER_FAILURE;
		}
		return this.outcomes;
	}

	/** Sends one batch; gives what is to be sent again in its place. */
	private async attempt(batch: Batch): Promise<Batch[]> {
		const { rows, budget, refusal, otherwise } = batch;
		if (refusal) return this.narrow(batch, refusal);
		const expired = this.expire(rows);
		if (expired.size > 0) {
			return again(
				rows.filter((row) => !expired.has(row)),
				budget,
			);
		}
		if (this.isTooLarge(rows)) return this.halveBatch(batch);
		if (budget.left <= 0) {
			this.fail(rows, NOT_SENT_AGAIN);
			return [];
		}
		const pause = this.pause();
		if (pause > 0) return (await this.port.wait(pause)) ? [batch] : this.cancel(rows);
		const { exhausted } = this;
		if (exhausted && exhausted.until > this.port.now()) {
			const seconds = Math.ceil((exhausted.until - this.port.now()) / 1000);
			return await this.handleLimit(batch, exhausted.exchange, seconds);
		}
		budget.left--;
		const exchange = await this.sendSafely(rows);
		if (exchange.kind !== 'answer') {
			return exchange.kind === 'unknown'
				? await this.handleUnknown(rows, exchange)
				: this.stop(rows, exchange, 'unsent');
		}

		const { status, body, headers } = exchange.answer;
		this.heedLimit(headers);
		const created = status >= 200 && status < 300 ? readCreated(body, rows) : undefined;
		// A page with a success status comes from something else than the API, which got nothing.
		if (status < 300 && !created && isWebPage(exchange.answer)) {
			return this.stop(rows, exchange, 'unsent');
		}
		if (status >= 500 || status === REQUEST_TIMEOUT)
			return await this.handleUnknown(rows, exchange);
		if (status >= 200 && status < 300) {
			if (!created) return await this.handleUnknown(rows, exchange);
			rows.forEach((row, index) =>
				this.outcomes.push({ row, kind: 'created', posts: created[index] }),
			);
			if (otherwise) otherwise.batch.refusal = otherwise.refusal;
			this.sizes.taken = Math.max(this.sizes.taken, requestBytes(rows));
			this.port.limit.passed();
			return [];
		}
		if (status === 429) {
			budget.left++;
			return await this.handleLimit(batch, exchange, secondsToWait(headers));
		}
		if (status === 413) return this.handleTooLarge(batch, exchange);
		if (status === 400 || status === 422) return this.handleRefusal(batch, exchange);
		return this.stop(rows, exchange, 'refused');
	}

	private expire(rows: Row[]): Set<Row> {
		const expired = new Set<Row>();
		for (const row of rows) {
			const explanation = this.port.expiry?.(row);
			if (!explanation) continue;
			this.fail([row], { reason: 'expired', ...explanation });
			expired.add(row);
		}
		return expired;
	}

	/** Repeats only what never left: a refused connection. */
	private async sendSafely(rows: Row[]): Promise<Exchange> {
		let exchange = await this.port.send(toBody(rows), rows);
		for (const pause of CONNECTION_RETRY_PAUSES_MS) {
			if (exchange.kind !== 'notSent' || !exchange.temporary) break;
			if (!(await this.port.wait(pause))) break;
			exchange = await this.port.send(toBody(rows), rows);
		}
		if (exchange.kind !== 'notSent') this.sentAt.push(this.port.now());
		return exchange;
	}

	private handleRefusal({ rows, budget }: Batch, exchange: Answered): Batch[] {
		const { culprits, suspects, message } = readRefusal(exchange.answer.body, rows);
		this.refuse(culprits, exchange);
		const rest = rows.filter((row) => !culprits.has(row) && !suspects.includes(row));
		if (!this.options.isolateFailures) {
			this.accuse(suspects, message, exchange);
			this.fail(rest, NOT_SENT_AFTER_FAILURE);
			return [];
		}
		return culprits.size > 0 ? again(rest, budget) : search(suspects, rest, budget, exchange);
	}

	/** For when it is not to be found out which of several rows was refused. */
	private accuse(suspects: Row[], message: string, exchange: Exchange): void {
		for (const row of suspects) {
			const others = suspects.filter((other) => other !== row).map(({ itemIndex }) => itemIndex);
			this.fail([row], {
				reason: 'refused',
				...this.port.explain(exchange, [row]),
				message: `Postiz refused this item or one of these: ${itemNumbers(others)}. It says: “${message}”`,
			});
		}
	}

	/** Goes on looking among rows of which one is certainly refused, without sending all of them. */
	private narrow({ rows, budget }: Batch, refusal: Answered): Batch[] {
		const { culprits, suspects } = readRefusal(refusal.answer.body, rows);
		this.refuse(culprits, refusal);
		if (culprits.size === 0) return search(suspects, [], budget, refusal);
		return again(
			rows.filter((row) => !culprits.has(row)),
			budget,
		);
	}

	private refuse(culprits: Map<Row, string>, exchange: Exchange): void {
		for (const [row, message] of culprits) {
			this.fail([row], { reason: 'refused', ...this.port.explain(exchange, [row]), message });
		}
	}

	private isTooLarge(rows: Row[]): boolean {
		const { refused, taken } = this.sizes;
		return (
			refused < Infinity && refused > taken && isDivisible(rows) && requestBytes(rows) >= refused
		);
	}

	private handleTooLarge(batch: Batch, exchange: Exchange): Batch[] {
		const { rows, budget } = batch;
		if (!isDivisible(rows)) {
			this.fail(rows, { reason: 'refused', ...this.port.explain(exchange, rows) });
			return [];
		}
		this.sizes.refused = Math.min(this.sizes.refused, requestBytes(rows));
		// It says nothing about any row, and no request so large follows.
		budget.left++;
		return this.halveBatch(batch);
	}

	private halveBatch({ rows, budget }: Batch): Batch[] {
		// A row that is torn in two needs a request more.
		if (rows.length === 1) budget.left++;
		return halve(rows).flatMap((half) => again(half, budget));
	}

	/** Remembers how long there is none where this was the last request of the hour. */
	private heedLimit(headers: Record<string, unknown>): void {
		if (String(headers['x-ratelimit-remaining']) !== '0') return;
		const seconds = secondsToWait(headers);
		if (seconds === undefined) return;
		this.exhausted = {
			until: this.port.now() + seconds * 1000,
			exchange: { kind: 'answer', answer: { status: 429, headers, body: undefined } },
		};
	}

	private async handleLimit(
		batch: Batch,
		exchange: Exchange,
		seconds = HOUR_MS / 1000,
	): Promise<Batch[]> {
		const outcome = await this.port.limit.wait(seconds);
		if (outcome === 'over') return [batch];
		if (outcome === 'cancelled') return this.cancel(batch.rows);
		const { message, httpCode } = this.port.explain(exchange, batch.rows);
		return this.stopWith(batch.rows, {
			reason: 'limited',
			message,
			description: `This item was not sent. Run it again in ${describeWait(seconds)}. Combine items to need fewer requests, or let the node wait: option When the Limit Is Reached.`,
			httpCode,
			retryAfter: seconds,
		});
	}

	private async handleUnknown(rows: Row[], exchange: Exchange): Promise<Batch[]> {
		const findings = await this.lookUp(rows);
		const failure = this.port.explain(exchange, rows);
		const isUnreadable = exchange.kind === 'answer' && exchange.answer.status < 300;
		const cause = isUnreadable ? 'its answer names no posts' : failure.message;
		const httpCode = isUnreadable ? undefined : failure.httpCode;
		rows.forEach((row, index) => {
			const found = findings?.[index];
			const posts = found?.flatMap((finding) => (finding.kind === 'found' ? [finding.post] : []));
			if (posts?.length === row.posts.length) {
				this.outcomes.push({ row, kind: 'created', posts });
			} else {
				this.fail([row], { httpCode, ...explainUnknown(cause, found, row, hasEnded(exchange)) });
			}
		});
		return [];
	}

	private async lookUp(rows: Row[]): Promise<Finding[][] | undefined> {
		try {
			return await this.port.lookUp?.(rows);
		} catch {
			// That the outcome is unknown is the error to tell; a failed look-up changes nothing about it.
			return undefined;
		}
	}

	/** Milliseconds until this execution may send its next request. */
	private pause(): number {
		const { requestsPerHour } = this.options;
		const oldest = requestsPerHour ? this.sentAt.at(-requestsPerHour) : undefined;
		return oldest === undefined ? 0 : oldest + HOUR_MS + PACE_MARGIN_MS - this.port.now();
	}

	/** What went wrong concerns every request, so no further one is spent. */
	private stop(rows: Row[], exchange: Exchange, reason: FailureReason): Batch[] {
		return this.stopWith(rows, { reason, ...this.port.explain(exchange, rows) });
	}

	private stopWith(rows: Row[], failure: NonNullable<typeof this.stopped>): Batch[] {
		this.fail(rows, failure);
		this.stopped = failure;
		return [];
	}

	private cancel(rows: Row[]): Batch[] {
		return this.stopWith(rows, {
			reason: 'unsent',
			message: 'The execution was cancelled before this item was sent',
			description: 'Run the workflow again to send it.',
		});
	}

	private fail(rows: Row[], failure: NonNullable<typeof this.stopped>): void {
		this.outcomes.push(...rows.map((row) => ({ row, kind: 'failed' as const, ...failure })));
	}
}

const NOT_SENT_AFTER_FAILURE = {
	reason: 'unsent' as const,
	message: 'This item was not sent, because another one failed',
	description: 'Correct the item that failed and run this one again.',
};

const NOT_SENT_AGAIN = {
	reason: 'unsent' as const,
	message: 'This item was not sent: Postiz refused a request that carried it with others',
	description:
		'It could not be told which of them is wrong without spending more requests. Run this item again on its own.',
};

function isDivisible(rows: Row[]): boolean {
	return halve(rows).length > 1;
}

function again(rows: Row[], budget: Batch['budget']): Batch[] {
	return rows.length > 0 ? [{ rows, budget }] : [];
}

/** Sends the suspects in two halves, the first along with those that nothing is wrong with. */
function search(
	suspects: Row[],
	unsuspected: Row[],
	budget: Batch['budget'],
	refusal: Answered,
): Batch[] {
	const [first, second] = halve(suspects);
	const otherwise: Batch = { rows: second, budget };
	return [
		{ rows: [...unsuspected, ...first], budget, otherwise: { batch: otherwise, refusal } },
		otherwise,
	];
}

/** True where the service itself is done with a request, so that nothing of it follows later. */
function hasEnded(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer' || isWebPage(exchange.answer)) return false;
	return exchange.answer.status <= 500 && exchange.answer.status !== REQUEST_TIMEOUT;
}

function readCreated(body: unknown, rows: Row[]): CreatedPost[][] | undefined {
	const count = rows.reduce((sum, { posts }) => sum + posts.length, 0);
	if (!Array.isArray(body) || body.length !== count) return undefined;
	if (!body.every((post) => typeof (post as CreatedPost | null)?.postId === 'string')) {
		return undefined;
	}
	const created = [...(body as CreatedPost[])];
	return rows.map(({ posts }) => created.splice(0, posts.length));
}

function explainUnknown(
	cause: string,
	findings: Finding[] | undefined,
	row: Row,
	hasEnded: boolean,
): Explanation & { reason: FailureReason } {
	if (!findings) {
		return {
			reason: 'unknown',
			message: `It is not known whether Postiz took this item: ${cause}`,
			description:
				'It was not sent again, so that nothing is published twice. Look into the calendar of Postiz before you run it again. The option Look Up Unclear Posts lets the node look for you.',
		};
	}
	const similar = findings.flatMap((finding) =>
		finding.kind === 'similar' ? [finding.postId] : [],
	);
	if (similar.length > 0) {
		return {
			reason: 'unknown',
			message: `It is not known whether Postiz took this item: ${cause}`,
			description: `The node looked, and found what may be a post of it (${similar.join(', ')}), or one like it. Look into the calendar of Postiz before you run it again, so that nothing is published twice.`,
		};
	}
	const arrived = findings.flatMap((finding) => (finding.kind === 'found' ? [finding.post] : []));
	if (arrived.length > 0) {
		const missing = row.posts.filter((_post, index) => findings[index].kind === 'absent');
		return {
			reason: 'unknown',
			message: `Postiz took only ${arrived.length} of the ${row.posts.length} posts of this item: ${cause}`,
			description: `It has ${arrived.map(({ postId }) => postId).join(', ')}. These are missing: ${missing.map(({ target }) => target.label).join(', ')}. Run them again without the others, so that nothing is published twice.`,
		};
	}
	return hasEnded
		? {
				reason: 'refused',
				message: `Postiz did not take this item: ${cause}`,
				description: 'The node looked: none of its posts exists. It can be run again.',
			}
		: {
				reason: 'unknown',
				message: `Postiz does not show this item: ${cause}`,
				description:
					'The node looked, and none of its posts was there. A request that is still under way may bring them: look into the calendar of Postiz in a few minutes before you run it again.',
			};
}
