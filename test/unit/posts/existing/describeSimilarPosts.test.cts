import { findNetwork } from '../../../../nodes/Postiz/networks';
import {
	describeSimilarPosts,
	describeSimilarPost,
} from '../../../../nodes/Postiz/posts/existing/describeSimilarPosts';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import type { PlannedPost } from '../../../../nodes/Postiz/posts/plannedPost';
import { createDesired, createExisting, FINGERPRINT, POST } from './createExisting.cjs';

const createPlanned = (similarPost?: ExistingPost): PlannedPost => ({
	action: 'create',
	similarPost,
	desired: createDesired(),
	issues: [],
});
const createNetworkTarget = (identifier: string) => ({
	identifier,
	network: findNetwork(identifier),
});
const MOVED = {
	fingerprint: { ...FINGERPRINT, minute: '2099-03-02T10:00', sendId: 'k', partCount: 1 },
};
const EDITED = { fingerprint: { ...FINGERPRINT, textDigest: 'milk', sendId: 'k', partCount: 1 } };

test.each<{ title: string; similarPost?: ExistingPost; forPerson: string; forModel: string }>([
	{ title: 'no post', forPerson: '', forModel: '' },
	{
		title: 'its own draft',
		similarPost: createExisting({ state: 'DRAFT' }),
		forPerson: `Postiz still has a draft of this post: ${POST}.`,
		forModel: `Postiz still has a draft of this post: ${POST}.`,
	},
	{
		title: 'a manual draft',
		similarPost: createExisting({ state: 'DRAFT', fingerprint: undefined }),
		forPerson: `Postiz still has a draft of this post: ${POST}.`,
		forModel: `Postiz still has a draft of this post: ${POST}.`,
	},
	{
		title: 'another post at its minute',
		similarPost: createExisting(EDITED),
		forPerson: `Postiz also has ${POST} at this time. If the new post replaces it, delete that one.`,
		forModel: `Postiz also has ${POST} at this time. Both are kept. To correct a post, use Post > Update.`,
	},
	{
		title: 'a draft of another post',
		similarPost: createExisting({ ...EDITED, state: 'DRAFT' }),
		forPerson: `Postiz also has ${POST} at this time. If the new post replaces it, delete that one.`,
		forModel: `Postiz also has ${POST} at this time. Both are kept. To correct a post, use Post > Update.`,
	},
	{
		title: 'its text at another time',
		similarPost: createExisting(MOVED),
		forPerson: `Postiz also has this text at another time: ${POST}. If the new post replaces it, delete that one.`,
		forModel: `Postiz also has this text at another time: ${POST}. Both are kept. To correct a post, use Post > Update.`,
	},
	{
		title: 'its post on another channel',
		similarPost: createExisting({ channelId: 'x-1' }),
		forPerson: `Postiz also has a post of this row on another channel: ${POST}. If the new post replaces it, delete that one.`,
		forModel: `Postiz also has a post of this row on another channel: ${POST}. Both are kept. To correct a post, use Post > Update.`,
	},
	{
		title: 'its draft on another channel',
		similarPost: createExisting({ channelId: 'x-1', state: 'DRAFT' }),
		forPerson: `Postiz also has a post of this row on another channel: ${POST}. If the new post replaces it, delete that one.`,
		forModel: `Postiz also has a post of this row on another channel: ${POST}. Both are kept. To correct a post, use Post > Update.`,
	},
])(
	'suggests deleting the post that a new one replaces: $title',
	({ similarPost, forPerson, forModel }) => {
		expect(describeSimilarPost(createPlanned(similarPost), 'UTC')).toBe(forPerson);
		expect(describeSimilarPost(createPlanned(similarPost), 'UTC', { isForModel: true })).toBe(
			forModel,
		);
	},
);

test('names several similar posts by their networks, a single one in full', () => {
	const drafts = ['x', 'linkedin', 'bluesky'].map((identifier) => {
		const { desired, ...decision } = createPlanned(createExisting({ state: 'DRAFT' }));
		return {
			...decision,
			desired: { ...desired, target: { ...desired.target, ...createNetworkTarget(identifier) } },
		};
	}) as PlannedPost[];
	const moved = createPlanned(createExisting({ channelId: 'x-1' }));
	expect(describeSimilarPosts([...drafts, drafts[0]!, moved], 'UTC')).toBe(
		`Postiz still has drafts of these posts, on X, LinkedIn and Bluesky. Delete them if you don't need them. ${describeSimilarPost(moved, 'UTC')}`,
	);
	expect(describeSimilarPosts([drafts[0]!, createPlanned()], 'UTC')).toBe(
		`Postiz still has a draft of this post: ${POST}.`,
	);
});

test('treats two undated posts as posts at different times', () => {
	const planned = {
		...createPlanned(
			createExisting({ fingerprint: { ...FINGERPRINT, minute: null, sendId: 'k', partCount: 1 } }),
		),
	};
	const undated = {
		...planned,
		desired: createDesired({ fingerprint: { ...FINGERPRINT, minute: null } }),
	};
	expect(describeSimilarPost(undated, 'UTC')).toContain('at another time');
});
