import { Problem } from '../../../../nodes/Postiz/common/problem';
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import { HOUR, MINUTE } from '../../../shared/time.cjs';
import { NO_LOOP } from '../createListClient.cjs';
import {
	BY_HAND,
	type Case,
	createMatchInput,
	createDesiredPosts,
	describeDecisions,
	DRAFT,
	FAILED_FOR_GOOD,
	MAYBE_ONLINE,
	MILK,
	NO_TEXT,
	NOW,
	OLD,
	PUBLISHED,
	SLOT,
	START,
	STILL_TRYING,
	UNDATED_DRAFT,
	UNREADABLE_PARTS,
} from './describeDecisions.cjs';

test.each<Case>([
	{ title: 'keeps an equal post', rows: [{}], posts: [[{}]], expected: ['keep 1'] },
	{
		title: 'prefers an equal post to a similar one',
		rows: [{}],
		posts: [[{ settings: 'tag' }], [{}]],
		expected: ['keep 2'],
	},
	{
		title: 'keeps a post whose file has the same bytes',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'a2' }]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a post with other files',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'b' }]],
		expected: ['reject otherFiles 1'],
	},
	{
		title: 'rejects a post with other files that may be online',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'b' }, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects a post with other files that Postiz is still trying to publish',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'b' }, STILL_TRYING]],
		expected: ['reject stillTrying 1'],
	},
	{
		title: 'rejects a post with other settings that may be online',
		rows: [{}],
		posts: [[{ settings: 'tag' }, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects several rows because of one post',
		rows: [{ file: 'a' }, { file: 'c' }],
		posts: [[{ file: 'b' }]],
		expected: ['reject otherFiles 1', 'reject otherFiles 1'],
	},
	{
		title: 'rejects a post with other settings',
		rows: [{}],
		posts: [[{ settings: 'tag' }]],
		expected: ['reject otherSettings 1'],
	},
	{
		title: 'keeps a published post with other files',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'b' }, PUBLISHED]],
		expected: ['keep 1'],
	},
	{
		title: 'prefers a published post to one that may be online',
		rows: [{ file: 'u1' }, { file: 'u2' }],
		posts: [
			[{ file: 'u3' }, MAYBE_ONLINE],
			[{ file: 'u4' }, PUBLISHED],
		],
		expected: ['keep 2', 'reject mayBeOnline 1'],
	},
	{
		title: 'creates a post without text if its file differs',
		rows: [NO_TEXT],
		posts: [[{ ...NO_TEXT, file: 'b' }]],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'rejects a dated post whose files are unreadable',
		rows: [{ file: 'u1' }],
		posts: [[{ file: 'u2' }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'rejects a post without text whose files are unreadable',
		rows: [{ text: '', file: 'u1' }],
		posts: [[{ text: '', file: 'u2' }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'keeps a published post with other settings',
		rows: [NO_TEXT],
		posts: [[{ ...NO_TEXT, settings: 'tag' }, PUBLISHED]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a scheduled post that exists as a draft',
		rows: [{}],
		posts: [[DRAFT]],
		expected: ['reject existingDraft 1'],
	},
	{
		title: 'creates a post although an undated draft has its text',
		rows: [NOW],
		posts: [[{ ...NOW, ...DRAFT }]],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'rejects a draft that exists as a scheduled post',
		rows: [DRAFT],
		posts: [[{}]],
		expected: ['reject alreadyScheduled 1'],
	},
	{
		title: 'keeps a published post for a draft',
		rows: [DRAFT],
		posts: [[{}, PUBLISHED]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a scheduled post that was turned into a draft',
		rows: [{}],
		posts: [[{}, { state: 'DRAFT' }]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps an approved draft',
		rows: [DRAFT],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['keep 1'],
	},
	{
		title: 'assigns each of two copies to the row with its original state',
		rows: [{}, DRAFT],
		posts: [[DRAFT, { state: 'QUEUE' }], [{}]],
		expected: ['keep 2', 'keep 1'],
	},
	{
		title: 'rejects an incomplete thread',
		rows: [{ parts: 2 }],
		posts: [[{ parts: 2 }, { partCount: 1 }]],
		expected: ['reject incompleteThread 1'],
	},
	{
		title: 'keeps a thread that was shortened in Postiz',
		rows: [{ parts: 2 }],
		posts: [[{ parts: 2 }, { partCount: 1, isEdited: true }]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a thread whose parts are unreadable',
		rows: [{ parts: 2 }],
		posts: [[{ parts: 2 }, UNREADABLE_PARTS]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a post that may be online',
		rows: [{}],
		posts: [[{}, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects a post that Postiz is still trying to publish',
		rows: [{}],
		posts: [[{}, STILL_TRYING]],
		expected: ['reject stillTrying 1'],
	},
	{
		title: 'creates a post again that certainly failed',
		rows: [{}],
		posts: [[{}, FAILED_FOR_GOOD]],
		expected: ['create failedPost 1'],
	},
	{
		title: 'rejects a post for now with another tag',
		rows: [NOW],
		posts: [[{ ...NOW, settings: 'tag' }, PUBLISHED]],
		expected: ['reject otherSettings 1'],
	},
	{
		title: 'creates a post for now with another tag and another file',
		rows: [{ ...NOW, file: 'a' }],
		posts: [[{ ...NOW, file: 'b', settings: 'tag' }, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'rejects a post for now whose file is unreadable',
		rows: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...NOW, file: 'u2' }, PUBLISHED]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'creates a post for now with another tag whose file is unreadable',
		rows: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...NOW, file: 'u2', settings: 'tag' }, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'creates a post for now again after the dedupe window',
		rows: [NOW],
		posts: [[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS + 1 }]],
		expected: ['create'],
	},
	{
		title: 'suggests replacing the post with the same text',
		rows: [{}],
		posts: [[MILK], [{ hour: 20 }]],
		expected: ['create replaceablePost 2'],
	},
	{
		title: 'does not suggest replacing a published post with another text',
		rows: [{}],
		posts: [[MILK, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'suggests replacing a published post with the same text',
		rows: [{}],
		posts: [[{ hour: 5 }, PUBLISHED]],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'suggests replacing a pending post rather than a published one',
		rows: [{}],
		posts: [[{ hour: 5 }, PUBLISHED], [{ hour: 20 }]],
		expected: ['create replaceablePost 2'],
	},
	{
		title: 'names the failed post with the same date',
		rows: [{}],
		posts: [
			[{}, FAILED_FOR_GOOD],
			[{ hour: 20 }, FAILED_FOR_GOOD],
		],
		expected: ['create failedPost 1'],
	},
	{
		title: 'keeps an old post that has a date',
		rows: [{}],
		posts: [[{}, { age: DEDUPE_WINDOW_MS + 1 }]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps an approved draft of a scheduled post',
		rows: [{}],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['keep 1'],
	},
	{
		title: 'prefers a scheduled post to one that may be online',
		rows: [{}],
		posts: [[{}, MAYBE_ONLINE], [{}]],
		expected: ['keep 2'],
	},
	{
		title: 'ignores a post with the same text and another date if an equal one exists',
		rows: [{}],
		posts: [[{ hour: 20 }], [{}]],
		expected: ['keep 2'],
	},
	{
		title: 'keeps an old post at a free slot that is still queued',
		rows: [SLOT],
		posts: [[SLOT, OLD]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps an old post at a free slot that was turned into a draft',
		rows: [SLOT],
		posts: [[SLOT, { ...OLD, state: 'DRAFT' }]],
		expected: ['keep 1'],
	},
	{
		title: 'creates a post at a free slot although an old one is published',
		rows: [SLOT],
		posts: [[SLOT, { ...OLD, ...PUBLISHED }]],
		expected: ['create'],
	},
	{
		title: 'creates a post at a free slot if the old one is overdue',
		rows: [SLOT],
		posts: [[SLOT, { ...OLD, time: START - 48 * HOUR }]],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'creates a post at a free slot if the old one has another tag',
		rows: [SLOT],
		posts: [[{ ...SLOT, settings: 'tag' }, OLD]],
		expected: ['create'],
	},
	{
		title: 'keeps an old undated draft',
		rows: [UNDATED_DRAFT],
		posts: [[UNDATED_DRAFT, { ...OLD, time: START - 900 * HOUR }]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects an old undated draft whose files are unreadable',
		rows: [{ ...UNDATED_DRAFT, file: 'u1' }],
		posts: [[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'creates a post at a free slot if the old one has another tag and an unreadable file',
		rows: [{ ...SLOT, file: 'u1' }],
		posts: [[{ ...SLOT, file: 'u2', settings: 'tag' }, OLD]],
		expected: ['create'],
	},
	{
		title: 'creates a post for now although an old undated draft exists',
		rows: [NOW],
		posts: [[UNDATED_DRAFT, OLD]],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'creates a post for now although an old undated draft has unreadable files',
		rows: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'creates a post with a date from the clock again after the dedupe window',
		rows: [{ ...NOW, type: 'schedule' }],
		posts: [[{ ...NOW, type: 'schedule' }, OLD]],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'keeps a post for now at the end of the dedupe window',
		rows: [NOW],
		posts: [[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS }]],
		expected: ['keep 1'],
	},
	{
		title: 'suggests replacing a post only for one row',
		rows: [{}, { text: 'cup' }],
		posts: [[{ text: 'tea cup' }]],
		expected: ['create replaceablePost 1', 'create'],
	},
	{
		title: 'does not suggest replacing an unlike text at the same minute',
		rows: [{}],
		posts: [[MILK]],
		expected: ['create'],
	},
	{
		title: 'suggests replacing the similar one of two posts at the same minute',
		rows: [{}],
		posts: [[MILK], [{ text: 'tea cup' }]],
		expected: ['create replaceablePost 2'],
	},
	{
		title: 'does not suggest replacing an undated draft with another text',
		rows: [{ ...NOW, ...MILK }],
		posts: [[{ ...NOW, ...DRAFT }]],
		expected: ['create'],
	},
	{
		title: 'does not suggest replacing the same text with another tag and date',
		rows: [{ hour: 20 }],
		posts: [[{ settings: 'tag' }]],
		expected: ['create'],
	},
	{
		title: 'creates an equal post with Post Again',
		rows: [{ postAgain: true }],
		posts: [[{}]],
		expected: ['create'],
	},
	{
		title: 'marks an equal row as a duplicate, but not on another channel',
		rows: [{}, {}, { channel: 'in' }],
		posts: [],
		expected: ['create', 'duplicate of 0', 'create'],
	},
	{
		title: 'creates equal rows with Post Again',
		rows: [{ postAgain: true }, { postAgain: true }],
		posts: [],
		expected: ['create', 'create'],
	},

	{
		title: 'keeps a manual post at the same minute',
		rows: [{}],
		posts: [[{}, { ...BY_HAND, time: START + 10 * HOUR + 59_999 }]],
		expected: ['keep 1'],
	},
	{
		title: 'ignores a manual post a minute later',
		rows: [{}],
		posts: [[{}, { ...BY_HAND, time: START + 10 * HOUR + MINUTE }]],
		expected: ['create'],
	},
	{
		title: 'ignores a manual post with another text',
		rows: [{}],
		posts: [[MILK, BY_HAND]],
		expected: ['create'],
	},
	{
		title: 'ignores a manual post with fewer files',
		rows: [{ file: 'a' }],
		posts: [[{}, BY_HAND]],
		expected: ['create'],
	},
	{
		title: 'ignores a manual post with other files',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'b' }, BY_HAND]],
		expected: ['create'],
	},
	{
		title: 'keeps a manual post with the same text and unreadable files',
		rows: [{ file: 'u1' }],
		posts: [[{ file: 'u2' }, BY_HAND]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a manual post without text whose files are unreadable',
		rows: [{ text: '', file: 'u1' }],
		posts: [[{ text: '', file: 'u2' }, BY_HAND]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'ignores a manual post with more files',
		rows: [{}],
		posts: [[{ file: 'a' }, BY_HAND]],
		expected: ['create'],
	},
	{
		title: 'keeps a manual post without text that has the same file',
		rows: [NO_TEXT],
		posts: [[NO_TEXT, BY_HAND]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a manual draft',
		rows: [{}],
		posts: [[{}, { ...BY_HAND, state: 'DRAFT' }]],
		expected: ['reject existingDraft 1'],
	},
	{
		title: 'rejects a manual post that may be online',
		rows: [{}],
		posts: [[{}, { ...BY_HAND, ...MAYBE_ONLINE }]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects a manual post with fewer parts',
		rows: [{ parts: 2 }],
		posts: [[{}, BY_HAND]],
		expected: ['reject incompleteThread 1'],
	},
	{
		title: 'keeps a manual post with unreadable parts for a row with only a text',
		rows: [{}],
		posts: [[{ file: 'a' }, { ...BY_HAND, ...UNREADABLE_PARTS }]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a manual post with unreadable parts for a thread',
		rows: [{ parts: 2 }],
		posts: [[{ parts: 2 }, { ...BY_HAND, ...UNREADABLE_PARTS }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'rejects a manual post with unreadable parts for a row with a file',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'a' }, { ...BY_HAND, ...UNREADABLE_PARTS }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'ignores a manual post for a post for now',
		rows: [NOW],
		posts: [[NOW, { ...BY_HAND, ...PUBLISHED }]],
		expected: ['create'],
	},
])('Create: $title', ({ rows, posts, expected }) => {
	expect(
		describeDecisions(createDesiredPosts(rows, false), createMatchInput(posts, false)),
	).toEqual(expected);
});

test('creates a post again while the last one is pending if runs repeat it on purpose', () => {
	const input = createMatchInput([[SLOT, OLD]], false, { isRepeatedOnPurpose: true });
	expect(describeDecisions(createDesiredPosts([SLOT], false), input)).toEqual([
		'create replaceablePost 1',
	]);
});

test.each([
	[0, 'keep 1'],
	[DEDUPE_WINDOW_MS, 'keep 1'],
	[DEDUPE_WINDOW_MS + 1, 'create'],
])(
	'Create on an instance that drops fingerprints, %i ms after an equal post: %s',
	(age, expected) => {
		const input = createMatchInput([[NOW, { ...BY_HAND, ...PUBLISHED, age }]], false, {
			keepsFingerprints: false,
		});
		expect(describeDecisions(createDesiredPosts([NOW], false), input)).toEqual([expected]);
	},
);

test.each([
	{ title: 'an undated post beside one made by hand', row: NOW, expected: 'create' },
	{ title: 'no post at the minute of one made by hand', row: {}, expected: 'keep 1' },
])('Create without any fingerprint in the calendar makes $title', ({ row, expected }) => {
	const input = createMatchInput([[row, { ...BY_HAND, isByHand: true }]], false, {
		keepsFingerprints: false,
	});
	expect(describeDecisions(createDesiredPosts([row], false), input)).toEqual([expected]);
});

test('does not suggest replacing a post of another round of the loop', () => {
	const loopHistory = { ...NO_LOOP, isSentInLoop: () => true };
	const input = createMatchInput([[MILK]], false, { loopHistory });
	expect(describeDecisions(createDesiredPosts([{}], false), input)).toEqual(['create']);
});

test('rejects a post if the service failed to show one that may be equal', () => {
	const rows = createDesiredPosts([{ ...NOW, file: 'u1' }], false);
	const input = createMatchInput([[{ ...NOW, file: 'u2', settings: 'tag' }, PUBLISHED]], false);
	const files = { ...input.fileComparer, getReadProblem: () => new Problem('HTTP 502', []) };
	expect(describeDecisions(rows, { ...input, fileComparer: files })).toEqual([
		'reject uncomparedFiles 1',
	]);
});
