/** Posts that people made in Postiz. */
import { HOUR, MINUTE } from '../../../shared/time.cjs';
import {
	NO_FINGERPRINT,
	type Case,
	expectDecisions,
	MAYBE_ONLINE,
	MILK,
	NO_TEXT,
	NOW,
	PUBLISHED,
	START,
	UNREADABLE_PARTS,
} from './describeDecisions.cjs';

test.each<Case>([
	{
		title: 'keeps a manual post at the same minute',
		items: [{}],
		posts: [[{}, { ...NO_FINGERPRINT, time: START + 10 * HOUR + 59_999 }]],
		expected: ['keep 1'],
	},
	{
		title: 'ignores a manual post a minute later',
		items: [{}],
		posts: [[{}, { ...NO_FINGERPRINT, time: START + 10 * HOUR + MINUTE }]],
		expected: ['create'],
	},
	{
		title: 'ignores a manual post with another text',
		items: [{}],
		posts: [[MILK, NO_FINGERPRINT]],
		expected: ['create'],
	},
	{
		title: 'ignores a manual post with fewer files',
		items: [{ file: 'a' }],
		posts: [[{}, NO_FINGERPRINT]],
		expected: ['create'],
	},
	{
		title: 'ignores a manual post with different files',
		items: [{ file: 'a' }],
		posts: [[{ file: 'b' }, NO_FINGERPRINT]],
		expected: ['create'],
	},
	{
		title: 'keeps a manual post with the same text and unreadable files',
		items: [{ file: 'u1' }],
		posts: [[{ file: 'u2' }, NO_FINGERPRINT]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a manual post without text whose files are unreadable',
		items: [{ text: '', file: 'u1' }],
		posts: [[{ text: '', file: 'u2' }, NO_FINGERPRINT]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'ignores a manual post with more files',
		items: [{}],
		posts: [[{ file: 'a' }, NO_FINGERPRINT]],
		expected: ['create'],
	},
	{
		title: 'keeps a manual post without text that has the same file',
		items: [NO_TEXT],
		posts: [[NO_TEXT, NO_FINGERPRINT]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a manual draft',
		items: [{}],
		posts: [[{}, { ...NO_FINGERPRINT, state: 'DRAFT' }]],
		expected: ['reject existingDraft 1'],
	},
	{
		title: 'rejects a manual post that may be online',
		items: [{}],
		posts: [[{}, { ...NO_FINGERPRINT, ...MAYBE_ONLINE }]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects a manual post with fewer parts',
		items: [{ parts: 2 }],
		posts: [[{}, NO_FINGERPRINT]],
		expected: ['reject incompleteThread 1'],
	},
	{
		title: 'keeps a manual post with unreadable parts for a row with only a text',
		items: [{}],
		posts: [[{ file: 'a' }, { ...NO_FINGERPRINT, ...UNREADABLE_PARTS }]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a manual post with unreadable parts for a thread',
		items: [{ parts: 2 }],
		posts: [[{ parts: 2 }, { ...NO_FINGERPRINT, ...UNREADABLE_PARTS }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'rejects a manual post with unreadable parts for a row with a file',
		items: [{ file: 'a' }],
		posts: [[{ file: 'a' }, { ...NO_FINGERPRINT, ...UNREADABLE_PARTS }]],
		expected: ['reject uncomparedFiles 1'],
	},
	{
		title: 'ignores a manual post for a post for now',
		items: [NOW],
		posts: [[NOW, { ...NO_FINGERPRINT, ...PUBLISHED }]],
		expected: ['create'],
	},
])('Create: $title', (example) => expectDecisions(example, { isUpsert: false }));
