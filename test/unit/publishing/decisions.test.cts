/** What is to be done for rows, a sentence each. */
import { REACH_MS } from '../../../nodes/Postiz/publishing/occasion';
import { postOf, reconcile } from '../../../nodes/Postiz/publishing/reconcile';
import type { Calendar, Step, There, Wanted } from '../../../nodes/Postiz/publishing/shapes';

const HOUR = 3_600_000;
const START = Date.parse('2099-03-01T10:00:00Z');

/** A row of a sheet. Files of the same first letter have the same bytes; those of `u` cannot be read. */
interface Row {
	channel: string;
	/** In hours from the start; null for now. */
	at: number | null;
	text: string;
	parts: number;
	file: string;
	rest: string;
	isDraft: boolean;
	again: boolean;
	id: string;
	/** As shared by its request. */
	type: string;
}
const TEA: Row = {
	...{ id: 'May 1', channel: 'x', at: 10, text: 'tea', parts: 1 },
	...{ file: '', rest: '', isDraft: false, again: false, type: 'now' },
};

const wanted = (rows: Partial<Row>[], isByRow: boolean): Wanted[] =>
	rows.map((row, index) => {
		const one = { ...TEA, ...row };
		const time = one.at === null ? START : START + one.at * HOUR;
		const file = one.file === '' ? [] : [one.file];
		return {
			item: {
				...{ index, postsAgain: one.again && !isByRow, rowId: isByRow ? one.id : undefined },
				shared: { type: one.at === null ? one.type : 'schedule' },
			},
			target: { id: one.channel },
			key: {
				when: one.at === null ? null : new Date(time).toISOString().slice(0, 16),
				text: `${one.text}/${one.parts}`,
				...{ files: one.file, rest: one.rest, isDraft: one.isDraft },
				row: isByRow ? one.id : null,
			},
			...{ look: one.text, time },
			parts: Array.from({ length: one.parts }, (_, part) => ({ files: part === 0 ? file : [] })),
		} as unknown as Wanted;
	});

const fileOf = ({ key }: Wanted) => key.files;
const filesOf: Calendar['filesOf'] = (one, { paths: [path = ''] }) => {
	const file = fileOf(one);
	if (file === '' || path === '') return file === path ? 'same' : 'other';
	if (file.startsWith('u') || path.startsWith('u')) return 'unknown';
	return file[0] === path[0] ? 'same' : 'other';
};

/** The post of a row, and what became of it since; of Create or of Create or Update. */
type Made = [row: Partial<Row>, since?: Partial<There>, by?: 'create'];

function calendarOf(made: Made[], isByRow: boolean, more: Partial<Calendar> = {}): Calendar {
	const posts = made.map(([row, since, by], index): There => {
		const [{ key, target, parts, look, time }] = wanted([row], isByRow && by !== 'create');
		const paths = parts.flatMap(({ files }) => files as unknown as string[]);
		return {
			...{ id: String(index + 1), channelId: target.id, content: look, look, time, paths },
			...{ files: paths.length, parts: parts.length, state: key.isDraft ? 'DRAFT' : 'QUEUE' },
			...{ isUnsure: false, isDead: false, age: 0, isEdited: false },
			...{ isKeyUnknown: false, isByHand: false },
			key: { ...key, id: `k${index + 1}`, parts: parts.length },
			...since,
		};
	});
	const rounds = { wasOther: () => false, wasSaid: () => false };
	return { posts, keepsKeys: true, now: START, reach: REACH_MS, filesOf, rounds, ...more };
}

/** What is decided for each row, in words such as `there 1` and `refuse files 1`: posts are numbered. */
const decide = (rows: Wanted[], calendar: Calendar): string[] => {
	const { steps } = reconcile(rows, calendar);
	return steps.map((step) => inWords(step, steps));
};

function inWords(step: Step, steps: Step[]): string {
	const { do: what } = step;
	if (what === 'same') return `same as ${steps.findIndex(({ wanted }) => wanted === step.sameAs)}`;
	const beside = what === 'create' && step.beside ? `beside ${step.beside.id}` : undefined;
	const refusal = what === 'refuse' ? step.refusal : undefined;
	const changed = what === 'change' ? step.changed.join() : undefined;
	const why = what === 'leaveOut' ? step.why : undefined;
	const out = what === 'there' && step.isOut && 'out';
	const failed = what === 'create' && step.failed ? `failed ${step.failed.id}` : undefined;
	const link = what === 'there' && step.isToLink && 'link';
	return [what, refusal, changed, beside, failed, why, postOf(step)?.id, out, link]
		.filter(Boolean)
		.join(' ');
}

