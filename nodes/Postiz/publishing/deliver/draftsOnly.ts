import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import { endpoints } from '../../transport/endpoints';
import { DAY_MS } from '../../values/date';
import { getOrMake } from '../../values/getOrMake';
import { caughtProblem, ignoreProblem } from '../../values/problem';
import { isCreated, type NewPost, type Outcome } from './requests';
import type { SentPosts } from './sentPosts';

const DRAFT = 'DRAFT';

/** Sends posts to networks that only accept drafts as drafts (docs/api.md, Media rules). */
export async function asDraftsOnly(client: PostizClient, posts: NewPost[]): Promise<NewPost[]> {
	const isConcerned = ({ shared, target }: NewPost) =>
		shared.type !== 'draft' && target.provider?.onlyDrafts === true;
	if (!posts.some(isConcerned) || !(await canScheduleDrafts(client))) return posts;
	return posts.map((post) =>
		isConcerned(post)
			? { ...post, shared: { ...post.shared, type: 'draft' }, becomes: post.shared.type }
			: post,
	);
}

const SCHEDULING_SINCE = endpoints.setStatus.since!;

const answers = new WeakMap<PostizClient, Promise<boolean>>();

/**
 * True if this instance can schedule drafts, checked once per client. Older ones accept posts to these networks directly
 * (docs/api.md, Releases). If it is unknown, the post stays a draft, which isn't published.
 */
export async function canScheduleDrafts(client: PostizClient): Promise<boolean> {
	if (client.instance.isAtLeast(SCHEDULING_SINCE)) return true;
	return await getOrMake(answers, client, async () => {
		// Trying the call itself could change a post; this one was added two releases later.
		const groups = client.requestIfThere(endpoints.listGroups());
		const answer = await groups.catch((error: unknown) => caughtProblem(error));
		return answer !== undefined;
	});
}

/** Schedules posts that are drafts only because of their network; with `again`, they may already be scheduled. */
export async function scheduleDrafts(
	client: PostizClient,
	outcomes: Outcome[],
	sent: Pick<SentPosts, 'note'>,
	{ again = false } = {},
): Promise<Outcome[]> {
	const settled: Outcome[] = [];
	for (const outcome of outcomes) {
		const id = isCreated(outcome) ? outcome.postId : outcome.draft;
		if (outcome.post.becomes === undefined || !id) settled.push(outcome);
		else {
			const own = await schedule(client, outcome, id, again);
			sent.note([own]);
			settled.push(own);
		}
	}
	return settled;
}

/** Schedules a draft. Fails if it isn't scheduled, or may not be. */
async function schedule(
	client: PostizClient,
	{ post }: Outcome,
	id: string,
	again: boolean,
): Promise<Outcome> {
	const { becomes: type = post.shared.type, ...others } = post;
	const scheduled: Outcome = {
		post: { ...others, shared: { ...post.shared, type } },
		kind: 'created',
		postId: id,
	};
	try {
		if (!again || !isScheduled(await stateOf(client, id, post))) await scheduleDraft(client, id);
		return scheduled;
	} catch (error) {
		const { message, httpCode } = caughtProblem(error);
		const isRefused = /^4/.test(httpCode ?? '');
		const state = isRefused ? DRAFT : await stateOf(client, id, post);
		if (isScheduled(state)) return scheduled;
		const what =
			state === DRAFT
				? 'is a draft in Postiz and was not scheduled'
				: 'was created as a draft, and it is unclear whether it was scheduled';
		return {
			post,
			kind: 'failed',
			reason: 'unknown',
			draft: id,
			httpCode,
			message: `${post.target.label}: the post ${what}: ${message}`,
			description: `Schedule the draft ${id} in the calendar of Postiz or with Post > Update. Do not create it again.`,
		};
	}
}

const isScheduled = (state: string | undefined) => state !== undefined && state !== DRAFT;

/** Turns a draft into a scheduled post. Throws {@link Problem} (docs/api.md, Status of a post). */
export async function scheduleDraft(client: PostizClient, id: string): Promise<void> {
	await client.request({ ...endpoints.setStatus(id), body: { status: 'schedule' } });
}

/** The state of a post; undefined if the service doesn't return it. */
async function stateOf(
	client: PostizClient,
	id: string,
	{ shared }: NewPost,
): Promise<string | undefined> {
	const time = Date.parse(shared.date);
	const window = { start: time - DAY_MS, end: time + DAY_MS };
	const listed = await listPosts(client, window).catch(ignoreProblem);
	return listed?.find((post) => post.id === id)?.state;
}
