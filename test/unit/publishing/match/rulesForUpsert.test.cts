import { Problem } from '../../../../nodes/Postiz/common/problem';
import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import { HOUR } from '../../../shared/time.cjs';
import { NO_LOOP } from '../createListClient.cjs';
import {
	CAKE,
	type Case,
	createDesiredPosts,
	createMatchInput,
	decideWithFiles,
	describeDecisions,
	DRAFT,
	ELSEWHERE,
	expectDecisions,
	FAILED_FOR_GOOD,
	MAYBE_ONLINE,
	MILK,
	NEW_TEXT_AND_DATE,
	NO_TEXT,
	NOW,
	ONE_PART,
	OTHER_ROW,
	PUBLISHED,
	START,
	UNREADABLE_PARTS,
} from './describeDecisions.cjs';

test.each<Case>([
	{
		title: 'keeps the existing post of an equal row',
		items: [{}],
		posts: [[{}]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a scheduled post that was turned into a draft',
		items: [{}],
		posts: [[{}, { state: 'DRAFT' }]],
		expected: ['keep 1'],
	},
	{
		title: 'updates the text of a scheduled post that was turned into a draft',
		items: [MILK],
		posts: [[{}, { state: 'DRAFT' }]],
		expected: ['update text 1'],
	},
	{ title: 'updates the text', items: [MILK], posts: [[{}]], expected: ['update text 1'] },
	{
		title: 'updates a date that somebody already set in Postiz',
		items: [{ hour: 20 }],
		posts: [[{}, { time: START + 20 * HOUR }]],
		expected: ['update date 1'],
	},
	{
		title: 'updates the file',
		items: [{ file: 'a' }],
		posts: [[{ file: 'b' }]],
		expected: ['update media 1'],
	},
	{ title: 'schedules a draft', items: [{}], posts: [[DRAFT]], expected: ['update state 1'] },
	{
		title: 'updates the text of a draft that was already scheduled in Postiz',
		items: [MILK],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['update text 1'],
	},
	{
		title: 'rejects a new text of an approved draft',
		items: [{ ...MILK, ...DRAFT }],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['reject changedAfterApproval 1'],
	},
	{
		title: 'rejects a new picture of an approved draft',
		items: [{ ...DRAFT, file: 'b' }],
		posts: [[{ ...DRAFT, file: 'a' }, { state: 'QUEUE' }]],
		expected: ['reject changedAfterApproval 1'],
	},
	{
		title: 'updates the date of an approved draft',
		items: [{ ...DRAFT, hour: 20 }],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['update date 1'],
	},
	{
		title: 'rejects a new text and date of an approved draft',
		items: [{ ...NEW_TEXT_AND_DATE, ...DRAFT }],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['reject changedAfterApproval 1'],
	},
	{
		title: 'updates the text of a draft',
		items: [{ ...MILK, ...DRAFT }],
		posts: [[DRAFT]],
		expected: ['update text 1'],
	},
	{
		title: 'keeps a published post whose typo is corrected',
		items: [MILK],
		posts: [[{}, PUBLISHED]],
		expected: ['keep 1 hasItemChangedAfterPublishing'],
	},
	{
		title: 'keeps a published post whose file link expired',
		items: [{ file: 'u1' }],
		posts: [[{ file: 'a' }, PUBLISHED]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a published post whose picture changes',
		items: [{ file: 'b' }],
		posts: [[{ file: 'a' }, PUBLISHED]],
		expected: ['keep 1 hasItemChangedAfterPublishing'],
	},
	{
		title: 'rejects a new date of a published post',
		items: [{ hour: 20 }],
		posts: [[{}, PUBLISHED]],
		expected: ['reject alreadyPublished 1'],
	},
	{
		title: 'rejects a new text of a published post for now',
		items: [{ ...NOW, ...MILK }],
		posts: [[NOW, PUBLISHED]],
		expected: ['reject alreadyPublished 1'],
	},
	{
		title: 'moves a failed post on another channel',
		items: [{ hour: 20 }, { hour: 20, channel: 'in' }],
		posts: [
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		expected: ['keep 1 hasItemChangedAfterPublishing', 'update date 2'],
	},
	{
		title: 'keeps both posts when the row runs again',
		items: [{ hour: 20 }, { hour: 20, channel: 'in' }],
		posts: [
			[{}, PUBLISHED],
			[{ hour: 20, channel: 'in' }, PUBLISHED],
		],
		expected: ['keep 1 hasItemChangedAfterPublishing', 'keep 2'],
	},
	{
		title: 'corrects a failed post for now on another channel',
		items: [
			{ ...NOW, ...MILK },
			{ ...NOW, ...MILK, channel: 'in' },
		],
		posts: [
			[NOW, PUBLISHED],
			[{ ...NOW, channel: 'in' }, FAILED_FOR_GOOD],
		],
		expected: ['keep 1 hasItemChangedAfterPublishing', 'update text 2'],
	},
	{
		title: 'rejects a new text and date of a published post, and updates the failed one',
		items: [NEW_TEXT_AND_DATE, { ...NEW_TEXT_AND_DATE, channel: 'in' }],
		posts: [
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		expected: ['reject alreadyPublished 1', 'update date,text 2'],
	},
	{
		title: 'moves a failed picture on another channel, with a text',
		items: [
			{ ...NEW_TEXT_AND_DATE, file: 'a' },
			{ ...NEW_TEXT_AND_DATE, file: 'a', channel: 'in' },
		],
		posts: [
			[NO_TEXT, PUBLISHED],
			[{ ...NO_TEXT, channel: 'in' }, FAILED_FOR_GOOD],
		],
		expected: ['keep 1 hasItemChangedAfterPublishing', 'update date,text 2'],
	},
	{
		title: 'rejects a new date of a published post, and moves the failed post of another row',
		items: [{ hour: 20 }, { ...CAKE, hour: 12 }],
		posts: [
			[{}, PUBLISHED],
			[CAKE, FAILED_FOR_GOOD],
		],
		expected: ['reject alreadyPublished 1', 'update date 2'],
	},
	{
		title: 'keeps a published post for now with a new tag',
		items: [{ ...NOW, settings: 'tag' }],
		posts: [[NOW, PUBLISHED]],
		expected: ['keep 1 hasItemChangedAfterPublishing'],
	},
	{
		title: 'rejects a new text of a post that may be online',
		items: [MILK],
		posts: [[{}, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects a new text of an incomplete thread',
		items: [{ ...MILK, parts: 2 }],
		posts: [[{ parts: 2 }, ONE_PART]],
		expected: ['reject incompleteThread 1'],
	},
	{
		title: 'keeps the failed post of an unchanged row',
		items: [{}],
		posts: [[{}, FAILED_FOR_GOOD]],
		expected: ['keep 1'],
	},
	{
		title: 'updates the failed post of a changed row',
		items: [MILK],
		posts: [[{}, FAILED_FOR_GOOD]],
		expected: ['update text 1'],
	},
	{
		title: 'updates the queued post rather than the failed one',
		items: [MILK],
		posts: [[{}, FAILED_FOR_GOOD], [{}]],
		expected: ['update text 2'],
	},
	{
		title: 'keeps the equal one of two posts',
		items: [MILK],
		posts: [[{}], [MILK]],
		expected: ['keep 2'],
	},
	{
		title: 'rejects a row with two posts, none of which is equal',
		items: [{ hour: 20 }],
		posts: [[{}], [MILK]],
		expected: ['reject severalPostsForRow'],
	},
	{
		title: 'rejects rows with the same ID',
		items: [{}, MILK],
		posts: [[{}]],
		expected: ['reject reusedRowId', 'reject reusedRowId'],
	},
	{
		title: 'rejects an unchanged row whose post may be online',
		items: [{}],
		posts: [[{}, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'ignores an old undated post of another row',
		items: [NOW],
		posts: [
			[
				{ ...NOW, ...OTHER_ROW },
				{ ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS },
			],
		],
		expected: ['create'],
	},
	{
		title: 'ignores the same text with another tag in another row',
		items: [{ hour: 20 }],
		posts: [[{ ...OTHER_ROW, settings: 'tag' }]],
		expected: ['create'],
	},
	{
		title: 'keeps an equal post of a row whose ID changed',
		items: [{}],
		posts: [[OTHER_ROW]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a row whose ID changed if the files of its post can’t be compared',
		items: [{ file: 'u1' }],
		posts: [[{ ...OTHER_ROW, file: 'a' }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'rejects a row whose ID changed if the files of its published post can’t be compared',
		items: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...NOW, ...OTHER_ROW, file: 'a' }, PUBLISHED]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'creates a post beside that of another row with another file',
		items: [{ ...NOW, file: 'b' }],
		posts: [[{ ...NOW, ...OTHER_ROW, file: 'a' }, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'names a post on another channel',
		items: [ELSEWHERE],
		posts: [[{}]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'names a post only once if its row was moved to two channels',
		items: [ELSEWHERE, { channel: 'fb' }],
		posts: [[{}]],
		expected: ['create similarTo 1', 'create'],
	},
	{
		title: 'does not name a published post on another channel',
		items: [ELSEWHERE],
		posts: [[{}, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'creates a post on a further channel',
		items: [ELSEWHERE, {}],
		posts: [[{}]],
		expected: ['create', 'keep 1'],
	},
	{
		title: 'creates a post with another text on another channel',
		items: [{ ...ELSEWHERE, ...MILK }],
		posts: [[{}]],
		expected: ['create'],
	},
	{
		title: 'ignores the post of another row on another channel',
		items: [ELSEWHERE],
		posts: [[OTHER_ROW]],
		expected: ['create'],
	},
	{
		title: 'marks a row as a duplicate of a later row that has the post',
		items: [OTHER_ROW, {}],
		posts: [[{}]],
		expected: ['duplicate of 1', 'keep 1'],
	},
	{
		title: 'creates a post for a new row with the content of a rejected one',
		items: [{ hour: 20 }, { ...OTHER_ROW, hour: 20 }, { rowId: 'May 3', hour: 20 }],
		posts: [[{}, PUBLISHED]],
		expected: ['reject alreadyPublished 1', 'create', 'duplicate of 1'],
	},
	{
		title: 'creates no post for a new row with the content of one whose post may be online',
		items: [{ ...OTHER_ROW, ...MILK }, MILK],
		posts: [[{}, MAYBE_ONLINE]],
		expected: ['duplicate of 1', 'reject mayBeOnline 1'],
	},
])('Create or Update: $title', (example) => expectDecisions(example, { isUpsert: true }));

test('creates a post beside that of another round of the loop whose files can’t be compared', () => {
	const loopHistory = { ...NO_LOOP, isKnownInLoop: () => true };
	expectDecisions(
		{
			items: [{ ...NOW, file: 'u1' }],
			posts: [[{ ...NOW, ...OTHER_ROW, file: 'a' }, PUBLISHED]],
			expected: ['create'],
		},
		{ isUpsert: true, loopHistory },
	);
});

test('rejects a row with the ID of another row in an earlier round of its loop', () => {
	const rows = createDesiredPosts([{}, OTHER_ROW], true);
	const loopHistory = {
		...NO_LOOP,
		isRowIdReused: (desired: DesiredPost) => desired === rows[0],
	};
	const input = createMatchInput([[MILK]], true, { loopHistory });
	expect(decideWithFiles(rows, input)).toMatchObject([
		{ action: 'reject', conflict: 'reusedRowId', itemIndexes: [0], otherPosts: input.posts },
		{ action: 'create' },
	]);
});

test.each<Omit<Case, 'posts'>>([
	{
		title: 'rejects a row that has changed nothing but the address of its file',
		items: [{ file: 'b' }],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'updates the text of a row with another address of its file',
		items: [{ ...MILK, file: 'b' }],
		expected: ['update text,media 1'],
	},
])('if Postiz fails to show its post, $title', ({ items, expected }) => {
	const rows = createDesiredPosts(items, true);
	const input = createMatchInput([[{ file: 'a' }, UNREADABLE_PARTS]], true);
	expect(describeDecisions(rows, input, new Problem('status 500', ''))).toEqual(expected);
});
