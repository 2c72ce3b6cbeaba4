import type { IExecuteFunctions } from 'n8n-workflow';

import {
	isWebPage,
	secondsToWait,
	REQUEST_TIMEOUT,
	TOO_LARGE,
	TOO_MANY_REQUESTS,
	type ApiAnswer,
	type Exchange,
} from '../../transport/answer';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import { describeWait } from '../../transport/explain';
import { HOUR_SECONDS, type LimitWait } from '../../transport/limit';
import { isCancelled, pause } from '../../transport/pause';
import { IF_PAST, isPast, showDate } from '../../values/date';
import { append } from '../../values/lists';
import { ignoreProblem, remedy, type Explanation } from '../../values/problem';
import { propertiesOf } from '../../values/read';
import { keyIn } from '../../values/postKey';
import { atOnceIfDue } from '../atOnce';
import { withKey } from '../payload';
import { judgeUnclear, type Arrival } from './arrived';
import { afterRefusal } from './parseRefusal';
import {
	CANCELLED,
	failed,
	halve,
	isFailed,
	NOT_SENT_AFTER_FAILURE,
	requestBytes,
	toBody,
	toRequests,
	type FailureReason,
	type NewPost,
	type Outcome,
	type SendFailure,
} from './requests';
import type { SentPosts } from './sentPosts';

/** The dependencies of a delivery. */
export interface DeliveryTools {
	context: IExecuteFunctions;
	client: PostizClient;
	/** Notified of outcomes as soon as they are known. */
	sent: Pick<SentPosts, 'note' | 'lookUp'>;
	limit: LimitWait;
	/** Leave out invalid items and send the others; otherwise, stop at the first failure. */
	isolatesFailures: boolean;
}

/** The outcomes of some posts, and the requests to send for the others. */
interface Step {
	outcomes?: Outcome[];
	next?: NewPost[][];
}

/**
 * Sends posts in as few requests as possible and returns the outcome of each. Only resends what the service certainly
 * didn't accept: a rejected or oversized request is split until the invalid items are isolated, so that every valid
 * one is sent (docs/api.md, Limits, Creating posts).
 */
export class Delivery {
	/** The smallest body rejected as too large and the largest one accepted, in bytes. */
	private readonly sizes = { refused: Infinity, taken: 0 };
	/** The last answer that used up the limit, and until when (ms). */
	private exhausted?: { until: number; exchange: Exchange };
	/** Failures in a row that created nothing, and how often posts were resent after failures. */
	private readonly failures = { withoutResult: 0, divided: 0 };
	/** A failure that affects every request. */
	private stopped?: SendFailure;

	constructor(private readonly tools: DeliveryTools) {}

	/** True if nothing more will be sent. */
	get isStopped(): boolean {
		return this.stopped !== undefined;
	}

	/** Sends posts, unless an earlier delivery was stopped, such as by the hourly limit. */
	async deliver(posts: NewPost[]): Promise<Outcome[]> {
		const outcomes: Outcome[] = [];
		const now = Date.now();
		// Posts that are due share a date, and so a request.
		const ready = posts.map((post) => (post.allowsPast ? dueAt(post, now) : post));
		const pending = toRequests(ready).reverse();
		for (let request = pending.pop(); request; request = pending.pop()) {
			const { outcomes: own = [], next = [] } =
				(await this.beforeSending(request)) ?? (await this.send(request));
			this.tools.sent.note(own);
			append(outcomes, own);
			append(pending, next.filter(({ length }) => length > 0).reverse());
			if (own.some(isFailed) && !this.tools.isolatesFailures) {
				this.stopped ??= NOT_SENT_AFTER_FAILURE;
			}
		}
		return outcomes;
	}

