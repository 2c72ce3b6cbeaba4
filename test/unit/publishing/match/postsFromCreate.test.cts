/** Posts without a Row ID: Create or a person made them. */
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import {
	NO_FINGERPRINT,
	type Case,
	DRAFT,
	expectDecisions,
	MAYBE_ONLINE,
	MILK,
	NO_TEXT,
	NOW,
	OTHER_ROW,
	PUBLISHED,
} from './describeDecisions.cjs';

test.each<Case>([
	{
		title: 'keeps an equal manual post',
		items: [{}],
		posts: [[{}, NO_FINGERPRINT]],
		expected: ['keep 1'],
	},
	{
		title: 'creates a post beside a manual one with another date',
		items: [{ hour: 20 }],
		posts: [[{}, NO_FINGERPRINT]],
		expected: ['create'],
	},
	{
		title: 'ignores an undated draft of Create with another text',
		items: [{ ...NOW, ...MILK }],
		posts: [[{ ...NOW, ...DRAFT }, {}, 'create']],
		expected: ['create'],
	},
	{
		title: 'links an equal post of Create',
		items: [{}],
		posts: [[{}, {}, 'create']],
		expected: ['keep 1 needsRowId'],
	},
	{
		title: 'links an equal draft of Create',
		items: [DRAFT],
		posts: [[DRAFT, {}, 'create']],
		expected: ['keep 1 needsRowId'],
	},
	{
		title: 'updates an equal post of Create with another cover',
		items: [{ file: 'a+' }],
		posts: [[{ file: 'a' }, {}, 'create']],
		expected: ['update media 1'],
	},
	{
		title: 'schedules a draft of Create with another cover',
		items: [{ file: 'a+' }],
		posts: [[{ ...DRAFT, file: 'a' }, {}, 'create']],
		expected: ['update media,state 1'],
	},
	{
		title: 'rejects another cover for an approved draft of Create',
		items: [{ ...DRAFT, file: 'a+' }],
		posts: [[{ ...DRAFT, file: 'a' }, { state: 'QUEUE' }, 'create']],
		expected: ['reject changedAfterApproval 1'],
	},
	{
		title: 'keeps a published post of Create with another cover',
		items: [{ ...NO_TEXT, file: 'a+' }],
		posts: [[{ ...NO_TEXT, file: 'a' }, PUBLISHED, 'create']],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a published post of Create without linking it',
		items: [{}],
		posts: [[{}, PUBLISHED, 'create']],
		expected: ['keep 1'],
	},
	{
		title: 'links an approved draft of Create',
		items: [DRAFT],
		posts: [[DRAFT, { state: 'QUEUE' }, 'create']],
		expected: ['keep 1 needsRowId'],
	},
	{
		title: 'names a post of Create with the same text and another date',
		items: [{ hour: 20 }],
		posts: [[{}, {}, 'create']],
		expected: ['create similarTo 1'],
	},
	{
		title: 'does not name a post of Create that belongs to another row',
		items: [{ hour: 20 }, { ...OTHER_ROW, hour: 30 }],
		posts: [
			[{ hour: 30 }, {}, 'create'],
			[{ hour: 40 }, PUBLISHED, 'create'],
		],
		expected: ['create', 'keep 1 needsRowId'],
	},
	{
		title: 'schedules a draft of Create',
		items: [{}],
		posts: [[DRAFT, {}, 'create']],
		expected: ['update state 1'],
	},
	{
		title: 'keeps a published post of Create for a draft',
		items: [DRAFT],
		posts: [[{}, PUBLISHED, 'create']],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a post of Create that may be online',
		items: [{}],
		posts: [[{}, MAYBE_ONLINE, 'create']],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'keeps an old undated post of Create',
		items: [NOW],
		posts: [[NOW, { ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS }, 'create']],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a post of Create with another file',
		items: [{ file: 'a' }],
		posts: [[{ file: 'b' }, {}, 'create']],
		expected: ['reject differentFiles 1'],
	},
	{
		title: 'rejects a post of Create with a similar text at the same minute',
		items: [{ text: 'tea cup' }],
		posts: [[{}, {}, 'create']],
		expected: ['reject mayBeEarlierVersion 1'],
	},
	{
		title: 'ignores an unlike post of Create at the same minute',
		items: [MILK],
		posts: [[{}, {}, 'create']],
		expected: ['create'],
	},
	{
		title: 'ignores a post of Create without words at the same minute',
		items: [MILK],
		posts: [[{ text: '🥛' }, {}, 'create']],
		expected: ['create'],
	},
	{
		title: 'ignores a picture of Create at the same minute',
		items: [MILK],
		posts: [[NO_TEXT, {}, 'create']],
		expected: ['create'],
	},
	{
		title: 'rejects a picture of Create at the same minute that has a text now',
		items: [{ ...NO_TEXT, ...MILK }],
		posts: [[NO_TEXT, {}, 'create']],
		expected: ['reject mayBeEarlierVersion 1'],
	},
	{
		title: 'names the similar one of two posts of Create at the same minute',
		items: [{ text: 'tea cup' }],
		posts: [
			[MILK, {}, 'create'],
			[{}, {}, 'create'],
		],
		expected: ['reject mayBeEarlierVersion 2'],
	},
	{
		title: 'names a post of Create with another tag and date',
		items: [{ hour: 20 }],
		posts: [[{ settings: 'tag' }, {}, 'create']],
		expected: ['create similarTo 1'],
	},
	{
		title: 'does not name a published post of Create with another tag and date',
		items: [{ hour: 20 }],
		posts: [[{ settings: 'tag' }, PUBLISHED, 'create']],
		expected: ['create'],
	},
])('Create or Update: $title', (example) => expectDecisions(example, { isUpsert: true }));