type Case = [sentence: string, rows: Partial<Row>[], posts: Made[], said: string[]];

const BY_HAND = { key: undefined };
const OUT = { state: 'PUBLISHED' };
const DEAD = { state: 'ERROR', isDead: true };
const UNSURE = { state: 'ERROR', isUnsure: true };
const TRIED = { ...UNSURE, isStillTrying: true };
const HIDDEN = { parts: undefined, files: undefined };
const NOW = { at: null };
const DRAFT = { isDraft: true };
const MILK = { text: 'milk' };
const SLOT = { ...NOW, type: 'nextSlot' };
const UNDATED_DRAFT = { ...NOW, ...DRAFT, type: 'draft' };
const OLD = { age: 9 * REACH_MS };
const NO_TEXT = { text: '', file: 'a' };

test.each<Case>([
	['an equal post is there', [{}], [[{}]], ['there 1']],
	['an equal post counts before one like it', [{}], [[{ rest: 'tag' }], [{}]], ['there 2']],
	['files are equal if their bytes are', [{ file: 'a' }], [[{ file: 'a2' }]], ['there 1']],
	[
		'other files are another post to refuse',
		[{ file: 'a' }],
		[[{ file: 'b' }]],
		['refuse files 1'],
	],
	[
		'one post may refuse several rows',
		[{ file: 'a' }, { file: 'c' }],
		[[{ file: 'b' }]],
		['refuse files 1', 'refuse files 1'],
	],
	['so are other settings', [{}], [[{ rest: 'tag' }]], ['refuse settings 1']],
	['what is out counts, whatever its files', [{ file: 'a' }], [[{ file: 'b' }, OUT]], ['there 1']],
	['without text, files tell', [NO_TEXT], [[{ ...NO_TEXT, file: 'b' }]], ['create beside 1']],
	[
		'without text, files that cannot be read are refused',
		[{ text: '', file: 'u1' }],
		[[{ text: '', file: 'u2' }]],
		['refuse unknownFiles 1'],
	],
	[
		'what is out counts, whatever its settings',
		[NO_TEXT],
		[[{ ...NO_TEXT, rest: 'tag' }, OUT]],
		['there 1'],
	],
	['a draft may not be scheduled', [{}], [[DRAFT]], ['refuse draft 1']],
	[
		'a draft without a date is in nobody’s way',
		[NOW],
		[[{ ...NOW, ...DRAFT }]],
		['create beside 1'],
	],
	['a scheduled post may not become a draft', [DRAFT], [[{}]], ['refuse notDraft 1']],
	['what is out is no draft any more', [DRAFT], [[{}, OUT]], ['there 1']],
	['a post that was held back is there', [{}], [[{}, { state: 'DRAFT' }]], ['there 1']],
	['an approved draft is there', [DRAFT], [[DRAFT, { state: 'QUEUE' }]], ['there 1']],
	[
		'of two copies, each row means the one that was made in its state',
		[{}, DRAFT],
		[[DRAFT, { state: 'QUEUE' }], [{}]],
		['there 2', 'there 1'],
	],
	[
		'the start of a thread is refused',
		[{ parts: 2 }],
		[[{ parts: 2 }, { parts: 1 }]],
		['refuse start 1'],
	],
	[
		'a thread that somebody shortened is there',
		[{ parts: 2 }],
		[[{ parts: 2 }, { parts: 1, isEdited: true }]],
		['there 1'],
	],
	['so is one whose parts cannot be read', [{ parts: 2 }], [[{ parts: 2 }, HIDDEN]], ['there 1']],
	['what may be online is refused', [{}], [[{}, UNSURE]], ['refuse unsure 1']],
	['so is what is tried again', [{}], [[{}, TRIED]], ['refuse stillTrying 1']],
	['what certainly failed is sent again', [{}], [[{}, DEAD]], ['create failed 1']],
	['now: another tag is refused', [NOW], [[{ ...NOW, rest: 'tag' }, OUT]], ['refuse settings 1']],
	[
		'now: another tag and another file are another post',
		[{ ...NOW, file: 'a' }],
		[[{ ...NOW, file: 'b', rest: 'tag' }, OUT]],
		['create'],
	],
	[
		'now: a file that cannot be read is refused',
		[{ ...NOW, file: 'u1' }],
		[[{ ...NOW, file: 'u2' }, OUT]],
		['refuse unknownFiles 1'],
	],
	[
		'now: with another tag, it is another post',
		[{ ...NOW, file: 'u1' }],
		[[{ ...NOW, file: 'u2', rest: 'tag' }, OUT]],
		['create'],
	],
	['now: long ago is another post', [NOW], [[NOW, { ...OUT, age: REACH_MS + 1 }]], ['create']],
	[
		'of several posts beside, the same text is named',
		[{}],
		[[MILK], [{ at: 20 }]],
		['create beside 2'],
	],
	['what is out is not replaced', [{}], [[MILK, OUT]], ['create']],
	['its text is out at another date', [{}], [[{ at: 5 }, OUT]], ['create beside 1']],
	[
		'what is still to go out counts before that',
		[{}],
		[[{ at: 5 }, OUT], [{ at: 20 }]],
		['create beside 2'],
	],
	[
		'what failed at its date is told',
		[{}],
		[
			[{}, DEAD],
			[{ at: 20 }, DEAD],
		],
		['create failed 1'],
	],
	[
		'a post that is old is there, if it has a date',
		[{}],
		[[{}, { age: REACH_MS + 1 }]],
		['there 1'],
	],
	['an approved draft is the scheduled post', [{}], [[DRAFT, { state: 'QUEUE' }]], ['there 1']],
	['a whole post counts before one that may be online', [{}], [[{}, UNSURE], [{}]], ['there 2']],
	['posts of its text on other dates say nothing', [{}], [[{ at: 20 }], [{}]], ['there 2']],
	['free slot: long ago, and still queued', [SLOT], [[SLOT, OLD]], ['there 1']],
	['free slot: long ago, and held back', [SLOT], [[SLOT, { ...OLD, state: 'DRAFT' }]], ['there 1']],
	['free slot: long ago, and it is out', [SLOT], [[SLOT, { ...OLD, ...OUT }]], ['create']],
	[
		'free slot: so late that it will not go out any more',
		[SLOT],
		[[SLOT, { ...OLD, time: START - 48 * HOUR }]],
		['create beside 1'],
	],
	['free slot: long ago, with another tag', [SLOT], [[{ ...SLOT, rest: 'tag' }, OLD]], ['create']],
	[
		'a draft without a date, of long ago',
		[UNDATED_DRAFT],
		[[UNDATED_DRAFT, { ...OLD, time: START - 900 * HOUR }]],
		['there 1'],
	],
	['now: an old draft is in nobody’s way', [NOW], [[UNDATED_DRAFT, OLD]], ['create beside 1']],
	[
		'a date by the clock: another day is another post',
		[{ ...NOW, type: 'schedule' }],
		[[{ ...NOW, type: 'schedule' }, OLD]],
		['create beside 1'],
	],
	['now: at the end of its reach', [NOW], [[NOW, { ...OUT, age: REACH_MS }]], ['there 1']],
	[
		'what one row replaces, no other does',
		[{}, { text: 'cup' }],
		[[{ text: 'tea cup' }]],
		['create beside 1', 'create'],
	],
	['a post at its minute is replaced only if its text is similar', [{}], [[MILK]], ['create']],
	[
		'of two posts at its minute, the similar one is replaced',
		[{}],
		[[MILK], [{ text: 'tea cup' }]],
		['create beside 2'],
	],
	[
		'nor does another text without a date',
		[{ ...NOW, ...MILK }],
		[[{ ...NOW, ...DRAFT }]],
		['create'],
	],
	[
		'nor does its text with another tag, for another date',
		[{ at: 20 }],
		[[{ rest: 'tag' }]],
		['create'],
	],
	['Post Again asks nothing', [{ again: true }], [[{}]], ['create']],
	['equal rows are one post', [{}, {}, { channel: 'in' }], [], ['create', 'same as 0', 'create']],
	['but with Post Again', [{ again: true }, { again: true }], [], ['create', 'create']],

	[
		'by hand: in the same minute',
		[{}],
		[[{}, { ...BY_HAND, time: START + 10 * HOUR + 59_999 }]],
		['there 1'],
	],
	[
		'by hand: a minute later',
		[{}],
		[[{}, { ...BY_HAND, time: START + 10 * HOUR + 60_000 }]],
		['create'],
	],
	['by hand: another text', [{}], [[MILK, BY_HAND]], ['create']],
	['by hand: fewer files', [{ file: 'a' }], [[{}, BY_HAND]], ['create']],
	['by hand: other files', [{ file: 'a' }], [[{ file: 'b' }, BY_HAND]], ['create']],
	[
		'by hand: a text and files that cannot be read',
		[{ file: 'u1' }],
		[[{ file: 'u2' }, BY_HAND]],
		['there 1'],
	],
	[
		'by hand: only files that cannot be read',
		[{ text: '', file: 'u1' }],
		[[{ text: '', file: 'u2' }, BY_HAND]],
		['refuse unknownFiles 1'],
	],
	['by hand: more files', [{}], [[{ file: 'a' }, BY_HAND]], ['create']],
	['by hand: the same file without text', [NO_TEXT], [[NO_TEXT, BY_HAND]], ['there 1']],
	['by hand: a draft', [{}], [[{}, { ...BY_HAND, state: 'DRAFT' }]], ['refuse draft 1']],
	['by hand: it may be online', [{}], [[{}, { ...BY_HAND, ...UNSURE }]], ['refuse unsure 1']],
	['by hand: fewer parts', [{ parts: 2 }], [[{}, BY_HAND]], ['refuse start 1']],
	[
		'by hand: unread, and the row is a text',
		[{}],
		[[{ file: 'a' }, { ...BY_HAND, ...HIDDEN }]],
		['there 1'],
	],
	[
		'by hand: unread, and the row is a thread',
		[{ parts: 2 }],
		[[{ parts: 2 }, { ...BY_HAND, ...HIDDEN }]],
		['refuse unknownFiles 1'],
	],
	[
		'by hand: unread, and the row has a file',
		[{ file: 'a' }],
		[[{ file: 'a' }, { ...BY_HAND, ...HIDDEN }]],
		['refuse unknownFiles 1'],
	],
	['by hand: now is never the same', [NOW], [[NOW, { ...BY_HAND, ...OUT }]], ['create']],
])('Create: %s', (_sentence, rows, posts, said) => {
	expect(decide(wanted(rows, false), calendarOf(posts, false))).toEqual(said);
});