	/** The step for posts that can't be sent, not yet, or not together; undefined if they can. */
	private async beforeSending(posts: NewPost[]): Promise<Step | undefined> {
		if (this.stopped) return { outcomes: failed(posts, this.stopped) };
		if (isCancelled(this.tools.context)) return this.stop(posts, CANCELLED);
		const late = posts.filter(isExpired);
		if (late.length > 0) {
			const expired = explainExpiry(posts[0]!, this.tools.context.getTimezone());
			return {
				outcomes: failed(late, { reason: 'expired', ...expired }),
				next: [posts.filter((post) => !late.includes(post))],
			};
		}
		const { refused, taken } = this.sizes;
		const isTooLarge = refused > taken && requestBytes(posts) >= refused;
		if (isTooLarge && isDivisible(posts)) return { next: halve(posts) };
		const { until = 0, exchange } = this.exhausted ?? {};
		const waitMs = until - Date.now();
		if (!exchange || waitMs <= 0) return undefined;
		return await this.waitForLimit(posts, exchange, Math.ceil(waitMs / 1000));
	}

	private async send(due: NewPost[]): Promise<Step> {
		const now = Date.now();
		const posts = due.map((post) => withNewId(dueAt(post, now)));
		const { client, limit, isolatesFailures } = this.tools;
		const request = { ...REQUEST, body: { ...toBody(posts) } };
		const sentAt = Date.now();
		const exchange = await client.exchange(request);
		const failure = (reason: FailureReason) => ({ ...client.explain(exchange, REQUEST), reason });
		if (exchange.kind === 'notSent') return this.stop(posts, failure('unsent'));
		if (exchange.kind === 'unknown') return await this.settle(posts, exchange, sentAt);
		const { answer } = exchange;
		const { status, headers, body } = answer;
		this.noteRemaining(answer);
		if (status === TOO_MANY_REQUESTS) {
			return await this.waitForLimit(posts, exchange, secondsToWait(headers));
		}
		if (status === TOO_LARGE) {
			if (!isDivisible(posts)) return { outcomes: failed(posts, failure('refused')) };
			this.sizes.refused = Math.min(this.sizes.refused, requestBytes(posts));
			return { next: halve(posts) };
		}
		if (status === 400 || status === 422) {
			const { blamed, next } = afterRefusal(posts, body, isolatesFailures);
			const refuse = (post: NewPost) => {
				const message = blamed.get(post.itemIndex);
				return message ? failed([post], { ...failure('refused'), message }) : [];
			};
			return { outcomes: posts.flatMap(refuse), next };
		}
		const isSuccess = status >= 200 && status < 300;
		const created = isSuccess && parseCreated(body, posts);
		if (created) {
			this.sizes.taken = Math.max(this.sizes.taken, requestBytes(posts));
			this.failures.withoutResult = 0;
			limit.reset();
			return { outcomes: created };
		}
		// A page with a success status doesn't come from the API, so nothing was received.
		if (isSuccess && isWebPage(answer)) return this.stop(posts, failure('unsent'));
		const isUnclear = isSuccess || status >= 500 || status === REQUEST_TIMEOUT;
		if (!isUnclear) return this.stop(posts, failure('refused'));
		return await this.settle(posts, exchange, sentAt);
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

	private async waitForLimit(posts: NewPost[], exchange: Exchange, seconds = HOUR_SECONDS) {
		const outcome = await this.tools.limit.wait(seconds);
		if (outcome === 'over') return { next: [posts] };
		if (outcome === 'cancelled') return this.stop(posts, CANCELLED);
		return this.stop(posts, {
			...this.tools.client.explain(exchange, REQUEST),
			reason: 'limited',
			...remedy(
				`This item was not sent. Run it again in ${describeWait(seconds)}.`,
				'To wait for it, use the option Wait at the Limit (Max Minutes).',
			),
			retryAfter: seconds,
		});
	}

	/** Finds out what happened to posts that the service may have received. */
	private async settle(posts: NewPost[], exchange: Exchange, sentAt: number): Promise<Step> {
		const { client, context, sent } = this.tools;
		const hasEnded = isEnded(exchange);
		const wait = async (ms: number) => await pause(context, ms);
		// The unclear outcome is the error to report, even if the lookup fails as well.
		const looking = sent.lookUp(client, posts, { sentAt, hasEnded, wait });
		const arrivals = await looking.catch(ignoreProblem);
		const isUnreadable = exchange.kind === 'answer' && exchange.answer.status < 300;
		const { message, httpCode } = isUnreadable
			? { message: 'its answer names no posts', httpCode: undefined }
			: client.explain(exchange, REQUEST);
		const unclear = { cause: { message, httpCode }, sentAt, hasEnded };
		const toResend = arrivals && isFailure(exchange) ? this.countToResend(arrivals) : 0;
		const gone = posts.slice(0, posts.length - toResend);
		const outcomes = gone.map((post, index) => judgeUnclear(post, arrivals?.[index], unclear));
		return { outcomes, next: [posts.slice(gone.length)] };
	}

	/**
	 * How many posts at the end of a failed request can be resent without the one that failed: the service creates them
	 * in order (docs/api.md, What cannot be stored). 0 if it seems to be the service itself that fails.
	 */
	private countToResend(arrivals: Array<Arrival | undefined>): number {
		const { failures } = this;
		const kinds = arrivals.map((arrival) => arrival?.kind);
		const absent = kinds.indexOf('absent');
		const last = (absent < 0 ? kinds.length : absent) - 1;
		failures.withoutResult = last < 0 ? failures.withoutResult + 1 : 0;
		const failedAt = kinds[last] === 'start' ? last : last + 1;
		const toResend = Math.max(0, kinds.length - failedAt - 1);
		const isInOrder = kinds.slice(last + 1).every((kind) => kind === 'absent');
		const isWorthIt = failures.withoutResult < MAX_WITHOUT_RESULT && failures.divided < MAX_DIVIDED;
		if (!this.tools.isolatesFailures || !isInOrder || !isWorthIt || toResend === 0) return 0;
		failures.divided++;
		return toResend;
	}

	/** Stops after a failure that affects every request, to save further ones. */
	private stop(posts: NewPost[], failure: SendFailure): Step {
		this.stopped = failure;
		return { outcomes: failed(posts, failure) };
	}
}

/** The post with a key that no other request has. */
function withNewId(post: NewPost): NewPost {
	const { payload } = post;
	return { ...post, payload: withKey(payload, keyIn(payload.settings)!) };
}

/** The post as it is sent at `now` (ms). */
function dueAt(post: NewPost, now: number): NewPost {
	const { type, date } = post.shared;
	return { ...post, shared: { ...post.shared, ...atOnceIfDue(type, date, now) } };
}

const REQUEST: ApiRequest = { ...endpoints.createPosts(), handlesLimit: true };

/** True if the date passed in the meantime, and past dates aren't allowed. */
const isExpired = ({ shared: { type, date }, allowsPast }: NewPost) =>
	type === 'schedule' && !allowsPast && isPast(date, Date.now());

const explainExpiry = ({ shared: { date } }: NewPost, timezone: string): Explanation => ({
	message: `Its date, ${showDate(date, timezone)}, passed before this item could be sent`,
	description: `${IF_PAST} Choose a later date and run it again.`,
});

// A service that is down must not cost a request per post.
const MAX_WITHOUT_RESULT = 3;
const MAX_DIVIDED = 10;

/** True if the service itself reports a failure: it won't create anything after it. */
const isFailure = (exchange: Exchange) =>
	isEnded(exchange) && exchange.kind === 'answer' && exchange.answer.status === 500;

const isDivisible = (posts: NewPost[]) => halve(posts).length > 1;

/** True if the service has finished a request, so that nothing is created later. */
function isEnded(exchange: Exchange): boolean {
	if (exchange.kind !== 'answer' || isWebPage(exchange.answer)) return false;
	return exchange.answer.status <= 500 && exchange.answer.status !== REQUEST_TIMEOUT;
}

/** The posts created by a request; undefined if the answer doesn't list all of them. */
function parseCreated(body: unknown, posts: NewPost[]): Outcome[] | undefined {
	if (!Array.isArray(body) || body.length !== posts.length) return undefined;
	const created = posts.flatMap((post, index): Outcome[] => {
		const { postId } = propertiesOf(body[index]);
		return typeof postId === 'string' ? [{ post, kind: 'created', postId }] : [];
	});
	return created.length === posts.length ? created : undefined;
}
