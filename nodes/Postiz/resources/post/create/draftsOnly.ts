import type { PostizClient } from '../../../transport/client';
import { listPosts } from '../../../transport/posts';
import type { Problem } from '../../../values/problem';
import { DAY_MS } from '../../../values/time';
import type { ReadyPost, Row } from './batches';
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
 * Schedules the drafts that were only created as such because of their network. One that stays a
 * draft is a failure that names it.
 */
export async function scheduleDrafts(
	client: PostizClient,
	outcomes: Outcome[],
): Promise<Outcome[]> {
	const settled: Outcome[] = [];
	for (const outcome of outcomes) {
		if (outcome.kind === 'failed' || outcome.row.becomes === undefined) {
			settled.push(outcome);
			continue;
		}
		const { row, posts } = outcome;
		for (const [index, post] of row.posts.entries()) {
			const id = posts[index].postId;
			const failure = await schedule(client, { id, date: row.shared.date, post });
			const own = { row: { ...row, posts: [post] } };
			settled.push(
				failure
					? { ...own, kind: 'failed', ...failure }
					: { ...own, kind: 'created', posts: [posts[index]] },
			);
		}
	}
	return settled;
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
): Promise<RowFailure | undefined> {
	const { id, post } = draft;
	try {
		await scheduleDraft(client, id);
		return undefined;
	} catch (error) {
		const { message, httpCode } = error as Problem;
		const isRefused = /^4/.test(httpCode ?? '');
		const state = isRefused ? DRAFT : await stateOf(client, draft);
		if (state !== undefined && state !== DRAFT) return undefined;
		const { label, provider } = post.target;
		return {
			reason: 'unknown',
			draft: id,
			httpCode,
			message:
				state === DRAFT
					? `${label}: the post is a draft in Postiz and was not scheduled: ${message}`
					: `${label}: the post was created as a draft, and it is not known whether it was scheduled: ${message}`,
			description: `${provider?.displayName} only takes drafts, which the node schedules afterwards. Do not create it again: schedule the draft ${id} in the calendar of Postiz or with Post > Set Status.`,
		};
	}
}

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
