import {
	isAtLimit,
	secondsToWait,
	TOO_MANY_REQUESTS,
	type ApiAnswer,
	type Exchange,
} from '../../transport/answer';
import type { ApiRequest } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import { describeWait } from '../../transport/explainFailure';
import { HOUR_SECONDS } from '../../transport/limitWait';
import { isCancelled, sleepUnlessCancelled } from '../../transport/sleep';
import { isTool } from '../../transport/nodeError';
import { IF_PAST, isPast, MINUTE_MS, showDate } from '../../common/date';
import { groupBy } from '../../common/lists';
import { CANCELLED_BEFORE_SENDING } from '../../common/locks';
import { locks } from '../../common/processState';
import { keyIn } from '../../common/postKey';
import { asProblem, Problem, advice } from '../../common/problem';
import {
	handleRejection,
	getPostsBehindFailure,
	toResult,
	hasArrived,
	isEnded,
	isFailure,
	classifyExchange,
	parseCreated,
} from './answers';
import { findSentPosts } from './findSentPosts';
import { matchEarlierAttempt } from '../earlierAttempt';
import {
	atOnceIfDue,
	halve,
	itemIndexOf,
	measureRequest,
	toBody,
	toRequests,
	withNewId,
	type OutgoingPost,
} from './requests';
import type { Run } from '../run';
import {
	getReplacedPost,
	type Decision,
	type PostResult,
	type Outcome,
	type ExistingPost,
} from '../model';

/** How long to wait before each look, in ms: what was sent may arrive late (docs/api.md, Keys of posts). */
const WAITS_MS = [0, 2000, 5000, 10_000, 20_000, 30_000];
/** Whoever waits for a tool gives up after 60 s: it answers within 45 s, also if a request was cut. */
const TOOL_TIMING = { timeout: 20_000, waitsMs: [0, 2000, 5000, 10_000] };
// A service that is down must not cost a request per post.
const MAX_FAILURES = 3;

/** The fates of some posts, and the requests to send for the others. */
interface DeliveryStep {
	results?: PostResult[];
	next?: OutgoingPost[][];
}

/**
 * Sends posts in as few requests as possible; those for free slots last. Only what the service certainly didn't accept is
 * sent again: a rejected or oversized request is divided until the invalid items are isolated
 * (docs/api.md, Limits, Creating posts). With `isolates`, invalid items are left out; otherwise, delivery stops at the first failure.
 */
export async function deliver(
	posts: OutgoingPost[],
	run: Run,
	isolates: boolean,
): Promise<PostResult[]> {
	const delivery = new Delivery(run, isolates);
	const fates = await delivery.send(posts.filter(({ isForSlot }) => !isForSlot));
	for (const own of groupBy(
		posts.filter(({ isForSlot }) => isForSlot),
		itemIndexOf,
	)) {
		fates.push(...(await delivery.sendAtSlots(own)));
	}
	return fates;
}

class Delivery {
	/** The last answer that used up the limit, and until when (ms). */
	private exhausted?: { until: number; exchange: Exchange };
	/** The smallest body rejected as too large, in bytes. */
	private tooLarge = Infinity;
	/** Failures in a row that created nothing. */
	private failures = 0;
	/** Unclear requests in a row that left nothing behind. */
	private unclear = 0;
	/** A failure that every request would meet. */
	private stopped?: Problem;

	constructor(
		private readonly run: Run,
		private readonly isolates: boolean,
	) {}

	/** Sends posts, unless an earlier delivery was stopped, such as by the hourly limit. */
	async send(posts: OutgoingPost[]): Promise<PostResult[]> {
		const fates: PostResult[] = [];
		const now = Date.now();
		// Posts that are due share a date, and so a request.
		const ready = posts.map((post) =>
			post.planned.desired.item.allowsPast ? atOnceIfDue(post, now) : post,
		);
		const pending = toRequests(ready).reverse();
		for (let request = pending.pop(); request; request = pending.pop()) {
			const { results: own = [], next = [] } =
				(await this.beforeSending(request)) ?? (await this.sendRequest(request));
			for (const fate of own) this.note(fate);
			fates.push(...own);
			pending.push(...next.filter(({ length }) => length > 0).reverse());
			this.endAfter(own);
		}
		return fates;
	}

