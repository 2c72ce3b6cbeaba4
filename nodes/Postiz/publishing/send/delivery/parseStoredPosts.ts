import { toObject } from '../../../common/value';
import type { DeliveryResult } from '../../../posts/postResult';
import type { OutgoingPost } from '../outgoingPost';

/** Parses the posts that a request created. Returns undefined if the response doesn't list all of them. */
export function parseStoredPosts(
	body: unknown,
	posts: OutgoingPost[],
): DeliveryResult[] | undefined {
	if (!Array.isArray(body) || body.length !== posts.length) return undefined;
	const results = posts.flatMap((post, index): DeliveryResult[] => {
		const { postId } = toObject(body[index]);
		return typeof postId === 'string' ? [toStoredResult(post, postId)] : [];
	});
	return results.length === posts.length ? results : undefined;
}

export const toStoredResult = (
	{ desired, requestFields, pendingUpdate }: OutgoingPost,
	postId: string,
): DeliveryResult => ({
	desired,
	// Sending may have changed these: a post for a free slot gets its date, and a post that is due becomes one for
	// “now”.
	sentUpdate: pendingUpdate && { ...pendingUpdate, requestFields },
	// If somebody deleted the post, the service creates a new one (docs/api.md, Changing a post).
	outcome: postId === pendingUpdate?.before.id ? 'updated' : 'created',
	postId,
	date: requestFields.date,
});
