/** Posts whose fingerprints can't be read, and instances that store none. */
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import {
	NO_FINGERPRINT,
	type Case,
	expectDecisions,
	FAILED_FOR_GOOD,
	type MadePost,
	MILK,
	NEW_TEXT_AND_DATE,
	NOW,
	OTHER_ROW,
	PUBLISHED,
	type TestItem,
	UNREADABLE_FINGERPRINT,
} from './describeDecisions.cjs';

test.each<Case>([
	{
		title: 'rejects a row if the fingerprint of a post is unreadable',
		items: [{}],
		posts: [[NEW_TEXT_AND_DATE, UNREADABLE_FINGERPRINT]],
		expected: ['reject unreadableRowId 1'],
	},
	{
		title: 'names the similar one of two posts with unreadable fingerprints',
		items: [{}],
		posts: [
			[NEW_TEXT_AND_DATE, UNREADABLE_FINGERPRINT],
			[{ hour: 20 }, UNREADABLE_FINGERPRINT],
		],
		expected: ['reject unreadableRowId 2'],
	},
	{
		title: 'ignores a post with an unreadable fingerprint on another channel',
		items: [{}],
		posts: [[{ ...NEW_TEXT_AND_DATE, channel: 'in' }, UNREADABLE_FINGERPRINT]],
		expected: ['create'],
	},
	{
		title: 'keeps an equal post with an unreadable fingerprint',
		items: [{}],
		posts: [[{}, UNREADABLE_FINGERPRINT]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a post with an unreadable fingerprint for the row that equals it',
		items: [{}, { ...OTHER_ROW, ...MILK }],
		posts: [[{ ...OTHER_ROW, ...MILK }, UNREADABLE_FINGERPRINT]],
		expected: ['create', 'keep 1'],
	},
	{
		title: 'updates its post although the fingerprint of another is unreadable',
		items: [MILK],
		posts: [[{}], [NEW_TEXT_AND_DATE, UNREADABLE_FINGERPRINT]],
		expected: ['update text 1'],
	},
])('Create or Update: $title', (example) => expectDecisions(example, { isUpsert: true }));

test.each<{
	title: string;
	row: Partial<TestItem>;
	existing: Partial<TestItem>;
	changes: Partial<ExistingPost>;
	expected: string;
}>([
	{
		title: 'rejects a corrected text',
		row: { text: 'tea cup' },
		existing: {},
		changes: {},
		expected: 'reject missingRowId 1',
	},
	{
		title: 'rejects a new date',
		row: { hour: 20 },
		existing: {},
		changes: {},
		expected: 'reject missingRowId 1',
	},
	{
		title: 'rejects a new date of a published post',
		row: { hour: 20 },
		existing: {},
		changes: PUBLISHED,
		expected: 'reject missingRowId 1',
	},
	{
		title: 'rejects a post for now that was published long ago',
		row: NOW,
		existing: NOW,
		changes: { ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS },
		expected: 'reject missingRowId 1',
	},
	{
		title: 'creates a post beside another text at the same minute',
		row: {},
		existing: MILK,
		changes: {},
		expected: 'create',
	},
	{
		title: 'creates a post for now with another text',
		row: { ...NOW, ...MILK },
		existing: NOW,
		changes: {},
		expected: 'create',
	},
	{
		title: 'creates a post again that failed',
		row: { hour: 20 },
		existing: {},
		changes: FAILED_FOR_GOOD,
		expected: 'create',
	},
	{
		title: 'creates a post beside a manual one with another date',
		row: { hour: 20 },
		existing: {},
		changes: { wasCreatedInPostiz: true },
		expected: 'create',
	},
	{
		title: 'keeps the existing post of an equal row',
		row: {},
		existing: {},
		changes: {},
		expected: 'keep 1',
	},
])(
	'Create or Update on an instance that drops fingerprints: $title',
	({ row, existing, changes, expected }) => {
		const posts: MadePost[] = [[existing, { ...NO_FINGERPRINT, ...changes }]];
		expectDecisions(
			{ items: [row], posts, expected: [expected] },
			{ isUpsert: true, keepsFingerprints: false },
		);
	},
);

test.each([
	[0, 'keep 1'],
	[DEDUPE_WINDOW_MS, 'keep 1'],
	[DEDUPE_WINDOW_MS + 1, 'create'],
])(
	'Create on an instance that drops fingerprints, %i ms after an equal post: %s',
	(age, expected) => {
		const posts: MadePost[] = [[NOW, { ...NO_FINGERPRINT, ...PUBLISHED, age }]];
		expectDecisions(
			{ items: [NOW], posts, expected: [expected] },
			{ isUpsert: false, keepsFingerprints: false },
		);
	},
);

test.each([
	{ title: 'an undated post beside one made by hand', row: NOW, expected: 'create' },
	{ title: 'no post at the minute of one made by hand', row: {}, expected: 'keep 1' },
])('Create without any fingerprint in the calendar makes $title', ({ row, expected }) => {
	const posts: MadePost[] = [[row, { ...NO_FINGERPRINT, wasCreatedInPostiz: true }]];
	expectDecisions(
		{ items: [row], posts, expected: [expected] },
		{ isUpsert: false, keepsFingerprints: false },
	);
});

describe('Create on an instance that drops fingerprints and shortens links', () => {
	const SEE_TEA = { text: 'see https://acme.example/tea', shortLink: true };
	const SEE_MILK = { ...SEE_TEA, text: 'see https://acme.example/milk' };
	const SHORTENED = { ...NO_FINGERPRINT, comparableText: 'see https://s.example/1' };
	const UNDATED_TEA = { ...SEE_TEA, ...NOW };

	test.each<Case>([
		{
			title: 'keeps the post of each row at the same minute, and creates what is missing',
			items: [SEE_TEA, SEE_MILK, { ...SEE_MILK, settings: 'tag' }],
			posts: [
				[SEE_TEA, SHORTENED],
				[SEE_MILK, SHORTENED],
			],
			expected: ['keep 1', 'keep 2', 'create'],
		},
		{
			title: 'rejects an undated post, as another one may have these links',
			items: [UNDATED_TEA],
			posts: [[UNDATED_TEA, SHORTENED]],
			expected: ['reject uncomparedLinks 1'],
		},
		{
			title: 'creates an undated post with different files',
			items: [{ ...UNDATED_TEA, file: 'b' }],
			posts: [[{ ...UNDATED_TEA, file: 'a' }, SHORTENED]],
			expected: ['create'],
		},
		{
			title: 'creates an undated post beside an equal one outside the dedupe window',
			items: [UNDATED_TEA],
			posts: [[UNDATED_TEA, { ...SHORTENED, age: DEDUPE_WINDOW_MS + 1 }]],
			expected: ['create'],
		},
		{
			title: 'keeps an undated post whose links were short already',
			items: [UNDATED_TEA],
			posts: [[UNDATED_TEA, NO_FINGERPRINT]],
			expected: ['keep 1'],
		},
		{
			title: 'creates a post whose links are not shortened beside one with other links',
			items: [{ ...SEE_TEA, shortLink: false }],
			posts: [[SEE_TEA, SHORTENED]],
			expected: ['create'],
		},
	])('$title', (example) =>
		expectDecisions(example, { isUpsert: false, keepsFingerprints: false }),
	);
});
