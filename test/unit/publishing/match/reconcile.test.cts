/** What is decided for rows, a sentence for each rule of matchForCreate and matchForUpsert. */
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/publishing/dedupeWindow';
import { reconcile } from '../../../../nodes/Postiz/publishing/match/reconcile';
import {
	getExistingPost,
	type Calendar,
	type PlannedPost,
	type ExistingPost,
	type DesiredPost,
	type Item,
} from '../../../../nodes/Postiz/publishing/model';
import { fake } from '../../../shared/fakes.cjs';
import { HOUR, NO_LOOP } from '../listed.cjs';

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

const createDesiredPosts = (rows: Partial<Row>[], isByRow: boolean): DesiredPost[] =>
	rows.map((row, index) => {
		const one = { ...TEA, ...row };
		const time = one.at === null ? START : START + one.at * HOUR;
		const file = one.file === '' ? [] : [{ url: one.file }];
		return fake<DesiredPost>({
			item: {
				...{ index, ignoresExisting: one.again && !isByRow, rowId: isByRow ? one.id : undefined },
				shared: { type: (one.at === null ? one.type : 'schedule') as Item['shared']['type'] },
			},
			target: { id: one.channel },
			key: {
				when: one.at === null ? null : new Date(time).toISOString().slice(0, 16),
				text: `${one.text}/${one.parts}`,
				...{ files: one.file, settings: one.rest, isDraft: one.isDraft },
				row: isByRow ? one.id : null,
			},
			...{ fingerprint: one.text, time },
			parts: Array.from({ length: one.parts }, (_, part) => ({ files: part === 0 ? file : [] })),
		});
	});

const fileOf = ({ key }: DesiredPost) => key.files;
const filesOf: Calendar['compareFiles'] = (one, { paths: [path = ''] }) => {
	const file = fileOf(one);
	if (file === '' || path === '') return file === path ? 'same' : 'other';
	if (file.startsWith('u') || path.startsWith('u')) return 'unknown';
	return file[0] === path[0] ? 'same' : 'other';
};

/** The post of a row, and what became of it since; of Create or of Create or Update. */
type Made = [row: Partial<Row>, since?: Partial<ExistingPost>, by?: 'create'];

function calendarOf(made: Made[], isByRow: boolean, more: Partial<Calendar> = {}): Calendar {
	const posts = made.map(([row, since, by], index): ExistingPost => {
		const [{ key, target, parts, fingerprint, time }] = createDesiredPosts(
			[row],
			isByRow && by !== 'create',
		);
		const paths = parts.flatMap(({ files }) => files.map(({ url = '' }) => url));
		return {
			...{
				id: String(index + 1),
				channelId: target.id,
				content: fingerprint,
				fingerprint,
				time,
				paths,
			},
			...{
				fileCount: paths.length,
				partCount: parts.length,
				state: key.isDraft ? 'DRAFT' : 'QUEUE',
			},
			...{ mayBeOnline: false, failedForGood: false, age: 0, isEdited: false },
			...{ isKeyUnknown: false, isByHand: false },
			key: { ...key, id: `k${index + 1}`, partCount: parts.length },
			...since,
		};
	});
	return {
		posts,
		keepsKeys: true,
		now: START,
		repeatsOnPurpose: false,
		compareFiles: filesOf,
		loopHistory: NO_LOOP,
		...more,
	};
}

/** What is decided for each row, in words such as `keep 1` and `reject otherFiles 1`: posts are numbered. */
const decide = (rows: DesiredPost[], calendar: Calendar): string[] => {
	const { plannedPosts } = reconcile(rows, calendar);
	return plannedPosts.map((step) => inWords(step, plannedPosts));
};

function inWords(step: PlannedPost, steps: PlannedPost[]): string {
	const { action: what } = step;
	if (what === 'duplicate')
		return `duplicate of ${steps.findIndex(({ desired }) => desired === step.duplicateOf)}`;
	const beside =
		what === 'create' && step.replaceCandidate ? `beside ${step.replaceCandidate.id}` : undefined;
	const refusal = what === 'reject' ? step.rejection : undefined;
	const changed = what === 'update' ? step.changed.join() : undefined;
	const why = what === 'skip' ? step.reason : undefined;
	const out = what === 'keep' && step.isOutdated && 'out';
	const failed = what === 'create' && step.failedPost ? `failed ${step.failedPost.id}` : undefined;
	const link = what === 'keep' && step.needsLinking && 'link';
	return [what, refusal, changed, beside, failed, why, getExistingPost(step)?.id, out, link]
		.filter(Boolean)
		.join(' ');
}

type Case = [sentence: string, rows: Partial<Row>[], posts: Made[], expected: string[]];

