import { describeWait, isWebPage, secondsToWait } from '../transport/errors';
import type { Exchange, Explanation } from '../transport/types';
import { halve, toBatches, toBody, type BatchLimits, type Row } from './batches';
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
	| ({ row: Row; kind: 'failed'; reason: FailureReason; httpCode?: string } & Explanation);

/** `refused`: nothing was created. `unsent`: never sent. `unknown`: it may exist. */
export type FailureReason = 'refused' | 'unsent' | 'limited' | 'unknown';

export interface DeliveryOptions {
	combine: boolean;
	limits: BatchLimits;
	/** Take bad rows out and send the others; otherwise stop at the first failure. */
	isolateFailures: boolean;
	/** Milliseconds to wait in all for the hourly limit; 0 for not waiting. */
	maxWaitMs: number;
	/** Requests an hour that this execution may send; undefined for no limit of its own. */
	requestsPerHour?: number;
}

/** The world around a delivery. */
export interface DeliveryPort {
	/** Sends one `POST /posts`; never throws. */
	send: (body: PostRequest, rows: Row[]) => Promise<Exchange>;
	/** Explains an exchange that created nothing. */
	explain: (exchange: Exchange, rows: Row[]) => Explanation & { httpCode?: string };
	/** The posts of these rows that the service has, in their order; undefined where not looked up. */
	lookUp?: (rows: Row[]) => Promise<Array<Array<CreatedPost | undefined>>>;
	/** Waits so many milliseconds; false where the execution was cancelled meanwhile. */
	wait: (milliseconds: number) => Promise<boolean>;
	now: () => number;
}

const HOUR_MS = 3_600_000;
const CONNECTION_RETRY_PAUSES_MS = [1000, 3000];

interface Batch {
	rows: Row[];
	/** Requests left for these rows and those they were combined with. */
	budget: { left: number };
}

/**
 * Sends rows with as few requests as possible and tells what became of each, in the order of the
 * rows. Nothing is sent again unless the service certainly did not take it, and the whole never
 * needs more requests than one for each row (API: Limits; POST /posts).
 */
export class Delivery {
	private outcomes: Outcome[] = [];

	private readonly sentAt: number[] = [];

	private waitedMs = 0;

	private stopped?: Omit<Extract<Outcome, { kind: 'failed' }>, 'row' | 'kind'>;

	constructor(
		private readonly options: DeliveryOptions,
		private readonly port: DeliveryPort,
	) {}

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
		const { rows, budget } = batch;
		if (budget.left <= 0) {
			this.fail(rows, NOT_SENT_AGAIN);
			return [];
		}
		if (!(await this.pace())) return this.cancel(rows);
		budget.left--;
		const exchange = await this.sendSafely(rows);
		if (exchange.kind !== 'answer') {
			return exchange.kind === 'unknown'
				? await this.handleUnknown(rows, exchange)
				: this.stop(rows, exchange, 'unsent');
		}

