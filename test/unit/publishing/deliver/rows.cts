import type { Target } from '../../../../nodes/Postiz/channels/targets';
import { findProvider } from '../../../../nodes/Postiz/providers';
import type { NewPost } from '../../../../nodes/Postiz/publishing/deliver/requests';
import { withKey } from '../../../../nodes/Postiz/publishing/payload';
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
export function post(target: Target, texts: string | string[], settings = {}): NewPost {
	const payload = {
		integration: { id: target.id },
		value: [texts].flat().map((content) => ({ content, image: [] })),
		settings: { ...settings, __type: target.identifier },
	};
	const key = { when: 'w', text: 't', files: 'f', rest: 'r' };
	return {
		itemIndex: 0,
		postIndex: 0,
		shared: SHARED,
		target,
		payload: withKey(payload, key, '-'.repeat(10)),
	};
}

/** The posts of an input item. */
export const row = (
	itemIndex: number,
	posts: NewPost[],
	shared: Partial<SharedFields> = {},
): NewPost[] =>
	posts.map((each, postIndex) => ({
		...each,
		itemIndex,
		postIndex,
		shared: { ...SHARED, ...shared },
	}));

/** The indexes of the items in each request. */
export const itemsOf = (requests: NewPost[][]) =>
	requests.map((posts) => [...new Set(posts.map(({ itemIndex }) => itemIndex))]);