const BY_HAND = { key: undefined };
const PUBLISHED = { state: 'PUBLISHED' };
const FAILED_FOR_GOOD = { state: 'ERROR', failedForGood: true };
const UNSURE = { state: 'ERROR', mayBeOnline: true };
const TRIED = { ...UNSURE, isStillTrying: true };
const HIDDEN = { partCount: undefined, fileCount: undefined };
const NOW = { at: null };
const DRAFT = { isDraft: true };
const MILK = { text: 'milk' };
const SLOT = { ...NOW, type: 'nextSlot' };
const UNDATED_DRAFT = { ...NOW, ...DRAFT, type: 'draft' };
const OLD = { age: 9 * DEDUPE_WINDOW_MS };
const ELSEWHERE = { channel: 'in' };
const NO_TEXT = { text: '', file: 'a' };

test.each<Case>([
	['an equal post is there', [{}], [[{}]], ['keep 1']],
	['an equal post counts before one like it', [{}], [[{ rest: 'tag' }], [{}]], ['keep 2']],
	['files are equal if their bytes are', [{ file: 'a' }], [[{ file: 'a2' }]], ['keep 1']],
	[
		'other files are another post to refuse',
		[{ file: 'a' }],
		[[{ file: 'b' }]],
		['reject otherFiles 1'],
	],
	[
		'one post may refuse several rows',
		[{ file: 'a' }, { file: 'c' }],
		[[{ file: 'b' }]],
		['reject otherFiles 1', 'reject otherFiles 1'],
	],
	['so are other settings', [{}], [[{ rest: 'tag' }]], ['reject otherSettings 1']],
	[
		'what is out counts, whatever its files',
		[{ file: 'a' }],
		[[{ file: 'b' }, PUBLISHED]],
		['keep 1'],
	],
	[
		'a published post counts for each row before one that rejects it',
		[{ file: 'u1' }, { file: 'u2' }],
		[
			[{ file: 'u3' }, UNSURE],
			[{ file: 'u4' }, PUBLISHED],
		],
		['keep 2', 'reject otherFiles 1'],
	],
	['without text, files tell', [NO_TEXT], [[{ ...NO_TEXT, file: 'b' }]], ['create beside 1']],
	[
		'without text, files that cannot be read are refused',
		[{ text: '', file: 'u1' }],
		[[{ text: '', file: 'u2' }]],
		['reject unknownFiles 1'],
	],
	[
		'what is out counts, whatever its settings',
		[NO_TEXT],
		[[{ ...NO_TEXT, rest: 'tag' }, PUBLISHED]],
		['keep 1'],
	],
	['a draft may not be scheduled', [{}], [[DRAFT]], ['reject existingDraft 1']],
	[
		'a draft without a date is in nobody’s way',
		[NOW],
		[[{ ...NOW, ...DRAFT }]],
		['create beside 1'],
	],
	['a scheduled post may not become a draft', [DRAFT], [[{}]], ['reject alreadyScheduled 1']],
	['what is out is no draft any more', [DRAFT], [[{}, PUBLISHED]], ['keep 1']],
	['a post that was held back is there', [{}], [[{}, { state: 'DRAFT' }]], ['keep 1']],
	['an approved draft is there', [DRAFT], [[DRAFT, { state: 'QUEUE' }]], ['keep 1']],
	[
		'of two copies, each row means the one that was made in its state',
		[{}, DRAFT],
		[[DRAFT, { state: 'QUEUE' }], [{}]],
		['keep 2', 'keep 1'],
	],
	[
		'the start of a thread is refused',
		[{ parts: 2 }],
		[[{ parts: 2 }, { partCount: 1 }]],
		['reject incompleteThread 1'],
	],
	[
		'a thread that somebody shortened is there',
		[{ parts: 2 }],
		[[{ parts: 2 }, { partCount: 1, isEdited: true }]],
		['keep 1'],
	],
	['so is one whose parts cannot be read', [{ parts: 2 }], [[{ parts: 2 }, HIDDEN]], ['keep 1']],
	['what may be online is refused', [{}], [[{}, UNSURE]], ['reject mayBeOnline 1']],
	['so is what is tried again', [{}], [[{}, TRIED]], ['reject stillTrying 1']],
	['what certainly failed is sent again', [{}], [[{}, FAILED_FOR_GOOD]], ['create failed 1']],
	[
		'now: another tag is refused',
		[NOW],
		[[{ ...NOW, rest: 'tag' }, PUBLISHED]],
		['reject otherSettings 1'],
	],
	[
		'now: another tag and another file are another post',
		[{ ...NOW, file: 'a' }],
		[[{ ...NOW, file: 'b', rest: 'tag' }, PUBLISHED]],
		['create'],
	],
	[
		'now: a file that cannot be read is refused',
		[{ ...NOW, file: 'u1' }],
		[[{ ...NOW, file: 'u2' }, PUBLISHED]],
		['reject unknownFiles 1'],
	],
	[
		'now: with another tag, it is another post',
		[{ ...NOW, file: 'u1' }],
		[[{ ...NOW, file: 'u2', rest: 'tag' }, PUBLISHED]],
		['create'],
	],
	[
		'now: long ago is another post',
		[NOW],
		[[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS + 1 }]],
		['create'],
	],
	[
		'of several posts beside, the same text is named',
		[{}],
		[[MILK], [{ at: 20 }]],
		['create beside 2'],
	],
	['what is out is not replaced', [{}], [[MILK, PUBLISHED]], ['create']],
	['its text is out at another date', [{}], [[{ at: 5 }, PUBLISHED]], ['create beside 1']],
	[
		'what is still to go out counts before that',
		[{}],
		[[{ at: 5 }, PUBLISHED], [{ at: 20 }]],
		['create beside 2'],
	],
	[
		'the post at its date failed',
		[{}],
		[
			[{}, FAILED_FOR_GOOD],
			[{ at: 20 }, FAILED_FOR_GOOD],
		],
		['create failed 1'],
	],
	[
		'a post that is old is there, if it has a date',
		[{}],
		[[{}, { age: DEDUPE_WINDOW_MS + 1 }]],
		['keep 1'],
	],
	['an approved draft is the scheduled post', [{}], [[DRAFT, { state: 'QUEUE' }]], ['keep 1']],
	['a whole post counts before one that may be online', [{}], [[{}, UNSURE], [{}]], ['keep 2']],
	['posts of its text on other dates say nothing', [{}], [[{ at: 20 }], [{}]], ['keep 2']],
	['free slot: long ago, and still queued', [SLOT], [[SLOT, OLD]], ['keep 1']],
	['free slot: long ago, and held back', [SLOT], [[SLOT, { ...OLD, state: 'DRAFT' }]], ['keep 1']],
	['free slot: long ago, and it is out', [SLOT], [[SLOT, { ...OLD, ...PUBLISHED }]], ['create']],
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
		['keep 1'],
	],
	[
		'a draft of long ago whose files cannot be read is rejected',
		[{ ...UNDATED_DRAFT, file: 'u1' }],
		[[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		['reject unknownFiles 1'],
	],
	[
		'free slot: long ago, still queued, with another tag and a file that cannot be read',
		[{ ...SLOT, file: 'u1' }],
		[[{ ...SLOT, file: 'u2', rest: 'tag' }, OLD]],
		['create'],
	],
	['now: an old draft is in nobody’s way', [NOW], [[UNDATED_DRAFT, OLD]], ['create beside 1']],
	[
		'now: an old draft is in nobody’s way, whatever its files',
		[{ ...NOW, file: 'u1' }],
		[[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		['create beside 1'],
	],
	[
		'a date by the clock: another day is another post',
		[{ ...NOW, type: 'schedule' }],
		[[{ ...NOW, type: 'schedule' }, OLD]],
		['create beside 1'],
	],
	[
		'now: at the end of its reach',
		[NOW],
		[[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS }]],
		['keep 1'],
	],
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
	[
		'equal rows are one post',
		[{}, {}, { channel: 'in' }],
		[],
		['create', 'duplicate of 0', 'create'],
	],
	['but with Post Again', [{ again: true }, { again: true }], [], ['create', 'create']],

	[
		'by hand: in the same minute',
		[{}],
		[[{}, { ...BY_HAND, time: START + 10 * HOUR + 59_999 }]],
		['keep 1'],
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
		['keep 1'],
	],
	[
		'by hand: only files that cannot be read',
		[{ text: '', file: 'u1' }],
		[[{ text: '', file: 'u2' }, BY_HAND]],
		['reject unknownFiles 1'],
	],
	['by hand: more files', [{}], [[{ file: 'a' }, BY_HAND]], ['create']],
	['by hand: the same file without text', [NO_TEXT], [[NO_TEXT, BY_HAND]], ['keep 1']],
	['by hand: a draft', [{}], [[{}, { ...BY_HAND, state: 'DRAFT' }]], ['reject existingDraft 1']],
	['by hand: it may be online', [{}], [[{}, { ...BY_HAND, ...UNSURE }]], ['reject mayBeOnline 1']],
	['by hand: fewer parts', [{ parts: 2 }], [[{}, BY_HAND]], ['reject incompleteThread 1']],
	[
		'by hand: unread, and the row is a text',
		[{}],
		[[{ file: 'a' }, { ...BY_HAND, ...HIDDEN }]],
		['keep 1'],
	],
	[
		'by hand: unread, and the row is a thread',
		[{ parts: 2 }],
		[[{ parts: 2 }, { ...BY_HAND, ...HIDDEN }]],
		['reject unknownFiles 1'],
	],
	[
		'by hand: unread, and the row has a file',
		[{ file: 'a' }],
		[[{ file: 'a' }, { ...BY_HAND, ...HIDDEN }]],
		['reject unknownFiles 1'],
	],
	['by hand: now is never the same', [NOW], [[NOW, { ...BY_HAND, ...PUBLISHED }]], ['create']],
])('Create: %s', (_sentence, rows, posts, expected) => {
	expect(decide(createDesiredPosts(rows, false), calendarOf(posts, false))).toEqual(expected);
});

test('a run that repeats its post on purpose creates it again while the last one is still pending', () => {
	const calendar = calendarOf([[SLOT, OLD]], false, { repeatsOnPurpose: true });
	expect(decide(createDesiredPosts([SLOT], false), calendar)).toEqual(['create beside 1']);
});

test.each([
	[0, 'keep 1'],
	[DEDUPE_WINDOW_MS, 'keep 1'],
	[DEDUPE_WINDOW_MS + 1, 'create'],
])(
	'Create, on an instance that drops keys, with an equal post of %i ms ago: %s',
	(age, expected) => {
		const calendar = calendarOf([[NOW, { ...BY_HAND, ...PUBLISHED, age }]], false, {
			keepsKeys: false,
		});
		expect(decide(createDesiredPosts([NOW], false), calendar)).toEqual([expected]);
	},
);

const UNREAD = { ...BY_HAND, ...HIDDEN, isKeyUnknown: true };
test.each<[string, Partial<Row>, Partial<Row>, since: Partial<ExistingPost>, expected: string]>([
	['its text was corrected', { text: 'tea cup' }, {}, {}, 'reject lostKey 1'],
	['it was moved', { at: 20 }, {}, {}, 'reject lostKey 1'],
	['it was moved after it was out', { at: 20 }, {}, PUBLISHED, 'reject lostKey 1'],
	[
		'without a date, long ago',
		NOW,
		NOW,
		{ ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS },
		'reject lostKey 1',
	],
	['another text at its minute', {}, MILK, {}, 'create'],
	['another text without a date', { ...NOW, ...MILK }, NOW, {}, 'create'],
	['it failed', { at: 20 }, {}, FAILED_FOR_GOOD, 'create'],
	['somebody made it by hand', { at: 20 }, {}, { isByHand: true }, 'create'],
	['nothing differs', {}, {}, {}, 'keep 1'],
])('Create or Update, on an instance that drops keys: %s', (_what, row, made, since, expected) => {
	const calendar = calendarOf([[made, { ...BY_HAND, ...since }]], true, { keepsKeys: false });
	expect(decide(createDesiredPosts([row], true), calendar)).toEqual([expected]);
});

const OTHER_ROW = { id: 'May 2' };
const BOTH = { ...MILK, at: 20 };
const AS_MADE = { ...OTHER_ROW, text: 'cake' };

test.each<Case>([
	['nothing differs', [{}], [[{}]], ['keep 1']],
	['it was held back', [{}], [[{}, { state: 'DRAFT' }]], ['keep 1']],
	['it was held back, and its text differs', [MILK], [[{}, { state: 'DRAFT' }]], ['update text 1']],
	['its text differs', [MILK], [[{}]], ['update text 1']],
	[
		'its date differs, though somebody moved it there',
		[{ at: 20 }],
		[[{}, { time: START + 20 * HOUR }]],
		['update when 1'],
	],
	['its file differs', [{ file: 'a' }], [[{ file: 'b' }]], ['update files 1']],
	['it is no draft any more', [{}], [[DRAFT]], ['update isDraft 1']],
	['somebody has scheduled it before', [MILK], [[DRAFT, { state: 'QUEUE' }]], ['update text 1']],
	[
		'an approved text changes',
		[{ ...MILK, ...DRAFT }],
		[[DRAFT, { state: 'QUEUE' }]],
		['reject changedAfterApproval 1'],
	],
	[
		'an approved picture changes',
		[{ ...DRAFT, file: 'b' }],
		[[{ ...DRAFT, file: 'a' }, { state: 'QUEUE' }]],
		['reject changedAfterApproval 1'],
	],
	[
		'an approved date changes',
		[{ ...DRAFT, at: 20 }],
		[[DRAFT, { state: 'QUEUE' }]],
		['update when 1'],
	],
	[
		'an approved text changes with its date',
		[{ ...BOTH, ...DRAFT }],
		[[DRAFT, { state: 'QUEUE' }]],
		['reject changedAfterApproval 1'],
	],
	['a draft that is none in Postiz', [{ ...MILK, ...DRAFT }], [[DRAFT]], ['update text 1']],
	['a typo is mended once it is out', [MILK], [[{}, PUBLISHED]], ['keep 1 out']],
	['a link expires once it is out', [{ file: 'u1' }], [[{ file: 'a' }, PUBLISHED]], ['keep 1']],
	['another picture once it is out', [{ file: 'b' }], [[{ file: 'a' }, PUBLISHED]], ['keep 1 out']],
	['a new date once it is out', [{ at: 20 }], [[{}, PUBLISHED]], ['reject alreadyPublished 1']],
	['a new text of now', [{ ...NOW, ...MILK }], [[NOW, PUBLISHED]], ['reject alreadyPublished 1']],
	[
		'a new date once it is out, and failed on another channel',
		[{ at: 20 }, { at: 20, channel: 'in' }],
		[
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		['keep 1 out', 'update when 2'],
	],
	[
		'the same, run again',
		[{ at: 20 }, { at: 20, channel: 'in' }],
		[
			[{}, PUBLISHED],
			[{ at: 20, channel: 'in' }, PUBLISHED],
		],
		['keep 1 out', 'keep 2'],
	],
	[
		'a new text of now once it is out, and failed on another channel',
		[
			{ ...NOW, ...MILK },
			{ ...NOW, ...MILK, channel: 'in' },
		],
		[
			[NOW, PUBLISHED],
			[{ ...NOW, channel: 'in' }, FAILED_FOR_GOOD],
		],
		['keep 1 out', 'update text 2'],
	],
	[
		'it is used again, and failed on another channel',
		[BOTH, { ...BOTH, channel: 'in' }],
		[
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		['reject alreadyPublished 1', 'update when,text 2'],
	],
	[
		'a new date once it is out, and another row failed',
		[{ at: 20 }, { ...AS_MADE, at: 12 }],
		[
			[{}, PUBLISHED],
			[AS_MADE, FAILED_FOR_GOOD],
		],
		['reject alreadyPublished 1', 'update when 2'],
	],
	['a new tag of now', [{ ...NOW, rest: 'tag' }], [[NOW, PUBLISHED]], ['keep 1 out']],
	['it may be online', [MILK], [[{}, UNSURE]], ['reject mayBeOnline 1']],
	[
		'it is a start',
		[{ ...MILK, parts: 2 }],
		[[{ parts: 2 }, { partCount: 1 }]],
		['reject incompleteThread 1'],
	],
	['it failed, and the row is as before', [{}], [[{}, FAILED_FOR_GOOD]], ['keep 1']],
	['it failed, and the row changed', [MILK], [[{}, FAILED_FOR_GOOD]], ['update text 1']],
	['one failed, and one lives', [MILK], [[{}, FAILED_FOR_GOOD], [{}]], ['update text 2']],
	['it has two posts, one of which is right', [MILK], [[{}], [MILK]], ['keep 2']],
	[
		'it has two posts, none of which is right',
		[{ at: 20 }],
		[[{}], [MILK]],
		['reject twoPostsForRow'],
	],
	['its ID is there twice', [{}, MILK], [[{}]], ['reject duplicateRowId', 'reject duplicateRowId']],
	['another sheet has its ID', [BOTH], [[{}]], ['reject foreignRow 1']],
	['the post of another sheet failed', [BOTH], [[{}, FAILED_FOR_GOOD]], ['update when,text 1']],
	[
		'an unchanged row shows that the sheet is the same',
		[BOTH, AS_MADE],
		[[{}], [AS_MADE]],
		['update when,text 1', 'keep 2'],
	],
	[
		'so does one with another date',
		[BOTH, { ...AS_MADE, at: 12 }],
		[[{}], [AS_MADE]],
		['update when,text 1', 'update when 2'],
	],
	[
		'a row that is refused doesn’t',
		[BOTH, { ...AS_MADE, at: 12 }],
		[[{}], [AS_MADE, PUBLISHED]],
		['reject foreignRow 1', 'reject alreadyPublished 2'],
	],
	['a new row doesn’t', [BOTH, AS_MADE], [[{}]], ['reject foreignRow 1', 'create']],
	[
		'two rows with another text and date are another sheet’s, even beside an unchanged row',
		[BOTH, { ...OTHER_ROW, ...BOTH, at: 21 }, { ...AS_MADE, id: 'May 3' }],
		[[{}], [OTHER_ROW], [{ ...AS_MADE, id: 'May 3' }]],
		['reject foreignRow 1', 'reject foreignRow 2', 'keep 3'],
	],
	['it may be online, and the row is as before', [{}], [[{}, UNSURE]], ['reject mayBeOnline 1']],
	['somebody made its post by hand', [{}], [[{}, BY_HAND]], ['keep 1']],
	['somebody made it by hand for another date', [{ at: 20 }], [[{}, BY_HAND]], ['create']],
	[
		'Create made a draft without a date, and the row has another text',
		[{ ...NOW, ...MILK }],
		[[{ ...NOW, ...DRAFT }, {}, 'create']],
		['create'],
	],
	['Create made its post', [{}], [[{}, {}, 'create']], ['keep 1 link']],
	['Create made its draft', [DRAFT], [[DRAFT, {}, 'create']], ['keep 1 link']],
	['Create made its post, and it is out', [{}], [[{}, PUBLISHED, 'create']], ['keep 1']],
	[
		'Create made its draft, which somebody has approved',
		[DRAFT],
		[[DRAFT, { state: 'QUEUE' }, 'create']],
		['keep 1 link'],
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
			[{ at: 40 }, PUBLISHED, 'create'],
		],
		['create', 'keep 1 link'],
	],
	['Create made it as a draft', [{}], [[DRAFT, {}, 'create']], ['update isDraft 1']],
	['Create made it, and it is out', [DRAFT], [[{}, PUBLISHED, 'create']], ['keep 1']],
	[
		'Create made it, and it may be online',
		[{}],
		[[{}, UNSURE, 'create']],
		['reject mayBeOnline 1'],
	],
	[
		'Create made it without a date, long ago',
		[NOW],
		[[NOW, { ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS }, 'create']],
		['keep 1'],
	],
	[
		'another row made it without a date, long ago',
		[NOW],
		[
			[
				{ ...NOW, ...OTHER_ROW },
				{ ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS },
			],
		],
		['create'],
	],
	[
		'Create made it with another file',
		[{ file: 'a' }],
		[[{ file: 'b' }, {}, 'create']],
		['reject otherFiles 1'],
	],
	[
		'Create made its text at its minute, before it was corrected',
		[{ text: 'tea cup' }],
		[[{}, {}, 'create']],
		['reject similarPost 1'],
	],
	['Create made another at its minute', [MILK], [[{}, {}, 'create']], ['create']],
	[
		'Create made two at its minute',
		[{ text: 'tea cup' }],
		[
			[MILK, {}, 'create'],
			[{}, {}, 'create'],
		],
		['reject similarPost 2'],
	],
	['nobody can read whose a post is', [{}], [[BOTH, UNREAD]], ['reject unknownKey 1']],
	[
		'of those that nobody can read, the one like it is named',
		[{}],
		[
			[BOTH, UNREAD],
			[{ at: 20 }, UNREAD],
		],
		['reject unknownKey 2'],
	],
	[
		'nobody can read whose a post on another channel is',
		[{}],
		[[{ ...BOTH, channel: 'in' }, UNREAD]],
		['create'],
	],
	['nobody can read whose its equal is', [{}], [[{}, UNREAD]], ['keep 1']],
	[
		'nobody can read whose the equal of another row is',
		[{}, { ...OTHER_ROW, ...MILK }],
		[[{ ...OTHER_ROW, ...MILK }, UNREAD]],
		['create', 'keep 1'],
	],
	['its own post is read, another is not', [MILK], [[{}], [BOTH, UNREAD]], ['update text 1']],
	[
		'Create made its text with another tag, for another date',
		[{ at: 20 }],
		[[{ rest: 'tag' }, {}, 'create']],
		['create beside 1'],
	],
	['the same, and it is out', [{ at: 20 }], [[{ rest: 'tag' }, PUBLISHED, 'create']], ['create']],
	[
		'another row has its text with another tag',
		[{ at: 20 }],
		[[{ ...OTHER_ROW, rest: 'tag' }]],
		['create'],
	],
	['its ID changed', [{}], [[OTHER_ROW]], ['keep 1']],
	['it moved to another channel', [ELSEWHERE], [[{}]], ['create beside 1']],
	['it moved to another channel once it was published', [ELSEWHERE], [[{}, PUBLISHED]], ['create']],
	['it is on both channels', [ELSEWHERE, {}], [[{}]], ['create', 'keep 1']],
	['it has another text on another channel', [{ ...ELSEWHERE, ...MILK }], [[{}]], ['create']],
	['another row is on another channel', [ELSEWHERE], [[OTHER_ROW]], ['create']],
	[
		'two rows say the same, and the second has the post',
		[OTHER_ROW, {}],
		[[{}]],
		['duplicate of 1', 'keep 1'],
	],
])('Create or Update: %s', (_sentence, rows, posts, expected) => {
	expect(decide(createDesiredPosts(rows, true), calendarOf(posts, true))).toEqual(expected);
});

const JOINS = 'skip The row is already published on other channels. This one was added later.';
const PAST: Partial<Row> = { at: 0 };

test.each<
	[
		string,
		Partial<Row>,
		outs: Array<[hoursAgo: number, Partial<Row>?, Partial<ExistingPost>?]>,
		string,
	]
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
	['it failed long ago', PAST, [[12, {}, FAILED_FOR_GOOD]], 'create'],
	['a post by hand is out for long', PAST, [[12, MILK, BY_HAND]], 'create'],
])('a row on a channel that joins its group: %s', (_when, row, outs, expected) => {
	const now = START + 12 * HOUR;
	const posts = outs.map(([hours, more, since]): Made => [
		{ ...row, channel: 'in', ...more },
		{ ...PUBLISHED, time: now - hours * HOUR, ...since },
	]);
	expect(decide(createDesiredPosts([row], true), calendarOf(posts, true, { now }))).toEqual([
		expected,
	]);
});

