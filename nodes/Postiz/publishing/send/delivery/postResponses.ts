import { getProperties, isObject } from '../../../common/value';
import {
	HTTP_REQUEST_TIMEOUT,
	SERVER_ERROR,
	TOO_LARGE,
	TOO_MANY_REQUESTS,
} from '../../../transport/httpStatus';
import {
	isContentRejection,
	isUnclear,
	isWebPage,
	type RequestResult,
} from '../../../transport/response';
import type { DeliveryResult, OutgoingPost } from '../outgoingPost';

/**
 * Classifies the response to `POST /posts` (docs/api.md, Creating posts, Limits). After `affectsAllPosts`, all other
 * posts would fail, too.
 */
export function classifyResult(
	result: RequestResult,
): 'received' | 'notSent' | 'unclear' | 'atLimit' | 'tooLarge' | 'invalid' | 'affectsAllPosts' {
	if (result.kind !== 'response') return result.kind === 'notSent' ? 'notSent' : 'unclear';
	const { status } = result.response;
	if (status === TOO_MANY_REQUESTS) return 'atLimit';
	if (status === TOO_LARGE) return 'tooLarge';
	if (isContentRejection(result.response)) return 'invalid';
	// A web page with a success status comes from a proxy, so the API received nothing.
	if (status >= 200 && status < 300) return isWebPage(result.response) ? 'notSent' : 'received';
	return isUnclear(result) ? 'unclear' : 'affectsAllPosts';
}

/** True if the service itself has responded, and not a proxy: it creates nothing later. */
export function hasServiceFinished(result: RequestResult): boolean {
	if (result.kind !== 'response' || isWebPage(result.response)) return false;
	const { status, body } = result.response;
	// A proxy may respond with 500 on a timeout, but only the service responds with an object.
	if (status === SERVER_ERROR) return isObject(body);
	return status < SERVER_ERROR && status !== HTTP_REQUEST_TIMEOUT;
}

/** True if the service itself has responded with an error: it has created all posts before the failed one. */
export const hasServiceFailed = (result: RequestResult): boolean =>
	result.kind === 'response' &&
	hasServiceFinished(result) &&
	result.response.status === SERVER_ERROR;

/** Parses the posts that a request created. Returns undefined if the response doesn't list all of them. */
export function parseStoredPosts(
	body: unknown,
	posts: OutgoingPost[],
): DeliveryResult[] | undefined {
	if (!Array.isArray(body) || body.length !== posts.length) return undefined;
	const results = posts.flatMap((post, index): DeliveryResult[] => {
		const { postId } = getProperties(body[index]);
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
	sentUpdate: pendingUpdate && { ...pendingUpdate.prepared, requestFields },
	// If somebody deleted the post, the service creates a new one (docs/api.md, Changing a post).
	outcome: postId === pendingUpdate?.prepared.before.id ? 'updated' : 'created',
	postId,
	date: requestFields.date,
});