	/** Sends the posts of an item, each at a slot that is looked up right before (docs/api.md, Free slots). */
	async sendAtSlots(posts: OutgoingPost[]): Promise<PostResult[]> {
		const { client, context, slots } = this.run;
		const fates: PostResult[] = [];
		for (const round of splitIntoRounds(posts)) {
			// No other execution looks for slots of these channels meanwhile.
			const keys = round.map(({ payload }) =>
				JSON.stringify([client.baseUrl, payload.integration.id]),
			);
			const work = async () => {
				if (this.stopped) return await this.send(round);
				const found = await slots.findAll(round.map(({ planned }) => planned.desired));
				const dated = round.map((post) => ({
					...post,
					shared: { ...post.shared, date: found.get(post.payload.integration.id)! },
				}));
				return await this.send(dated);
			};
			try {
				fates.push(...(await locks.run(keys, work, context.getExecutionCancelSignal())));
			} catch (error) {
				const problem = asProblem(error);
				const failed = toResults(round, 'notSent', problem);
				fates.push(...failed);
				this.endAfter(failed);
				if (isAtLimit(problem)) this.stopped ??= problem;
			}
		}
		return fates;
	}

	/** The first failure is the end, unless failures are isolated. */
	private endAfter(fates: PostResult[]): void {
		if (!this.isolates && fates.some(({ problem }) => problem))
			this.stopped ??= NOT_SENT_AFTER_FAILURE;
	}

	private note({ planned: { desired }, outcome, postId, date }: PostResult): void {
		const { journal } = this.run;
		if (postId !== undefined && (outcome === 'created' || outcome === 'changed')) {
			journal.recordCreated(desired, { postId, date, isChange: outcome === 'changed' });
		} else if (outcome === 'refused' || outcome === 'notSent') journal.recordMissing(desired);
	}

	/** The turn of posts that can't be sent, not yet, or not together; undefined if they can. */
	private async beforeSending(posts: OutgoingPost[]): Promise<DeliveryStep | undefined> {
		const { context, timezone } = this.run;
		if (this.stopped) return { results: toResults(posts, 'notSent', this.stopped) };
		if (isCancelled(context)) return this.stop(posts, 'notSent', CANCELLED_BEFORE_SENDING);
		const late = posts.filter(isExpired);
		if (late.length > 0) {
			return {
				results: toResults(late, 'refused', explainExpiry(late[0]!, timezone)),
				next: [posts.filter((post) => !late.includes(post))],
			};
		}
		const halves = measureRequest(posts) < this.tooLarge ? [] : halve(posts);
		if (halves.length > 1) return { next: halves };
		const { until = 0, exchange } = this.exhausted ?? {};
		const waitMs = until - Date.now();
		if (exchange && waitMs > 0) {
			return await this.waitForLimit(posts, exchange, Math.ceil(waitMs / 1000));
		}
		return posts.some(isOutdated) ? await planAgain(posts) : undefined;
	}