		const { status, body, headers } = exchange.answer;
		// A page with a success status comes from something else than the API, which got nothing.
		if (status < 300 && isWebPage(exchange.answer)) return this.stop(rows, exchange, 'unsent');
		if (status >= 500) return await this.handleUnknown(rows, exchange);
		if (status >= 200 && status < 300) {
			const created = readCreated(body, rows);
			if (!created) return await this.handleUnknown(rows, exchange);
			rows.forEach((row, index) =>
				this.outcomes.push({ row, kind: 'created', posts: created[index] }),
			);
			return [];
		}
		if (status === 429) {
			budget.left++;
			return await this.handleLimit(batch, exchange, secondsToWait(headers));
		}
		if (status === 413) return this.handleTooLarge(batch, exchange);
		if (status === 400 || status === 422) return this.handleRefusal(batch, exchange, body);
		return this.stop(rows, exchange, 'refused');
	}

	/** Repeats only what never left: a refused connection. */
	private async sendSafely(rows: Row[]): Promise<Exchange> {
		const send = async () => {
			this.sentAt.push(this.port.now());
			return await this.port.send(toBody(rows), rows);
		};
		let exchange = await send();
		for (const pause of CONNECTION_RETRY_PAUSES_MS) {
			if (exchange.kind !== 'notSent' || !exchange.temporary) break;
			if (!(await this.port.wait(pause))) break;
			exchange = await send();
		}
		return exchange;
	}

	private handleRefusal({ rows, budget }: Batch, exchange: Exchange, body: unknown): Batch[] {
		const { culprits, suspects, message } = readRefusal(body, rows);
		const { description, httpCode } = this.port.explain(exchange, rows);
		for (const [row, sentence] of culprits) {
			this.fail([row], { reason: 'refused', message: sentence, description, httpCode });
		}
		const rest = rows.filter((row) => !culprits.has(row));
		if (!this.options.isolateFailures) {
			const among =
				culprits.size > 0
					? NOT_SENT_AFTER_FAILURE
					: { reason: 'refused' as const, message, description, httpCode };
			this.fail(rest, among);
			return [];
		}
		if (culprits.size > 0 || suspects.length === 0) return again(rest, budget);
		const [first, second] = halve(suspects);
		const unsuspected = rest.filter((row) => !suspects.includes(row));
		return [...again([...unsuspected, ...first], budget), ...again(second, budget)];
	}

	private handleTooLarge({ rows, budget }: Batch, exchange: Exchange): Batch[] {
		const halves = halve(rows);
		if (halves.length < 2) {
			this.fail(rows, { reason: 'refused', ...this.port.explain(exchange, rows) });
			return [];
		}
		// A row torn in two needs a request for each part, and this one was in vain.
		if (rows.length === 1) budget.left += 2;
		return halves.flatMap((half) => again(half, budget));
	}

	private async handleLimit(
		batch: Batch,
		exchange: Exchange,
		seconds = HOUR_MS / 1000,
	): Promise<Batch[]> {
		const waitMs = Math.max(1000, seconds * 1000);
		if (this.waitedMs + waitMs <= this.options.maxWaitMs) {
			this.waitedMs += waitMs;
			return (await this.port.wait(waitMs)) ? [batch] : this.cancel(batch.rows);
		}
		const { message, httpCode } = this.port.explain(exchange, batch.rows);
		return this.stopWith(batch.rows, {
			reason: 'limited',
			message,
			description: `This item was not sent. Run it again in ${describeWait(seconds)}. Combine items to need fewer requests, or let the node wait: option When the Limit Is Reached.`,
			httpCode,
		});
	}

	private async handleUnknown(rows: Row[], exchange: Exchange): Promise<Batch[]> {
		const found = await this.lookUp(rows);
		const { message: cause, httpCode } = this.port.explain(exchange, rows);
		rows.forEach((row, index) => {
			const posts = found?.[index];
			const arrived = posts?.filter((post) => post !== undefined) ?? [];
			if (posts && arrived.length === row.posts.length) {
				this.outcomes.push({ row, kind: 'created', posts: arrived });
				return;
			}
			this.fail([row], { reason: 'unknown', httpCode, ...explainUnknown(cause, posts, row) });
		});
		return [];
	}

	private async lookUp(rows: Row[]): Promise<Array<Array<CreatedPost | undefined>> | undefined> {
		try {
			return await this.port.lookUp?.(rows);
		} catch {
			// That the outcome is unknown is the error to tell; a failed look-up changes nothing about it.
			return undefined;
		}
	}

	private async pace(): Promise<boolean> {
		const { requestsPerHour } = this.options;
		if (!requestsPerHour) return true;
		const oldest = this.sentAt.at(-requestsPerHour);
		const pause = oldest === undefined ? 0 : oldest + HOUR_MS - this.port.now();
		return pause <= 0 || (await this.port.wait(pause));
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

function again(rows: Row[], budget: Batch['budget']): Batch[] {
	return rows.length > 0 ? [{ rows, budget }] : [];
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
	posts: Array<CreatedPost | undefined> | undefined,
	row: Row,
): Explanation {
	if (!posts) {
		return {
			message: `It is not known whether Postiz took this item: ${cause}`,
			description:
				'It was not sent again, so that nothing is published twice. Look into the calendar of Postiz before you run it again. The option Look Up Unclear Posts lets the node look for you.',
		};
	}
	const arrived = posts.filter((post) => post !== undefined).length;
	const missing = row.posts.filter((_post, index) => posts[index] === undefined);
	return arrived === 0
		? {
				message: `Postiz did not take this item: ${cause}`,
				description: 'The node looked: none of its posts exists. It can be run again.',
			}
		: {
				message: `Postiz took only ${arrived} of the ${row.posts.length} posts of this item: ${cause}`,
				description: `These are missing: ${missing.map(({ target }) => target.label).join(', ')}. Run them again without the others, so that nothing is published twice.`,
			};
}
