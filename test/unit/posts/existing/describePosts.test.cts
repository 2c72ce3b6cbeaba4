import { findNetwork } from '../../../../nodes/Postiz/networks';
import {
	describeReplaceCandidates,
	describeReplaceCandidate,
	describeShift,
	describeExtraPosts,
} from '../../../../nodes/Postiz/posts/existing/describePosts';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import type { PlannedPost } from '../../../../nodes/Postiz/posts/plannedPost';
import { MINUTE } from '../../../shared/time.cjs';
import { createDesired, createExisting, FINGERPRINT, POST, TIME } from './createExisting.cjs';

const createPlanned = (beside?: ExistingPost): PlannedPost => ({
	action: 'create',
	replaceCandidate: beside,
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
const EDITED = { fingerprint: { ...FINGERPRINT, text: 'milk', sendId: 'k', partCount: 1 } };

test.each<{ title: string; beside?: ExistingPost; forPerson: string; forModel: string }>([
	{ title: 'no post', forPerson: '', forModel: '' },
	{
		title: 'its own draft',
		beside: createExisting({ state: 'DRAFT' }),
		forPerson: `A draft of it is still in Postiz: ${POST}.`,
		forModel: `A draft of it is still in Postiz: ${POST}.`,
	},
	{
		title: 'a manual draft',
		beside: createExisting({ state: 'DRAFT', fingerprint: undefined }),
		forPerson: `A draft of it is still in Postiz: ${POST}.`,
		forModel: `A draft of it is still in Postiz: ${POST}.`,
	},
	{
		title: 'another post at its minute',
		beside: createExisting(EDITED),
		forPerson: `Postiz also has ${POST} at this time. If the new post replaces it, delete that one.`,
		forModel: `Postiz also has ${POST} at this time. Both are kept. To correct a post, use Post > Update.`,
	},
	{
		title: 'a draft of another post',
		beside: createExisting({ ...EDITED, state: 'DRAFT' }),
		forPerson: `Postiz also has ${POST} at this time. If the new post replaces it, delete that one.`,
		forModel: `Postiz also has ${POST} at this time. Both are kept. To correct a post, use Post > Update.`,
	},
	{
		title: 'its text at another time',
		beside: createExisting(MOVED),
		forPerson: `Postiz also has this text at another time: ${POST}. If the row was moved, delete that one.`,
		forModel: `Postiz also has this text at another time: ${POST}. Both are kept. To correct a post, use Post > Update.`,
	},
	{
		title: 'its post on another channel',
		beside: createExisting({ channelId: 'x-1' }),
		forPerson: `Postiz also has a post of this row on another channel: ${POST}. If the row was moved, delete that one.`,
		forModel: `Postiz also has a post of this row on another channel: ${POST}. Both are kept. To correct a post, use Post > Update.`,
	},
	{
		title: 'its draft on another channel',
		beside: createExisting({ channelId: 'x-1', state: 'DRAFT' }),
		forPerson: `Postiz also has a post of this row on another channel: ${POST}. If the row was moved, delete that one.`,
		forModel: `Postiz also has a post of this row on another channel: ${POST}. Both are kept. To correct a post, use Post > Update.`,
	},
])('suggests replacing a post beside a new one: $title', ({ beside, forPerson, forModel }) => {
	expect(describeReplaceCandidate(createPlanned(beside), 'UTC')).toBe(forPerson);
	expect(describeReplaceCandidate(createPlanned(beside), 'UTC', { isForModel: true })).toBe(
		forModel,
	);
});

test('names several replace candidates by their networks, a single one in full', () => {
	const drafts = ['x', 'linkedin', 'bluesky'].map((identifier) => {
		const { desired, ...step } = createPlanned(createExisting({ state: 'DRAFT' }));
		return {
			...step,
			desired: { ...desired, target: { ...desired.target, ...createNetworkTarget(identifier) } },
		};
	}) as PlannedPost[];
	const moved = createPlanned(createExisting({ channelId: 'x-1' }));
	expect(describeReplaceCandidates([...drafts, drafts[0]!, moved], 'UTC')).toBe(
		`Drafts of these posts are still in Postiz, on X, LinkedIn and Bluesky. Delete them if you don't need them. ${describeReplaceCandidate(moved, 'UTC')}`,
	);
	expect(describeReplaceCandidates([drafts[0]!, createPlanned()], 'UTC')).toBe(
		`A draft of it is still in Postiz: ${POST}.`,
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
	expect(describeReplaceCandidate(undated, 'UTC')).toContain('at another time');
});

test.each([
	[0, ''],
	[1, `Postiz has this post twice: ${POST}; ${POST}. Delete the extra one.`],
	[2, `Postiz has this post 3 times: ${POST}; ${POST}; ${POST}. Delete the extra ones.`],
])('describes %i extra posts', (count, text) => {
	const extraPosts = Array.from({ length: count }, () => createExisting());
	const step: PlannedPost = {
		action: 'keep',
		post: createExisting(),
		extraPosts,
		desired: createDesired(),
		issues: [],
	};
	expect(describeExtraPosts(step, 'UTC')).toBe(text);
});

test('describes no extra posts of a new post', () => {
	expect(describeExtraPosts(createPlanned(createExisting()), 'UTC')).toBe('');
});

test.each<{ title: string; minutes: number[]; text: string }>([
	{
		title: 'all an hour later',
		minutes: [60, 60, 60],
		text: 'All 3 posts in Postiz are 60 minutes later than in their rows.',
	},
	{
		title: 'all earlier',
		minutes: [-60, -60, -60],
		text: 'All 3 posts in Postiz are 60 minutes earlier than in their rows.',
	},
	{
		title: 'as far as time zones are apart',
		minutes: [1560, 1560, 1560],
		text: 'All 3 posts in Postiz are 1560 minutes later',
	},
	{ title: 'farther than time zones are apart', minutes: [1561, 1561, 1561], text: '' },
	{ title: 'each by another difference', minutes: [60, 60, 61], text: '' },
	{ title: 'not shifted', minutes: [0, 0, 0], text: '' },
	{ title: 'by seconds', minutes: [0.5, 0.5, 0.5], text: '' },
	{ title: 'only two posts', minutes: [60, 60], text: '' },
])('recognizes dates shifted by a time zone: $title', ({ minutes, text }) => {
	const steps = minutes.map((off): PlannedPost => {
		const post = createExisting({ time: TIME + off * MINUTE });
		return { action: 'keep', post, desired: createDesired(), issues: [] };
	});
	const others: PlannedPost[] = [
		createPlanned(),
		{ ...steps[0], desired: createDesired({ fingerprint: { ...FINGERPRINT, minute: null } }) },
		{ action: 'alreadySent', postId: 'p9', desired: createDesired(), issues: [] },
	];
	const shift = describeShift([...steps, ...others]);
	expect(shift.startsWith(text)).toBe(true);
	expect(shift.endsWith('If nobody moved them, its clock or time zone is wrong.')).toBe(
		text !== '',
	);
});
