/** What is decided for rows, a sentence for each rule of matchForCreate and matchForUpsert. */
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/publishing/existing/dedupeWindow';
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
	id: 'May 1',
	channel: 'x',
	at: 10,
	text: 'tea',
	parts: 1,
	file: '',
	rest: '',
	isDraft: false,
	again: false,
	type: 'now',
};

const createDesiredPosts = (rows: Partial<Row>[], isByRow: boolean): DesiredPost[] =>
	rows.map((row, index) => {
		const one = { ...TEA, ...row };
		const time = one.at === null ? START : START + one.at * HOUR;
		const file = one.file === '' ? [] : [{ url: one.file }];
		return fake<DesiredPost>({
			item: {
				index,
				ignoresExisting: one.again && !isByRow,
				rowId: isByRow ? one.id : undefined,
				shared: { type: (one.at === null ? one.type : 'schedule') as Item['shared']['type'] },
			},
			target: { id: one.channel },
			key: {
				when: one.at === null ? null : new Date(time).toISOString().slice(0, 16),
				text: `${one.text}/${one.parts}`,
				files: one.file,
				settings: one.rest,
				isDraft: one.isDraft,
				row: isByRow ? one.id : null,
			},
			comparableText: one.text,
			time,
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
		const [{ key, target, parts, comparableText, time }] = createDesiredPosts(
			[row],
			isByRow && by !== 'create',
		);
		const paths = parts.flatMap(({ files }) => files.map(({ url = '' }) => url));
		return {
			id: String(index + 1),
			channelId: target.id,
			content: comparableText,
			comparableText,
			time,
			paths,
			fileCount: paths.length,
			partCount: parts.length,
			state: key.isDraft ? 'DRAFT' : 'QUEUE',
			mayBeOnline: false,
			failedForGood: false,
			age: 0,
			isEdited: false,
			isKeyUnknown: false,
			isByHand: false,
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
	['keeps an equal post', [{}], [[{}]], ['keep 1']],
	['prefers an equal post to a similar one', [{}], [[{ rest: 'tag' }], [{}]], ['keep 2']],
	['keeps a post whose file has the same bytes', [{ file: 'a' }], [[{ file: 'a2' }]], ['keep 1']],
	['rejects a post with other files', [{ file: 'a' }], [[{ file: 'b' }]], ['reject otherFiles 1']],
	[
		'rejects several rows because of one post',
		[{ file: 'a' }, { file: 'c' }],
		[[{ file: 'b' }]],
		['reject otherFiles 1', 'reject otherFiles 1'],
	],
	['rejects a post with other settings', [{}], [[{ rest: 'tag' }]], ['reject otherSettings 1']],
	[
		'keeps a published post with other files',
		[{ file: 'a' }],
		[[{ file: 'b' }, PUBLISHED]],
		['keep 1'],
	],
	[
		'prefers a published post to one that may be online',
		[{ file: 'u1' }, { file: 'u2' }],
		[
			[{ file: 'u3' }, UNSURE],
			[{ file: 'u4' }, PUBLISHED],
		],
		['keep 2', 'reject otherFiles 1'],
	],
	[
		'creates a post without text if its file differs',
		[NO_TEXT],
		[[{ ...NO_TEXT, file: 'b' }]],
		['create beside 1'],
	],
	[
		'rejects a post without text whose files are unreadable',
		[{ text: '', file: 'u1' }],
		[[{ text: '', file: 'u2' }]],
		['reject unknownFiles 1'],
	],
	[
		'keeps a published post with other settings',
		[NO_TEXT],
		[[{ ...NO_TEXT, rest: 'tag' }, PUBLISHED]],
		['keep 1'],
	],
	['rejects a scheduled post that exists as a draft', [{}], [[DRAFT]], ['reject existingDraft 1']],
	[
		'creates a post although an undated draft has its text',
		[NOW],
		[[{ ...NOW, ...DRAFT }]],
		['create beside 1'],
	],
	[
		'rejects a draft that exists as a scheduled post',
		[DRAFT],
		[[{}]],
		['reject alreadyScheduled 1'],
	],
	['keeps a published post for a draft', [DRAFT], [[{}, PUBLISHED]], ['keep 1']],
	[
		'keeps a scheduled post that was turned into a draft',
		[{}],
		[[{}, { state: 'DRAFT' }]],
		['keep 1'],
	],
	['keeps an approved draft', [DRAFT], [[DRAFT, { state: 'QUEUE' }]], ['keep 1']],
	[
		'assigns each of two copies to the row with its original state',
		[{}, DRAFT],
		[[DRAFT, { state: 'QUEUE' }], [{}]],
		['keep 2', 'keep 1'],
	],
	[
		'rejects an incomplete thread',
		[{ parts: 2 }],
		[[{ parts: 2 }, { partCount: 1 }]],
		['reject incompleteThread 1'],
	],
	[
		'keeps a thread that was shortened in Postiz',
		[{ parts: 2 }],
		[[{ parts: 2 }, { partCount: 1, isEdited: true }]],
		['keep 1'],
	],
	[
		'keeps a thread whose parts are unreadable',
		[{ parts: 2 }],
		[[{ parts: 2 }, HIDDEN]],
		['keep 1'],
	],
	['rejects a post that may be online', [{}], [[{}, UNSURE]], ['reject mayBeOnline 1']],
	[
		'rejects a post that Postiz is still trying to publish',
		[{}],
		[[{}, TRIED]],
		['reject stillTrying 1'],
	],
	[
		'creates a post again that certainly failed',
		[{}],
		[[{}, FAILED_FOR_GOOD]],
		['create failed 1'],
	],
	[
		'rejects a post for now with another tag',
		[NOW],
		[[{ ...NOW, rest: 'tag' }, PUBLISHED]],
		['reject otherSettings 1'],
	],
	[
		'creates a post for now with another tag and another file',
		[{ ...NOW, file: 'a' }],
		[[{ ...NOW, file: 'b', rest: 'tag' }, PUBLISHED]],
		['create'],
	],
	[
		'rejects a post for now whose file is unreadable',
		[{ ...NOW, file: 'u1' }],
		[[{ ...NOW, file: 'u2' }, PUBLISHED]],
		['reject unknownFiles 1'],
	],
	[
		'creates a post for now with another tag whose file is unreadable',
		[{ ...NOW, file: 'u1' }],
		[[{ ...NOW, file: 'u2', rest: 'tag' }, PUBLISHED]],
		['create'],
	],
	[
		'creates a post for now again after the dedupe window',
		[NOW],
		[[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS + 1 }]],
		['create'],
	],
	[
		'suggests replacing the post with the same text',
		[{}],
		[[MILK], [{ at: 20 }]],
		['create beside 2'],
	],
	[
		'does not suggest replacing a published post with another text',
		[{}],
		[[MILK, PUBLISHED]],
		['create'],
	],
	[
		'suggests replacing a published post with the same text',
		[{}],
		[[{ at: 5 }, PUBLISHED]],
		['create beside 1'],
	],
	[
		'suggests replacing a pending post rather than a published one',
		[{}],
		[[{ at: 5 }, PUBLISHED], [{ at: 20 }]],
		['create beside 2'],
	],
	[
		'names the failed post with the same date',
		[{}],
		[
			[{}, FAILED_FOR_GOOD],
			[{ at: 20 }, FAILED_FOR_GOOD],
		],
		['create failed 1'],
	],
	['keeps an old post that has a date', [{}], [[{}, { age: DEDUPE_WINDOW_MS + 1 }]], ['keep 1']],
	['keeps an approved draft of a scheduled post', [{}], [[DRAFT, { state: 'QUEUE' }]], ['keep 1']],
	['prefers a scheduled post to one that may be online', [{}], [[{}, UNSURE], [{}]], ['keep 2']],
	[
		'ignores a post with the same text and another date if an equal one exists',
		[{}],
		[[{ at: 20 }], [{}]],
		['keep 2'],
	],
	['keeps an old post at a free slot that is still queued', [SLOT], [[SLOT, OLD]], ['keep 1']],
	[
		'keeps an old post at a free slot that was turned into a draft',
		[SLOT],
		[[SLOT, { ...OLD, state: 'DRAFT' }]],
		['keep 1'],
	],
	[
		'creates a post at a free slot although an old one is published',
		[SLOT],
		[[SLOT, { ...OLD, ...PUBLISHED }]],
		['create'],
	],
	[
		'creates a post at a free slot if the old one is overdue',
		[SLOT],
		[[SLOT, { ...OLD, time: START - 48 * HOUR }]],
		['create beside 1'],
	],
	[
		'creates a post at a free slot if the old one has another tag',
		[SLOT],
		[[{ ...SLOT, rest: 'tag' }, OLD]],
		['create'],
	],
	[
		'keeps an old undated draft',
		[UNDATED_DRAFT],
		[[UNDATED_DRAFT, { ...OLD, time: START - 900 * HOUR }]],
		['keep 1'],
	],
	[
		'rejects an old undated draft whose files are unreadable',
		[{ ...UNDATED_DRAFT, file: 'u1' }],
		[[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		['reject unknownFiles 1'],
	],
	[
		'creates a post at a free slot if the old one has another tag and an unreadable file',
		[{ ...SLOT, file: 'u1' }],
		[[{ ...SLOT, file: 'u2', rest: 'tag' }, OLD]],
		['create'],
	],
	[
		'creates a post for now although an old undated draft exists',
		[NOW],
		[[UNDATED_DRAFT, OLD]],
		['create beside 1'],
	],
	[
		'creates a post for now although an old undated draft has unreadable files',
		[{ ...NOW, file: 'u1' }],
		[[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		['create beside 1'],
	],
	[
		'creates a post with a date from the clock again after the dedupe window',
		[{ ...NOW, type: 'schedule' }],
		[[{ ...NOW, type: 'schedule' }, OLD]],
		['create beside 1'],
	],
	[
		'keeps a post for now at the end of the dedupe window',
		[NOW],
		[[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS }]],
		['keep 1'],
	],
	[
		'suggests replacing a post only for one row',
		[{}, { text: 'cup' }],
		[[{ text: 'tea cup' }]],
		['create beside 1', 'create'],
	],
	['does not suggest replacing an unlike text at the same minute', [{}], [[MILK]], ['create']],
	[
		'suggests replacing the similar one of two posts at the same minute',
		[{}],
		[[MILK], [{ text: 'tea cup' }]],
		['create beside 2'],
	],
	[
		'does not suggest replacing an undated draft with another text',
		[{ ...NOW, ...MILK }],
		[[{ ...NOW, ...DRAFT }]],
		['create'],
	],
	[
		'does not suggest replacing the same text with another tag and date',
		[{ at: 20 }],
		[[{ rest: 'tag' }]],
		['create'],
	],
	['creates an equal post with Post Again', [{ again: true }], [[{}]], ['create']],
	[
		'marks an equal row as a duplicate, but not on another channel',
		[{}, {}, { channel: 'in' }],
		[],
		['create', 'duplicate of 0', 'create'],
	],
	[
		'creates equal rows with Post Again',
		[{ again: true }, { again: true }],
		[],
		['create', 'create'],
	],

	[
		'keeps a manual post at the same minute',
		[{}],
		[[{}, { ...BY_HAND, time: START + 10 * HOUR + 59_999 }]],
		['keep 1'],
	],
	[
		'ignores a manual post a minute later',
		[{}],
		[[{}, { ...BY_HAND, time: START + 10 * HOUR + 60_000 }]],
		['create'],
	],
	['ignores a manual post with another text', [{}], [[MILK, BY_HAND]], ['create']],
	['ignores a manual post with fewer files', [{ file: 'a' }], [[{}, BY_HAND]], ['create']],
	[
		'ignores a manual post with other files',
		[{ file: 'a' }],
		[[{ file: 'b' }, BY_HAND]],
		['create'],
	],
	[
		'keeps a manual post with the same text and unreadable files',
		[{ file: 'u1' }],
		[[{ file: 'u2' }, BY_HAND]],
		['keep 1'],
	],
	[
		'rejects a manual post without text whose files are unreadable',
		[{ text: '', file: 'u1' }],
		[[{ text: '', file: 'u2' }, BY_HAND]],
		['reject unknownFiles 1'],
	],
	['ignores a manual post with more files', [{}], [[{ file: 'a' }, BY_HAND]], ['create']],
	[
		'keeps a manual post without text that has the same file',
		[NO_TEXT],
		[[NO_TEXT, BY_HAND]],
		['keep 1'],
	],
	[
		'rejects a manual draft',
		[{}],
		[[{}, { ...BY_HAND, state: 'DRAFT' }]],
		['reject existingDraft 1'],
	],
	[
		'rejects a manual post that may be online',
		[{}],
		[[{}, { ...BY_HAND, ...UNSURE }]],
		['reject mayBeOnline 1'],
	],
	[
		'rejects a manual post with fewer parts',
		[{ parts: 2 }],
		[[{}, BY_HAND]],
		['reject incompleteThread 1'],
	],
	[
		'keeps a manual post with unreadable parts for a row with only a text',
		[{}],
		[[{ file: 'a' }, { ...BY_HAND, ...HIDDEN }]],
		['keep 1'],
	],
	[
		'rejects a manual post with unreadable parts for a thread',
		[{ parts: 2 }],
		[[{ parts: 2 }, { ...BY_HAND, ...HIDDEN }]],
		['reject unknownFiles 1'],
	],
	[
		'rejects a manual post with unreadable parts for a row with a file',
		[{ file: 'a' }],
		[[{ file: 'a' }, { ...BY_HAND, ...HIDDEN }]],
		['reject unknownFiles 1'],
	],
	[
		'ignores a manual post for a post for now',
		[NOW],
		[[NOW, { ...BY_HAND, ...PUBLISHED }]],
		['create'],
	],
])('Create: %s', (_sentence, rows, posts, expected) => {
	expect(decide(createDesiredPosts(rows, false), calendarOf(posts, false))).toEqual(expected);
});

test('a run that repeats a post on purpose creates it again while the last one is pending', () => {
	const calendar = calendarOf([[SLOT, OLD]], false, { repeatsOnPurpose: true });
	expect(decide(createDesiredPosts([SLOT], false), calendar)).toEqual(['create beside 1']);
});

test.each([
	[0, 'keep 1'],
	[DEDUPE_WINDOW_MS, 'keep 1'],
	[DEDUPE_WINDOW_MS + 1, 'create'],
])('Create on an instance that drops keys, %i ms after an equal post: %s', (age, expected) => {
	const calendar = calendarOf([[NOW, { ...BY_HAND, ...PUBLISHED, age }]], false, {
		keepsKeys: false,
	});
	expect(decide(createDesiredPosts([NOW], false), calendar)).toEqual([expected]);
});

const UNREAD = { ...BY_HAND, ...HIDDEN, isKeyUnknown: true };
test.each<[string, Partial<Row>, Partial<Row>, since: Partial<ExistingPost>, expected: string]>([
	['rejects a corrected text', { text: 'tea cup' }, {}, {}, 'reject lostKey 1'],
	['rejects a new date', { at: 20 }, {}, {}, 'reject lostKey 1'],
	['rejects a new date of a published post', { at: 20 }, {}, PUBLISHED, 'reject lostKey 1'],
	[
		'rejects a post for now that was published long ago',
		NOW,
		NOW,
		{ ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS },
		'reject lostKey 1',
	],
	['creates a post beside another text at the same minute', {}, MILK, {}, 'create'],
	['creates a post for now with another text', { ...NOW, ...MILK }, NOW, {}, 'create'],
	['creates a post again that failed', { at: 20 }, {}, FAILED_FOR_GOOD, 'create'],
	[
		'creates a post beside a manual one with another date',
		{ at: 20 },
		{},
		{ isByHand: true },
		'create',
	],
	['keeps the existing post of an equal row', {}, {}, {}, 'keep 1'],
])('Create or Update on an instance that drops keys: %s', (_what, row, made, since, expected) => {
	const calendar = calendarOf([[made, { ...BY_HAND, ...since }]], true, { keepsKeys: false });
	expect(decide(createDesiredPosts([row], true), calendar)).toEqual([expected]);
});

const OTHER_ROW = { id: 'May 2' };
const BOTH = { ...MILK, at: 20 };
const AS_MADE = { ...OTHER_ROW, text: 'cake' };

test.each<Case>([
	['keeps the existing post of an equal row', [{}], [[{}]], ['keep 1']],
	[
		'keeps a scheduled post that was turned into a draft',
		[{}],
		[[{}, { state: 'DRAFT' }]],
		['keep 1'],
	],
	[
		'updates the text of a scheduled post that was turned into a draft',
		[MILK],
		[[{}, { state: 'DRAFT' }]],
		['update text 1'],
	],
	['updates the text', [MILK], [[{}]], ['update text 1']],
	[
		'updates a date that somebody already set in Postiz',
		[{ at: 20 }],
		[[{}, { time: START + 20 * HOUR }]],
		['update when 1'],
	],
	['updates the file', [{ file: 'a' }], [[{ file: 'b' }]], ['update files 1']],
	['schedules a draft', [{}], [[DRAFT]], ['update isDraft 1']],
	[
		'updates the text of a draft that was already scheduled in Postiz',
		[MILK],
		[[DRAFT, { state: 'QUEUE' }]],
		['update text 1'],
	],
	[
		'rejects a new text of an approved draft',
		[{ ...MILK, ...DRAFT }],
		[[DRAFT, { state: 'QUEUE' }]],
		['reject changedAfterApproval 1'],
	],
	[
		'rejects a new picture of an approved draft',
		[{ ...DRAFT, file: 'b' }],
		[[{ ...DRAFT, file: 'a' }, { state: 'QUEUE' }]],
		['reject changedAfterApproval 1'],
	],
	[
		'updates the date of an approved draft',
		[{ ...DRAFT, at: 20 }],
		[[DRAFT, { state: 'QUEUE' }]],
		['update when 1'],
	],
	[
		'rejects a new text and date of an approved draft',
		[{ ...BOTH, ...DRAFT }],
		[[DRAFT, { state: 'QUEUE' }]],
		['reject changedAfterApproval 1'],
	],
	['updates the text of a draft', [{ ...MILK, ...DRAFT }], [[DRAFT]], ['update text 1']],
	['keeps a published post whose typo is corrected', [MILK], [[{}, PUBLISHED]], ['keep 1 out']],
	[
		'keeps a published post whose file link expired',
		[{ file: 'u1' }],
		[[{ file: 'a' }, PUBLISHED]],
		['keep 1'],
	],
	[
		'keeps a published post whose picture changes',
		[{ file: 'b' }],
		[[{ file: 'a' }, PUBLISHED]],
		['keep 1 out'],
	],
	[
		'rejects a new date of a published post',
		[{ at: 20 }],
		[[{}, PUBLISHED]],
		['reject alreadyPublished 1'],
	],
	[
		'rejects a new text of a published post for now',
		[{ ...NOW, ...MILK }],
		[[NOW, PUBLISHED]],
		['reject alreadyPublished 1'],
	],
	[
		'moves a failed post on another channel',
		[{ at: 20 }, { at: 20, channel: 'in' }],
		[
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		['keep 1 out', 'update when 2'],
	],
	[
		'keeps both posts when the row runs again',
		[{ at: 20 }, { at: 20, channel: 'in' }],
		[
			[{}, PUBLISHED],
			[{ at: 20, channel: 'in' }, PUBLISHED],
		],
		['keep 1 out', 'keep 2'],
	],
	[
		'corrects a failed post for now on another channel',
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
		'rejects a new text and date of a published post, and updates the failed one',
		[BOTH, { ...BOTH, channel: 'in' }],
		[
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		['reject alreadyPublished 1', 'update when,text 2'],
	],
	[
		'rejects a new date of a published post, and moves the failed post of another row',
		[{ at: 20 }, { ...AS_MADE, at: 12 }],
		[
			[{}, PUBLISHED],
			[AS_MADE, FAILED_FOR_GOOD],
		],
		['reject alreadyPublished 1', 'update when 2'],
	],
	[
		'keeps a published post for now with a new tag',
		[{ ...NOW, rest: 'tag' }],
		[[NOW, PUBLISHED]],
		['keep 1 out'],
	],
	[
		'rejects a new text of a post that may be online',
		[MILK],
		[[{}, UNSURE]],
		['reject mayBeOnline 1'],
	],
	[
		'rejects a new text of an incomplete thread',
		[{ ...MILK, parts: 2 }],
		[[{ parts: 2 }, { partCount: 1 }]],
		['reject incompleteThread 1'],
	],
	['keeps the failed post of an unchanged row', [{}], [[{}, FAILED_FOR_GOOD]], ['keep 1']],
	['updates the failed post of a changed row', [MILK], [[{}, FAILED_FOR_GOOD]], ['update text 1']],
	[
		'updates the queued post rather than the failed one',
		[MILK],
		[[{}, FAILED_FOR_GOOD], [{}]],
		['update text 2'],
	],
	['keeps the equal one of two posts', [MILK], [[{}], [MILK]], ['keep 2']],
	[
		'rejects a row with two posts, none of which is equal',
		[{ at: 20 }],
		[[{}], [MILK]],
		['reject twoPostsForRow'],
	],
	[
		'rejects rows with the same ID',
		[{}, MILK],
		[[{}]],
		['reject duplicateRowId', 'reject duplicateRowId'],
	],
	['rejects a row with the ID of another sheet', [BOTH], [[{}]], ['reject foreignRow 1']],
	[
		'updates the failed post of another sheet',
		[BOTH],
		[[{}, FAILED_FOR_GOOD]],
		['update when,text 1'],
	],
	[
		'updates the text and date if another row is unchanged',
		[BOTH, AS_MADE],
		[[{}], [AS_MADE]],
		['update when,text 1', 'keep 2'],
	],
	[
		'updates the text and date if another row only has a new date',
		[BOTH, { ...AS_MADE, at: 12 }],
		[[{}], [AS_MADE]],
		['update when,text 1', 'update when 2'],
	],
	[
		'rejects a new text and date if the other row is rejected',
		[BOTH, { ...AS_MADE, at: 12 }],
		[[{}], [AS_MADE, PUBLISHED]],
		['reject foreignRow 1', 'reject alreadyPublished 2'],
	],
	[
		'rejects a new text and date if the other row is new',
		[BOTH, AS_MADE],
		[[{}]],
		['reject foreignRow 1', 'create'],
	],
	[
		'rejects two rows with a new text and date, even beside an unchanged row',
		[BOTH, { ...OTHER_ROW, ...BOTH, at: 21 }, { ...AS_MADE, id: 'May 3' }],
		[[{}], [OTHER_ROW], [{ ...AS_MADE, id: 'May 3' }]],
		['reject foreignRow 1', 'reject foreignRow 2', 'keep 3'],
	],
	[
		'rejects an unchanged row whose post may be online',
		[{}],
		[[{}, UNSURE]],
		['reject mayBeOnline 1'],
	],
	['keeps an equal manual post', [{}], [[{}, BY_HAND]], ['keep 1']],
	[
		'creates a post beside a manual one with another date',
		[{ at: 20 }],
		[[{}, BY_HAND]],
		['create'],
	],
	[
		'ignores an undated draft of Create with another text',
		[{ ...NOW, ...MILK }],
		[[{ ...NOW, ...DRAFT }, {}, 'create']],
		['create'],
	],
	['links an equal post of Create', [{}], [[{}, {}, 'create']], ['keep 1 link']],
	['links an equal draft of Create', [DRAFT], [[DRAFT, {}, 'create']], ['keep 1 link']],
	[
		'keeps a published post of Create without linking it',
		[{}],
		[[{}, PUBLISHED, 'create']],
		['keep 1'],
	],
	[
		'links an approved draft of Create',
		[DRAFT],
		[[DRAFT, { state: 'QUEUE' }, 'create']],
		['keep 1 link'],
	],
	[
		'suggests replacing a post of Create with the same text and another date',
		[{ at: 20 }],
		[[{}, {}, 'create']],
		['create beside 1'],
	],
	[
		'does not suggest replacing a post of Create that belongs to another row',
		[{ at: 20 }, { ...OTHER_ROW, at: 30 }],
		[
			[{ at: 30 }, {}, 'create'],
			[{ at: 40 }, PUBLISHED, 'create'],
		],
		['create', 'keep 1 link'],
	],
	['schedules a draft of Create', [{}], [[DRAFT, {}, 'create']], ['update isDraft 1']],
	[
		'keeps a published post of Create for a draft',
		[DRAFT],
		[[{}, PUBLISHED, 'create']],
		['keep 1'],
	],
	[
		'rejects a post of Create that may be online',
		[{}],
		[[{}, UNSURE, 'create']],
		['reject mayBeOnline 1'],
	],
	[
		'keeps an old undated post of Create',
		[NOW],
		[[NOW, { ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS }, 'create']],
		['keep 1'],
	],
	[
		'ignores an old undated post of another row',
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
		'rejects a post of Create with another file',
		[{ file: 'a' }],
		[[{ file: 'b' }, {}, 'create']],
		['reject otherFiles 1'],
	],
	[
		'rejects a post of Create with a similar text at the same minute',
		[{ text: 'tea cup' }],
		[[{}, {}, 'create']],
		['reject similarPost 1'],
	],
	['ignores an unlike post of Create at the same minute', [MILK], [[{}, {}, 'create']], ['create']],
	[
		'names the similar one of two posts of Create at the same minute',
		[{ text: 'tea cup' }],
		[
			[MILK, {}, 'create'],
			[{}, {}, 'create'],
		],
		['reject similarPost 2'],
	],
	[
		'rejects a row if the key of a post is unreadable',
		[{}],
		[[BOTH, UNREAD]],
		['reject unknownKey 1'],
	],
	[
		'names the similar one of two posts with unreadable keys',
		[{}],
		[
			[BOTH, UNREAD],
			[{ at: 20 }, UNREAD],
		],
		['reject unknownKey 2'],
	],
	[
		'ignores a post with an unreadable key on another channel',
		[{}],
		[[{ ...BOTH, channel: 'in' }, UNREAD]],
		['create'],
	],
	['keeps an equal post with an unreadable key', [{}], [[{}, UNREAD]], ['keep 1']],
	[
		'keeps a post with an unreadable key for the row that equals it',
		[{}, { ...OTHER_ROW, ...MILK }],
		[[{ ...OTHER_ROW, ...MILK }, UNREAD]],
		['create', 'keep 1'],
	],
	[
		'updates its post although the key of another is unreadable',
		[MILK],
		[[{}], [BOTH, UNREAD]],
		['update text 1'],
	],
	[
		'suggests replacing a post of Create with another tag and date',
		[{ at: 20 }],
		[[{ rest: 'tag' }, {}, 'create']],
		['create beside 1'],
	],
	[
		'does not suggest replacing a published post of Create with another tag and date',
		[{ at: 20 }],
		[[{ rest: 'tag' }, PUBLISHED, 'create']],
		['create'],
	],
	[
		'ignores the same text with another tag in another row',
		[{ at: 20 }],
		[[{ ...OTHER_ROW, rest: 'tag' }]],
		['create'],
	],
	['keeps an equal post of a row whose ID changed', [{}], [[OTHER_ROW]], ['keep 1']],
	['suggests replacing a post on another channel', [ELSEWHERE], [[{}]], ['create beside 1']],
	[
		'does not suggest replacing a published post on another channel',
		[ELSEWHERE],
		[[{}, PUBLISHED]],
		['create'],
	],
	['creates a post on a further channel', [ELSEWHERE, {}], [[{}]], ['create', 'keep 1']],
	[
		'creates a post with another text on another channel',
		[{ ...ELSEWHERE, ...MILK }],
		[[{}]],
		['create'],
	],
	['ignores the post of another row on another channel', [ELSEWHERE], [[OTHER_ROW]], ['create']],
	[
		'marks a row as a duplicate of a later row that has the post',
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
	['skips a row with a past date', PAST, [[12]], JOINS],
	['skips a row without a date', NOW, [[12]], JOINS],
	['creates a post that is due now', { at: 12 }, [[12]], 'create'],
	['creates a post that is due later', { at: 13 }, [[12]], 'create'],
	['creates a post if the others were published 11 hours ago', PAST, [[11]], 'create'],
	[
		'skips a row of which one post was published long ago',
		PAST,
		[[12], [12, { ...OTHER_ROW, ...DRAFT }]],
		JOINS,
	],
	['ignores a published post of another row', PAST, [[12, OTHER_ROW]], 'create'],
	['ignores a post that failed long ago', PAST, [[12, {}, FAILED_FOR_GOOD]], 'create'],
	['ignores a published manual post', PAST, [[12, MILK, BY_HAND]], 'create'],
])('with a channel added to the group, %s', (_when, row, outs, expected) => {
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

test('does not suggest replacing a post of another round of the loop', () => {
	const loopHistory = { ...NO_LOOP, isSentInLoop: () => true };
	const calendar = calendarOf([[MILK]], false, { loopHistory });
	expect(decide(createDesiredPosts([{}], false), calendar)).toEqual(['create']);
});

test.each<[what: string, row: Partial<Row>, decision: string]>([
	['unchanged', AS_MADE, 'keep 2'],
	['corrected', { ...AS_MADE, at: 12 }, 'update when 2'],
])(
	'a post of an earlier round of the loop, %s, does not prove that the sheet is the same',
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

describe('a post sent earlier in this run', () => {
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
	])('proves that the sheet is the same only if it is a change (%j)', (isChange, expected) => {
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
	['of a scheduled post', false, { file: 'a' }, [{ file: 'b' }], true],
	['not of a published post', false, { file: 'a' }, [{ file: 'b' }, PUBLISHED], false],
	[
		'of a published post without a text',
		false,
		NO_TEXT,
		[{ ...NO_TEXT, file: 'b' }, PUBLISHED],
		true,
	],
	['of the row’s own published post', true, { file: 'a' }, [{ file: 'b' }, PUBLISHED], true],
	[
		'not of another row’s published post',
		true,
		{ file: 'a' },
		[{ file: 'b', ...OTHER_ROW }, PUBLISHED],
		false,
	],
	['not if their digests are equal', false, { file: 'a' }, [{ file: 'a' }], false],
])('compares the files %s', (_of, isByRow, row, post, isAsked) => {
	const rows = createDesiredPosts([row], isByRow);
	const calendar = calendarOf([post], isByRow, { compareFiles: () => undefined });
	const asked = new Map(isAsked ? [[rows[0], new Set(calendar.posts)]] : []);
	expect(reconcile(rows, calendar).uncompared).toEqual(asked);
	expect(reconcile(rows, { ...calendar, compareFiles: filesOf }).uncompared).toEqual(new Map());
});
