import type { Target } from '../../channels/targets';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { PostType } from '../../transport/types';
import { caughtProblem } from '../../values/problem';
import { DAY_MS } from '../../values/time';
import { isCreated, type Outcome } from './outcomes';
import type { ReadyPost, Row } from './requests';

const DRAFT = 'DRAFT';

const takesOnlyDrafts = ({ target }: ReadyPost) => target.provider?.onlyDrafts === true;

/**
 * Rows of which each goes out in one way: posts to networks that only take drafts are created as
 * drafts, to be scheduled afterwards (docs/api.md, Media rules).
 */
export function splitDraftsOnly(row: Row): Row[] {
	const drafts = row.posts.filter(takesOnlyDrafts);
	if (row.shared.type === 'draft' || drafts.length === 0) return [row];
	const others = row.posts.filter((post) => !takesOnlyDrafts(post));
	const asDrafts: Row = {
		...row,
		posts: drafts,
		shared: { ...row.shared, type: 'draft' },
		becomes: row.shared.type,
	};
	return others.length > 0 ? [{ ...row, posts: others }, asDrafts] : [asDrafts];
}

/** A post that was only created as a draft because of its network. */
interface Draft {
	id: string;
	row: Row;
	target: Target;
	becomes: PostType;
}

/**
 * Schedules the drafts that were only created as such because of their network, and hands what became of
 * each to `note`. One that stays a draft is a failure that names it. `again` says that this was tried
 * before, so that a draft may be scheduled already.
 */
export async function scheduleDrafts(
	client: PostizClient,
	outcomes: Outcome[],
	{ note, again = false }: { note: (outcomes: Outcome[]) => void; again?: boolean },
): Promise<Outcome[]> {
	const settled: Outcome[] = [];
	for (const outcome of outcomes) {
		const drafts = draftsOf(outcome);
		if (drafts.length === 0) settled.push(outcome);
		for (const draft of drafts) {
			const own = await schedule(client, draft, again);
			note([own]);
			settled.push(own);
		}
	}
	return settled;
}

/** Drafts that are still to be scheduled, each on its own. */
function draftsOf(outcome: Outcome): Draft[] {
	const { row } = outcome;
	const { becomes } = row;
	if (becomes === undefined) return [];
	return row.posts.flatMap((post, index) => {
		const id = isCreated(outcome) ? outcome.posts[index]?.postId : outcome.draft;
		return id ? [{ id, row: { ...row, posts: [post] }, target: post.target, becomes }] : [];
	});
}

/** Schedules a draft; it failed if it is not, or may not be. */
async function schedule(client: PostizClient, draft: Draft, again: boolean): Promise<Outcome> {
	const { id, row, target, becomes } = draft;
	const { label, provider } = target;
	const scheduled: Outcome = {
		row: { ...row, becomes: undefined, shared: { ...row.shared, type: becomes } },
		kind: 'created',
		posts: [{ postId: id, integration: target.id }],
	};
	try {
		if (!again || !isScheduled(await stateOf(client, draft))) await scheduleDraft(client, id);
		return scheduled;
	} catch (error) {
		const { message, httpCode } = caughtProblem(error);
		const isRefused = /^4/.test(httpCode ?? '');
		const state = isRefused ? DRAFT : await stateOf(client, draft);
		if (isScheduled(state)) return scheduled;
		const what =
			state === DRAFT
				? 'is a draft in Postiz and was not scheduled'
				: 'was created as a draft, and it is unclear whether it was scheduled';
		return {
			row,
			kind: 'failed',
			reason: 'unknown',
			draft: id,
			httpCode,
			message: `${label}: the post ${what}: ${message}`,
			description: `${provider?.displayName} accepts only drafts, which the node schedules afterwards. Do not create it again: schedule the draft ${id} in the calendar of Postiz or with Post > Set Status.`,
		};
	}
}

const isScheduled = (state: string | undefined) => state !== undefined && state !== DRAFT;

/** Makes a draft a scheduled post. Throws {@link Problem} (docs/api.md, Status of a post). */
export async function scheduleDraft(client: PostizClient, id: string): Promise<void> {
	await client.request({
		method: 'PUT',
		path: `/posts/${encodeURIComponent(id)}/status`,
		body: { status: 'schedule' },
	});
}

/** The state that the service shows of a post; undefined if it shows none. */
async function stateOf(client: PostizClient, { id, row }: Draft): Promise<string | undefined> {
	const time = Date.parse(row.shared.date);
	const window = { start: time - DAY_MS, end: time + DAY_MS };
	const listed = await listPosts(client, window).catch(() => []);
	return listed.find((post) => post.id === id)?.state;
}
