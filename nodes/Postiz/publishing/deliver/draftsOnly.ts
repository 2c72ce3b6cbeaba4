import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { PostType } from '../../transport/types';
import { DAY_MS } from '../../values/date';
import { caughtProblem } from '../../values/problem';
import { isCreated, type Outcome, type PostOfRow, type ReadyPost, type Row } from './requests';

const DRAFT = 'DRAFT';

const takesOnlyDrafts = ({ target }: ReadyPost) => target.provider?.onlyDrafts === true;

/** The row, with posts to networks that only take drafts in one of their own, as drafts (docs/api.md, Media rules). */
export function splitDraftsOnly(row: Row): Row[] {
	const drafts = row.posts.filter(takesOnlyDrafts);
	if (row.shared.type === 'draft' || drafts.length === 0) return [row];
	const others = row.posts.filter((post) => !takesOnlyDrafts(post));
	const shared: Row['shared'] = { ...row.shared, type: 'draft' };
	const asDrafts: Row = { ...row, posts: drafts, shared, becomes: row.shared.type };
	return others.length > 0 ? [{ ...row, posts: others }, asDrafts] : [asDrafts];
}

/** Schedules what is a draft only because of its network; `again`: it may be scheduled already. */
export async function scheduleDrafts(
	client: PostizClient,
	outcomes: Outcome[],
	{ note, again = false }: { note: (outcomes: Outcome[]) => void; again?: boolean },
): Promise<Outcome[]> {
	const settled: Outcome[] = [];
	for (const outcome of outcomes) {
		const { row, post } = outcome;
		const id = isCreated(outcome) ? outcome.postId : outcome.draft;
		if (row.becomes === undefined || !id) settled.push(outcome);
		else {
			const own = await schedule(client, { row, post, id, becomes: row.becomes }, again);
			note([own]);
			settled.push(own);
		}
	}
	return settled;
}

type Draft = PostOfRow & { id: string; becomes: PostType };

/** Schedules a draft; it failed if it is not, or may not be. */
async function schedule(client: PostizClient, draft: Draft, again: boolean): Promise<Outcome> {
	const { id, row, post, becomes } = draft;
	const { label, provider } = post.target;
	const scheduled: Outcome = {
		row: { ...row, becomes: undefined, shared: { ...row.shared, type: becomes } },
		post,
		kind: 'created',
		postId: id,
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
			post,
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
	const path = `/posts/${encodeURIComponent(id)}/status`;
	await client.request({ method: 'PUT', path, body: { status: 'schedule' } });
}

/** The state that the service shows of a post; undefined if it shows none. */
async function stateOf(client: PostizClient, { id, row }: Draft): Promise<string | undefined> {
	const time = Date.parse(row.shared.date);
	const window = { start: time - DAY_MS, end: time + DAY_MS };
	const listed = await listPosts(client, window).catch(() => []);
	return listed.find((post) => post.id === id)?.state;
}
