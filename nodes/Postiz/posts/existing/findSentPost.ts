import type { DesiredPost } from '../desiredPost';
import type { ExistingPost } from '../existingPost';

/** What Postiz has stored of a sent post, as far as the calendar shows it. */
export type LookupResult =
	| { kind: 'stored'; postId: string; post?: ExistingPost }
	/** Only the first parts of a thread. */
	| { kind: 'incompleteThread'; postId: string; post: ExistingPost }
	| { kind: 'absent' }
	/** With a `postId`, the post exists, but may lack parts. */
	| { kind: 'unclear'; postId?: string };

/** Finds a post that this run or an earlier attempt has sent, by its send IDs. */
export function findSentPost(
	{ sentRecord, target }: DesiredPost,
	posts: ExistingPost[],
): LookupResult {
	const { sendIds = [], postId } = sentRecord ?? {};
	const post = posts.find(
		({ channelId, fingerprint }) =>
			channelId === target.id && fingerprint && sendIds.includes(fingerprint.sendId),
	);
	if (postId !== undefined) return { kind: 'stored', postId, post };
	if (!post) return { kind: 'absent' };
	if (isIncompleteThread(post)) return { kind: 'incompleteThread', postId: post.id, post };
	const isComplete = post.parts !== undefined || post.fingerprint!.partCount === 1;
	return isComplete
		? { kind: 'stored', postId: post.id, post }
		: { kind: 'unclear', postId: post.id };
}

/** True if the service has the post, or part of it. */
export const hasArrived = (lookup: LookupResult): boolean =>
	lookup.kind !== 'absent' && lookup.postId !== undefined;

/** True if Postiz only has the first parts of a thread, although nobody has removed the others. */
export const isIncompleteThread = ({ fingerprint, parts, isEdited }: ExistingPost) =>
	parts !== undefined && parts.length < (fingerprint?.partCount ?? 0) && !isEdited;
