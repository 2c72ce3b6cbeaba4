import {
	isAtLimit,
	secondsToWait,
	TOO_MANY_REQUESTS,
	type ApiAnswer,
	type Exchange,
} from '../transport/answer';
import type { ApiRequest } from '../transport/client';
import { endpoints } from '../transport/endpoints';
import { describeWait } from '../transport/explain';
import { HOUR_SECONDS, isCancelled, pause } from '../transport/pause';
import { isTool } from '../transport/nodeError';
import { IF_PAST, isPast, MINUTE_MS, showDate } from '../values/date';
import { groupBy } from '../values/lists';
import { CANCELLED, locks } from '../values/turns';
import { keyIn } from '../values/postKey';
import { caughtProblem, Problem, advice } from '../values/problem';
import {
	afterRefusal,
	behindFailure,
	fateOf,
	hasArrived,
	isEnded,
	isFailure,
	meaningOf,
	parseMade,
} from './answers';
import { observeSent } from './observe';
import { ofThisRun, besideOf } from './reconcile';
import {
	atOnceIfDue,
	halve,
	itemOf,
	requestBytes,
	toBody,
	toRequests,
	withNewId,
	type Sending,
} from './requests';
import type { Run } from './run';
import type { Decision, Fate, Outcome, There } from './shapes';

/** How long to wait before each look, in ms: what was sent may arrive late (docs/api.md, Keys of posts). */
const WAITS_MS = [0, 2000, 5000, 10_000, 20_000, 30_000];
/** Whoever waits for a tool gives up after 60 s: it answers within 45 s, also if a request was cut. */
const FOR_TOOL = { timeout: 20_000, waitsMs: [0, 2000, 5000, 10_000] };
// A service that is down must not cost a request per post.
const MAX_FAILURES = 3;

/** The fates of some posts, and the requests to send for the others. */
interface Turn {
	fates?: Fate[];
	next?: Sending[][];
}

/**
 * Sends posts in as few requests as possible; those for free slots last. Only what the service certainly didn't accept is
 * sent again: a rejected or oversized request is divided until the invalid items are isolated
 * (docs/api.md, Limits, Creating posts). With `isolates`, invalid items are left out; otherwise, delivery stops at the first failure.
 */
