import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import { decide } from '../../../../nodes/Postiz/publishing/match/decide';
import { HOUR } from '../../../shared/time.cjs';
import { NO_LOOP } from '../createListClient.cjs';
import {
	BY_HAND,
	CAKE,
	type Case,
	createMatchInput,
	createDesiredPosts,
	describeDecisions,
	DRAFT,
	ELSEWHERE,
	FAILED_FOR_GOOD,
	MAYBE_ONLINE,
	MILK,
	NEW_TEXT_AND_DATE,
	NO_TEXT,
	NOW,
	OTHER_ROW,
	PUBLISHED,
	type Row,
	START,
	UNREADABLE_FINGERPRINT,
} from './describeDecisions.cjs';

test.each<Case>([
	{
		title: 'keeps the existing post of an equal row',
		rows: [{}],
		posts: [[{}]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a scheduled post that was turned into a draft',
		rows: [{}],
		posts: [[{}, { state: 'DRAFT' }]],
		expected: ['keep 1'],
	},
	{
		title: 'updates the text of a scheduled post that was turned into a draft',
		rows: [MILK],
		posts: [[{}, { state: 'DRAFT' }]],
		expected: ['update text 1'],
	},
	{ title: 'updates the text', rows: [MILK], posts: [[{}]], expected: ['update text 1'] },
	{
		title: 'updates a date that somebody already set in Postiz',
		rows: [{ hour: 20 }],
		posts: [[{}, { time: START + 20 * HOUR }]],
		expected: ['update minute 1'],
	},
	{
		title: 'updates the file',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'b' }]],
		expected: ['update files 1'],
	},
	{ title: 'schedules a draft', rows: [{}], posts: [[DRAFT]], expected: ['update isDraft 1'] },
	{
		title: 'updates the text of a draft that was already scheduled in Postiz',
		rows: [MILK],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['update text 1'],
	},
	{
		title: 'rejects a new text of an approved draft',
		rows: [{ ...MILK, ...DRAFT }],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['reject changedAfterApproval 1'],
	},
	{
		title: 'rejects a new picture of an approved draft',
		rows: [{ ...DRAFT, file: 'b' }],
		posts: [[{ ...DRAFT, file: 'a' }, { state: 'QUEUE' }]],
		expected: ['reject changedAfterApproval 1'],
	},
	{
		title: 'updates the date of an approved draft',
		rows: [{ ...DRAFT, hour: 20 }],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['update minute 1'],
	},
	{
		title: 'rejects a new text and date of an approved draft',
		rows: [{ ...NEW_TEXT_AND_DATE, ...DRAFT }],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['reject changedAfterApproval 1'],
	},
	{
		title: 'updates the text of a draft',
		rows: [{ ...MILK, ...DRAFT }],
		posts: [[DRAFT]],
		expected: ['update text 1'],
	},
	{
		title: 'keeps a published post whose typo is corrected',
		rows: [MILK],
		posts: [[{}, PUBLISHED]],
		expected: ['keep 1 hasRowChanged'],
	},
	{
		title: 'keeps a published post whose file link expired',
		rows: [{ file: 'u1' }],
		posts: [[{ file: 'a' }, PUBLISHED]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a published post whose picture changes',
		rows: [{ file: 'b' }],
		posts: [[{ file: 'a' }, PUBLISHED]],
		expected: ['keep 1 hasRowChanged'],
	},
	{
		title: 'rejects a new date of a published post',
		rows: [{ hour: 20 }],
		posts: [[{}, PUBLISHED]],
		expected: ['reject alreadyPublished 1'],
	},
	{
		title: 'rejects a new text of a published post for now',
		rows: [{ ...NOW, ...MILK }],
		posts: [[NOW, PUBLISHED]],
		expected: ['reject alreadyPublished 1'],
	},
	{
		title: 'moves a failed post on another channel',
		rows: [{ hour: 20 }, { hour: 20, channel: 'in' }],
		posts: [
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		expected: ['keep 1 hasRowChanged', 'update minute 2'],
	},
	{
		title: 'keeps both posts when the row runs again',
		rows: [{ hour: 20 }, { hour: 20, channel: 'in' }],
		posts: [
			[{}, PUBLISHED],
			[{ hour: 20, channel: 'in' }, PUBLISHED],
		],
		expected: ['keep 1 hasRowChanged', 'keep 2'],
	},
	{
		title: 'corrects a failed post for now on another channel',
		rows: [
			{ ...NOW, ...MILK },
			{ ...NOW, ...MILK, channel: 'in' },
		],
		posts: [
			[NOW, PUBLISHED],
			[{ ...NOW, channel: 'in' }, FAILED_FOR_GOOD],
		],
		expected: ['keep 1 hasRowChanged', 'update text 2'],
	},
	{
		title: 'rejects a new text and date of a published post, and updates the failed one',
		rows: [NEW_TEXT_AND_DATE, { ...NEW_TEXT_AND_DATE, channel: 'in' }],
		posts: [
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		expected: ['reject alreadyPublished 1', 'update minute,text 2'],
	},
	{
		title: 'moves a failed picture on another channel, with a text',
		rows: [
			{ ...NEW_TEXT_AND_DATE, file: 'a' },
			{ ...NEW_TEXT_AND_DATE, file: 'a', channel: 'in' },
		],
		posts: [
			[NO_TEXT, PUBLISHED],
			[{ ...NO_TEXT, channel: 'in' }, FAILED_FOR_GOOD],
		],
		expected: ['keep 1 hasRowChanged', 'update minute,text 2'],
	},
	{
		title: 'rejects a new date of a published post, and moves the failed post of another row',
		rows: [{ hour: 20 }, { ...CAKE, hour: 12 }],
		posts: [
			[{}, PUBLISHED],
			[CAKE, FAILED_FOR_GOOD],
		],
		expected: ['reject alreadyPublished 1', 'update minute 2'],
	},
	{
		title: 'keeps a published post for now with a new tag',
		rows: [{ ...NOW, settings: 'tag' }],
		posts: [[NOW, PUBLISHED]],
		expected: ['keep 1 hasRowChanged'],
	},
	{
		title: 'rejects a new text of a post that may be online',
		rows: [MILK],
		posts: [[{}, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects a new text of an incomplete thread',
		rows: [{ ...MILK, parts: 2 }],
		posts: [[{ parts: 2 }, { partCount: 1 }]],
		expected: ['reject incompleteThread 1'],
	},
	{
		title: 'keeps the failed post of an unchanged row',
		rows: [{}],
		posts: [[{}, FAILED_FOR_GOOD]],
		expected: ['keep 1'],
	},
	{
		title: 'updates the failed post of a changed row',
		rows: [MILK],
		posts: [[{}, FAILED_FOR_GOOD]],
		expected: ['update text 1'],
	},
	{
		title: 'updates the queued post rather than the failed one',
		rows: [MILK],
		posts: [[{}, FAILED_FOR_GOOD], [{}]],
		expected: ['update text 2'],
	},
	{
		title: 'keeps the equal one of two posts',
		rows: [MILK],
		posts: [[{}], [MILK]],
		expected: ['keep 2'],
	},
	{
		title: 'rejects a row with two posts, none of which is equal',
		rows: [{ hour: 20 }],
		posts: [[{}], [MILK]],
		expected: ['reject twoPostsForRow'],
	},
	{
		title: 'rejects rows with the same ID',
		rows: [{}, MILK],
		posts: [[{}]],
		expected: ['reject reusedRowId', 'reject reusedRowId'],
	},
	{
		title: 'rejects a row with the ID of another sheet',
		rows: [NEW_TEXT_AND_DATE],
		posts: [[{}]],
		expected: ['reject foreignRow 1'],
	},
	{
		title: 'updates the failed post of another sheet',
		rows: [NEW_TEXT_AND_DATE],
		posts: [[{}, FAILED_FOR_GOOD]],
		expected: ['update minute,text 1'],
	},
	{
		title: 'updates the text and date if another row is unchanged',
		rows: [NEW_TEXT_AND_DATE, CAKE],
		posts: [[{}], [CAKE]],
		expected: ['update minute,text 1', 'keep 2'],
	},
	{
		title: 'updates the text and date if another row only has a new date',
		rows: [NEW_TEXT_AND_DATE, { ...CAKE, hour: 12 }],
		posts: [[{}], [CAKE]],
		expected: ['update minute,text 1', 'update minute 2'],
	},
	{
		title: 'rejects a new text and date if the other row is rejected',
		rows: [NEW_TEXT_AND_DATE, { ...CAKE, hour: 12 }],
		posts: [[{}], [CAKE, PUBLISHED]],
		expected: ['reject foreignRow 1', 'reject alreadyPublished 2'],
	},
	{
		title: 'rejects a new text and date if the other row is new',
		rows: [NEW_TEXT_AND_DATE, CAKE],
		posts: [[{}]],
		expected: ['reject foreignRow 1', 'create'],
	},
	{
		title: 'rejects two rows with a new text and date, even beside an unchanged row',
		rows: [
			NEW_TEXT_AND_DATE,
			{ ...OTHER_ROW, ...NEW_TEXT_AND_DATE, hour: 21 },
			{ ...CAKE, rowId: 'May 3' },
		],
		posts: [[{}], [OTHER_ROW], [{ ...CAKE, rowId: 'May 3' }]],
		expected: ['reject foreignRow 1', 'reject foreignRow 2', 'keep 3'],
	},
	{
		title: 'rejects an unchanged row whose post may be online',
		rows: [{}],
		posts: [[{}, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{ title: 'keeps an equal manual post', rows: [{}], posts: [[{}, BY_HAND]], expected: ['keep 1'] },
	{
		title: 'creates a post beside a manual one with another date',
		rows: [{ hour: 20 }],
		posts: [[{}, BY_HAND]],
		expected: ['create'],
	},
	{
		title: 'ignores an undated draft of Create with another text',
		rows: [{ ...NOW, ...MILK }],
		posts: [[{ ...NOW, ...DRAFT }, {}, 'create']],
		expected: ['create'],
	},
	{
		title: 'links an equal post of Create',
		rows: [{}],
		posts: [[{}, {}, 'create']],
		expected: ['keep 1 needsRowId'],
	},
	{
		title: 'links an equal draft of Create',
		rows: [DRAFT],
		posts: [[DRAFT, {}, 'create']],
		expected: ['keep 1 needsRowId'],
	},
	{
		title: 'keeps a published post of Create without linking it',
		rows: [{}],
		posts: [[{}, PUBLISHED, 'create']],
		expected: ['keep 1'],
	},
	{
		title: 'links an approved draft of Create',
		rows: [DRAFT],
		posts: [[DRAFT, { state: 'QUEUE' }, 'create']],
		expected: ['keep 1 needsRowId'],
	},
	{
		title: 'suggests replacing a post of Create with the same text and another date',
		rows: [{ hour: 20 }],
		posts: [[{}, {}, 'create']],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'does not suggest replacing a post of Create that belongs to another row',
		rows: [{ hour: 20 }, { ...OTHER_ROW, hour: 30 }],
		posts: [
			[{ hour: 30 }, {}, 'create'],
			[{ hour: 40 }, PUBLISHED, 'create'],
		],
		expected: ['create', 'keep 1 needsRowId'],
	},
	{
		title: 'schedules a draft of Create',
		rows: [{}],
		posts: [[DRAFT, {}, 'create']],
		expected: ['update isDraft 1'],
	},
	{
		title: 'keeps a published post of Create for a draft',
		rows: [DRAFT],
		posts: [[{}, PUBLISHED, 'create']],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a post of Create that may be online',
		rows: [{}],
		posts: [[{}, MAYBE_ONLINE, 'create']],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'keeps an old undated post of Create',
		rows: [NOW],
		posts: [[NOW, { ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS }, 'create']],
		expected: ['keep 1'],
	},
	{
		title: 'ignores an old undated post of another row',
		rows: [NOW],
		posts: [
			[
				{ ...NOW, ...OTHER_ROW },
				{ ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS },
			],
		],
		expected: ['create'],
	},
	{
		title: 'rejects a post of Create with another file',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'b' }, {}, 'create']],
		expected: ['reject otherFiles 1'],
	},
	{
		title: 'rejects a post of Create with a similar text at the same minute',
		rows: [{ text: 'tea cup' }],
		posts: [[{}, {}, 'create']],
		expected: ['reject earlierVersion 1'],
	},
	{
		title: 'ignores an unlike post of Create at the same minute',
		rows: [MILK],
		posts: [[{}, {}, 'create']],
		expected: ['create'],
	},
	{
		title: 'ignores a post of Create without words at the same minute',
		rows: [MILK],
		posts: [[{ text: '🥛' }, {}, 'create']],
		expected: ['create'],
	},
	{
		title: 'ignores a picture of Create at the same minute',
		rows: [MILK],
		posts: [[NO_TEXT, {}, 'create']],
		expected: ['create'],
	},
	{
		title: 'rejects a picture of Create at the same minute that has a text now',
		rows: [{ ...NO_TEXT, ...MILK }],
		posts: [[NO_TEXT, {}, 'create']],
		expected: ['reject earlierVersion 1'],
	},
	{
		title: 'names the similar one of two posts of Create at the same minute',
		rows: [{ text: 'tea cup' }],
		posts: [
			[MILK, {}, 'create'],
			[{}, {}, 'create'],
		],
		expected: ['reject earlierVersion 2'],
	},
	{
		title: 'rejects a row if the fingerprint of a post is unreadable',
		rows: [{}],
		posts: [[NEW_TEXT_AND_DATE, UNREADABLE_FINGERPRINT]],
		expected: ['reject unreadableRowId 1'],
	},
	{
		title: 'names the similar one of two posts with unreadable fingerprints',
		rows: [{}],
		posts: [
			[NEW_TEXT_AND_DATE, UNREADABLE_FINGERPRINT],
			[{ hour: 20 }, UNREADABLE_FINGERPRINT],
		],
		expected: ['reject unreadableRowId 2'],
	},
	{
		title: 'ignores a post with an unreadable fingerprint on another channel',
		rows: [{}],
		posts: [[{ ...NEW_TEXT_AND_DATE, channel: 'in' }, UNREADABLE_FINGERPRINT]],
		expected: ['create'],
	},
	{
		title: 'keeps an equal post with an unreadable fingerprint',
		rows: [{}],
		posts: [[{}, UNREADABLE_FINGERPRINT]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a post with an unreadable fingerprint for the row that equals it',
		rows: [{}, { ...OTHER_ROW, ...MILK }],
		posts: [[{ ...OTHER_ROW, ...MILK }, UNREADABLE_FINGERPRINT]],
		expected: ['create', 'keep 1'],
	},
	{
		title: 'updates its post although the fingerprint of another is unreadable',
		rows: [MILK],
		posts: [[{}], [NEW_TEXT_AND_DATE, UNREADABLE_FINGERPRINT]],
		expected: ['update text 1'],
	},
	{
		title: 'suggests replacing a post of Create with another tag and date',
		rows: [{ hour: 20 }],
		posts: [[{ settings: 'tag' }, {}, 'create']],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'does not suggest replacing a published post of Create with another tag and date',
		rows: [{ hour: 20 }],
		posts: [[{ settings: 'tag' }, PUBLISHED, 'create']],
		expected: ['create'],
	},
	{
		title: 'ignores the same text with another tag in another row',
		rows: [{ hour: 20 }],
		posts: [[{ ...OTHER_ROW, settings: 'tag' }]],
		expected: ['create'],
	},
	{
		title: 'keeps an equal post of a row whose ID changed',
		rows: [{}],
		posts: [[OTHER_ROW]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a row whose ID changed if the files of its post can’t be compared',
		rows: [{ file: 'u1' }],
		posts: [[{ ...OTHER_ROW, file: 'a' }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'rejects a row whose ID changed if the files of its published post can’t be compared',
		rows: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...NOW, ...OTHER_ROW, file: 'a' }, PUBLISHED]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'creates a post beside that of another row with another file',
		rows: [{ ...NOW, file: 'b' }],
		posts: [[{ ...NOW, ...OTHER_ROW, file: 'a' }, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'suggests replacing a post on another channel',
		rows: [ELSEWHERE],
		posts: [[{}]],
		expected: ['create replaceablePost 1'],
	},
	{
		title: 'does not suggest replacing a published post on another channel',
		rows: [ELSEWHERE],
		posts: [[{}, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'creates a post on a further channel',
		rows: [ELSEWHERE, {}],
		posts: [[{}]],
		expected: ['create', 'keep 1'],
	},
	{
		title: 'creates a post with another text on another channel',
		rows: [{ ...ELSEWHERE, ...MILK }],
		posts: [[{}]],
		expected: ['create'],
	},
	{
		title: 'ignores the post of another row on another channel',
		rows: [ELSEWHERE],
		posts: [[OTHER_ROW]],
		expected: ['create'],
	},
	{
		title: 'marks a row as a duplicate of a later row that has the post',
		rows: [OTHER_ROW, {}],
		posts: [[{}]],
		expected: ['duplicate of 1', 'keep 1'],
	},
	{
		title: 'creates a post for a new row with the content of a rejected one',
		rows: [{ hour: 20 }, { ...OTHER_ROW, hour: 20 }, { rowId: 'May 3', hour: 20 }],
		posts: [[{}, PUBLISHED]],
		expected: ['reject alreadyPublished 1', 'create', 'duplicate of 1'],
	},
	{
		title: 'creates a post for a new row with the content of one with a foreign ID',
		rows: [{ ...OTHER_ROW, ...NEW_TEXT_AND_DATE }, NEW_TEXT_AND_DATE],
		posts: [[{}]],
		expected: ['create', 'reject foreignRow 1'],
	},
	{
		title: 'creates no post for a new row with the content of one whose post may be online',
		rows: [{ ...OTHER_ROW, ...MILK }, MILK],
		posts: [[{}, MAYBE_ONLINE]],
		expected: ['duplicate of 1', 'reject mayBeOnline 1'],
	},
])('Create or Update: $title', ({ rows, posts, expected }) => {
	expect(describeDecisions(createDesiredPosts(rows, true), createMatchInput(posts, true))).toEqual(
		expected,
	);
});

test.each<{
	title: string;
	row: Partial<Row>;
	existing: Partial<Row>;
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
		changes: { isByHand: true },
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
		const input = createMatchInput([[existing, { ...BY_HAND, ...changes }]], true, {
			keepsFingerprints: false,
		});
		expect(describeDecisions(createDesiredPosts([row], true), input)).toEqual([expected]);
	},
);

test('creates a post beside that of another round of the loop whose files can’t be compared', () => {
	const rows = createDesiredPosts([{ ...NOW, file: 'u1' }], true);
	const loopHistory = { ...NO_LOOP, isSentInLoop: () => true };
	const input = createMatchInput([[{ ...NOW, ...OTHER_ROW, file: 'a' }, PUBLISHED]], true, {
		loopHistory,
	});
	expect(describeDecisions(rows, input)).toEqual(['create']);
});

test('rejects a row with the ID of another row in an earlier round of its loop', () => {
	const rows = createDesiredPosts([{}, OTHER_ROW], true);
	const loopHistory = {
		...NO_LOOP,
		isRowIdReused: (desired: DesiredPost) => desired === rows[0],
	};
	const input = createMatchInput([[MILK]], true, { loopHistory });
	expect(decide(rows, input)).toMatchObject([
		{ action: 'reject', conflict: 'reusedRowId', itemIndexes: [0], otherPosts: input.posts },
		{ action: 'create' },
	]);
});
