import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import { NO_LOOP } from '../createListClient.cjs';
import {
	type Case,
	DRAFT,
	expectDecisions,
	FAILED_FOR_GOOD,
	MAYBE_ONLINE,
	MILK,
	NO_TEXT,
	PUBLISHED,
	STILL_TRYING,
	ONE_PART,
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
		expected: ['reject otherDetails 1'],
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
		expected: ['create similarTo 1'],
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
		expected: ['keep 1 hasItemChangedAfterPublishing'],
	},
	{
		title: 'keeps a published post with a text and another tag',
		rows: [{ settings: 'tag' }],
		posts: [[{}, PUBLISHED]],
		expected: ['keep 1 hasItemChangedAfterPublishing'],
	},
	{
		title: 'compares the files of a published post if two rows have its text and date',
		rows: [{ file: 'a' }, { file: 'c' }],
		posts: [[{ file: 'b' }, PUBLISHED]],
		expected: ['keep 1 hasItemChangedAfterPublishing', 'create'],
	},
	{
		title: 'does not call unreadable files of a published post other files',
		rows: [{ file: 'u1' }, { file: 'u2' }],
		posts: [[{ file: 'u3' }, PUBLISHED]],
		expected: ['keep 1', 'create'],
	},
	{
		title: 'rejects a scheduled post that exists as a draft',
		rows: [{}],
		posts: [[DRAFT]],
		expected: ['reject existingDraft 1'],
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
		posts: [[{ parts: 2 }, ONE_PART]],
		expected: ['reject incompleteThread 1'],
	},
	{
		title: 'keeps a thread that was shortened in Postiz',
		rows: [{ parts: 2 }],
		posts: [[{ parts: 2 }, { ...ONE_PART, isEdited: true }]],
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
		title: 'names the post with the same text',
		rows: [{}],
		posts: [[MILK], [{ hour: 20 }]],
		expected: ['create similarTo 2'],
	},
	{
		title: 'does not name a published post with another text',
		rows: [{}],
		posts: [[MILK, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'names a published post with the same text',
		rows: [{}],
		posts: [[{ hour: 5 }, PUBLISHED]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'names a pending post rather than a published one',
		rows: [{}],
		posts: [[{ hour: 5 }, PUBLISHED], [{ hour: 20 }]],
		expected: ['create similarTo 2'],
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
		title: 'names a post only for one row',
		rows: [{}, { text: 'cup' }],
		posts: [[{ text: 'tea cup' }]],
		expected: ['create similarTo 1', 'create'],
	},
	{
		title: 'does not name an unlike text at the same minute',
		rows: [{}],
		posts: [[MILK]],
		expected: ['create'],
	},
	{
		title: 'names the similar one of two posts at the same minute',
		rows: [{}],
		posts: [[MILK], [{ text: 'tea cup' }]],
		expected: ['create similarTo 2'],
	},
	{
		title: 'does not name the same text with another tag and date',
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
])('Create: $title', (example) => expectDecisions(example, { isUpsert: false }));

test('does not name a post of another round of the loop', () => {
	const loopHistory = { ...NO_LOOP, isSentInLoop: () => true };
	expectDecisions(
		{ rows: [{}], posts: [[MILK]], expected: ['create'] },
		{ isUpsert: false, loopHistory },
	);
});
