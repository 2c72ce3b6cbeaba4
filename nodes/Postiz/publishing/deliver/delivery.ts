import { describeWait, isWebPage, secondsToWait } from '../../transport/explain';
import { HOUR_SECONDS, type LimitWait } from '../../transport/limit';
import { untilSent } from '../../transport/pause';
import { REQUEST_TIMEOUT, TOO_LARGE, TOO_MANY_REQUESTS } from '../../transport/status';
import type { ApiAnswer, CreatedPost, Exchange, PostRequest } from '../../transport/types';
import type { Explanation } from '../../values/problem';
import { propertiesOf } from '../../values/read';
import { judgeUnclear, type Finding } from './findRows';
import {
	CANCELLED,
	failed,
	isFailed,
	NOT_SENT_AFTER_FAILURE,
	type Outcome,
	type RowFailure,
} from './outcomes';
import { afterRefusal } from './refusals';
import { halve, requestBytes, toBatches, toBody, type Row } from './requests';

export interface DeliveryOptions {
	/** Send rows with the same date and options in one request. */
	combinesRows: boolean;
	/** Take bad rows out and send the others; otherwise stop at the first failure. */
	isolatesFailures: boolean;
}

/** What a delivery needs from outside. */
export interface DeliveryDependencies {
	/** Sends one `POST /posts`; never throws. */
	send: (body: PostRequest) => Promise<Exchange>;
	/** Explains an exchange that created nothing. */
	explain: (exchange: Exchange) => Explanation;
	/** What the service has of the posts of these rows, in their order; `sentAt` is when they were sent, in ms. */
	lookUp: (rows: Row[], sentAt: number) => Promise<Finding[][]>;
	/** Is told what became of rows as soon as it is known. */
	note: (outcomes: Outcome[]) => void;
	/** Why a row can no longer be sent, now that others took their time. */
	expiry: (row: Row) => Explanation | undefined;
	/** Waits for the hourly limit as long as it may. */
	limit: LimitWait;
	/** Waits so many milliseconds; false if the execution was cancelled meanwhile. */
	wait: (milliseconds: number) => Promise<boolean>;
	/** True once the execution was cancelled. */
	isCancelled: () => boolean;
	now: () => number;
}

/** What became of some rows, and what to send in place of the others. */
interface Step {
	outcomes?: Outcome[];
	next?: Row[][];
}

/**
 * Sends rows with as few requests as possible and returns what became of each. Nothing is sent again
 * unless the service certainly did not take it: rows that a refusal names are taken out, those of any
 * other refusal are sent in two halves until the bad ones are alone, and every good row is sent. What is
 * larger than an instance takes is not sent so large again (docs/api.md, Limits, Creating posts).
 */
export class Delivery {
	/** The smallest body that was too large and the largest that was not, in bytes. */
	private readonly sizes = { refused: Infinity, taken: 0 };

	/** The last answer that left no request for the time that it names. */
	private exhausted?: { until: number; exchange: Exchange };

	/** What failed that concerns every request. */
	private stopped?: RowFailure;

	constructor(
		private readonly options: DeliveryOptions,
		private readonly dependencies: DeliveryDependencies,
	) {}

	/** True once nothing more is sent. */
	get isStopped(): boolean {
		return this.stopped !== undefined;
	}

	/** Sends rows. Once an earlier delivery reached the hourly limit or the like, they stay unsent. */
	async deliver(rows: Row[]): Promise<Outcome[]> {
		const outcomes: Outcome[] = [];
		const pending = toBatches(rows, this.options.combinesRows).reverse();
		for (let batch = pending.pop(); batch; batch = pending.pop()) {
			const step = (await this.beforeSending(batch)) ?? (await this.send(batch));
			const { outcomes: own = [], next = [] } = step;
			this.dependencies.note(own);
			outcomes.push(...own);
			pending.push(...next.filter(({ length }) => length > 0).reverse());
			if (own.some(isFailed) && !this.options.isolatesFailures) {
				this.stopped ??= NOT_SENT_AFTER_FAILURE;
			}
		}
		return outcomes;
	}

	/** What follows from why rows are not sent, or not yet, or not together; undefined if they are. */
	private async beforeSending(rows: Row[]): Promise<Step | undefined> {
		if (this.stopped) return { outcomes: failed(rows, this.stopped) };
		if (this.dependencies.isCancelled()) return this.stop(rows, CANCELLED);
		const expired = new Map(rows.map((row) => [row, this.dependencies.expiry(row)]));
		const late = rows.filter((row) => expired.get(row));
		if (late.length > 0) {
			return {
				outcomes: late.flatMap((row) => failed([row], { reason: 'expired', ...expired.get(row)! })),
				next: [rows.filter((row) => !late.includes(row))],
			};
		}
		const { refused, taken } = this.sizes;
		const isTooLarge = refused > taken && requestBytes(rows) >= refused;
		if (isTooLarge && isDivisible(rows)) return { next: halve(rows) };
		const { until = 0, exchange } = this.exhausted ?? {};
		const waitMs = until - this.dependencies.now();
		if (!exchange || waitMs <= 0) return undefined;
		return await this.waitForLimit(rows, exchange, Math.ceil(waitMs / 1000));
	}

