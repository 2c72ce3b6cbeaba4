import { getProperties, isObject } from '../../../common/value';
import {
	BAD_REQUEST,
	HTTP_REQUEST_TIMEOUT,
	SERVER_ERROR,
	TOO_LARGE,
	TOO_MANY_REQUESTS,
	UNPROCESSABLE,
} from '../../../transport/httpStatus';
import { isUnclear, isWebPage, type RequestResult } from '../../../transport/response';
import type { DeliveryResult, OutgoingPost } from '../outgoingPost';

/**
 * What a response to `POST /posts` means (docs/api.md, Creating posts, Limits). After `affectsAllPosts`, all others would
 * fail, too.
 */
export function classifyResult(
	result: RequestResult,
): 'received' | 'notSent' | 'unclear' | 'atLimit' | 'tooLarge' | 'invalid' | 'affectsAllPosts' {
	if (result.kind !== 'response') return result.kind === 'notSent' ? 'notSent' : 'unclear';
	const { status } = result.response;
	if (status === TOO_MANY_REQUESTS) return 'atLimit';
	if (status === TOO_LARGE) return 'tooLarge';
	const isPage = isWebPage(result.response);
	if (!isPage && (status === BAD_REQUEST || status === UNPROCESSABLE)) return 'invalid';
	// A page with a success status doesn't come from the API, so nothing was received.
	if (status >= 200 && status < 300) return isPage ? 'notSent' : 'received';
	return isUnclear(result) ? 'unclear' : 'affectsAllPosts';
}

/** True if the service itself has responded, so that it creates nothing later. */
export function hasServiceFinished(result: RequestResult): boolean {
	if (result.kind !== 'response' || isWebPage(result.response)) return false;
	const { status, body } = result.response;
	// A proxy that stops waiting may answer 500, too, but not with an object, as the service does.
	if (status === SERVER_ERROR) return isObject(body);
	return status < SERVER_ERROR && status !== HTTP_REQUEST_TIMEOUT;
}

/** True if the service itself has responded with an error: it has created the posts before the one that failed. */
export const hasServiceFailed = (result: RequestResult): boolean =>
	result.kind === 'response' &&
	hasServiceFinished(result) &&
	result.response.status === SERVER_ERROR;

/** The posts made by a request; undefined if the response doesn't list all of them. */
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

/** The result of a post that the service has stored. */
export const toStoredResult = (
	{ desired, requestFields, update }: OutgoingPost,
	postId: string,
): DeliveryResult => ({
	desired,
	// A post at a free slot gets its date right before it is sent, and one that is due by then is published immediately.
	update: update && { ...update.prepared, requestFields },
	// If the post was deleted in the meantime, the service makes a new one (docs/api.md, Changing a post).
	outcome: postId === update?.prepared.before.id ? 'updated' : 'created',
	postId,
	date: requestFields.date,
});
