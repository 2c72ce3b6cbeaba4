import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { PostType } from '../../transport/types';
import { caughtProblem } from '../../values/problem';
import { DAY_MS } from '../../values/time';
import type { ReadyPost, Row } from './requests';
import type { Outcome, RowFailure } from './outcomes';

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
	for (const outcome of outcomes.flatMap(byDraft)) {
		const { row } = outcome;
		const { becomes } = row;
		const [post] = row.posts;
		const [created] = outcome.kind === 'created' ? outcome.posts : [];
		if (!post || !created || becomes === undefined) {
			settled.push(outcome);
			continue;
		}
		const draft = { id: created.postId, date: row.shared.date, post };
		const failure = await schedule(client, draft, again);
		const own: Outcome = failure
			? { row, kind: 'failed', ...failure }
			: { row: asScheduled(row, becomes), kind: 'created', posts: [created] };
		note([own]);
		settled.push(own);
	}
	return settled;
}

/** Created drafts that are still to be scheduled, each on its own. */
function byDraft(outcome: Outcome): Outcome[] {
	const { row } = outcome;
	if (row.becomes === undefined) return [outcome];
	if (outcome.kind === 'created') {
		return row.posts.map((post, index) => ({
			row: { ...row, posts: [post] },
			kind: 'created',
			posts: outcome.posts.slice(index, index + 1),
		}));
	}
	const { draft } = outcome;
	const [post] = row.posts;
	if (draft === undefined || !post) return [outcome];
	const posts = [{ postId: draft, integration: post.target.id }];
	return [{ row, kind: 'created', posts }];
}

function asScheduled(row: Row, type: PostType): Row {
	return { ...row, becomes: undefined, shared: { ...row.shared, type } };
}

interface CreatedDraft {
	id: string;
	date: string;
	post: ReadyPost;
}

/** Why a draft is not scheduled, or may not be; undefined if it is. */
async function schedule(
	client: PostizClient,
	draft: CreatedDraft,
	again: boolean,
): Promise<RowFailure | undefined> {
	const { id, post } = draft;
	try {
		if (again && isScheduled(await stateOf(client, draft))) return undefined;
		await scheduleDraft(client, id);
		return undefined;
	} catch (error) {
		const { message, httpCode } = caughtProblem(error);
		const isRefused = /^4/.test(httpCode ?? '');
		const state = isRefused ? DRAFT : await stateOf(client, draft);
		if (isScheduled(state)) return undefined;
		const { label, provider } = post.target;
		return {
			reason: 'unknown',
			draft: id,
			httpCode,
			message:
				state === DRAFT
					? `${label}: the post is a draft in Postiz and was not scheduled: ${message}`
					: `${label}: the post was created as a draft, and it is unclear whether it was scheduled: ${message}`,
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
async function stateOf(
	client: PostizClient,
	{ id, date }: CreatedDraft,
): Promise<string | undefined> {
	const time = Date.parse(date);
	const window = { start: time - DAY_MS, end: time + DAY_MS };
	const listed = await listPosts(client, window).catch(() => []);
	return listed.find((row) => row.id === id)?.state;
}
