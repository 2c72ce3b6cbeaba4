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
	{ title: 'keeps an equal post', items: [{}], posts: [[{}]], expected: ['keep 1'] },
	{
		title: 'prefers an equal post to a similar one',
		items: [{}],
		posts: [[{ settings: 'tag' }], [{}]],
		expected: ['keep 2'],
	},
	{
		title: 'keeps a post whose file has the same bytes',
		items: [{ file: 'a' }],
		posts: [[{ file: 'a2' }]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a post with different files',
		items: [{ file: 'a' }],
		posts: [[{ file: 'b' }]],
		expected: ['reject differentFiles 1'],
	},
	{
		title: 'rejects a post with different files that may be online',
		items: [{ file: 'a' }],
		posts: [[{ file: 'b' }, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects a post with different files that Postiz is still trying to publish',
		items: [{ file: 'a' }],
		posts: [[{ file: 'b' }, STILL_TRYING]],
		expected: ['reject stillTrying 1'],
	},
	{
		title: 'rejects a post with different settings that may be online',
		items: [{}],
		posts: [[{ settings: 'tag' }, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects several items because of one post',
		items: [{ file: 'a' }, { file: 'c' }],
		posts: [[{ file: 'b' }]],
		expected: ['reject differentFiles 1', 'reject differentFiles 1'],
	},
	{
		title: 'rejects a post with different settings',
		items: [{}],
		posts: [[{ settings: 'tag' }]],
		expected: ['reject differentDetails 1'],
	},
	{
		title: 'keeps a published post with different files',
		items: [{ file: 'a' }],
		posts: [[{ file: 'b' }, PUBLISHED]],
		expected: ['keep 1'],
	},
	{
		title: 'prefers a published post to one that may be online',
		items: [{ file: 'u1' }, { file: 'u2' }],
		posts: [
			[{ file: 'u3' }, MAYBE_ONLINE],
			[{ file: 'u4' }, PUBLISHED],
		],
		expected: ['keep 2', 'reject mayBeOnline 1'],
	},
	{
		title: 'creates a post without text if its file differs',
		items: [NO_TEXT],
		posts: [[{ ...NO_TEXT, file: 'b' }]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'rejects a dated post whose files are unreadable',
		items: [{ file: 'u1' }],
		posts: [[{ file: 'u2' }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'rejects a post without text whose files are unreadable',
		items: [{ text: '', file: 'u1' }],
		posts: [[{ text: '', file: 'u2' }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'keeps a published post with different settings',
		items: [NO_TEXT],
		posts: [[{ ...NO_TEXT, settings: 'tag' }, PUBLISHED]],
		expected: ['keep 1 hasItemChangedAfterPublishing'],
	},
	{
		title: 'keeps a published post with a text and another tag',
		items: [{ settings: 'tag' }],
		posts: [[{}, PUBLISHED]],
		expected: ['keep 1 hasItemChangedAfterPublishing'],
	},
	{
		title: 'compares the files of a published post if two items have its text and date',
		items: [{ file: 'a' }, { file: 'c' }],
		posts: [[{ file: 'b' }, PUBLISHED]],
		expected: ['keep 1 hasItemChangedAfterPublishing', 'create'],
	},
	{
		title: 'does not call unreadable files of a published post other files',
		items: [{ file: 'u1' }, { file: 'u2' }],
		posts: [[{ file: 'u3' }, PUBLISHED]],
		expected: ['keep 1', 'create'],
	},
	{
		title: 'rejects a scheduled post that exists as a draft',
		items: [{}],
		posts: [[DRAFT]],
		expected: ['reject existingDraft 1'],
	},
	{
		title: 'rejects a draft that exists as a scheduled post',
		items: [DRAFT],
		posts: [[{}]],
		expected: ['reject alreadyScheduled 1'],
	},
	{
		title: 'keeps a published post for a draft',
		items: [DRAFT],
		posts: [[{}, PUBLISHED]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a scheduled post that was turned into a draft',
		items: [{}],
		posts: [[{}, { state: 'DRAFT' }]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps an approved draft',
		items: [DRAFT],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['keep 1'],
	},
	{
		title: 'assigns each of two copies to the item with its original state',
		items: [{}, DRAFT],
		posts: [[DRAFT, { state: 'QUEUE' }], [{}]],
		expected: ['keep 2', 'keep 1'],
	},
	{
		title: 'rejects an incomplete thread',
		items: [{ parts: 2 }],
		posts: [[{ parts: 2 }, ONE_PART]],
		expected: ['reject incompleteThread 1'],
	},
	{
		title: 'keeps a thread that was shortened in Postiz',
		items: [{ parts: 2 }],
		posts: [[{ parts: 2 }, { ...ONE_PART, isEdited: true }]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a thread whose parts are unreadable',
		items: [{ parts: 2 }],
		posts: [[{ parts: 2 }, UNREADABLE_PARTS]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a post that may be online',
		items: [{}],
		posts: [[{}, MAYBE_ONLINE]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects a post that Postiz is still trying to publish',
		items: [{}],
		posts: [[{}, STILL_TRYING]],
		expected: ['reject stillTrying 1'],
	},
	{
		title: 'creates a post again that certainly failed',
		items: [{}],
		posts: [[{}, FAILED_FOR_GOOD]],
		expected: ['create failedPost 1'],
	},
	{
		title: 'names the post with the same text',
		items: [{}],
		posts: [[MILK], [{ hour: 20 }]],
		expected: ['create similarTo 2'],
	},
	{
		title: 'does not name a published post with another text',
		items: [{}],
		posts: [[MILK, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'names a published post with the same text',
		items: [{}],
		posts: [[{ hour: 5 }, PUBLISHED]],
		expected: ['create similarTo 1'],
	},
	{
		title: 'names a pending post rather than a published one',
		items: [{}],
		posts: [[{ hour: 5 }, PUBLISHED], [{ hour: 20 }]],
		expected: ['create similarTo 2'],
	},
	{
		title: 'names the failed post with the same date',
		items: [{}],
		posts: [
			[{}, FAILED_FOR_GOOD],
			[{ hour: 20 }, FAILED_FOR_GOOD],
		],
		expected: ['create failedPost 1'],
	},
	{
		title: 'keeps an old post that has a date',
		items: [{}],
		posts: [[{}, { age: DEDUPE_WINDOW_MS + 1 }]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps an approved draft of a scheduled post',
		items: [{}],
		posts: [[DRAFT, { state: 'QUEUE' }]],
		expected: ['keep 1'],
	},
	{
		title: 'prefers a scheduled post to one that may be online',
		items: [{}],
		posts: [[{}, MAYBE_ONLINE], [{}]],
		expected: ['keep 2'],
	},
	{
		title: 'ignores a post with the same text and another date if an equal one exists',
		items: [{}],
		posts: [[{ hour: 20 }], [{}]],
		expected: ['keep 2'],
	},
	{
		title: 'names a post only for one item',
		items: [{}, { text: 'cup' }],
		posts: [[{ text: 'tea cup' }]],
		expected: ['create similarTo 1', 'create'],
	},
	{
		title: 'does not name an unlike text at the same minute',
		items: [{}],
		posts: [[MILK]],
		expected: ['create'],
	},
	{
		title: 'names the similar one of two posts at the same minute',
		items: [{}],
		posts: [[MILK], [{ text: 'tea cup' }]],
		expected: ['create similarTo 2'],
	},
	{
		title: 'does not name the same text with another tag and date',
		items: [{ hour: 20 }],
		posts: [[{ settings: 'tag' }]],
		expected: ['create'],
	},
	{
		title: 'creates an equal post with Post Again',
		items: [{ postAgain: true }],
		posts: [[{}]],
		expected: ['create'],
	},
	{
		title: 'marks an equal item as a duplicate, but not on another channel',
		items: [{}, {}, { channel: 'in' }],
		posts: [],
		expected: ['create', 'duplicate of 0', 'create'],
	},
	{
		title: 'creates equal items with Post Again',
		items: [{ postAgain: true }, { postAgain: true }],
		posts: [],
		expected: ['create', 'create'],
	},
])('Create: $title', (example) => expectDecisions(example, { isUpsert: false }));

test('does not name a post of another round of the loop', () => {
	const loopHistory = { ...NO_LOOP, isKnownInLoop: () => true };
	expectDecisions(
		{ items: [{}], posts: [[MILK]], expected: ['create'] },
		{ isUpsert: false, loopHistory },
	);
});
