import type { Target } from '../../../nodes/Postiz/channels/targets';
import { findNetwork } from '../../../nodes/Postiz/networks';
import { withKey, type OutgoingPost } from '../../../nodes/Postiz/publishing/send/requests';
import type { Item, DesiredPost } from '../../../nodes/Postiz/publishing/model';

const SHARED: OutgoingPost['shared'] = {
	type: 'schedule',
	date: '2099-03-04T10:00:00.000Z',
	shortLink: false,
	tags: [],
};
const KEY = { when: 'w', text: 't', files: 'f', settings: 'r', isDraft: false, row: null };

/** A channel on a network, named by its ID in messages. */
export function channel(identifier: string, id = `${identifier}-1`, name = id): Target {
	const provider = findNetwork(identifier);
	return { id, identifier, name, network: provider };
}

/** An item with only the given values; the rest are defaults. */
export const itemWith = (more: Partial<Item> = {}): Item => ({
	index: 0,
	input: [],
	shared: { ...SHARED, type: 'schedule' },
	notes: [],
	hasFixedDate: true,
	adapts: false,
	skipsUnfit: false,
	allowsPast: false,
	skipsValidation: false,
	ignoresExisting: false,
	...more,
});

/** A post as its row wants it: a short text for Bluesky, save for what is given. */
export const wantedWith = (more: Partial<DesiredPost> = {}): DesiredPost => ({
	item: itemWith(),
	position: 0,
	origin: 'form',
	key: KEY,
	target: channel('bluesky', 'sky-1'),
	parts: [{ content: 'Tea', files: [] }],
	settings: {},
	settingFiles: {},
	comparableText: 'Tea',
	time: Date.parse(SHARED.date),
	...more,
});

/** A post that is ready to be sent, with a part for each text. */
export function post(target: Target, texts: string | string[], settings = {}): OutgoingPost {
	const payload = {
		integration: { id: target.id },
		value: [texts].flat().map((content) => ({ content, image: [] })),
		settings: { ...settings, __type: target.identifier },
	};
	const wanted = wantedWith({ target, key: { ...KEY, text: [texts].flat().join() } });
	return {
		planned: { desired: wanted, action: 'create', issues: [] },
		shared: SHARED,
		payload: withKey(payload, KEY, '-'.repeat(10)),
	};
}

/** The posts of an input item. */
export function row(
	index: number,
	posts: OutgoingPost[],
	shared: Partial<OutgoingPost['shared']> = {},
): OutgoingPost[] {
	const item = itemWith({ index });
	return posts.map(({ planned, ...each }, position) => ({
		...each,
		planned: { ...planned, desired: { ...planned.desired, item, position } },
		shared: { ...SHARED, ...shared },
	}));
}

export const indexOf = ({ planned }: OutgoingPost) => planned.desired.item.index;

/** The indexes of the items in each request. */
export const itemsOf = (requests: OutgoingPost[][]) =>
	requests.map((posts) => [...new Set(posts.map(indexOf))]);