test.each([false, true])('lists duplicates, except failed ones (by Row ID: %j)', (isByRow) => {
	const calendar = calendarOf(
		[[{}], [{}], [{}, FAILED_FOR_GOOD], [{ ...OTHER_ROW, ...MILK }]],
		isByRow,
	);
	const [post, again] = calendar.posts;
	const { plannedPosts } = reconcile(createDesiredPosts([{}], isByRow), calendar);
	expect(plannedPosts).toMatchObject([{ action: 'keep', post, duplicates: [again] }]);
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
])('the ID %s is globally unique: %j', (id, isUnique) => {
	const expected = isUnique ? 'update when,text 1' : 'reject foreignRow 1';
	expect(decide(createDesiredPosts([{ id, ...BOTH }], true), calendarOf([[{ id }]], true))).toEqual(
		[expected],
	);
});

test('rejects a row with the ID of another row in an earlier round of its loop', () => {
	const rows = createDesiredPosts([{}, OTHER_ROW], true);
	const loopHistory = {
		...NO_LOOP,
		isRowIdReused: (desired: DesiredPost) => desired === rows[0],
	};
	const calendar = calendarOf([[MILK]], true, { loopHistory });
	expect(reconcile(rows, calendar).plannedPosts).toMatchObject([
		{ action: 'reject', rejection: 'duplicateRowId', itemIndexes: [0], otherPosts: calendar.posts },
		{ action: 'create' },
	]);
});