test('what a run says each time on purpose is queued again, though the last one still waits', () => {
	const calendar = calendarOf([[SLOT, OLD]], false, { reach: 600_000 });
	expect(decide(wanted([SLOT], false), calendar)).toEqual(['create beside 1']);
});

test.each([
	[0, 'there 1'],
	[REACH_MS, 'there 1'],
	[REACH_MS + 1, 'create'],
])('on an instance that drops keys, a look of %i ms ago tells: %s', (age, said) => {
	const calendar = calendarOf([[NOW, { ...BY_HAND, ...OUT, age }]], false, { keepsKeys: false });
	expect(decide(wanted([NOW], false), calendar)).toEqual([said]);
});

const UNREAD = { ...BY_HAND, ...HIDDEN, isKeyUnknown: true };
test.each<[string, Partial<Row>, Partial<Row>, since: Partial<There>, said: string]>([
	['its text was corrected', { text: 'tea cup' }, {}, {}, 'refuse lostKey 1'],
	['it was moved', { at: 20 }, {}, {}, 'refuse lostKey 1'],
	['it was moved after it was out', { at: 20 }, {}, OUT, 'refuse lostKey 1'],
	['without a date, long ago', NOW, NOW, { ...OUT, age: 9 * REACH_MS }, 'refuse lostKey 1'],
	['another text at its minute', {}, MILK, {}, 'create'],
	['another text without a date', { ...NOW, ...MILK }, NOW, {}, 'create'],
	['it failed', { at: 20 }, {}, DEAD, 'create'],
	['somebody made it by hand', { at: 20 }, {}, { isByHand: true }, 'create'],
	['nothing differs', {}, {}, {}, 'there 1'],
])('by Row ID, on an instance that drops keys: %s', (_what, row, made, since, said) => {
	const calendar = calendarOf([[made, { ...BY_HAND, ...since }]], true, { keepsKeys: false });
	expect(decide(wanted([row], true), calendar)).toEqual([said]);
});

