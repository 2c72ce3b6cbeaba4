import type { IExecuteFunctions } from 'n8n-workflow';

import type { ApiRequest, PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import { describeWait, isWebPage, secondsToWait } from '../../transport/explain';
import { HOUR_SECONDS, type LimitWait } from '../../transport/limit';
import { isCancelled, pause, untilSent } from '../../transport/pause';
import { REQUEST_TIMEOUT, TOO_LARGE, TOO_MANY_REQUESTS } from '../../transport/status';
import type { ApiAnswer, Exchange } from '../../transport/types';
import { IF_PAST, isPast, showDate } from '../../values/date';
import { append } from '../../values/lists';
import { ignoreProblem, type Explanation } from '../../values/problem';
import { propertiesOf } from '../../values/read';
import { atOnceIfDue } from '../atOnce';
import { judgeUnclear, type Arrival } from './arrived';
import { afterRefusal } from './refusals';
import {
	CANCELLED,
	failed,
	halve,
	isFailed,
	NOT_SENT_AFTER_FAILURE,
	postsOf,
	requestBytes,
	splitAt,
	toBatches,
	toBody,
	withKeyId,
	type FailureReason,
	type Outcome,
	type Row,
	type SendFailure,
} from './requests';
import type { SentPosts } from './sentPosts';

export interface DeliveryOptions {
	/** Leave out invalid rows and send the others; otherwise, stop at the first failure. */
	isolatesFailures: boolean;
}

/** The dependencies of a delivery. */
export interface DeliveryTools {
	context: IExecuteFunctions;
	client: PostizClient;
	/** Notified of outcomes as soon as they are known. */
	sent: Pick<SentPosts, 'note' | 'lookUp'>;
	limit: LimitWait;
}

/** The outcomes of some rows, and what to send instead of the others. */
interface Step {
	outcomes?: Outcome[];
	next?: Row[][];
}

/**
 * Sends rows in as few requests as possible and returns the outcome of each. Only resends what the service certainly
 * didn't accept: a rejected or oversized request is split until the invalid rows are isolated, so that every valid
 * row is sent (docs/api.md, Limits, Creating posts).
 */
export class Delivery {
	/** The smallest body rejected as too large and the largest one accepted, in bytes. */
	private readonly sizes = { refused: Infinity, taken: 0 };
	/** The last answer that used up the limit, and until when (ms). */
	private exhausted?: { until: number; exchange: Exchange };
	/** Failures in a row that created nothing, and how often rows were resent after failures. */
	private readonly failures = { withoutResult: 0, divided: 0 };
	/** A failure that affects every request. */
	private stopped?: SendFailure;

	constructor(
		private readonly options: DeliveryOptions,
		private readonly tools: DeliveryTools,
	) {}

	/** True if nothing more will be sent. */
	get isStopped(): boolean {
		return this.stopped !== undefined;
	}

	/** Sends rows. They remain unsent if an earlier delivery was stopped, such as by the hourly limit. */
	async deliver(rows: Row[]): Promise<Outcome[]> {
		const outcomes: Outcome[] = [];
		const now = Date.now();
		const ready = rows.map((row) => (row.allowsPast ? dueAt(row, now) : row));
		const pending = toBatches(ready).reverse();
		for (let batch = pending.pop(); batch; batch = pending.pop()) {
			const { outcomes: own = [], next = [] } =
				(await this.beforeSending(batch)) ?? (await this.send(batch));
			this.tools.sent.note(own);
			append(outcomes, own);
			append(pending, next.filter(({ length }) => length > 0).reverse());
			if (own.some(isFailed) && !this.options.isolatesFailures) {
				this.stopped ??= NOT_SENT_AFTER_FAILURE;
			}
		}
		return outcomes;
	}

	/** The step for rows that can't be sent, not yet, or not together; undefined if they can. */
	private async beforeSending(rows: Row[]): Promise<Step | undefined> {
		if (this.stopped) return { outcomes: failed(rows, this.stopped) };
		if (isCancelled(this.tools.context)) return this.stop(rows, CANCELLED);
		const timezone = this.tools.context.getTimezone();
		const expired = new Map(rows.map((row) => [row, explainExpiry(row, timezone)]));
		const late = [...expired].flatMap(([row, why]) =>
			why ? failed([row], { reason: 'expired', ...why }) : [],
		);
		if (late.length > 0) {
			return { outcomes: late, next: [rows.filter((row) => !expired.get(row))] };
		}
		const { refused, taken } = this.sizes;
		const isTooLarge = refused > taken && requestBytes(rows) >= refused;
		if (isTooLarge && isDivisible(rows)) return { next: halve(rows) };
		const { until = 0, exchange } = this.exhausted ?? {};
		const waitMs = until - Date.now();
		if (!exchange || waitMs <= 0) return undefined;
		return await this.waitForLimit(rows, exchange, Math.ceil(waitMs / 1000));
	}

	private async send(batch: Row[]): Promise<Step> {
		const now = Date.now();
		const rows = batch.map((row) => withKeyIds(dueAt(row, now)));
		const { context, client, limit } = this.tools;
		const request = { ...REQUEST, body: { ...toBody(rows) } };
		let sentAt = 0;
		const sendNow = async () => {
			sentAt = Date.now();
			return await client.exchange(request);
		};
		const exchange = await untilSent(sendNow, async (ms) => await pause(context, ms));
		const failure = (reason: FailureReason) => ({ ...client.explain(exchange, REQUEST), reason });
		if (exchange.kind === 'notSent') return this.stop(rows, failure('unsent'));
		if (exchange.kind === 'unknown') return await this.settle(rows, exchange, sentAt);
		const { answer } = exchange;
		const { status, headers, body } = answer;
		this.noteRemaining(answer);
		if (status === TOO_MANY_REQUESTS) {
			return await this.waitForLimit(rows, exchange, secondsToWait(headers));
		}
		if (status === TOO_LARGE) {
			if (!isDivisible(rows)) return { outcomes: failed(rows, failure('refused')) };
			this.sizes.refused = Math.min(this.sizes.refused, requestBytes(rows));
			return { next: halve(rows) };
		}
		if (status === 400 || status === 422) {
			const { blamed, next } = afterRefusal(rows, body, this.options.isolatesFailures);
			const refuse = ([row, message]: [Row, string]) =>
				failed([row], { ...failure('refused'), message });
			return { outcomes: blamed.flatMap(refuse), next };
		}
		const isSuccess = status >= 200 && status < 300;
		const created = isSuccess && parseCreated(body, rows);
		if (created) {
			this.sizes.taken = Math.max(this.sizes.taken, requestBytes(rows));
			this.failures.withoutResult = 0;
			limit.reset();
			return { outcomes: created };
		}
		// A page with a success status doesn't come from the API, so nothing was received.
		if (isSuccess && isWebPage(answer)) return this.stop(rows, failure('unsent'));
		const isUnclear = isSuccess || status >= 500 || status === REQUEST_TIMEOUT;
		if (!isUnclear) return this.stop(rows, failure('refused'));
		return await this.settle(rows, exchange, sentAt);
	}

	/** If this was the last request of the hour, remembers when requests are allowed again. */
	private noteRemaining({ headers }: ApiAnswer): void {
		const seconds = secondsToWait(headers);
		if (String(headers['x-ratelimit-remaining']) !== '0' || seconds === undefined) return;
		this.exhausted = {
			until: Date.now() + seconds * 1000,
			exchange: { kind: 'answer', answer: { status: TOO_MANY_REQUESTS, headers, body: undefined } },
		};
	}

	private async waitForLimit(rows: Row[], exchange: Exchange, seconds = HOUR_SECONDS) {
		const outcome = await this.tools.limit.wait(seconds);
		if (outcome === 'over') return { next: [rows] };
		if (outcome === 'cancelled') return this.stop(rows, CANCELLED);
		return this.stop(rows, {
			...this.tools.client.explain(exchange, REQUEST),
			reason: 'limited',
			description: `This item was not sent. Run it again in ${describeWait(seconds)}. To wait for it, use the option Wait at the Limit (Max Minutes).`,
			forModel: `Nothing was sent. Try again in ${describeWait(seconds)}.`,
			retryAfter: seconds,
		});
	}

	/** Finds out what happened to rows that the service may have received. */
	private async settle(rows: Row[], exchange: Exchange, sentAt: number): Promise<Step> {
		const { client, context, sent } = this.tools;
		// The unclear outcome is the error to report, even if the lookup fails as well.
		const ended = hasEnded(exchange);
		const sending = {
			sentAt,
			hasEnded: ended,
			wait: async (ms: number) => await pause(context, ms),
		};
		const findings = await sent.lookUp(client, rows, sending).catch(ignoreProblem);
		const isUnreadable = exchange.kind === 'answer' && exchange.answer.status < 300;
		const { message, httpCode } = isUnreadable
			? { message: 'its answer names no posts', httpCode: undefined }
			: client.explain(exchange, REQUEST);
		const unclear = { cause: { message, httpCode }, sentAt, hasEnded: ended };
		const judge = (row: Row, index: number) => judgeUnclear(row, findings?.[index], unclear);
		const unsent = findings && isFailure(exchange) ? this.countUnsent(findings) : 0;
		const [gone, next] = splitAt(rows, postsOf(rows).length - unsent);
		return { outcomes: gone.flatMap(judge), next: [next] };
	}

	/**
	 * How many posts at the end of a failed request can be resent without the one that failed: the service creates them
	 * in order (docs/api.md, What cannot be stored). 0 if it seems to be the service itself that fails.
	 */
	private countUnsent(findings: Arrival[][]): number {
		const { failures } = this;
		const kinds = findings.flat().map(({ kind }) => kind);
		const absent = kinds.indexOf('absent');
		const last = (absent < 0 ? kinds.length : absent) - 1;
		failures.withoutResult = last < 0 ? failures.withoutResult + 1 : 0;
		const failedAt = kinds[last] === 'start' ? last : last + 1;
		const unsent = Math.max(0, kinds.length - failedAt - 1);
		const isInOrder = kinds.slice(last + 1).every((kind) => kind === 'absent');
		const isWorthIt = failures.withoutResult < MAX_WITHOUT_RESULT && failures.divided < MAX_DIVIDED;
		if (!this.options.isolatesFailures || !isInOrder || !isWorthIt || unsent === 0) return 0;
		failures.divided++;
		return unsent;
	}

	/** Stops after a failure that affects every request, to save further ones. */
	private stop(rows: Row[], failure: SendFailure): Step {
		this.stopped = failure;
		return { outcomes: failed(rows, failure) };
	}
}

const withKeyIds = (row: Row): Row => ({ ...row, posts: row.posts.map((post) => withKeyId(post)) });

/** The row as it is sent at `now` (ms). */
const dueAt = (row: Row, now: number): Row => {
	const { type, date } = row.shared;
	return { ...row, shared: { ...row.shared, ...atOnceIfDue(type, date, now) } };
};

const REQUEST: ApiRequest = { ...endpoints.createPosts(), handlesLimit: true };

/** Why a row can no longer be sent: its date passed in the meantime, and past dates aren't allowed. */
function explainExpiry(
	{ shared: { type, date }, becomes, allowsPast }: Row,
	timezone: string,
): Explanation | undefined {
	if ((becomes ?? type) !== 'schedule' || allowsPast || !isPast(date, Date.now())) return undefined;
	return {
		message: `Its date, ${showDate(date, timezone)}, passed before this item could be sent`,
		description: `${IF_PAST} Choose a later date and run it again.`,
		forModel: `${IF_PAST} Choose a later date.`,
	};
}

// A service that is down must not cost a request per row.
const MAX_WITHOUT_RESULT = 3;
const MAX_DIVIDED = 10;

/** True if the service itself reports a failure: it won't create anything after it. */
const isFailure = (exchange: Exchange) =>
	hasEnded(exchange) && exchange.kind === 'answer' && exchange.answer.status === 500;

const isDivisible = (rows: Row[]) => halve(rows).length > 1;

/** True if the service has finished a request, so that nothing is created later. */
function hasEnded(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer' || isWebPage(exchange.answer)) return false;
	return exchange.answer.status <= 500 && exchange.answer.status !== REQUEST_TIMEOUT;
}

/** The posts created for these rows; undefined if the answer doesn't list all of them. */
function parseCreated(body: unknown, rows: Row[]): Outcome[] | undefined {
	const posts = postsOf(rows);
	if (!Array.isArray(body) || body.length !== posts.length) return undefined;
	const created = posts.flatMap((post, index): Outcome[] => {
		const { postId } = propertiesOf(body[index]);
		return typeof postId === 'string' ? [{ ...post, kind: 'created', postId }] : [];
	});
	return created.length === posts.length ? created : undefined;
}
