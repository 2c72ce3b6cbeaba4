import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import type { MatchInput } from '../../../../nodes/Postiz/publishing/match/matchInput';
import { decide } from '../../../../nodes/Postiz/publishing/match/decide';
import {
	BY_HAND,
	CAKE,
	createMatchInput,
	createDesiredPosts,
	describeDecisions,
	FAILED_FOR_GOOD,
	type MadePost,
	MAYBE_ONLINE,
	MILK,
	NEW_TEXT_AND_DATE,
	NO_TEXT,
	OTHER_ROW,
	PUBLISHED,
	type Row,
} from './describeDecisions.cjs';

test.each([false, true])(
	'lists other equal posts, except failed ones (by Row ID: %j)',
	(hasRowId) => {
		const input = createMatchInput(
			[[{}], [{}], [{}, FAILED_FOR_GOOD], [{ ...OTHER_ROW, ...MILK }]],
			hasRowId,
		);
		const [post, extraPost] = input.posts;
		const plannedPosts = decide(createDesiredPosts([{}], hasRowId), input);
		expect(plannedPosts).toMatchObject([{ action: 'keep', post, extraPosts: [extraPost] }]);
	},
);

describe('a post sent earlier in this run', () => {
	const addAttempt = (
		sent: DesiredPost['sentRecord'],
		rows = createDesiredPosts([{ parts: 2 }], false),
	) => [{ ...rows[0], sentRecord: sent }, ...rows.slice(1)];
	const createSentCalendar = (changes: Partial<ExistingPost>): MatchInput =>
		createMatchInput(
			[
				[MILK, BY_HAND],
				[{ parts: 2 }, { ...PUBLISHED, ...changes }],
			],
			false,
		);

	test.each<{ title: string; changes: Partial<ExistingPost>; expected: string }>([
		{ title: 'is found by its ID', changes: {}, expected: 'alreadySent 2' },
		{
			title: 'is rejected if only its first parts are stored',
			changes: { partCount: 1 },
			expected: 'reject incompleteThread 2',
		},
		{
			title: 'is rejected as unclear if its parts are unreadable',
			changes: { partCount: undefined },
			expected: 'reject unclear',
		},
		{
			title: 'is rejected as unclear if it is on another channel',
			changes: { channelId: 'in' },
			expected: 'reject unclear',
		},
	])('$title', ({ changes, expected }) => {
		expect(
			describeDecisions(addAttempt({ sendIds: ['k0', 'k2'] }), createSentCalendar(changes)),
		).toEqual([expected]);
	});

	test('is rejected as unclear if no post has its ID, although an equal post exists', () => {
		expect(describeDecisions(addAttempt({ sendIds: ['k9'] }), createSentCalendar({}))).toEqual([
			'reject unclear',
		]);
	});

	test('counts as sent once Postiz has answered, even if the calendar lacks it', () => {
		const [replaceablePost] = createSentCalendar({}).posts;
		const sent = {
			sendIds: ['k9'],
			postId: '9',
			date: '2099-03-01T20:00:00.000Z',
			replaceablePost,
		};
		const [desired] = addAttempt({ ...sent, isUpdate: true });
		const { sendIds, ...rest } = sent;
		expect(sendIds).toHaveLength(1);
		expect(decide([desired], createSentCalendar({}))).toEqual([
			{ desired, issues: [], action: 'alreadySent', isUpdate: true, post: undefined, ...rest },
		]);
	});

	test('is shared by rows with the same content', () => {
		const rows = addAttempt(
			{ sendIds: ['k2'] },
			createDesiredPosts([{ parts: 2 }, { parts: 2, ...OTHER_ROW }], true),
		);
		expect(describeDecisions(rows, createSentCalendar({}))).toEqual([
			'alreadySent 2',
			'duplicate of 0',
		]);
		const answered = [rows[1], { ...rows[0], sentRecord: { sendIds: ['k9'], postId: '9' } }];
		expect(describeDecisions(answered, createSentCalendar({}))).toEqual([
			'duplicate of 1',
			'alreadySent',
		]);
	});

	test.each([
		[true, 'update minute,text 1'],
		[undefined, 'reject foreignRow 1'],
	])('proves that the sheet is the same only if it is an update (%j)', (isUpdate, expected) => {
		const [other, cake] = createDesiredPosts([NEW_TEXT_AND_DATE, CAKE], true);
		const rows = [other, { ...cake, sentRecord: { sendIds: ['k9'], postId: '9', isUpdate } }];
		expect(describeDecisions(rows, createMatchInput([[{}]], true))).toEqual([
			expected,
			'alreadySent',
		]);
	});
});

