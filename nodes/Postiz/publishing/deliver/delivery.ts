import { describeWait, isWebPage, secondsToWait } from '../../transport/explain';
import { HOUR_SECONDS, type LimitWait } from '../../transport/limit';
import { REQUEST_TIMEOUT, TOO_LARGE, TOO_MANY_REQUESTS } from '../../transport/status';
import type { ApiAnswer, CreatedPost, Exchange, PostRequest } from '../../transport/types';
import { isUnsentForNow, untilSent } from '../../transport/unsent';
import { itemNumbers } from '../../values/itemNumbers';
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
import { afterRefusal, readRefusal } from './refusals';
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

/** What came of the rows of one request: what became of some of them, and what to send in its place. */
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

	/** When the last request was sent, in ms. */
	private sentAt = 0;

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
			const { outcomes: own = [], next = [] } = await this.send(batch);
			this.dependencies.note(own);
			outcomes.push(...own);
			pending.push(...next.reverse());
			if (own.some(isFailed) && !this.options.isolatesFailures) {
				this.stopped ??= NOT_SENT_AFTER_FAILURE;
			}
		}
		return outcomes;
	}

	private async send(rows: Row[]): Promise<Step> {
		if (this.stopped) return { outcomes: failed(rows, this.stopped) };
		if (this.dependencies.isCancelled()) return this.stopWith(rows, CANCELLED);
		const expired = this.expire(rows);
		if (expired.length > 0) {
			const rest = rows.filter((row) => !expired.some((outcome) => outcome.row === row));
			return { outcomes: expired, next: rest.length > 0 ? [rest] : [] };
		}
		if (this.isTooLarge(rows)) return { next: halve(rows) };
		const { exhausted } = this;
		const now = this.dependencies.now();
		if (exhausted && exhausted.until > now) {
			const seconds = Math.ceil((exhausted.until - now) / 1000);
			return await this.waitForLimit(rows, exhausted.exchange, seconds);
		}
		const exchange = await this.exchange(rows);
		if (exchange.kind === 'unknown') return await this.settle(rows, exchange);
		if (exchange.kind === 'notSent') return this.stop(rows, exchange, 'unsent');
		return await this.handleAnswer(rows, exchange);
	}

	private async handleAnswer(rows: Row[], exchange: AnsweredExchange): Promise<Step> {
		const { answer } = exchange;
		const { status } = answer;
		this.noteRemaining(answer);
		if (status === TOO_MANY_REQUESTS) {
			return await this.waitForLimit(rows, exchange, secondsToWait(answer.headers));
		}
		if (status === TOO_LARGE) return this.handleTooLarge(rows, exchange);
		if (status >= 500 || status === REQUEST_TIMEOUT) return await this.settle(rows, exchange);
		if (status >= 200 && status < 300) {
			const created = readCreated(answer.body, rows);
			if (created) return this.handleSuccess(rows, created);
			// A page with a success status comes from something else than the API, which got nothing.
			return isWebPage(answer)
				? this.stop(rows, exchange, 'unsent')
				: await this.settle(rows, exchange);
		}
		if (status === 400 || status === 422) return this.handleRefusal(rows, exchange);
		return this.stop(rows, exchange, 'refused');
	}

	private expire(rows: Row[]) {
		return rows.flatMap((row) => {
			const explanation = this.dependencies.expiry(row);
			return explanation ? failed([row], { reason: 'expired', ...explanation }) : [];
		});
	}

	private async exchange(rows: Row[]): Promise<Exchange> {
		const { send, wait, now } = this.dependencies;
		const sendNow = async () => {
			this.sentAt = now();
			return await send(toBody(rows));
		};
		return await untilSent(sendNow, { isUnsent: isUnsentForNow, wait });
	}

	private handleSuccess(rows: Row[], outcomes: Outcome[]): Step {
		this.sizes.taken = Math.max(this.sizes.taken, requestBytes(rows));
		this.dependencies.limit.reset();
		return { outcomes };
	}

	private handleRefusal(rows: Row[], exchange: AnsweredExchange): Step {
		const { body } = exchange.answer;
		const { explain } = this.dependencies;
		const refuse = ([row, message]: [Row, string]) =>
			failed([row], { ...explain(exchange), reason: 'refused', message });
		if (this.options.isolatesFailures) {
			const { refused, next } = afterRefusal(rows, body);
			return { outcomes: [...refused].flatMap(refuse), next };
		}
		const { refused, candidates, message } = readRefusal(body, rows);
		const rest = rows.filter((row) => !refused.has(row) && !candidates.includes(row));
		return {
			outcomes: [
				...[...refused].flatMap(refuse),
				...candidates.flatMap((row) => refuse([row, describeCandidate(row, candidates, message)])),
				...failed(rest, NOT_SENT_AFTER_FAILURE),
			],
		};
	}

	private isTooLarge(rows: Row[]): boolean {
		const { refused, taken } = this.sizes;
		return (
			refused < Infinity && refused > taken && isDivisible(rows) && requestBytes(rows) >= refused
		);
	}

	private handleTooLarge(rows: Row[], exchange: Exchange): Step {
		if (!isDivisible(rows)) {
			return {
				outcomes: failed(rows, { ...this.dependencies.explain(exchange), reason: 'refused' }),
			};
		}
		this.sizes.refused = Math.min(this.sizes.refused, requestBytes(rows));
		return { next: halve(rows) };
	}

	/** Remembers how long there is no request left, if this was the last one of the hour. */
	private noteRemaining({ headers }: ApiAnswer): void {
		if (String(headers['x-ratelimit-remaining']) !== '0') return;
		const seconds = secondsToWait(headers);
		if (seconds === undefined) return;
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
		if (outcome === 'cancelled') return this.stopWith(rows, CANCELLED);
		return this.stopWith(rows, {
			...this.dependencies.explain(exchange),
			reason: 'limited',
			description: `This item was not sent. Run it again in ${describeWait(seconds)}. Combine items to need fewer requests, or let the node wait: option When the Limit Is Reached.`,
			retryAfter: seconds,
		});
	}

	/** Finds out what became of rows that the service may have taken. */
	private async settle(rows: Row[], exchange: Exchange): Promise<Step> {
		const { sentAt } = this;
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
	private stop(rows: Row[], exchange: Exchange, reason: 'refused' | 'unsent'): Step {
		return this.stopWith(rows, { ...this.dependencies.explain(exchange), reason });
	}

	private stopWith(rows: Row[], failure: RowFailure): Step {
		this.stopped = failure;
		return { outcomes: failed(rows, failure) };
	}
}

type AnsweredExchange = Extract<Exchange, { kind: 'answer' }>;

/** For a row of which the node is not to find out whether it is the bad one. */
function describeCandidate(row: Row, candidates: Row[], message: string): string {
	const others = candidates.filter((other) => other !== row).map(({ itemIndex }) => itemIndex);
	return `Postiz rejected this item or one of these items: ${itemNumbers(others)}. It says: “${message}”`;
}

function isDivisible(rows: Row[]): boolean {
	return halve(rows).length > 1;
}

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