const OTHER_ROW = { id: 'May 2' };
const BOTH = { ...MILK, at: 20 };
const AS_MADE = { ...OTHER_ROW, text: 'cake' };

test.each<Case>([
	['nothing differs', [{}], [[{}]], ['there 1']],
	['it was held back', [{}], [[{}, { state: 'DRAFT' }]], ['there 1']],
	['it was held back, and its text differs', [MILK], [[{}, { state: 'DRAFT' }]], ['change text 1']],
	['its text differs', [MILK], [[{}]], ['change text 1']],
	[
		'its date differs, though somebody moved it there',
		[{ at: 20 }],
		[[{}, { time: START + 20 * HOUR }]],
		['change when 1'],
	],
	['its file differs', [{ file: 'a' }], [[{ file: 'b' }]], ['change files 1']],
	['it is no draft any more', [{}], [[DRAFT]], ['change isDraft 1']],
	['somebody has scheduled it before', [MILK], [[DRAFT, { state: 'QUEUE' }]], ['change text 1']],
	[
		'an approved text changes',
		[{ ...MILK, ...DRAFT }],
		[[DRAFT, { state: 'QUEUE' }]],
		['refuse approved 1'],
	],
	[
		'an approved picture changes',
		[{ ...DRAFT, file: 'b' }],
		[[{ ...DRAFT, file: 'a' }, { state: 'QUEUE' }]],
		['refuse approved 1'],
	],
	[
		'an approved date changes',
		[{ ...DRAFT, at: 20 }],
		[[DRAFT, { state: 'QUEUE' }]],
		['change when 1'],
	],
	[
		'an approved text changes with its date',
		[{ ...BOTH, ...DRAFT }],
		[[DRAFT, { state: 'QUEUE' }]],
		['refuse approved 1'],
	],
	['a draft that is none in Postiz', [{ ...MILK, ...DRAFT }], [[DRAFT]], ['change text 1']],
	['a typo is mended once it is out', [MILK], [[{}, OUT]], ['there 1 out']],
	['a link expires once it is out', [{ file: 'u1' }], [[{ file: 'a' }, OUT]], ['there 1']],
	['another picture once it is out', [{ file: 'b' }], [[{ file: 'a' }, OUT]], ['there 1 out']],
	['a new date once it is out', [{ at: 20 }], [[{}, OUT]], ['refuse published 1']],
	['a new text of now', [{ ...NOW, ...MILK }], [[NOW, OUT]], ['refuse published 1']],
	[
		'a new date once it is out, and failed on another channel',
		[{ at: 20 }, { at: 20, channel: 'in' }],
		[
			[{}, OUT],
			[{ channel: 'in' }, DEAD],
		],
		['there 1 out', 'change when 2'],
	],
	[
		'the same, run again',
		[{ at: 20 }, { at: 20, channel: 'in' }],
		[
			[{}, OUT],
			[{ at: 20, channel: 'in' }, OUT],
		],
		['there 1 out', 'there 2'],
	],
	[
		'a new text of now once it is out, and failed on another channel',
		[
			{ ...NOW, ...MILK },
			{ ...NOW, ...MILK, channel: 'in' },
		],
		[
			[NOW, OUT],
			[{ ...NOW, channel: 'in' }, DEAD],
		],
		['there 1 out', 'change text 2'],
	],
	[
		'it is used again, and failed on another channel',
		[BOTH, { ...BOTH, channel: 'in' }],
		[
			[{}, OUT],
			[{ channel: 'in' }, DEAD],
		],
		['refuse published 1', 'change when,text 2'],
	],
	[
		'a new date once it is out, and another row failed',
		[{ at: 20 }, { ...AS_MADE, at: 12 }],
		[
			[{}, OUT],
			[AS_MADE, DEAD],
		],
		['refuse published 1', 'change when 2'],
	],
	['a new tag of now', [{ ...NOW, rest: 'tag' }], [[NOW, OUT]], ['there 1 out']],
	['it may be online', [MILK], [[{}, UNSURE]], ['refuse unsure 1']],
	['it is a start', [{ ...MILK, parts: 2 }], [[{ parts: 2 }, { parts: 1 }]], ['refuse start 1']],
	['it failed, and the row is as before', [{}], [[{}, DEAD]], ['there 1']],
	['it failed, and the row changed', [MILK], [[{}, DEAD]], ['change text 1']],
	['one failed, and one lives', [MILK], [[{}, DEAD], [{}]], ['change text 2']],
	['it has two posts, one of which is right', [MILK], [[{}], [MILK]], ['there 2']],
	['it has two posts, none of which is right', [{ at: 20 }], [[{}], [MILK]], ['refuse two']],
	['its ID is there twice', [{}, MILK], [[{}]], ['refuse twiceInRun', 'refuse twiceInRun']],
	['another sheet has its ID', [BOTH], [[{}]], ['refuse other 1']],
	['the post of another sheet failed', [BOTH], [[{}, DEAD]], ['change when,text 1']],
	[
		'a row as before says that the sheet is the same',
		[BOTH, AS_MADE],
		[[{}], [AS_MADE]],
		['change when,text 1', 'there 2'],
	],
	[
		'so does one with another date',
		[BOTH, { ...AS_MADE, at: 12 }],
		[[{}], [AS_MADE]],
		['change when,text 1', 'change when 2'],
	],
	[
		'a row that is refused doesn’t',
		[BOTH, { ...AS_MADE, at: 12 }],
		[[{}], [AS_MADE, OUT]],
		['refuse other 1', 'refuse published 2'],
	],
	['a new row doesn’t', [BOTH, AS_MADE], [[{}]], ['refuse other 1', 'create']],
	[
		'two rows that changed altogether are another sheet’s, whatever a third says',
		[BOTH, { ...OTHER_ROW, ...BOTH, at: 21 }, { ...AS_MADE, id: 'May 3' }],
		[[{}], [OTHER_ROW], [{ ...AS_MADE, id: 'May 3' }]],
		['refuse other 1', 'refuse other 2', 'there 3'],
	],
	['it may be online, and the row is as before', [{}], [[{}, UNSURE]], ['refuse unsure 1']],
	['somebody made its post by hand', [{}], [[{}, BY_HAND]], ['there 1']],
	['somebody made it by hand for another date', [{ at: 20 }], [[{}, BY_HAND]], ['create']],
	[
		'Create made a draft without a date, and the row says something else',
		[{ ...NOW, ...MILK }],
		[[{ ...NOW, ...DRAFT }, {}, 'create']],
		['create'],
	],
	['Create made its post', [{}], [[{}, {}, 'create']], ['there 1 link']],
	['Create made its draft', [DRAFT], [[DRAFT, {}, 'create']], ['there 1 link']],
	['Create made its post, and it is out', [{}], [[{}, OUT, 'create']], ['there 1']],
	[
		'Create made its draft, which somebody has approved',
		[DRAFT],
		[[DRAFT, { state: 'QUEUE' }, 'create']],
		['there 1 link'],
	],
	[
		'Create made its text for another date',
		[{ at: 20 }],
		[[{}, {}, 'create']],
		['create beside 1'],
	],
	[
		'Create made its text for two other dates, and one of them is another row’s',
		[{ at: 20 }, { ...OTHER_ROW, at: 30 }],
		[
			[{ at: 30 }, {}, 'create'],
			[{ at: 40 }, OUT, 'create'],
		],
		['create', 'there 1 link'],
	],
	['Create made it as a draft', [{}], [[DRAFT, {}, 'create']], ['change isDraft 1']],
	['Create made it, and it is out', [DRAFT], [[{}, OUT, 'create']], ['there 1']],
	['Create made it, and it may be online', [{}], [[{}, UNSURE, 'create']], ['refuse unsure 1']],
	[
		'Create made it without a date, long ago',
		[NOW],
		[[NOW, { ...OUT, age: 9 * REACH_MS }, 'create']],
		['there 1'],
	],
	[
		'another row made it without a date, long ago',
		[NOW],
		[
			[
				{ ...NOW, ...OTHER_ROW },
				{ ...OUT, age: 9 * REACH_MS },
			],
		],
		['create'],
	],
	[
		'Create made it with another file',
		[{ file: 'a' }],
		[[{ file: 'b' }, {}, 'create']],
		['refuse files 1'],
	],
	[
		'Create made its text at its minute, before it was corrected',
		[{ text: 'tea cup' }],
		[[{}, {}, 'create']],
		['refuse alike 1'],
	],
	['Create made another at its minute', [MILK], [[{}, {}, 'create']], ['create']],
	[
		'Create made two at its minute',
		[{ text: 'tea cup' }],
		[
			[MILK, {}, 'create'],
			[{}, {}, 'create'],
		],
		['refuse alike 2'],
	],
	['nobody can read whose a post is', [{}], [[BOTH, UNREAD]], ['refuse unknownKey 1']],
	[
		'of those that nobody can read, the one like it is named',
		[{}],
		[
			[BOTH, UNREAD],
			[{ at: 20 }, UNREAD],
		],
		['refuse unknownKey 2'],
	],
	[
		'nobody can read whose a post on another channel is',
		[{}],
		[[{ ...BOTH, channel: 'in' }, UNREAD]],
		['create'],
	],
	['nobody can read whose its equal is', [{}], [[{}, UNREAD]], ['there 1']],
	[
		'nobody can read whose the equal of another row is',
		[{}, { ...OTHER_ROW, ...MILK }],
		[[{ ...OTHER_ROW, ...MILK }, UNREAD]],
		['create', 'there 1'],
	],
	['its own post is read, another is not', [MILK], [[{}], [BOTH, UNREAD]], ['change text 1']],
	[
		'Create made its text with another tag, for another date',
		[{ at: 20 }],
		[[{ rest: 'tag' }, {}, 'create']],
		['create beside 1'],
	],
	['the same, and it is out', [{ at: 20 }], [[{ rest: 'tag' }, OUT, 'create']], ['create']],
	[
		'another row has its text with another tag',
		[{ at: 20 }],
		[[{ ...OTHER_ROW, rest: 'tag' }]],
		['create'],
	],
	['its ID changed', [{}], [[OTHER_ROW]], ['there 1']],
	[
		'two rows say the same, and the second has the post',
		[OTHER_ROW, {}],
		[[{}]],
		['same as 1', 'there 1'],
	],
])('Create or Update: %s', (_sentence, rows, posts, said) => {
	expect(decide(wanted(rows, true), calendarOf(posts, true))).toEqual(said);
});

