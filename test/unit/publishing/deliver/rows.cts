import type { Target } from '../../../../nodes/Postiz/channels/targets';
import { findProvider } from '../../../../nodes/Postiz/providers';
import {
	withKeyId,
	type ReadyPost,
	type Row,
} from '../../../../nodes/Postiz/publishing/deliver/requests';
import type { SharedFields } from '../../../../nodes/Postiz/transport/types';

const SHARED: SharedFields = {
	type: 'schedule',
	date: '2099-03-04T10:00:00.000Z',
	shortLink: false,
	tags: [],
};

/** A channel on a network, named by its ID in messages. */
export function channel(identifier: string, id = `${identifier}-1`, name = id): Target {
	const provider = findProvider(identifier);
	return { id, identifier, name, provider, label: `Channel (${id})` };
}

/** A post that is ready to be sent, with a part for each text. */
export function post(target: Target, texts: string | string[], settings = {}): ReadyPost {
	const ready: ReadyPost = {
		place: 0,
		target,
		key: { when: 'w', text: 't', files: 'f', rest: 'r', id: '', parts: 0 },
		item: {
			integration: { id: target.id },
			value: [texts].flat().map((content) => ({ content, image: [] })),
			settings: { ...settings, __type: target.identifier },
		},
	};
	return withKeyId(ready, '-'.repeat(10));
}

/** The row of an input item. */
export function row(
	itemIndex: number,
	posts: ReadyPost[],
	shared: Partial<SharedFields> = {},
): Row {
	return {
		itemIndex,
		shared: { ...SHARED, ...shared },
		posts: posts.map((each, place) => ({ ...each, place })),
	};
}

/** The indexes of the items in each request. */
export const itemsOf = (batches: Row[][]) =>
	batches.map((rows) => rows.map(({ itemIndex }) => itemIndex));