test('does not suggest to replace a post of another round of the loop', () => {
	const loopHistory = { ...NO_LOOP, isSentInLoop: () => true };
	const calendar = calendarOf([[MILK]], false, { loopHistory });
	expect(decide(createDesiredPosts([{}], false), calendar)).toEqual(['create']);
});

test.each<[what: string, row: Partial<Row>, decision: string]>([
	['unchanged', AS_MADE, 'keep 2'],
	['corrected', { ...AS_MADE, at: 12 }, 'update when 2'],
])(
	'a post of an earlier round of the loop, %s, does not show that the sheet is the same',
	(_, row, expected) => {
		const loopHistory = {
			...NO_LOOP,
			isCreatedInEarlierRound: ({ id }: ExistingPost) => id === '2',
		};
		const calendar = calendarOf([[{}], [AS_MADE]], true, { loopHistory });
		expect(decide(createDesiredPosts([BOTH, row], true), calendar)).toEqual([
			'reject foreignRow 1',
			expected,
		]);
	},
);

describe('a post that this run has sent', () => {
	const sentAs = (
		sent: DesiredPost['earlierAttempt'],
		rows = createDesiredPosts([{ parts: 2 }], false),
	) => [{ ...rows[0], earlierAttempt: sent }, ...rows.slice(1)];
	const made = (since: Partial<ExistingPost>): Calendar =>
		calendarOf(
			[
				[MILK, BY_HAND],
				[{ parts: 2 }, { ...PUBLISHED, ...since }],
			],
			false,
		);

	test.each<[string, Partial<ExistingPost>, string]>([
		['is found by its ID', {}, 'alreadySent 2'],
		[
			'is rejected if only its first parts are stored',
			{ partCount: 1 },
			'reject incompleteThread 2',
		],
		['is unclear if its parts are unreadable', { partCount: undefined }, 'reject unclear'],
		['is not found on another channel', { channelId: 'in' }, 'reject unclear'],
	])('%s', (_what, since, expected) => {
		expect(decide(sentAs({ keyIds: ['k0', 'k2'] }), made(since))).toEqual([expected]);
	});

	test('is unclear if no post has its ID, although an equal post exists', () => {
		expect(decide(sentAs({ keyIds: ['k9'] }), made({}))).toEqual(['reject unclear']);
	});

	test('exists once Postiz has answered, even if the calendar lacks it', () => {
		const beside = made({}).posts[0];
		const sent = {
			keyIds: ['k9'],
			postId: '9',
			date: '2099-03-01T20:00:00.000Z',
			replaceCandidate: beside,
		};
		const [one] = sentAs({ ...sent, isChange: true });
		const { keyIds, ...rest } = sent;
		expect(keyIds).toHaveLength(1);
		expect(reconcile([one], made({})).plannedPosts).toEqual([
			{ desired: one, issues: [], action: 'alreadySent', isChange: true, post: undefined, ...rest },
		]);
	});

	test('is shared by rows with the same content', () => {
		const rows = sentAs(
			{ keyIds: ['k2'] },
			createDesiredPosts([{ parts: 2 }, { parts: 2, ...OTHER_ROW }], true),
		);
		expect(decide(rows, made({}))).toEqual(['alreadySent 2', 'duplicate of 0']);
		const answered = [rows[1], { ...rows[0], earlierAttempt: { keyIds: ['k9'], postId: '9' } }];
		expect(decide(answered, made({}))).toEqual(['duplicate of 1', 'alreadySent']);
	});

	test.each([
		[true, 'update when,text 1'],
		[undefined, 'reject foreignRow 1'],
	])('shows that the sheet is the same if it is a change (%j)', (isChange, expected) => {
		const [other, one] = createDesiredPosts([BOTH, AS_MADE], true);
		const rows = [other, { ...one, earlierAttempt: { keyIds: ['k9'], postId: '9', isChange } }];
		expect(decide(rows, calendarOf([[{}]], true))).toEqual([expected, 'alreadySent']);
	});
});

