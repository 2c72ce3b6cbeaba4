import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import { NO_LOOP } from '../createListClient.cjs';
import {
	CAKE,
	createMatchInput,
	createDesiredPosts,
	describeDecisions,
	NEW_TEXT_AND_DATE,
	type Row,
} from './describeDecisions.cjs';

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
	const expected = isUnique ? 'update minute,text 1' : 'reject foreignRow 1';
	expect(
		describeDecisions(
			createDesiredPosts([{ rowId: id, ...NEW_TEXT_AND_DATE }], true),
			createMatchInput([[{ rowId: id }]], true),
		),
	).toEqual([expected]);
});

test.each<{ title: string; row: Partial<Row>; expected: string }>([
	{ title: 'unchanged', row: CAKE, expected: 'keep 2' },
	{ title: 'corrected', row: { ...CAKE, hour: 12 }, expected: 'update minute 2' },
])(
	'does not recognize the same sheet by a post of an earlier round of the loop that is $title',
	({ row, expected }) => {
		const loopHistory = {
			...NO_LOOP,
			isCreatedInEarlierRound: ({ id }: ExistingPost) => id === '2',
		};
		const calendar = createMatchInput([[{}], [CAKE]], true, { loopHistory });
		expect(describeDecisions(createDesiredPosts([NEW_TEXT_AND_DATE, row], true), calendar)).toEqual(
			['reject foreignRow 1', expected],
		);
	},
);
