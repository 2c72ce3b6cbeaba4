import { listPairsToCompare } from '../../../../nodes/Postiz/publishing/match/listPairsToCompare';
import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import {
	createDesiredPosts,
	createMatchInput,
	describeDecisions,
	DRAFT,
	FAILED_FOR_GOOD,
	type MadePost,
	MAYBE_ONLINE,
	MILK,
	NO_TEXT,
	OTHER_ROW,
	PUBLISHED,
	type TestItem,
} from './describeDecisions.cjs';

/** The pairs to compare, as the index of the row and the ID of the post. */
const listPairs = (rows: DesiredPost[], input: ReturnType<typeof createMatchInput>): string[] =>
	listPairsToCompare(rows, input).map(
		({ desired, existing }) => `${desired.item.index} ${existing.id}`,
	);

test('compares files if more rows than posts have the same text and date', () => {
	const rows = createDesiredPosts([{ file: 'a' }, { file: 'b' }], false);
	const failed: MadePost = [{ file: 'a2' }, FAILED_FOR_GOOD];
	const published: MadePost = [{ file: 'b2' }, PUBLISHED];
	expect(listPairs(rows, createMatchInput([failed, published], false))).toEqual(['0 2', '1 2']);
	expect(describeDecisions(rows, createMatchInput([failed, published], false))).toEqual([
		'create failedPost 1',
		'keep 2',
	]);
	const maybeOnline: MadePost = [{ file: 'a2' }, MAYBE_ONLINE];
	expect(listPairs(rows, createMatchInput([maybeOnline, published], false))).toEqual([
		'0 1',
		'0 2',
		'1 1',
		'1 2',
	]);
	expect(
		describeDecisions([...rows].reverse(), createMatchInput([maybeOnline, published], false)),
	).toEqual(['keep 2', 'reject mayBeOnline 1']);
	const bothPublished = createMatchInput([[{ file: 'a2' }, PUBLISHED], published], false);
	expect(listPairs(rows, bothPublished)).toEqual([]);
});

test.each<{
	title: string;
	hasRowId: boolean;
	row: Partial<TestItem>;
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
		title: 'compares the files of the row’s post that failed for good',
		hasRowId: true,
		row: { file: 'a' },
		post: [{ file: 'b' }, FAILED_FOR_GOOD],
		isCompared: true,
	},
	{
		title: 'ignores the files of a post with another text',
		hasRowId: false,
		row: { file: 'a' },
		post: [{ file: 'b', ...MILK }],
		isCompared: false,
	},
	{
		title: 'ignores existing posts of a post that is posted again',
		hasRowId: false,
		row: { file: 'a', postAgain: true },
		post: [{ file: 'b' }],
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
	const requested = listPairs(rows, createMatchInput([post], hasRowId));
	expect(requested).toEqual(isCompared ? ['0 1'] : []);
});

test('compares no files of a post if an equal one exists', () => {
	const rows = createDesiredPosts([{ file: 'a' }, { file: 'c' }], false);
	const input = createMatchInput([[{ file: 'b' }], [{ file: 'a' }]], false);
	expect(listPairs(rows, input)).toEqual(['1 1', '1 2']);
});

test('compares the files of a scheduled row if the equal post is a draft', () => {
	const rows = createDesiredPosts([{ ...DRAFT, file: 'a' }, { file: 'a' }], false);
	const input = createMatchInput([[{ ...DRAFT, file: 'a' }], [{ file: 'a2' }]], false);
	expect(listPairs(rows, input)).toEqual(['1 2']);
	expect(describeDecisions(rows, input)).toEqual(['keep 1', 'keep 2']);
});
