/** Lists of posts, and desired posts to match with them. */
import type { PublicPart } from '../../../nodes/Postiz/calendar/publicPost';
import { Problem } from '../../../nodes/Postiz/common/problem';
import type { DesiredPost } from '../../../nodes/Postiz/posts/desiredPost';
import type { ExistingPost } from '../../../nodes/Postiz/posts/existingPost';
import type { MatchInput } from '../../../nodes/Postiz/publishing/match/matchInput';
import type { FileReference } from '../../../nodes/Postiz/transport/apiTypes';
import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import { castUnchecked } from '../../shared/fakes.cjs';
import { DAY, MINUTE } from '../../shared/time.cjs';
import { createTarget, createDesiredPost } from './createItem.cjs';

export const START = Date.parse('2030-03-01T10:00:00Z');
/** The service's clock is ahead; its offset is known without milliseconds. */
export const AHEAD = 5 * MINUTE;
export const NOW = START + AHEAD + 1000;
export const DATE = START + 2 * DAY;
export const formatTime = (time: number) => new Date(time).toISOString();

/** A run that isn't in a loop. */
export const NO_LOOP: MatchInput['loopHistory'] = {
	isRowIdReused: () => false,
	isKnownInLoop: () => false,
	isCreatedInEarlierRound: () => false,
};

export interface ListClientContent {
	rows?: object[];
	publicPosts?: Record<string, unknown>;
}
export function createListClient({ rows = [], publicPosts = {} }: ListClientContent) {
	const requests: object[] = [];
	const client = {
		instance: { clockOffset: AHEAD },
		serviceNow: () => Date.now() + AHEAD,
		getPublicPageUrl: () => null,
		requestList: async ({ query, timeout }: { query: object; timeout: number }) => {
			requests.push({ ...query, timeout });
			return await Promise.resolve(rows);
		},
		request: async ({ path }: { path: string }) => {
			const [id = ''] = Object.keys(publicPosts).filter((key) => path.includes(key));
			if (!id) throw new Problem('no public posts', '', { httpCode: '404' });
			return await Promise.resolve(publicPosts[id]);
		},
	};
	return { client: castUnchecked<PostizClient>(client), requests };
}

export const FINGERPRINT = {
	...createDesiredPost().fingerprint,
	minute: formatTime(DATE).slice(0, 16),
};
const TEA: Partial<DesiredPost> = {
	fingerprint: FINGERPRINT,
	target: createTarget('x'),
	comparableText: 'Tea',
	time: DATE,
};
export const createDesiredTea = (more: Partial<DesiredPost> = {}) =>
	createDesiredPost({ ...TEA, ...more });

export const createListRow = (more: object = {}) => ({
	id: 'p1',
	content: 'Tea',
	publishDate: formatTime(DATE),
	state: 'QUEUE',
	settings: {},
	integration: { id: 'x-1' },
	...more,
});

export const createPublicRow = (more: object = {}) => ({
	id: 'p1',
	image: [],
	settings: {},
	tags: [],
	...more,
});

/** {@link createListRow} after reading. */
export const LISTED: ExistingPost = {
	id: 'p1',
	channelId: 'x-1',
	state: 'QUEUE',
	time: DATE,
	age: NOW - DATE,
	isEdited: false,
	link: undefined,
	fingerprint: undefined,
	content: 'Tea',
	comparableText: 'Tea',
	isFingerprintUnreadable: false,
	wasCreatedInPostiz: false,
};

/** A part of an existing post, with files. */
export const createStoredPart = (image: FileReference[] = []): PublicPart => ({
	id: 'p1',
	content: 'Tea',
	image,
	delay: 0,
	settings: {},
	tags: [],
});