	private async send(rows: Row[]): Promise<Step> {
		const { send, wait, now, explain, limit } = this.dependencies;
		let sentAt = 0;
		const sendNow = async () => {
			sentAt = now();
			return await send(toBody(rows));
		};
		const exchange = await untilSent(sendNow, wait);
		const stop = (reason: 'refused' | 'unsent') =>
			this.stop(rows, { ...explain(exchange), reason });
		if (exchange.kind === 'notSent') return stop('unsent');
		if (exchange.kind === 'unknown') return await this.settle(rows, exchange, sentAt);
		const { answer } = exchange;
		const { status, headers, body } = answer;
		this.noteRemaining(answer);
		if (status === TOO_MANY_REQUESTS) {
			return await this.waitForLimit(rows, exchange, secondsToWait(headers));
		}
		if (status === TOO_LARGE) {
			if (!isDivisible(rows)) {
				return { outcomes: failed(rows, { ...explain(exchange), reason: 'refused' }) };
			}
			this.sizes.refused = Math.min(this.sizes.refused, requestBytes(rows));
			return { next: halve(rows) };
		}
		if (status === 400 || status === 422) {
			const isolates = this.options.isolatesFailures;
			const { blamed, next } = afterRefusal(rows, body, { isolates });
			const refuse = ([row, message]: [Row, string]) =>
				failed([row], { ...explain(exchange), reason: 'refused', message });
			return { outcomes: blamed.flatMap(refuse), next };
		}
		const isSuccess = status >= 200 && status < 300;
		const created = isSuccess ? readCreated(body, rows) : undefined;
		if (created) {
			this.sizes.taken = Math.max(this.sizes.taken, requestBytes(rows));
			limit.reset();
			return { outcomes: created };
		}
		// A page with a success status comes from something else than the API, which got nothing.
		if (isSuccess && isWebPage(answer)) return stop('unsent');
		const isUnclear = isSuccess || status >= 500 || status === REQUEST_TIMEOUT;
		return isUnclear ? await this.settle(rows, exchange, sentAt) : stop('refused');
	}

	/** Remembers how long there is no request left, if this was the last one of the hour. */
	private noteRemaining({ headers }: ApiAnswer): void {
		const seconds = secondsToWait(headers);
		if (String(headers['x-ratelimit-remaining']) !== '0' || seconds === undefined) return;
		this.exhausted = {
			until: this.dependencies.now() + seconds * 1000,
			exchange: { kind: 'answer', answer: { status: TOO_MANY_REQUESTS, headers, body: undefined } },
		};
	}

	private async waitForLimit(
		rows: Row[],
		exchange: Exchange,
		seconds = HOUR_SECONDS,
	): Promise<Step> {
		const outcome = await this.dependencies.limit.wait(seconds);
		if (outcome === 'over') return { next: [rows] };
		if (outcome === 'cancelled') return this.stop(rows, CANCELLED);
		return this.stop(rows, {
			...this.dependencies.explain(exchange),
			reason: 'limited',
			description: `This item was not sent. Run it again in ${describeWait(seconds)}. Combine items to need fewer requests, or let the node wait: option When the Limit Is Reached.`,
			retryAfter: seconds,
		});
	}

	/** Finds out what became of rows that the service may have taken. */
	private async settle(rows: Row[], exchange: Exchange, sentAt: number): Promise<Step> {
		// That the outcome is unclear is the error to report; a look-up that fails changes nothing.
		const findings = await this.dependencies.lookUp(rows, sentAt).catch(() => undefined);
		const isUnreadable = exchange.kind === 'answer' && exchange.answer.status < 300;
		const { message, httpCode } = isUnreadable
			? { message: 'its answer names no posts', httpCode: undefined }
			: this.dependencies.explain(exchange);
		const unclear = { cause: { message, httpCode }, sentAt, hasEnded: hasEnded(exchange) };
		return {
			outcomes: rows.flatMap((row, index) => judgeUnclear(row, findings?.[index], unclear)),
		};
	}

	/** What went wrong concerns every request, so no further one is spent. */
	private stop(rows: Row[], failure: RowFailure): Step {
		this.stopped = failure;
		return { outcomes: failed(rows, failure) };
	}
}

const isDivisible = (rows: Row[]) => halve(rows).length > 1;

/** True if the service itself is done with a request, so that nothing of it follows later. */
function hasEnded(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer' || isWebPage(exchange.answer)) return false;
	return exchange.answer.status <= 500 && exchange.answer.status !== REQUEST_TIMEOUT;
}

/** What was created of each row; undefined if the answer does not name a post for each of theirs. */
function readCreated(body: unknown, rows: Row[]): Outcome[] | undefined {
	const count = rows.reduce((sum, { posts }) => sum + posts.length, 0);
	if (!Array.isArray(body) || body.length !== count) return undefined;
	if (!body.every(isCreatedPost)) return undefined;
	const created = [...body];
	return rows.map((row) => ({
		row,
		kind: 'created',
		posts: created.splice(0, row.posts.length),
	}));
}

const isCreatedPost = (post: unknown): post is CreatedPost =>
	typeof propertiesOf(post).postId === 'string';