test('compares files if more rows than posts have the same text and date', () => {
	const rows = createDesiredPosts([{ file: 'a' }, { file: 'b' }], false);
	const failed: Made = [{ file: 'a2' }, FAILED_FOR_GOOD];
	const out: Made = [{ file: 'b2' }, PUBLISHED];
	const { posts } = calendarOf([failed, out], false);
	const asked = new Set([posts[1]]);
	const unread = { compareFiles: () => undefined };
	expect(reconcile(rows, calendarOf([failed, out], false, unread)).uncompared).toEqual(
		new Map(rows.map((one) => [one, asked])),
	);
	expect(decide(rows, calendarOf([failed, out], false))).toEqual(['create failed 1', 'keep 2']);
	const unsure: Made = [{ file: 'a2' }, UNSURE];
	expect(reconcile(rows, calendarOf([unsure, out], false, unread)).uncompared).toEqual(
		new Map(rows.map((one) => [one, new Set(calendarOf([unsure, out], false).posts)])),
	);
	expect(decide([...rows].reverse(), calendarOf([unsure, out], false))).toEqual([
		'keep 2',
		'reject mayBeOnline 1',
	]);
	const bothOut = calendarOf([[{ file: 'a2' }, PUBLISHED], out], false, unread);
	expect(reconcile(rows, bothOut).uncompared).toEqual(new Map());
});