/** The pairs whose files rules want to be compared, as the index of the row and the ID of the post. */
function findRequestedComparisons(rows: DesiredPost[], input: MatchInput): string[] {
	const requested = new Set<string>();
	const getOrRequest = ({ item }: DesiredPost, { id }: ExistingPost) => {
		requested.add(`${item.index} ${id}`);
		return 'uncompared' as const;
	};
	decide(rows, { ...input, fileComparer: { ...input.fileComparer, getOrRequest } });
	return [...requested].sort();
}

test('compares files if more rows than posts have the same text and date', () => {
	const rows = createDesiredPosts([{ file: 'a' }, { file: 'b' }], false);
	const failed: MadePost = [{ file: 'a2' }, FAILED_FOR_GOOD];
	const published: MadePost = [{ file: 'b2' }, PUBLISHED];
	expect(findRequestedComparisons(rows, createMatchInput([failed, published], false))).toEqual([
		'0 2',
		'1 2',
	]);
	expect(describeDecisions(rows, createMatchInput([failed, published], false))).toEqual([
		'create failedPost 1',
		'keep 2',
	]);
	const maybeOnline: MadePost = [{ file: 'a2' }, MAYBE_ONLINE];
	expect(findRequestedComparisons(rows, createMatchInput([maybeOnline, published], false))).toEqual(
		['0 1', '0 2', '1 1', '1 2'],
	);
	expect(
		describeDecisions([...rows].reverse(), createMatchInput([maybeOnline, published], false)),
	).toEqual(['keep 2', 'reject mayBeOnline 1']);
	const bothPublished = createMatchInput([[{ file: 'a2' }, PUBLISHED], published], false);
	expect(findRequestedComparisons(rows, bothPublished)).toEqual([]);
});

test.each<{
	title: string;
	hasRowId: boolean;
	row: Partial<Row>;
	post: MadePost;
	isCompared: boolean;
}>([
	{
		title: 'compares the files of a scheduled post',
		hasRowId: false,
		row: { file: 'a' },
		post: [{ file: 'b' }],
		isCompared: true,
	},
	{
		title: 'ignores the files of a published post',
		hasRowId: false,
		row: { file: 'a' },
		post: [{ file: 'b' }, PUBLISHED],
		isCompared: false,
	},
	{
		title: 'compares the files of a published post without a text',
		hasRowId: false,
		row: NO_TEXT,
		post: [{ ...NO_TEXT, file: 'b' }, PUBLISHED],
		isCompared: true,
	},
	{
		title: 'compares the files of the row’s own published post',
		hasRowId: true,
		row: { file: 'a' },
		post: [{ file: 'b' }, PUBLISHED],
		isCompared: true,
	},
	{
		title: 'ignores the files of another row’s published post',
		hasRowId: true,
		row: { file: 'a' },
		post: [{ file: 'b', ...OTHER_ROW }, PUBLISHED],
		isCompared: false,
	},
	{
		title: 'does not compare files with equal digests',
		hasRowId: false,
		row: { file: 'a' },
		post: [{ file: 'a' }],
		isCompared: false,
	},
])('$title', ({ hasRowId, row, post, isCompared }) => {
	const rows = createDesiredPosts([row], hasRowId);
	const requested = findRequestedComparisons(rows, createMatchInput([post], hasRowId));
	expect(requested).toEqual(isCompared ? ['0 1'] : []);
});
