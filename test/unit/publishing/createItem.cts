import type { Target } from '../../../nodes/Postiz/channels/target';
import { findNetwork } from '../../../nodes/Postiz/networks';
import type { DesiredPost } from '../../../nodes/Postiz/posts/desiredPost';
import type { Item } from '../../../nodes/Postiz/posts/item';
import type { RequestFields } from '../../../nodes/Postiz/transport/apiTypes';

export const REQUEST_FIELDS: Item['requestFields'] & RequestFields = {
	type: 'schedule',
	date: '2099-03-04T10:00:00.000Z',
	shortLink: false,
	tags: [],
};
export const FINGERPRINT = {
	minute: '2099-03-04T10:00',
	textDigest: 'text',
	filesDigest: 'files',
	detailsDigest: 'details',
	isDraft: false,
	rowIdDigest: null,
};

/** A channel on a network, named by its ID in messages. */
export function createTarget(identifier: string, id = `${identifier}-1`, name = id): Target {
	const network = findNetwork(identifier);
	return { id, identifier, name, network };
}

/** An item with default values, unless set otherwise. */
export const createItem = (more: Partial<Item> = {}): Item => ({
	index: 0,
	input: { kind: 'json', posts: [] },
	requestFields: REQUEST_FIELDS,
	notes: [],
	dateSource: 'fixed',
	adaptsIfUnsupported: false,
	skipsIfUnsupported: false,
	allowsPastDates: false,
	skipsValidation: false,
	ignoresExistingPosts: false,
	...more,
});

/** A desired post: a short text for Bluesky, unless set otherwise. */
export const createDesiredPost = (more: Partial<DesiredPost> = {}): DesiredPost => ({
	item: createItem(),
	postIndex: 0,
	source: 'formWithoutSettings',
	fingerprint: FINGERPRINT,
	target: createTarget('bluesky', 'sky-1'),
	parts: [{ content: 'Tea', files: [] }],
	settings: {},
	settingFiles: {},
	comparableText: 'Tea',
	time: Date.parse(REQUEST_FIELDS.date),
	...more,
});
