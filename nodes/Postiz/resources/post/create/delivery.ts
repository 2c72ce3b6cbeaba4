import { describeWait, isWebPage, secondsToWait } from '../../../transport/explain';
import { HOUR_SECONDS, type LimitWait } from '../../../transport/limit';
import { REQUEST_TIMEOUT, TOO_LARGE, TOO_MANY_REQUESTS } from '../../../transport/status';
import type { ApiAnswer, CreatedPost, Exchange, PostRequest } from '../../../transport/types';
import type { Explanation } from '../../../values/problem';
import { halve, requestBytes, toBatches, toBody, type Row } from './batches';
import { itemNumbers } from './itemNumbers';
import { judgeUnclear, type Finding } from './lookUp';
import {
	CANCELLED,
	failed,
	NOT_SENT_AFTER_FAILURE,
	type Outcome,
	type RowFailure,
} from './outcomes';
import { readRefusal } from './refusals';
import {
	afterRefusal,
	afterSuccess,
	countRows,
	oneByOne,
	restOf,
	toRequests,
	type PendingRequest,
	type Verdict,
} from './search';

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
	now: () => number;
}

const CONNECTION_RETRY_PAUSES_MS = [1000, 3000];

/** What came of one request. */
interface Attempt {
	outcomes?: Outcome[];
	/** What to send in its place. */
	next?: PendingRequest[];
	/** How many of the requests that the batch may take this one used up. */
	cost?: number;
}