	private async sendRequest(due: OutgoingPost[]): Promise<DeliveryStep> {
		const { client, limit, journal } = this.run;
		const now = Date.now();
		const posts = due.map((post) => withNewId(atOnceIfDue(post, now)));
		for (const { planned, payload } of posts) {
			journal.recordSending(planned.desired, keyIn(payload.settings)?.id ?? '', {
				isChange: planned.action === 'update',
				possiblyReplaces: getReplacedPost(planned),
			});
		}
		const exchange = await client.exchange({
			...REQUEST,
			body: toBody(posts),
			...(isTool(this.run.context) && { timeout: TOOL_TIMING.timeout }),
		});
		if (exchange.kind === 'answer') this.noteRemaining(exchange.answer);
		const problem = () => client.explain(exchange, REQUEST);
		const { headers = {}, body } = exchange.kind === 'answer' ? exchange.answer : {};
		switch (classifyExchange(exchange)) {
			case 'notSent':
				return this.stop(posts, 'notSent', problem());
			case 'refused':
				return this.stop(posts, 'refused', problem());
			case 'atLimit':
				return await this.waitForLimit(posts, exchange, secondsToWait(headers));
			case 'tooLarge': {
				const halves = halve(posts);
				this.tooLarge = Math.min(this.tooLarge, measureRequest(posts));
				if (halves.length > 1) return { next: halves };
				return { results: toResults(posts, 'refused', problem()) };
			}
			case 'invalid': {
				const { blamed, next } = handleRejection(posts, body, this.isolates);
				const refuse = (post: OutgoingPost) => {
					const message = blamed.get(itemIndexOf(post));
					return message ? toResults([post], 'refused', problem().with({ message })) : [];
				};
				return { results: posts.flatMap(refuse), next };
			}
			case 'received': {
				const made = parseCreated(body, posts);
				if (!made) return await this.clarify(posts, exchange, now);
				this.failures = this.unclear = 0;
				limit.reset();
				return { results: made };
			}
			case 'unclear':
				return await this.clarify(posts, exchange, now);
		}
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

	private async waitForLimit(
		posts: OutgoingPost[],
		exchange: Exchange,
		seconds = HOUR_SECONDS,
	): Promise<DeliveryStep> {
		const { limit, client } = this.run;
		const waited = await limit.wait(seconds);
		if (waited === 'over') return { next: [posts] };
		if (waited === 'cancelled') return this.stop(posts, 'notSent', CANCELLED_BEFORE_SENDING);
		const description = advice(
			`Run this again in ${describeWait(seconds)}.`,
			'to wait for it, use the option Wait at the Limit (Max Minutes).',
		);
		const problem = client.explain(exchange, REQUEST).with({ description });
		const { results = [] } = this.stop(posts, 'notSent', problem);
		return { results: results.map((fate) => ({ ...fate, retryAfter: seconds })) };
	}

	/** Finds out what became of posts that the service may have received (docs/api.md, Keys of posts). */
	private async clarify(
		posts: OutgoingPost[],
		exchange: Exchange,
		sentAt: number,
	): Promise<DeliveryStep> {
		const hasEnded = isEnded(exchange);
		const found = await this.findSent(posts, { sentAt, hasEnded });
		const rest = isFailure(exchange) ? this.restAfterFailure(posts, found) : [];
		const cause =
			classifyExchange(exchange) === 'received'
				? new Problem('its answer names no posts', '')
				: this.run.client.explain(exchange, REQUEST);
		if (!isFailure(exchange)) this.noteUnclear(found);
		const clarified = posts.slice(0, posts.length - rest.length);
		const results = clarified.map((post, index) =>
			toResult(post, found[index], { hasEnded, cause }),
		);
		return { results, next: [rest] };
	}

	/** Stops after several requests of which nothing arrived: each takes a minute of looks. */
	private noteUnclear(found: Array<Decision | undefined>): void {
		this.unclear = found.some(hasArrived) ? 0 : this.unclear + 1;
		if (this.unclear >= MAX_FAILURES) this.stopped ??= AFTER_SILENCE;
	}

	/** What to send again of a request in which a post failed; nothing if it seems to be the service itself that fails. */
	private restAfterFailure(
		posts: OutgoingPost[],
		found: Array<Decision | undefined>,
	): OutgoingPost[] {
		// What is unknown may be there.
		if (found.includes(undefined)) return [];
		this.failures = hasArrived(found[0]) ? 0 : this.failures + 1;
		const goesOn = this.isolates && this.failures < MAX_FAILURES;
		return goesOn ? getPostsBehindFailure(posts, found) : [];
	}

	/** What the calendar has of each post of a request, after several looks if it may still arrive; undefined where that can't be read. */
	private async findSent(
		posts: OutgoingPost[],
		{ sentAt, hasEnded }: { sentAt: number; hasEnded: boolean },
	): Promise<Array<Decision | undefined>> {
		const { client, context, journal } = this.run;
		const wanted = posts.map(({ planned }) => ({
			...planned.desired,
			earlierAttempt: journal.getAttempt(planned.desired),
		}));
		const { type, date } = posts[0]!.shared;
		const changes = new Set(
			posts.flatMap(({ planned }) => (planned.action === 'update' ? [planned.post.id] : [])),
		);
		const look = { sentAt, changes, date: type === 'now' ? sentAt : Date.parse(date) };
		const seen = new Map<string, ExistingPost>();
		const decide = () =>
			wanted.map((one) => matchEarlierAttempt(one, { posts: [...seen.values()] })!);
		let isRead = false;
		const waits = isTool(context) ? TOOL_TIMING.waitsMs : WAITS_MS;
		for (const [index, waitMs] of waits.entries()) {
			if (index > 0 && !(await sleepUnlessCancelled(context, waitMs))) break;
			const there = await findSentPosts(client, wanted, look).catch(asProblem);
			isRead = !(there instanceof Problem);
			if (!(there instanceof Problem)) for (const post of there) seen.set(post.id, post);
			const isWhole = decide().every((one) => one.action === 'alreadySent');
			// It won't answer otherwise later.
			const isFinal = there instanceof Problem && /^4(?!29)/.test(there.httpCode ?? '');
			if (isWhole || (hasEnded && isRead) || isFinal) break;
		}
		const isKnown = (isRead || seen.size > 0) && !hidesKeys([...seen.values()]);
		return decide().map((one) => (isKnown || hasArrived(one) ? one : undefined));
	}

	/** Stops after a failure that every request would meet, to save further ones. */
	private stop(posts: OutgoingPost[], outcome: Outcome, problem: Problem): DeliveryStep {
		this.stopped = problem;
		return { results: toResults(posts, outcome, problem) };
	}
}

/** True if any of these posts may be one that was sent: its key isn't shown, or the instance keeps none. */
function hidesKeys(posts: ExistingPost[]): boolean {
	const keepsKeys = posts.some(({ key }) => key);
	return posts.some(({ key, isKeyUnknown }) => isKeyUnknown || (!key && !keepsKeys));
}

/** In ms: after a wait for the limit or for uploads, somebody may have edited what is to be changed. */
const MAX_PLAN_AGE = MINUTE_MS;
const isOutdated = ({ plannedAt = Infinity }: OutgoingPost) =>
	plannedAt < Date.now() - MAX_PLAN_AGE;

/** The turn of changes that are planned again. */
async function planAgain(posts: OutgoingPost[]): Promise<DeliveryStep> {
	const fates: PostResult[] = [];
	const planned = posts.map(async (post) => {
		if (!post.planAgain || !isOutdated(post)) return post;
		try {
			const again = await post.planAgain();
			const { date } = post.shared;
			return again?.isForSlot ? { ...again, shared: { ...again.shared, date } } : again;
		} catch (error) {
			fates.push(...toResults([post], 'refused', asProblem(error)));
			return undefined;
		}
	});
	const ready = (await Promise.all(planned)).filter((post) => post !== undefined);
	return { results: fates, next: toRequests(ready) };
}

const toResults = (posts: OutgoingPost[], outcome: Outcome, problem: Problem): PostResult[] =>
	posts.map(({ planned }) => ({ planned, outcome, problem }));

/** Two posts on a channel need two slots. */
function splitIntoRounds(posts: OutgoingPost[]): OutgoingPost[][] {
	const counts = new Map<string, number>();
	return groupBy(posts, ({ payload: { integration } }) => {
		const round = counts.get(integration.id) ?? 0;
		counts.set(integration.id, round + 1);
		return round;
	});
}

const REQUEST: ApiRequest = { ...endpoints.createPosts(), handlesLimit: true };

/** True if the date passed in the meantime, and past dates aren't allowed. */
const isExpired = ({ shared: { type, date }, planned: { desired } }: OutgoingPost) => {
	const { allowsPast, shared } = desired.item;
	return type === 'schedule' && shared.type !== 'now' && !allowsPast && isPast(date, Date.now());
};

const explainExpiry = ({ shared: { date } }: OutgoingPost, timezone: string) =>
	new Problem(
		`Its date, ${showDate(date, timezone)}, passed before this item could be sent`,
		`${IF_PAST} Choose a later date and run it again.`,
	);

const AFTER_SILENCE = new Problem(
	'This item was not sent, because nothing arrived of three requests in a row',
	'Check that Postiz is running, then run this again: what is there is skipped.',
	{ isFollowUp: true },
);

const NOT_SENT_AFTER_FAILURE = new Problem(
	'This item was not sent, because another one failed',
	'Correct the item that failed and run this one again.',
	{ isFollowUp: true },
);