const JOINS = 'leaveOut The row is out already on other channels, and this one joined later.';
const PAST: Partial<Row> = { at: 0 };

test.each<
	[string, Partial<Row>, outs: Array<[hoursAgo: number, Partial<Row>?, Partial<There>?]>, string]
>([
	['it is past', PAST, [[12]], JOINS],
	['it has no date', NOW, [[12]], JOINS],
	['it is due now', { at: 12 }, [[12]], 'create'],
	['it is still to go out', { at: 13 }, [[12]], 'create'],
	['it is out for 11 hours', PAST, [[11]], 'create'],
	[
		'it is out for long, and another one is not',
		PAST,
		[[12], [12, { ...OTHER_ROW, ...DRAFT }]],
		JOINS,
	],
	['another row is out for long', PAST, [[12, OTHER_ROW]], 'create'],
	['it failed long ago', PAST, [[12, {}, DEAD]], 'create'],
	['a post by hand is out for long', PAST, [[12, MILK, BY_HAND]], 'create'],
])('a row on a channel that joins its group: %s', (_when, row, outs, said) => {
	const now = START + 12 * HOUR;
	const posts = outs.map(([hours, more, since]): Made => [
		{ ...row, channel: 'in', ...more },
		{ ...OUT, time: now - hours * HOUR, ...since },
	]);
	expect(decide(wanted([row], true), calendarOf(posts, true, { now }))).toEqual([said]);
});

