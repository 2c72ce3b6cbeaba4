import type { Target } from '../../../../nodes/Postiz/channels/target';
import {
	type OutgoingPost,
	toOutgoingPost,
} from '../../../../nodes/Postiz/publishing/send/outgoingPost';
import type { PreparedUpdate } from '../../../../nodes/Postiz/posts/postUpdate';
import { castUnchecked } from '../../../shared/fakes.cjs';
import { createDesiredPost, createItem, FINGERPRINT, REQUEST_FIELDS } from '../createItem.cjs';

/** A post that is ready to be sent, with a part for each text. */
export function createOutgoingPost(
	target: Target,
	texts: string | string[],
	settings = {},
): OutgoingPost {
	const payload = {
		integration: { id: target.id },
		value: [texts].flat().map((content) => ({ content, image: [] })),
		settings: { ...settings, __type: target.identifier },
	};
	const desired = createDesiredPost({
		target,
		fingerprint: { ...FINGERPRINT, textDigest: [texts].flat().join().slice(0, 30) },
	});
	return toOutgoingPost(desired, { requestFields: REQUEST_FIELDS, payload });
}

/** The same post as the update of an existing one. */
export const toUpdate = (outgoing: OutgoingPost, postId: string): OutgoingPost => ({
	...outgoing,
	pendingUpdate: {
		...castUnchecked<PreparedUpdate>({ before: { id: postId } }),
		preparedAt: Date.now(),
		refresh: async () => await Promise.reject(new Error('It is up to date')),
	},
});

/** The posts of an input item. */
export function createOutgoingPosts(
	index: number,
	posts: OutgoingPost[],
	requestFields: Partial<OutgoingPost['requestFields']> = {},
): OutgoingPost[] {
	const item = createItem({ index });
	return posts.map(({ desired, payload }, postIndex) =>
		toOutgoingPost(
			{ ...desired, item, postIndex },
			{ payload, requestFields: { ...REQUEST_FIELDS, ...requestFields } },
		),
	);
}

export const getItemIndex = ({ itemIndex }: OutgoingPost) => itemIndex;

/** The indexes of the items in each request. */
export const listItemIndexes = (requests: OutgoingPost[][]) =>
	requests.map((posts) => [...new Set(posts.map(getItemIndex))]);
