import { keyIn } from '../../values/postKey';
import { fetchPreview } from '../../calendar/preview';
import { parseSettings } from '../../calendar/post';
import { comparableText } from '../../text/sameContent';
import { TOO_MANY_REQUESTS } from '../../transport/answer';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { ListedPost } from '../../transport/types';
import { madeAt, MINUTE_MS, MAX_CLOCK_DIFFERENCE_MS } from '../../values/date';
import { caughtProblem, Problem } from '../../values/problem';
import { type NewPost, type Outcome, type SendFailure, type Unclear } from './requests';

/** What became of a sent post: it is there, only its first parts are, a post that looks like it is, or nothing. */
export type Arrival =
	| { kind: 'found' | 'similar'; postId: string }
	| { kind: 'start'; postId: string; parts: number }
	| { kind: 'absent' };

/** How long to wait before each look, in ms: what was sent may arrive late (docs/api.md, Keys of posts). */
const WAITS_MS = [0, 2000, 5000, 10_000, 20_000, 30_000];
const TIMEOUT_MS = 20_000;

type Sending = Pick<Unclear, 'sentAt' | 'hasEnded'> & {
	wait: (ms: number) => Promise<unknown>;
};

/**
 * Looks for the posts of a request by their key IDs, again and again if some may still arrive. Returns what became of
 * each; undefined if the last look failed, and none before had found the post. Throws {@link Problem} if none had found
 * any.
 */
export async function findArrived(
	client: PostizClient,
	posts: NewPost[],
	{ sentAt, hasEnded, wait }: Sending,
): Promise<Array<Arrival | undefined>> {
	const looker = new Look(client, posts, { ...posts[0]!.shared, sentAt });
	let failure: Problem | undefined;
	for (const [look, waitMs] of WAITS_MS.entries()) {
		if (look > 0) await wait(waitMs);
		const isWhole = await looker.look().catch(caughtProblem);
		failure = isWhole instanceof Problem ? isWhole : undefined;
		const { httpCode = '' } = failure ?? {};
		// It won't answer otherwise later.
		const isFinal = /^4/.test(httpCode) && httpCode !== String(TOO_MANY_REQUESTS);
		if (isWhole === true || hasEnded || isFinal) break;
	}
	const arrivals = posts.map((post) => looker.arrivalOf(post));
	if (!failure) return arrivals;
	if (arrivals.every(({ kind }) => kind === 'absent')) throw failure;
	return arrivals.map((arrival) => (arrival.kind === 'absent' ? undefined : arrival));
}

class Look {
	private readonly arrivals = new Map<NewPost, Arrival>();
	/** IDs of posts that needn't be looked at again: they are whole, or have another key. */
	private readonly seen = new Set<string>();

	constructor(
		private readonly client: PostizClient,
		private readonly posts: NewPost[],
		private readonly request: NewPost['shared'] & { sentAt: number },
	) {}

	/** Likeness only counts on an instance that may keep no keys. */
	arrivalOf(post: NewPost): Arrival {
		const arrival = this.arrivals.get(post) ?? { kind: 'absent' };
		const isOther = arrival.kind === 'similar' && this.client.facts.keepsKeys === true;
		return isOther ? { kind: 'absent' } : arrival;
	}

	/** Returns true if all posts are there, and whole: the other parts of a start may still arrive. */
	async look(): Promise<boolean> {
		const { type, date, sentAt } = this.request;
		const channels = new Set(this.posts.map(({ target }) => target.id));
		const [start, end] =
			type === 'now' ? [sentAt, Date.now()] : [Date.parse(date), Date.parse(date)];
		const listed = await listPosts(this.client, {
			// For "now", the service sets the date by its own clock, without seconds.
			start: start - (type === 'now' ? MAX_CLOCK_DIFFERENCE_MS : MINUTE_MS),
			end: end + (type === 'now' ? MAX_CLOCK_DIFFERENCE_MS : MINUTE_MS),
			timeout: TIMEOUT_MS,
		});
		const rows = listed.filter(
			({ id, integration }) =>
				channels.has(integration?.id ?? '') &&
				!this.seen.has(id) &&
				(madeAt(id) ?? sentAt) >= sentAt - MAX_CLOCK_DIFFERENCE_MS,
		);
		const notes = await Promise.allSettled(rows.map(async (row) => await this.note(row)));
		const failed = notes.find((note) => note.status === 'rejected');
		if (failed) throw failed.reason;
		return this.posts.every((post) => this.arrivals.get(post)?.kind === 'found');
	}

