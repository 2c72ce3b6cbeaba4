import type { Calendar, Decision, DesiredPost, ExistingPost } from './model';

/**
 * Decides for a post that an earlier try of this run sent, only by the IDs in keys: `alreadySent`, or a rejection, with
 * the post if only the start of its thread is there. Undefined if no try has sent it.
 */
export function matchEarlierAttempt(
	{ earlierAttempt, target }: DesiredPost,
	{ posts }: Pick<Calendar, 'posts'>,
): Decision | undefined {
	if (!earlierAttempt) return undefined;
	const { isChange, replaceCandidate } = earlierAttempt;
	const post = posts.find(
		({ channelId, key }) =>
			channelId === target.id && key && earlierAttempt.keyIds.includes(key.id),
	);
	if (earlierAttempt.postId !== undefined) {
		const { postId, date } = earlierAttempt;
		return { action: 'alreadySent', postId, post, date, isChange, replaceCandidate };
	}
	if (!post) return { action: 'reject', rejection: 'unclear' };
	if (isIncompleteThread(post)) return { action: 'reject', rejection: 'start', post };
	const date = new Date(post.time).toISOString();
	return { action: 'alreadySent', postId: post.id, post, date, isChange, replaceCandidate };
}

/** True if Postiz only has the first parts of a thread, and nobody has edited it to remove the others. */
export const isIncompleteThread = ({ key, parts = Infinity, isEdited }: ExistingPost) =>
	parts < (key?.parts ?? 0) && !isEdited;
