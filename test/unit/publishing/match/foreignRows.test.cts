import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import { NO_LOOP } from '../createListClient.cjs';
import {
	CAKE,
	type Case,
	expectDecisions,
	FAILED_FOR_GOOD,
	NEW_TEXT_AND_DATE,
	OTHER_ROW,
	PUBLISHED,
	type TestItem,
} from './describeDecisions.cjs';

test.each<Case>([
	{
		title: 'rejects a row with the ID of another sheet',
		items: [NEW_TEXT_AND_DATE],
		posts: [[{}]],
		expected: ['reject foreignRow 1'],
	},
	{
		title: 'updates the failed post of another sheet',
		items: [NEW_TEXT_AND_DATE],
		posts: [[{}, FAILED_FOR_GOOD]],
		expected: ['update date,text 1'],
	},
	{
		title: 'updates the text and date if another row is unchanged',
		items: [NEW_TEXT_AND_DATE, CAKE],
		posts: [[{}], [CAKE]],
		expected: ['update date,text 1', 'keep 2'],
	},
	{
		title: 'updates the text and date if another row only has a new date',
		items: [NEW_TEXT_AND_DATE, { ...CAKE, hour: 12 }],
		posts: [[{}], [CAKE]],
		expected: ['update date,text 1', 'update date 2'],
	},
	{
		title: 'rejects a new text and date if the other row is rejected',
		items: [NEW_TEXT_AND_DATE, { ...CAKE, hour: 12 }],
		posts: [[{}], [CAKE, PUBLISHED]],
		expected: ['reject foreignRow 1', 'reject alreadyPublished 2'],
	},
	{
		title: 'rejects a new text and date if the other row is new',
		items: [NEW_TEXT_AND_DATE, CAKE],
		posts: [[{}]],
		expected: ['reject foreignRow 1', 'create'],
	},
	{
		title: 'rejects two rows with a new text and date, even beside an unchanged row',
		items: [
			NEW_TEXT_AND_DATE,
			{ ...OTHER_ROW, ...NEW_TEXT_AND_DATE, hour: 21 },
			{ ...CAKE, rowId: 'May 3' },
		],
		posts: [[{}], [OTHER_ROW], [{ ...CAKE, rowId: 'May 3' }]],
		expected: ['reject foreignRow 1', 'reject foreignRow 2', 'keep 3'],
	},
	{
		title: 'creates a post for a new row with the content of one with a foreign ID',
		items: [{ ...OTHER_ROW, ...NEW_TEXT_AND_DATE }, NEW_TEXT_AND_DATE],
		posts: [[{}]],
		expected: ['create', 'reject foreignRow 1'],
	},
])('Create or Update: $title', (example) => expectDecisions(example, { isUpsert: true }));

test.each([
	['recA1b2C3d4E5f6G7', true],
	['May recA1b2C3d4E5f6G7', true],
	['recording 14 of May', false],
	['recA1b2C3d4E5f6G7h', false],
	['1f0c3a52-7c1e-4d2b-9a55-0123456789ab', true],
	['1f0c3a527c1e4d2b9a550123456789ab', true],
	['1f0c3a52-7c1e-4d2b-9a55-0123456789ag', false],
	['65f0c3a527c1e4d2b9a55012', true],
	['x65f0c3a527c1e4d2b9a55012', false],
])('recognizes whether the ID %s is globally unique: %j', (id, isUnique) => {
	const expected = isUnique ? 'update date,text 1' : 'reject foreignRow 1';
	expectDecisions(
		{
			items: [{ rowId: id, ...NEW_TEXT_AND_DATE }],
			posts: [[{ rowId: id }]],
			expected: [expected],
		},
		{ isUpsert: true },
	);
});

test.each<{ title: string; row: Partial<TestItem>; expected: string }>([
	{ title: 'unchanged', row: CAKE, expected: 'keep 2' },
	{ title: 'corrected', row: { ...CAKE, hour: 12 }, expected: 'update date 2' },
])(
	'does not recognize the same sheet by a post of an earlier round of the loop that is $title',
	({ row, expected }) => {
		const loopHistory = {
			...NO_LOOP,
			isCreatedInEarlierRound: ({ id }: ExistingPost) => id === '2',
		};
		expectDecisions(
			{
				items: [NEW_TEXT_AND_DATE, row],
				posts: [[{}], [CAKE]],
				expected: ['reject foreignRow 1', expected],
			},
			{ isUpsert: true, loopHistory },
		);
	},
);
