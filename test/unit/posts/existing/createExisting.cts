/** A post to Bluesky, and how Postiz has it. */
import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import { createTarget, createItem } from '../../publishing/createItem.cjs';

const SKY = createTarget('bluesky', 'sky-1', 'acme.bsky.social');
export const FINGERPRINT = {
	minute: '2099-03-01T10:00',
	textDigest: 'tea',
	filesDigest: '',
	detailsDigest: '',
	isDraft: false,
	rowIdDigest: null,
};
export const TIME = Date.parse('2099-03-01T10:00:00Z');

export const createDesired = (more: Partial<DesiredPost> = {}) =>
	({
		target: SKY,
		item: createItem({ rowId: 'May 1' }),
		parts: [],
		settings: {},
		settingFiles: {},
		fingerprint: FINGERPRINT,
		time: TIME,
		...more,
	}) as DesiredPost;

export const createExisting = (more: Partial<ExistingPost> = {}) =>
	({
		id: 'p1',
		channelId: SKY.id,
		content: '<p>Tea  time</p>',
		time: TIME,
		fingerprint: FINGERPRINT,
		state: 'QUEUE',
		...more,
	}) as ExistingPost;

/** How a message names the existing post. */
export const POST = '“Tea time”, p1, 2099-03-01 10:00 UTC';
