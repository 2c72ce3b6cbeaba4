import type { PlannedPost } from '../../../../nodes/Postiz/posts/plannedPost';
import {
	describeExtraPosts,
	describeShift,
} from '../../../../nodes/Postiz/publishing/report/existingPostHints';
import { MINUTE } from '../../../shared/time.cjs';
import {
	createDesired,
	createExisting,
	FINGERPRINT,
	POST,
	TIME,
} from '../../posts/existing/createExisting.cjs';

const CREATE: PlannedPost = { action: 'create', desired: createDesired(), issues: [] };

test.each([
	[0, ''],
	[1, `Postiz has this post twice: ${POST}; ${POST}. Delete the extra one.`],
	[2, `Postiz has this post 3 times: ${POST}; ${POST}; ${POST}. Delete the extra ones.`],
])('describes %i extra posts', (count, text) => {
	const extraPosts = Array.from({ length: count }, () => createExisting());
	const planned: PlannedPost = {
		action: 'keep',
		existing: createExisting(),
		extraPosts,
		desired: createDesired(),
		issues: [],
	};
	expect(describeExtraPosts(planned, 'UTC')).toBe(text);
});

test('describes posts of the same row with another text', () => {
	const other = createExisting({ fingerprint: { ...FINGERPRINT, textDigest: 'milk' } as never });
	const planned: PlannedPost = {
		...CREATE,
		action: 'keep',
		existing: createExisting(),
		extraPosts: [other],
	};
	expect(describeExtraPosts(planned, 'UTC')).toBe(
		`Postiz has 2 posts for this row: ${POST}; ${POST}. Delete those that you don't need.`,
	);
});

test('describes no extra posts of a new post', () => {
	expect(describeExtraPosts(CREATE, 'UTC')).toBe('');
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
	const keptPosts = minutes.map((off): PlannedPost => {
		const post = createExisting({ time: TIME + off * MINUTE });
		return { action: 'keep', existing: post, desired: createDesired(), issues: [] };
	});
	const others: PlannedPost[] = [
		CREATE,
		{ ...keptPosts[0], desired: createDesired({ fingerprint: { ...FINGERPRINT, minute: null } }) },
		{ action: 'alreadySent', postId: 'p9', desired: createDesired(), issues: [] },
	];
	const shift = describeShift([...keptPosts, ...others]);
	expect(shift.startsWith(text)).toBe(true);
	expect(shift.endsWith('If nobody moved them, the clock or time zone of Postiz is wrong.')).toBe(
		text !== '',
	);
});
