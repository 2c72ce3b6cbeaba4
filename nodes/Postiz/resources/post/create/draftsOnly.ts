import type { PostizClient } from '../../../transport/client';
import { Problem } from '../../../values/problem';
import type { ReadyPost, Row } from './batches';
import type { Outcome } from './outcomes';

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
		const isWaiting = outcome.kind === 'created' && outcome.row.becomes !== undefined;
		settled.push(isWaiting ? await schedule(client, outcome) : outcome);
	}
	return settled;
}

async function schedule(
	client: PostizClient,
	outcome: Extract<Outcome, { kind: 'created' }>,
): Promise<Outcome> {
	const ids = outcome.posts.map(({ postId }) => postId);
	try {
		for (const id of ids) await scheduleDraft(client, id);
		return outcome;
	} catch (error) {
		const { message, httpCode } = error as Problem;
		const [post] = outcome.row.posts;
		return {
			row: outcome.row,
			kind: 'failed',
			reason: 'unknown',
			httpCode,
			message: `${post.target.label}: the post is a draft in Postiz and was not scheduled: ${message}`,
			description: `${post.target.provider?.displayName} only takes drafts, which the node schedules afterwards. Do not create it again: schedule the draft ${ids.join(', ')} in the calendar of Postiz or with Post > Set Status.`,
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