/**
 * Sends rows with as few requests as possible and returns what became of each. Nothing is sent again
 * unless the service certainly did not take it. The search for what was refused ends with every good
 * row sent, and takes at most one request for each row, besides the first one and one for each time
 * that the rows can be halved. What is larger than an instance takes is not sent so large again
 * (docs/api.md, Limits, Creating posts).
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
		for (const batch of toBatches(rows, this.options.combinesRows)) {
			outcomes.push(...(await this.deliverBatch(batch)));
		}
		return outcomes;
	}

	/** Sends the rows of one request, and further requests if one is bad. */
	private async deliverBatch(batch: Row[]): Promise<Outcome[]> {
		const outcomes: Outcome[] = [];
		let requestsLeft = batch.length + 1 + Math.ceil(Math.log2(batch.length));
		let pending = toRequests(batch);
		while (pending.length > 0) {
			const [request, ...later] = pending;
			const isTight = requestsLeft <= countRows(pending);
			const { outcomes: own = [], next = [], cost = 0 } = await this.attempt(request, isTight);
			this.dependencies.note(own);
			outcomes.push(...own);
			requestsLeft -= cost;
			pending = [...next, ...later];
			const hasFailed = own.some(({ kind }) => kind === 'failed');
			if (hasFailed && !this.options.isolatesFailures) this.stopped ??= NOT_SENT_AFTER_FAILURE;
		}
		return outcomes;
	}

	/** `isTight`: there are just as many requests left as rows, so that none may be in vain. */
	private async attempt(request: PendingRequest, isTight: boolean): Promise<Attempt> {
		const { rows } = request;
		if (this.stopped) return { outcomes: failed(rows, this.stopped), next: restOf(request) };
		const expired = this.expire(rows);
		if (expired.length > 0) {
			const rest = rows.filter((row) => !expired.some((outcome) => outcome.row === row));
			return { outcomes: expired, next: [...toRequests(rest), ...restOf(request)] };
		}
		if (this.isTooLarge(rows)) return this.split(request);
		if (isTight && rows.length > 1) return { next: oneByOne(request) };
		const { exhausted } = this;
		const now = this.dependencies.now();
		if (exhausted && exhausted.until > now) {
			const seconds = Math.ceil((exhausted.until - now) / 1000);
			return await this.waitForLimit(request, exhausted.exchange, seconds);
		}
		const exchange = await this.send(rows);
		if (exchange.kind === 'unknown') return await this.settle(request, exchange);
		if (exchange.kind === 'notSent') return this.stop(request, exchange, 'unsent');
		return await this.handleAnswer(request, exchange);
	}

	private async handleAnswer(
		request: PendingRequest,
		exchange: Extract<Exchange, { kind: 'answer' }>,
	): Promise<Attempt> {
		const { rows } = request;
		const { answer } = exchange;
		const { status } = answer;
		this.noteRemaining(answer);
		if (status === TOO_MANY_REQUESTS) {
			return await this.waitForLimit(request, exchange, secondsToWait(answer.headers));
		}
		if (status === TOO_LARGE) return this.handleTooLarge(request, exchange);
		if (status >= 500 || status === REQUEST_TIMEOUT) return await this.settle(request, exchange);
		if (status >= 200 && status < 300) {
			const created = readCreated(answer.body, rows);
			if (created) return this.handleSuccess(request, created);
			// A page with a success status comes from something else than the API, which got nothing.
			return isWebPage(answer)
				? this.stop(request, exchange, 'unsent')
				: await this.settle(request, exchange);
		}
		if (status === 400 || status === 422) return this.handleRefusal(request, exchange);
		return this.stop(request, exchange, 'refused');
	}

	private expire(rows: Row[]) {
		return rows.flatMap((row) => {
			const explanation = this.dependencies.expiry(row);
			return explanation ? failed([row], { reason: 'expired', ...explanation }) : [];
		});
	}

	/** Repeats only what never left: a refused connection. */
	private async send(rows: Row[]): Promise<Exchange> {
		const { send, wait, now } = this.dependencies;
		this.sentAt = now();
		let exchange = await send(toBody(rows));
		for (const pause of CONNECTION_RETRY_PAUSES_MS) {
			if (exchange.kind !== 'notSent' || !exchange.temporary) break;
			if (!(await wait(pause))) break;
			this.sentAt = now();
			exchange = await send(toBody(rows));
		}
		return exchange;
	}

	private handleSuccess(request: PendingRequest, created: CreatedPost[][]): Attempt {
		const { rows } = request;
		this.sizes.taken = Math.max(this.sizes.taken, requestBytes(rows));
		this.dependencies.limit.reset();
		const verdict = afterSuccess(request);
		return {
			outcomes: [
				...rows.map((row, index): Outcome => ({ row, kind: 'created', posts: created[index] })),
				...this.refuse(verdict, request.otherwise?.refusal),
			],
			next: verdict.next,
			cost: 1,
		};
	}

	private handleRefusal(
		request: PendingRequest,
		exchange: Extract<Exchange, { kind: 'answer' }>,
	): Attempt {
		const { rows } = request;
		const { body } = exchange.answer;
		if (this.options.isolatesFailures) {
			const verdict = afterRefusal(request, body);
			return { outcomes: this.refuse(verdict, body), next: verdict.next, cost: 1 };
		}
		const { refused, candidates, message } = readRefusal(body, rows);
		const rest = rows.filter((row) => !refused.has(row) && !candidates.includes(row));
		return {
			outcomes: [
				...this.refuse({ refused }, body),
				...candidates.flatMap((row) => this.refuseCandidate(row, candidates, message, exchange)),
				...failed(rest, NOT_SENT_AFTER_FAILURE),
			],
		};
	}

	private refuse({ refused }: Pick<Verdict, 'refused'>, body: unknown): Outcome[] {
		const answer: ApiAnswer = { status: 400, headers: {}, body };
		const explanation = () => this.dependencies.explain({ kind: 'answer', answer });
		return [...refused].flatMap(([row, message]) =>
			failed([row], { ...explanation(), reason: 'refused', message }),
		);
	}

	/** For rows of which one was refused, if the node is not to find out which. */
	private refuseCandidate(row: Row, candidates: Row[], message: string, exchange: Exchange) {
		const others = candidates.filter((other) => other !== row).map(({ itemIndex }) => itemIndex);
		return failed([row], {
			...this.dependencies.explain(exchange),
			reason: 'refused',
			message: `Postiz refused this item or one of these: ${itemNumbers(others)}. It says: “${message}”`,
		});
	}

	private isTooLarge(rows: Row[]): boolean {
		const { refused, taken } = this.sizes;
		return (
			refused < Infinity && refused > taken && isDivisible(rows) && requestBytes(rows) >= refused
		);
	}

	private handleTooLarge(request: PendingRequest, exchange: Exchange): Attempt {
		const { rows } = request;
		if (!isDivisible(rows)) {
			const failure: RowFailure = { ...this.dependencies.explain(exchange), reason: 'refused' };
			return { outcomes: failed(rows, failure), next: restOf(request), cost: 1 };
		}
		// It says nothing about any row, and no request so large follows: it costs nothing.
		this.sizes.refused = Math.min(this.sizes.refused, requestBytes(rows));
		return this.split(request);
	}

	private split(request: PendingRequest): Attempt {
		const { rows } = request;
		return {
			next: [...halve(rows).flatMap(toRequests), ...restOf(request)],
			// A row that is split in two needs a request more.
			cost: rows.length === 1 ? -1 : 0,
		};
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
		request: PendingRequest,
		exchange: Exchange,
		seconds = HOUR_SECONDS,
	): Promise<Attempt> {
		const outcome = await this.dependencies.limit.wait(seconds);
		if (outcome === 'over') return { next: [request] };
		if (outcome === 'cancelled') return this.stopWith(request, CANCELLED);
		return this.stopWith(request, {
			...this.dependencies.explain(exchange),
			reason: 'limited',
			description: `This item was not sent. Run it again in ${describeWait(seconds)}. Combine items to need fewer requests, or let the node wait: option When the Limit Is Reached.`,
			retryAfter: seconds,
		});
	}

	/** Finds out what became of rows that the service may have taken. */
	private async settle(request: PendingRequest, exchange: Exchange): Promise<Attempt> {
		const { rows } = request;
		// That the outcome is unclear is the error to report; a look-up that fails changes nothing.
		const { sentAt } = this;
		const findings = await this.dependencies.lookUp(rows, sentAt).catch(() => undefined);
		const isUnreadable = exchange.kind === 'answer' && exchange.answer.status < 300;
		const { message, httpCode } = isUnreadable
			? { message: 'its answer names no posts', httpCode: undefined }
			: this.dependencies.explain(exchange);
		const unclear = { cause: { message, httpCode }, sentAt, hasEnded: hasEnded(exchange) };
		const outcomes = rows.flatMap((row, index) => judgeUnclear(row, findings?.[index], unclear));
		return { outcomes, next: restOf(request), cost: 1 };
	}

	/** What went wrong concerns every request, so no further one is spent. */
	private stop(request: PendingRequest, exchange: Exchange, reason: 'refused' | 'unsent'): Attempt {
		return this.stopWith(request, { ...this.dependencies.explain(exchange), reason });
	}

	private stopWith(request: PendingRequest, failure: RowFailure): Attempt {
		this.stopped = failure;
		return { outcomes: failed(request.rows, failure), next: restOf(request) };
	}
}

function isDivisible(rows: Row[]): boolean {
	return halve(rows).length > 1;
}

/** True if the service itself is done with a request, so that nothing of it follows later. */
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