test.each([false, true])('doubles are told, unless they failed (by Row ID: %j)', (isByRow) => {
	const calendar = calendarOf([[{}], [{}], [{}, DEAD], [{ ...OTHER_ROW, ...MILK }]], isByRow);
	const [post, again] = calendar.posts;
	const { steps } = reconcile(wanted([{}], isByRow), calendar);
	expect(steps).toMatchObject([{ do: 'there', post, twins: [again] }]);
});

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
])('no other sheet has the ID %s: %j', (id, isUnique) => {
	const said = isUnique ? 'change when,text 1' : 'refuse other 1';
	expect(decide(wanted([{ id, ...BOTH }], true), calendarOf([[{ id }]], true))).toEqual([said]);
});

test('a row that goes by the ID of another row of an earlier round of its loop is refused', () => {
	const rows = wanted([{}, OTHER_ROW], true);
	const rounds = { wasOther: (one: Wanted) => one === rows[0], wasSaid: () => false };
	const calendar = calendarOf([[MILK]], true, { rounds });
	expect(reconcile(rows, calendar).steps).toMatchObject([
		{ do: 'refuse', refusal: 'twiceInRun', rows: [0], others: calendar.posts },
		{ do: 'create' },
	]);
});

test('a post of another round of the loop is not replaced', () => {
	const rounds = { wasOther: () => false, wasSaid: () => true };
	expect(decide(wanted([{}], false), calendarOf([[MILK]], false, { rounds }))).toEqual(['create']);
});

