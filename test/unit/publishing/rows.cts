import type { Target } from '../../../nodes/Postiz/channels/targets';
import { findProvider } from '../../../nodes/Postiz/providers';
import { withKey, type Sending } from '../../../nodes/Postiz/publishing/requests';
import type { Item, Wanted } from '../../../nodes/Postiz/publishing/shapes';

const SHARED: Sending['shared'] = {
	type: 'schedule',
	date: '2099-03-04T10:00:00.000Z',
	shortLink: false,
	tags: [],
};
const KEY = { when: 'w', text: 't', files: 'f', rest: 'r', isDraft: false, row: null };

/** A channel on a network, named by its ID in messages. */
export function channel(identifier: string, id = `${identifier}-1`, name = id): Target {
	const provider = findProvider(identifier);
	return { id, identifier, name, provider };
}

/** An item that says nothing but what is given. */
export const itemWith = (more: Partial<Item> = {}): Item => ({
	index: 0,
	written: [],
	shared: { ...SHARED, type: 'schedule' },
	notes: [],
	isDated: true,
	adapts: false,
	leavesOut: false,
	allowsPast: false,
	skipsValidation: false,
	postsAgain: false,
	...more,
});

/** A post as its row wants it: a short text for Bluesky, save for what is given. */
export const wantedWith = (more: Partial<Wanted> = {}): Wanted => ({
	item: itemWith(),
	place: 0,
	origin: 'form',
	key: KEY,
	target: channel('bluesky', 'sky-1'),
	parts: [{ content: 'Tea', files: [] }],
	settings: {},
	settingFiles: {},
	look: 'Tea',
	time: Date.parse(SHARED.date),
	...more,
});

/** A post that is ready to be sent, with a part for each text. */
export function post(target: Target, texts: string | string[], settings = {}): Sending {
	const payload = {
		integration: { id: target.id },
		value: [texts].flat().map((content) => ({ content, image: [] })),
		settings: { ...settings, __type: target.identifier },
	};
	const wanted = wantedWith({ target, key: { ...KEY, text: [texts].flat().join() } });
	return {
		step: { wanted, do: 'create', findings: [] },
		shared: SHARED,
		payload: withKey(payload, KEY, '-'.repeat(10)),
	};
}

/** The posts of an input item. */
export function row(
	index: number,
	posts: Sending[],
	shared: Partial<Sending['shared']> = {},
): Sending[] {
	const item = itemWith({ index });
	return posts.map(({ step, ...each }, place) => ({
		...each,
		step: { ...step, wanted: { ...step.wanted, item, place } },
		shared: { ...SHARED, ...shared },
	}));
}

export const indexOf = ({ step }: Sending) => step.wanted.item.index;

/** The indexes of the items in each request. */
export const itemsOf = (requests: Sending[][]) =>
	requests.map((posts) => [...new Set(posts.map(indexOf))]);