test.each<[string, isByRow: boolean, Partial<Row>, Made, isAsked: boolean]>([
	['of what is still to go out', false, { file: 'a' }, [{ file: 'b' }], true],
	['not of what is out', false, { file: 'a' }, [{ file: 'b' }, PUBLISHED], false],
	['of what is out without a text', false, NO_TEXT, [{ ...NO_TEXT, file: 'b' }, PUBLISHED], true],
	['of the own post of a row that is out', true, { file: 'a' }, [{ file: 'b' }, PUBLISHED], true],
	[
		'not of another row’s that is out',
		true,
		{ file: 'a' },
		[{ file: 'b', ...OTHER_ROW }, PUBLISHED],
		false,
	],
	['not of equal digests', false, { file: 'a' }, [{ file: 'a' }], false],
])('compares files first: %s', (_of, isByRow, row, post, isAsked) => {
	const rows = createDesiredPosts([row], isByRow);
	const calendar = calendarOf([post], isByRow, { compareFiles: () => undefined });
	const asked = new Map(isAsked ? [[rows[0], new Set(calendar.posts)]] : []);
	expect(reconcile(rows, calendar).uncompared).toEqual(asked);
	expect(reconcile(rows, { ...calendar, compareFiles: filesOf }).uncompared).toEqual(new Map());
});