describe('what this run has sent', () => {
	const sentAs = (sent: Wanted['sent'], rows = wanted([{ parts: 2 }], false)) => [
		{ ...rows[0], sent },
		...rows.slice(1),
	];
	const made = (since: Partial<There>): Calendar =>
		calendarOf(
			[
				[MILK, BY_HAND],
				[{ parts: 2 }, { ...OUT, ...since }],
			],
			false,
		);

	test.each<[string, Partial<There>, string]>([
		['is found by its ID', {}, 'made 2'],
		['may be a start', { parts: 1 }, 'refuse start 2'],
		['is not that of another channel', { channelId: 'in' }, 'refuse unclear'],
	])('%s', (_what, since, said) => {
		expect(decide(sentAs({ ids: ['k0', 'k2'] }), made(since))).toEqual([said]);
	});

	test('is unclear if nothing has its ID, though an equal post is there', () => {
		expect(decide(sentAs({ ids: ['k9'] }), made({}))).toEqual(['refuse unclear']);
	});

	test('is made once it was answered, whatever the calendar says', () => {
		const beside = made({}).posts[0];
		const sent = { ids: ['k9'], postId: '9', date: '2099-03-01T20:00:00.000Z', beside };
		const [one] = sentAs({ ...sent, isChange: true });
		const { ids, ...rest } = sent;
		expect(ids).toHaveLength(1);
		expect(reconcile([one], made({})).steps).toEqual([
			{ wanted: one, findings: [], do: 'made', isChange: true, post: undefined, ...rest },
		]);
	});

	test('is one post with rows that say the same', () => {
		const rows = sentAs({ ids: ['k2'] }, wanted([{ parts: 2 }, { parts: 2, ...OTHER_ROW }], true));
		expect(decide(rows, made({}))).toEqual(['made 2', 'same as 0']);
		const answered = [rows[1], { ...rows[0], sent: { ids: ['k9'], postId: '9' } }];
		expect(decide(answered, made({}))).toEqual(['same as 1', 'made']);
	});

	test.each([
		[true, 'change when,text 1'],
		[undefined, 'refuse other 1'],
	])('speaks for its sheet if it is a change (%j)', (isChange, said) => {
		const [other, one] = wanted([BOTH, AS_MADE], true);
		const rows = [other, { ...one, sent: { ids: ['k9'], postId: '9', isChange } }];
		expect(decide(rows, calendarOf([[{}]], true))).toEqual([said, 'made']);
	});
});

test.each<[string, isByRow: boolean, Partial<Row>, Made, isAsked: boolean]>([
	['of what is still to go out', false, { file: 'a' }, [{ file: 'b' }], true],
	['not of what is out', false, { file: 'a' }, [{ file: 'b' }, OUT], false],
	['of what is out without a text', false, NO_TEXT, [{ ...NO_TEXT, file: 'b' }, OUT], true],
	['of the own post of a row that is out', true, { file: 'a' }, [{ file: 'b' }, OUT], true],
	[
		'not of another row’s that is out',
		true,
		{ file: 'a' },
		[{ file: 'b', ...OTHER_ROW }, OUT],
		false,
	],
	['not of equal digests', false, { file: 'a' }, [{ file: 'a' }], false],
])('files are compared first: %s', (_of, isByRow, row, post, isAsked) => {
	const rows = wanted([row], isByRow);
	const calendar = calendarOf([post], isByRow, { filesOf: () => undefined });
	const asked = new Map(isAsked ? [[rows[0], new Set(calendar.posts)]] : []);
	expect(reconcile(rows, calendar).uncompared).toEqual(asked);
	expect(reconcile(rows, { ...calendar, filesOf }).uncompared).toEqual(new Map());
});
