import type { PostFinder } from '../../../calendar/postFinder';
import { createSendId } from '../../../common/fingerprint';
import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import { toObject } from '../../../common/value';
import type { PreparedUpdate } from '../../../posts/postUpdate';
import type { ApiRequest } from '../../../transport/apiRequest';
import type { PostizClient } from '../../../transport/client';
import { endpoints } from '../../../transport/endpoints';
import { isContentRejection, isUnclear } from '../../../transport/response';
import { toNowIfDue } from '../outgoingPost';
import { withFingerprint } from '../payload';
import { describeUpdateRejection } from '../rejectionMessages';
import { type VerifiedUpdate, verifyUpdate } from './verifyUpdate';

/** Sends an update and reads the post again. Throws {@link Problem} if Postiz certainly or possibly didn't store it. */
export async function sendFormUpdate(
	update: PreparedUpdate,
	client: PostizClient,
	finder: PostFinder,
): Promise<VerifiedUpdate> {
	const { before, changesOnlyState } = update;
	const requestFields = changesOnlyState
		? update.requestFields
		: toNowIfDue(update.requestFields, client.serviceNow());
	const sent = { ...update, requestFields };
	const request = toRequest(sent);
	const result = await client.send(request);
	const body = isUnclear(result) ? undefined : client.getBodyOrThrow(result, request);
	const { postId = before.id } = toObject(Array.isArray(body) ? body[0] : undefined);
	if (postId !== before.id) {
		throw new Problem(
			`Postiz made a new post, ${quote(postId)}, instead of changing ${quote(before.id)}`,
			'The post may just have been deleted. Check the Postiz calendar, and delete the new post if you do not want it.',
		);
	}
	return await verifyUpdate(sent, finder).catch((error: unknown) => {
		if (!isUnclear(result)) throw error;
		const { message, httpCode } = client.createProblem(result, request);
		throw new Problem(
			`It is unclear whether Postiz changed the post: ${message}`,
			'Check the post with Post > Get before you run this again.',
			{ httpCode, hasRetryAdvice: true },
		);
	});
}

/** Creates the request for the state only, or for the whole post. */
function toRequest({
	before,
	requestFields,
	payload,
	fingerprint,
	partCount,
	changesOnlyState,
	post,
}: PreparedUpdate): ApiRequest {
	if (changesOnlyState) {
		const status = requestFields.type === 'draft' ? 'draft' : 'schedule';
		return { ...endpoints.setStatus(before.id), body: { status } };
	}
	return {
		...endpoints.savePosts(),
		effect: 'changed',
		body: {
			...requestFields,
			posts: [
				fingerprint ? withFingerprint(payload, fingerprint, createSendId(), partCount) : payload,
			],
		},
		createErrorProblem: (response) =>
			isContentRejection(response)
				? new Problem(
						describeUpdateRejection(response.body, post),
						'Postiz rejected the change. Nothing was changed for this item. Correct what the message names.',
					)
				: undefined,
	};
}