	private async note(row: ListedPost): Promise<void> {
		const listed = keyIn(parseSettings(row.settings));
		const ownPost = (id = '') =>
			this.posts.find(({ payload }) => keyIn(payload.settings)?.id === id);
		if (listed) this.client.facts.keepsKeys = true;
		if (listed && !ownPost(listed.id)) return void this.seen.add(row.id);
		const preview = await fetchPreview(this.client, row.id, TIMEOUT_MS);
		const parts = preview.kind === 'post' ? preview.parts : [];
		const key = listed ?? keyIn(parts[0]?.settings);
		if (key) this.client.facts.keepsKeys = true;
		const post = ownPost(key?.id);
		if (post) {
			const isWhole = parts.length === 0 || parts.length >= key!.parts;
			this.arrivals.set(post, {
				...(isWhole ? { kind: 'found' } : { kind: 'start', parts: parts.length }),
				postId: row.id,
			} as Arrival);
			if (isWhole) this.seen.add(row.id);
		} else if (key) this.seen.add(row.id);
		else this.noteSimilar(row);
	}

	/** An instance that keeps no keys can't tell whose post it is. */
	private noteSimilar({ id, content = '', integration }: ListedPost): void {
		const text = comparableText(content);
		const similar = this.posts.find(
			(post) =>
				post.target.id === integration?.id &&
				comparableText(post.payload.value[0]?.content ?? '') === text &&
				!this.arrivals.has(post),
		);
		if (similar) this.arrivals.set(similar, { kind: 'similar', postId: id });
	}
}

/** The outcome of a post that the service may have received; no arrival if the lookup failed. */
export function judgeUnclear(
	post: NewPost,
	arrival: Arrival | undefined,
	unclear: Unclear,
): Outcome {
	if (arrival?.kind === 'found') return { post, kind: 'created', postId: arrival.postId };
	const failure =
		arrival?.kind === 'start'
			? explainStart(post, arrival, unclear)
			: describeUnclear(arrival, unclear);
	return { post, kind: 'failed', ...failure, httpCode: unclear.cause.httpCode, unclear };
}

/** Explains a thread of which only the first parts exist. */
function explainStart(
	{ target, payload }: NewPost,
	{ postId, parts }: Extract<Arrival, { kind: 'start' }>,
	{ cause, hasEnded }: Unclear,
): SendFailure {
	const advice = `The post ${postId} is only the beginning of the thread. Delete it with Post > Delete, then run this item again.`;
	return {
		reason: 'unknown',
		start: postId,
		message: `${target.label}: Postiz has only ${parts} of the ${payload.value.length} parts of this thread: ${cause.message}`,
		description: hasEnded
			? advice
			: `A request that is still running may add the others: look in a few minutes. If they are still missing: ${advice}`,
	};
}

/** Explains a post that the service may have received but that wasn't found; the caller adds what to do. */
function describeUnclear(
	arrival: Exclude<Arrival, { kind: 'start' }> | undefined,
	unclear: Unclear,
): SendFailure {
	const { message } = unclear.cause;
	if (arrival?.kind !== 'absent') {
		return {
			reason: 'unknown',
			message: `It is unclear whether Postiz created this item: ${message}`,
			description: arrival
				? `The node checked, and found what may be a post of this item (${arrival.postId}), or a similar one.`
				: 'It was not sent again, so that nothing is published twice. The node could not check Postiz either.',
		};
	}
	if (unclear.hasEnded) {
		return {
			reason: 'refused',
			message: `Postiz didn't create this item: ${message}`,
			description:
				'The node checked: none of its posts exist. Run it again. If it fails again, Postiz cannot store something in it.',
		};
	}
	return {
		reason: 'unknown',
		message: `Postiz doesn't have this item yet: ${message}`,
		description:
			'The node checked, and none of its posts exist. A request that is still running may create them: wait a few minutes.',
	};
}
