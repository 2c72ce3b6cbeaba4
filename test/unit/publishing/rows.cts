import type { Target } from '../../../nodes/Postiz/channels/targets';
import { findNetwork } from '../../../nodes/Postiz/networks';
import type { DesiredPost } from '../../../nodes/Postiz/posts/desiredPost';
import type { Item } from '../../../nodes/Postiz/posts/item';
import type { OutgoingPost } from '../../../nodes/Postiz/publishing/send/requests';

const SHARED: OutgoingPost['requestFields'] = {
	type: 'schedule',
	date: '2099-03-04T10:00:00.000Z',
	shortLink: false,
	tags: [],
};
const KEY = { minute: 'w', text: 't', files: 'f', settings: 'r', isDraft: false, rowId: null };

/** A channel on a network, named by its ID in messages. */
export function createTarget(identifier: string, id = `${identifier}-1`, name = id): Target {
	const network = findNetwork(identifier);
	return { id, identifier, name, network };
}

/** An item with default values, unless set otherwise. */
export const createItem = (more: Partial<Item> = {}): Item => ({
	index: 0,
	input: [],
	requestFields: { ...SHARED, type: 'schedule' },
	notes: [],
	hasFixedDate: true,
	adapts: false,
	skipsUnfit: false,
	allowsPast: false,
	skipsValidation: false,
	ignoresExisting: false,
	...more,
});

/** A desired post: a short text for Bluesky, unless set otherwise. */
export const createDesiredPost = (more: Partial<DesiredPost> = {}): DesiredPost => ({
	item: createItem(),
	postIndex: 0,
	origin: 'form',
	key: KEY,
	target: createTarget('bluesky', 'sky-1'),
	parts: [{ content: 'Tea', files: [] }],
	settings: {},
	settingFiles: {},
	comparableText: 'Tea',
	time: Date.parse(SHARED.date),
	...more,
});

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
		key: { ...KEY, text: [texts].flat().join().slice(0, 30) },
	});
	return {
		planned: { desired, action: 'create', issues: [] },
		requestFields: SHARED,
		payload,
		keyId: '-'.repeat(10),
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
		requestFields: { ...SHARED, ...requestFields },
	}));
}

export const getItemIndex = ({ planned }: OutgoingPost) => planned.desired.item.index;

/** The indexes of the items in each request. */
export const listItemIndexes = (requests: OutgoingPost[][]) =>
	requests.map((posts) => [...new Set(posts.map(getItemIndex))]);
