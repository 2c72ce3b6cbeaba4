import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import {
	NO_FINGERPRINT,
	CAKE,
	createMatchInput,
	createDesiredPosts,
	decideWithFiles,
	describeDecisions,
	FAILED_FOR_GOOD,
	MILK,
	NEW_TEXT_AND_DATE,
	ONE_PART,
	OTHER_ROW,
	PUBLISHED,
	UNREADABLE_PARTS,
} from './describeDecisions.cjs';

test.each([false, true])(
	'lists other equal posts, except failed ones (by Row ID: %j)',
	(hasRowId) => {
		const input = createMatchInput(
			[[{}], [{}], [{}, FAILED_FOR_GOOD], [{ ...OTHER_ROW, ...MILK }]],
			hasRowId,
		);
		const [existing, extraPost] = input.posts;
		const plannedPosts = decideWithFiles(createDesiredPosts([{}], hasRowId), input);
		expect(plannedPosts).toMatchObject([{ action: 'keep', existing, extraPosts: [extraPost] }]);
	},
);

describe('a post sent by an earlier attempt', () => {
	const addAttempt = (
		sent: DesiredPost['sentRecord'],
		rows = createDesiredPosts([{ parts: 2 }], false),
	) => [{ ...rows[0], sentRecord: sent }, ...rows.slice(1)];
	const createSentCalendar = (changes: Partial<ExistingPost>) =>
		createMatchInput(
			[
				[MILK, NO_FINGERPRINT],
				[{ parts: 2 }, { ...PUBLISHED, ...changes }],
			],
			false,
		);

	test.each<{ title: string; changes: Partial<ExistingPost>; expected: string }>([
		{ title: 'is found by its ID', changes: {}, expected: 'alreadySent 2' },
		{
			title: 'is rejected if only its first parts are stored',
			changes: ONE_PART,
			expected: 'reject incompleteThread 2',
		},
		{
			title: 'is rejected if its parts are unreadable',
			changes: UNREADABLE_PARTS,
			expected: 'reject unclear',
		},
		{
			title: 'is rejected if it is on another channel',
			changes: { channelId: 'in' },
			expected: 'reject unclear',
		},
	])('$title', ({ changes, expected }) => {
		expect(
			describeDecisions(addAttempt({ sendIds: ['k0', 'k2'] }), createSentCalendar(changes)),
		).toEqual([expected]);
	});

	test('is rejected if no post has its ID, although an equal post exists', () => {
		expect(describeDecisions(addAttempt({ sendIds: ['k9'] }), createSentCalendar({}))).toEqual([
			'reject unclear',
		]);
	});

	test('counts as sent once Postiz has responded, even if the calendar lacks it', () => {
		const [similarPost] = createSentCalendar({}).posts;
		const sent = {
			sendIds: ['k9'],
			postId: '9',
			date: '2099-03-01T20:00:00.000Z',
			similarPost,
		};
		const [desired] = addAttempt({ ...sent, isUpdate: true });
		const { sendIds, ...rest } = sent;
		expect(sendIds).toHaveLength(1);
		expect(decideWithFiles([desired], createSentCalendar({}))).toStrictEqual([
			{ desired, issues: [], action: 'alreadySent', isUpdate: true, existing: undefined, ...rest },
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
		const withResponse = [rows[1], { ...rows[0], sentRecord: { sendIds: ['k9'], postId: '9' } }];
		expect(describeDecisions(withResponse, createSentCalendar({}))).toEqual([
			'duplicate of 1',
			'alreadySent',
		]);
	});

	test.each([false, true])(
		'keeps its own ID if another sent post has the same content now (by Row ID: %j)',
		(hasRowId) => {
			const rows = createDesiredPosts([{}, OTHER_ROW], hasRowId).map((desired, index) => ({
				...desired,
				sentRecord: { sendIds: [`k${index + 1}`], postId: String(index + 1) },
			}));
			const input = createMatchInput([[{}], [{ ...MILK, ...OTHER_ROW }]], hasRowId);
			expect(describeDecisions(rows, input)).toEqual(['alreadySent 1', 'alreadySent 2']);
		},
	);

	test.each([
		[true, 'update date,text 1'],
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