export async function deliver(posts: Sending[], run: Run, isolates: boolean): Promise<Fate[]> {
	const delivery = new Delivery(run, isolates);
	const fates = await delivery.send(posts.filter(({ isForSlot }) => !isForSlot));
	for (const own of groupBy(
		posts.filter(({ isForSlot }) => isForSlot),
		itemOf,
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
	async send(posts: Sending[]): Promise<Fate[]> {
		const fates: Fate[] = [];
		const now = Date.now();
		// Posts that are due share a date, and so a request.
		const ready = posts.map((post) =>
			post.step.wanted.item.allowsPast ? atOnceIfDue(post, now) : post,
		);
		const pending = toRequests(ready).reverse();
		for (let request = pending.pop(); request; request = pending.pop()) {
			const { fates: own = [], next = [] } =
				(await this.beforeSending(request)) ?? (await this.sendRequest(request));
			for (const fate of own) this.note(fate);
			fates.push(...own);
			pending.push(...next.filter(({ length }) => length > 0).reverse());
			this.endAfter(own);
		}
		return fates;
	}

	/** Sends the posts of an item, each at a slot that is looked up right before (docs/api.md, Free slots). */
	async sendAtSlots(posts: Sending[]): Promise<Fate[]> {
		const { client, context, slots } = this.run;
		const fates: Fate[] = [];
		for (const round of roundsOf(posts)) {
			// No other execution looks for slots of these channels meanwhile.
			const keys = round.map(({ payload }) =>
				JSON.stringify([client.baseUrl, payload.integration.id]),
			);
			const work = async () => {
				if (this.stopped) return await this.send(round);
				const found = await slots.find(round.map(({ step }) => step.wanted));
				const dated = round.map((post) => ({
					...post,
					shared: { ...post.shared, date: found.get(post.payload.integration.id)! },
				}));
				return await this.send(dated);
			};
			try {
				fates.push(...(await locks.run(keys, work, context.getExecutionCancelSignal())));
			} catch (error) {
				const problem = caughtProblem(error);
				const failed = fatesOf(round, 'notSent', problem);
				fates.push(...failed);
				this.endAfter(failed);
				if (isAtLimit(problem)) this.stopped ??= problem;
			}
		}
		return fates;
	}

	/** The first failure is the end, unless failures are isolated. */
	private endAfter(fates: Fate[]): void {
		if (!this.isolates && fates.some(({ problem }) => problem)) this.stopped ??= AFTER_FAILURE;
	}

	private note({ step: { wanted }, outcome, postId, date }: Fate): void {
		const { journal } = this.run;
		if (postId !== undefined && (outcome === 'created' || outcome === 'changed')) {
			journal.noteMade(wanted, { postId, date, isChange: outcome === 'changed' });
		} else if (outcome === 'refused' || outcome === 'notSent') journal.noteMissing(wanted);
	}

	/** The turn of posts that can't be sent, not yet, or not together; undefined if they can. */
	private async beforeSending(posts: Sending[]): Promise<Turn | undefined> {
		const { context, timezone } = this.run;
		if (this.stopped) return { fates: fatesOf(posts, 'notSent', this.stopped) };
		if (isCancelled(context)) return this.stop(posts, 'notSent', CANCELLED);
		const late = posts.filter(isExpired);
		if (late.length > 0) {
			return {
				fates: fatesOf(late, 'refused', explainExpiry(late[0]!, timezone)),
				next: [posts.filter((post) => !late.includes(post))],
			};
		}
		const halves = requestBytes(posts) < this.tooLarge ? [] : halve(posts);
		if (halves.length > 1) return { next: halves };
		const { until = 0, exchange } = this.exhausted ?? {};
		const waitMs = until - Date.now();
		if (exchange && waitMs > 0) {
			return await this.waitForLimit(posts, exchange, Math.ceil(waitMs / 1000));
		}
		return posts.some(isOutdated) ? await planAgain(posts) : undefined;
	}

	private async sendRequest(due: Sending[]): Promise<Turn> {
		const { client, limit, journal } = this.run;
		const now = Date.now();
		const posts = due.map((post) => withNewId(atOnceIfDue(post, now)));
		for (const { step, payload } of posts) {
			journal.noteSending(step.wanted, keyIn(payload.settings)?.id ?? '', {
				isChange: step.do === 'change',
				beside: besideOf(step),
			});
		}
		const exchange = await client.exchange({
			...REQUEST,
			body: toBody(posts),
			...(isTool(this.run.context) && { timeout: FOR_TOOL.timeout }),
		});
		if (exchange.kind === 'answer') this.noteRemaining(exchange.answer);
		const problem = () => client.explain(exchange, REQUEST);
		const { headers = {}, body } = exchange.kind === 'answer' ? exchange.answer : {};
		switch (meaningOf(exchange)) {
			case 'notSent':
				return this.stop(posts, 'notSent', problem());
			case 'refused':
				return this.stop(posts, 'refused', problem());
			case 'atLimit':
				return await this.waitForLimit(posts, exchange, secondsToWait(headers));
			case 'tooLarge': {
				const halves = halve(posts);
				this.tooLarge = Math.min(this.tooLarge, requestBytes(posts));
				if (halves.length > 1) return { next: halves };
				return { fates: fatesOf(posts, 'refused', problem()) };
			}
			case 'invalid': {
				const { blamed, next } = afterRefusal(posts, body, this.isolates);
				const refuse = (post: Sending) => {
					const message = blamed.get(itemOf(post));
					return message ? fatesOf([post], 'refused', problem().with({ message })) : [];
				};
				return { fates: posts.flatMap(refuse), next };
			}
			case 'received': {
				const made = parseMade(body, posts);
				if (!made) return await this.clarify(posts, exchange, now);
				this.failures = this.unclear = 0;
				limit.reset();
				return { fates: made };
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
		posts: Sending[],
		exchange: Exchange,
		seconds = HOUR_SECONDS,
	): Promise<Turn> {
		const { limit, client } = this.run;
		const waited = await limit.wait(seconds);
		if (waited === 'over') return { next: [posts] };
		if (waited === 'cancelled') return this.stop(posts, 'notSent', CANCELLED);
		const description = advice(
			`Run this again in ${describeWait(seconds)}.`,
			'to wait for it, use the option Wait at the Limit (Max Minutes).',
		);
		const problem = client.explain(exchange, REQUEST).with({ description });
		const { fates = [] } = this.stop(posts, 'notSent', problem);
		return { fates: fates.map((fate) => ({ ...fate, retryAfter: seconds })) };
	}

	/** Finds out what became of posts that the service may have received (docs/api.md, Keys of posts). */
	private async clarify(posts: Sending[], exchange: Exchange, sentAt: number): Promise<Turn> {
		const hasEnded = isEnded(exchange);
		const found = await this.findSent(posts, { sentAt, hasEnded });
		const rest = isFailure(exchange) ? this.restAfterFailure(posts, found) : [];
		const cause =
			meaningOf(exchange) === 'received'
				? new Problem('its answer names no posts', '')
				: this.run.client.explain(exchange, REQUEST);
		if (!isFailure(exchange)) this.noteUnclear(found);
		const clarified = posts.slice(0, posts.length - rest.length);
		const fates = clarified.map((post, index) => fateOf(post, found[index], { hasEnded, cause }));
		return { fates, next: [rest] };
	}

	/** Stops after several requests of which nothing arrived: each takes a minute of looks. */
	private noteUnclear(found: Array<Decision | undefined>): void {
		this.unclear = found.some(hasArrived) ? 0 : this.unclear + 1;
		if (this.unclear >= MAX_FAILURES) this.stopped ??= AFTER_SILENCE;
	}

	/** What to send again of a request in which a post failed; nothing if it seems to be the service itself that fails. */
	private restAfterFailure(posts: Sending[], found: Array<Decision | undefined>): Sending[] {
		// What is unknown may be there.
		if (found.includes(undefined)) return [];
		this.failures = hasArrived(found[0]) ? 0 : this.failures + 1;
		const goesOn = this.isolates && this.failures < MAX_FAILURES;
		return goesOn ? behindFailure(posts, found) : [];
	}

	/** What the calendar has of each post of a request, after several looks if it may still arrive; undefined where that can't be read. */
	private async findSent(
		posts: Sending[],
		{ sentAt, hasEnded }: { sentAt: number; hasEnded: boolean },
	): Promise<Array<Decision | undefined>> {
		const { client, context, journal } = this.run;
		const wanted = posts.map(({ step }) => ({ ...step.wanted, sent: journal.sentOf(step.wanted) }));
		const { type, date } = posts[0]!.shared;
		const changes = new Set(
			posts.flatMap(({ step }) => (step.do === 'change' ? [step.post.id] : [])),
		);
		const look = { sentAt, changes, date: type === 'now' ? sentAt : Date.parse(date) };
		const seen = new Map<string, There>();
		const decide = () => wanted.map((one) => ofThisRun(one, { posts: [...seen.values()] })!);
		let isRead = false;
		const waits = isTool(context) ? FOR_TOOL.waitsMs : WAITS_MS;
		for (const [index, waitMs] of waits.entries()) {
			if (index > 0 && !(await pause(context, waitMs))) break;
			const there = await observeSent(client, wanted, look).catch(caughtProblem);
			isRead = !(there instanceof Problem);
			if (!(there instanceof Problem)) for (const post of there) seen.set(post.id, post);
			const isWhole = decide().every((one) => one.do === 'made');
			// It won't answer otherwise later.
			const isFinal = there instanceof Problem && /^4(?!29)/.test(there.httpCode ?? '');
			if (isWhole || (hasEnded && isRead) || isFinal) break;
		}
		const isKnown = (isRead || seen.size > 0) && !hidesKeys([...seen.values()]);
		return decide().map((one) => (isKnown || hasArrived(one) ? one : undefined));
	}

	/** Stops after a failure that every request would meet, to save further ones. */
	private stop(posts: Sending[], outcome: Outcome, problem: Problem): Turn {
		this.stopped = problem;
		return { fates: fatesOf(posts, outcome, problem) };
	}
}

/** True if any of these posts may be one that was sent: its key isn't shown, or the instance keeps none. */
function hidesKeys(posts: There[]): boolean {
	const keepsKeys = posts.some(({ key }) => key);
	return posts.some(({ key, isKeyUnknown }) => isKeyUnknown || (!key && !keepsKeys));
}

/** In ms: after a wait for the limit or for uploads, somebody may have edited what is to be changed. */
const MAX_PLAN_AGE = MINUTE_MS;
const isOutdated = ({ plannedAt = Infinity }: Sending) => plannedAt < Date.now() - MAX_PLAN_AGE;

/** The turn of changes that are planned again. */
async function planAgain(posts: Sending[]): Promise<Turn> {
	const fates: Fate[] = [];
	const planned = posts.map(async (post) => {
		if (!post.planAgain || !isOutdated(post)) return post;
		try {
			const again = await post.planAgain();
			const { date } = post.shared;
			return again?.isForSlot ? { ...again, shared: { ...again.shared, date } } : again;
		} catch (error) {
			fates.push(...fatesOf([post], 'refused', caughtProblem(error)));
			return undefined;
		}
	});
	const ready = (await Promise.all(planned)).filter((post) => post !== undefined);
	return { fates, next: toRequests(ready) };
}

const fatesOf = (posts: Sending[], outcome: Outcome, problem: Problem): Fate[] =>
	posts.map(({ step }) => ({ step, outcome, problem }));

/** Two posts on a channel need two slots. */
function roundsOf(posts: Sending[]): Sending[][] {
	const counts = new Map<string, number>();
	return groupBy(posts, ({ payload: { integration } }) => {
		const round = counts.get(integration.id) ?? 0;
		counts.set(integration.id, round + 1);
		return round;
	});
}

const REQUEST: ApiRequest = { ...endpoints.createPosts(), handlesLimit: true };

/** True if the date passed in the meantime, and past dates aren't allowed. */
const isExpired = ({ shared: { type, date }, step: { wanted } }: Sending) => {
	const { allowsPast, shared } = wanted.item;
	return type === 'schedule' && shared.type !== 'now' && !allowsPast && isPast(date, Date.now());
};

const explainExpiry = ({ shared: { date } }: Sending, timezone: string) =>
	new Problem(
		`Its date, ${showDate(date, timezone)}, passed before this item could be sent`,
		`${IF_PAST} Choose a later date and run it again.`,
	);

const AFTER_SILENCE = new Problem(
	'This item was not sent, because nothing arrived of three requests in a row',
	'Check that Postiz is running, then run this again: what is there is skipped.',
	{ isFollowUp: true },
);

const AFTER_FAILURE = new Problem(
	'This item was not sent, because another one failed',
	'Correct the item that failed and run this one again.',
	{ isFollowUp: true },
);
