import type { Target } from '../../../../nodes/Postiz/channels/target';
import type { OutgoingPost } from '../../../../nodes/Postiz/publishing/send/outgoingPost';
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
		fingerprint: { ...FINGERPRINT, text: [texts].flat().join().slice(0, 30) },
	});
	return {
		planned: { desired, action: 'create', issues: [] },
		requestFields: REQUEST_FIELDS,
		payload,
	};
}

/** The posts of an input item. */
export function createOutgoingRow(
	index: number,
	posts: OutgoingPost[],
	requestFields: Partial<OutgoingPost['requestFields']> = {},
): OutgoingPost[] {
	const item = createItem({ index });
	return posts.map(({ planned, ...outgoing }, postIndex) => ({
		...outgoing,
		planned: { ...planned, desired: { ...planned.desired, item, postIndex } },
		requestFields: { ...REQUEST_FIELDS, ...requestFields },
	}));
}

export const getItemIndex = ({ planned }: OutgoingPost) => planned.desired.item.index;

/** The indexes of the items in each request. */
export const listItemIndexes = (requests: OutgoingPost[][]) =>
	requests.map((posts) => [...new Set(posts.map(getItemIndex))]);
