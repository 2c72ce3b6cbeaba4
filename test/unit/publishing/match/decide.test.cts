/** The rules of Create, and of Create or Update. */
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import { decide } from '../../../../nodes/Postiz/publishing/match/decide';
import {
	getExistingPost,
	type Calendar,
	type PlannedPost,
	type ExistingPost,
	type DesiredPost,
	type Item,
} from '../../../../nodes/Postiz/posts/model';
import { createFake } from '../../../shared/fakes.cjs';
import { NO_LOOP } from '../listed.cjs';
import { HOUR, MINUTE } from '../../../shared/time.cjs';

const START = Date.parse('2099-03-01T10:00:00Z');

/** A row of a sheet. Files with the same first letter have the same bytes; files with `u` are unreadable. */
interface Row {
	channel: string;
	/** Hours from the start; null for now. */
	hour: number | null;
	text: string;
	parts: number;
	file: string;
	settings: string;
	isDraft: boolean;
	postAgain: boolean;
	rowId: string;
	/** The type of its request, if it has no date. */
	type: string;
}
const TEA: Row = {
	rowId: 'May 1',
	channel: 'x',
	hour: 10,
	text: 'tea',
	parts: 1,
	file: '',
	settings: '',
	isDraft: false,
	postAgain: false,
	type: 'now',
};

const createDesiredPosts = (rows: Partial<Row>[], hasRowId: boolean): DesiredPost[] =>
	rows.map((columns, index) => {
		const row = { ...TEA, ...columns };
		const time = row.hour === null ? START : START + row.hour * HOUR;
		const file = row.file === '' ? [] : [{ url: row.file }];
		return createFake<DesiredPost>({
			item: {
				index,
				ignoresExisting: row.postAgain && !hasRowId,
				rowId: hasRowId ? row.rowId : undefined,
				requestFields: {
					type: (row.hour === null ? row.type : 'schedule') as Item['requestFields']['type'],
				},
			},
			target: { id: row.channel },
			key: {
				minute: row.hour === null ? null : new Date(time).toISOString().slice(0, 16),
				text: `${row.text}/${row.parts}`,
				files: row.file,
				settings: row.settings,
				isDraft: row.isDraft,
				rowId: hasRowId ? row.rowId : null,
			},
			comparableText: row.text,
			time,
			parts: Array.from({ length: row.parts }, (_, part) => ({ files: part === 0 ? file : [] })),
		});
	});

const getFile = ({ key }: DesiredPost) => key.files;
const compareFiles: Calendar['files']['getOrRequest'] = (desired, { paths: [path = ''] }) => {
	const file = getFile(desired);
	if (file === '' || path === '') return file === path ? 'same' : 'other';
	if (file.startsWith('u') || path.startsWith('u')) return 'unknown';
	return file[0] === path[0] ? 'same' : 'other';
};

/** The post of a row, and how it has changed since; `create` if Create made it instead of Create or Update. */
type MadePost = [row: Partial<Row>, changes?: Partial<ExistingPost>, createdBy?: 'create'];

function createCalendar(
	made: MadePost[],
	hasRowId: boolean,
	more: Partial<Calendar> = {},
): Calendar {
	const posts = made.map(([row, changes, createdBy], index): ExistingPost => {
		const [{ key, target, parts, comparableText, time }] = createDesiredPosts(
			[row],
			hasRowId && createdBy !== 'create',
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
			...changes,
		};
	});
	return {
		posts,
		isUpsert: hasRowId,
		keepsKeys: true,
		now: START,
		isRepeatedOnPurpose: false,
		files: { getOrRequest: compareFiles },
		loopHistory: NO_LOOP,
		...more,
	};
}

/** The decision for each row, such as `keep 1` or `reject otherFiles 1`: posts are numbered. */
const describeDecisions = (rows: DesiredPost[], calendar: Calendar): string[] => {
	const plannedPosts = decide(rows, calendar);
	return plannedPosts.map((planned) => describeDecision(planned, plannedPosts));
};

function describeDecision(planned: PlannedPost, plannedPosts: PlannedPost[]): string {
	const { action } = planned;
	if (action === 'duplicate')
		return `duplicate of ${plannedPosts.findIndex(({ desired }) => desired === planned.duplicateOf)}`;
	const describeCandidate = (name: string, post?: ExistingPost) => post && `${name} ${post.id}`;
	const details = [
		action === 'reject' && planned.conflict,
		action === 'update' && planned.changedKeyFields.join(),
		action === 'create' && describeCandidate('replaceCandidate', planned.replaceCandidate),
		action === 'create' && describeCandidate('failedPost', planned.failedPost),
		action === 'skip' && planned.reason,
		getExistingPost(planned)?.id,
		action === 'keep' && planned.hasRowChanged && 'hasRowChanged',
		action === 'keep' && planned.needsRowId && 'needsRowId',
	];
	return [action, ...details].filter(Boolean).join(' ');
}

type Case = [rule: string, rows: Partial<Row>[], posts: MadePost[], expected: string[]];

const BY_HAND = { key: undefined };
const PUBLISHED = { state: 'PUBLISHED' };
const FAILED_FOR_GOOD = { state: 'ERROR', failedForGood: true };
const MAYBE_ONLINE = { state: 'ERROR', mayBeOnline: true };
const STILL_TRYING = { ...MAYBE_ONLINE, isStillTrying: true };
const UNREADABLE_PARTS = { partCount: undefined, fileCount: undefined };
const NOW = { hour: null };
const DRAFT = { isDraft: true };
const MILK = { text: 'milk' };
const SLOT = { ...NOW, type: 'nextSlot' };
const UNDATED_DRAFT = { ...NOW, ...DRAFT, type: 'draft' };
const OLD = { age: 9 * DEDUPE_WINDOW_MS };
const ELSEWHERE = { channel: 'in' };
const NO_TEXT = { text: '', file: 'a' };

test.each<Case>([
	['keeps an equal post', [{}], [[{}]], ['keep 1']],
	['prefers an equal post to a similar one', [{}], [[{ settings: 'tag' }], [{}]], ['keep 2']],
	['keeps a post whose file has the same bytes', [{ file: 'a' }], [[{ file: 'a2' }]], ['keep 1']],
	['rejects a post with other files', [{ file: 'a' }], [[{ file: 'b' }]], ['reject otherFiles 1']],
	[
		'rejects several rows because of one post',
		[{ file: 'a' }, { file: 'c' }],
		[[{ file: 'b' }]],
		['reject otherFiles 1', 'reject otherFiles 1'],
	],
	['rejects a post with other settings', [{}], [[{ settings: 'tag' }]], ['reject otherSettings 1']],
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
			[{ file: 'u3' }, MAYBE_ONLINE],
			[{ file: 'u4' }, PUBLISHED],
		],
		['keep 2', 'reject otherFiles 1'],
	],
	[
		'creates a post without text if its file differs',
		[NO_TEXT],
		[[{ ...NO_TEXT, file: 'b' }]],
		['create replaceCandidate 1'],
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
		[[{ ...NO_TEXT, settings: 'tag' }, PUBLISHED]],
		['keep 1'],
	],
	['rejects a scheduled post that exists as a draft', [{}], [[DRAFT]], ['reject existingDraft 1']],
	[
		'creates a post although an undated draft has its text',
		[NOW],
		[[{ ...NOW, ...DRAFT }]],
		['create replaceCandidate 1'],
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
		[[{ parts: 2 }, UNREADABLE_PARTS]],
		['keep 1'],
	],
	['rejects a post that may be online', [{}], [[{}, MAYBE_ONLINE]], ['reject mayBeOnline 1']],
	[
		'rejects a post that Postiz is still trying to publish',
		[{}],
		[[{}, STILL_TRYING]],
		['reject stillTrying 1'],
	],
	[
		'creates a post again that certainly failed',
		[{}],
		[[{}, FAILED_FOR_GOOD]],
		['create failedPost 1'],
	],
	[
		'rejects a post for now with another tag',
		[NOW],
		[[{ ...NOW, settings: 'tag' }, PUBLISHED]],
		['reject otherSettings 1'],
	],
	[
		'creates a post for now with another tag and another file',
		[{ ...NOW, file: 'a' }],
		[[{ ...NOW, file: 'b', settings: 'tag' }, PUBLISHED]],
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
		[[{ ...NOW, file: 'u2', settings: 'tag' }, PUBLISHED]],
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
		[[MILK], [{ hour: 20 }]],
		['create replaceCandidate 2'],
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
		[[{ hour: 5 }, PUBLISHED]],
		['create replaceCandidate 1'],
	],
	[
		'suggests replacing a pending post rather than a published one',
		[{}],
		[[{ hour: 5 }, PUBLISHED], [{ hour: 20 }]],
		['create replaceCandidate 2'],
	],
	[
		'names the failed post with the same date',
		[{}],
		[
			[{}, FAILED_FOR_GOOD],
			[{ hour: 20 }, FAILED_FOR_GOOD],
		],
		['create failedPost 1'],
	],
	['keeps an old post that has a date', [{}], [[{}, { age: DEDUPE_WINDOW_MS + 1 }]], ['keep 1']],
	['keeps an approved draft of a scheduled post', [{}], [[DRAFT, { state: 'QUEUE' }]], ['keep 1']],
	[
		'prefers a scheduled post to one that may be online',
		[{}],
		[[{}, MAYBE_ONLINE], [{}]],
		['keep 2'],
	],
	[
		'ignores a post with the same text and another date if an equal one exists',
		[{}],
		[[{ hour: 20 }], [{}]],
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
		['create replaceCandidate 1'],
	],
	[
		'creates a post at a free slot if the old one has another tag',
		[SLOT],
		[[{ ...SLOT, settings: 'tag' }, OLD]],
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
		[[{ ...SLOT, file: 'u2', settings: 'tag' }, OLD]],
		['create'],
	],
	[
		'creates a post for now although an old undated draft exists',
		[NOW],
		[[UNDATED_DRAFT, OLD]],
		['create replaceCandidate 1'],
	],
	[
		'creates a post for now although an old undated draft has unreadable files',
		[{ ...NOW, file: 'u1' }],
		[[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		['create replaceCandidate 1'],
	],
	[
		'creates a post with a date from the clock again after the dedupe window',
		[{ ...NOW, type: 'schedule' }],
		[[{ ...NOW, type: 'schedule' }, OLD]],
		['create replaceCandidate 1'],
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
		['create replaceCandidate 1', 'create'],
	],
	['does not suggest replacing an unlike text at the same minute', [{}], [[MILK]], ['create']],
	[
		'suggests replacing the similar one of two posts at the same minute',
		[{}],
		[[MILK], [{ text: 'tea cup' }]],
		['create replaceCandidate 2'],
	],
	[
		'does not suggest replacing an undated draft with another text',
		[{ ...NOW, ...MILK }],
		[[{ ...NOW, ...DRAFT }]],
		['create'],
	],
	[
		'does not suggest replacing the same text with another tag and date',
		[{ hour: 20 }],
		[[{ settings: 'tag' }]],
		['create'],
	],
	['creates an equal post with Post Again', [{ postAgain: true }], [[{}]], ['create']],
	[
		'marks an equal row as a duplicate, but not on another channel',
		[{}, {}, { channel: 'in' }],
		[],
		['create', 'duplicate of 0', 'create'],
	],
	[
		'creates equal rows with Post Again',
		[{ postAgain: true }, { postAgain: true }],
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
		[[{}, { ...BY_HAND, time: START + 10 * HOUR + MINUTE }]],
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
		[[{}, { ...BY_HAND, ...MAYBE_ONLINE }]],
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
		[[{ file: 'a' }, { ...BY_HAND, ...UNREADABLE_PARTS }]],
		['keep 1'],
	],
	[
		'rejects a manual post with unreadable parts for a thread',
		[{ parts: 2 }],
		[[{ parts: 2 }, { ...BY_HAND, ...UNREADABLE_PARTS }]],
		['reject unknownFiles 1'],
	],
	[
		'rejects a manual post with unreadable parts for a row with a file',
		[{ file: 'a' }],
		[[{ file: 'a' }, { ...BY_HAND, ...UNREADABLE_PARTS }]],
		['reject unknownFiles 1'],
	],
	[
		'ignores a manual post for a post for now',
		[NOW],
		[[NOW, { ...BY_HAND, ...PUBLISHED }]],
		['create'],
	],
])('Create: %s', (_rule, rows, posts, expected) => {
	expect(describeDecisions(createDesiredPosts(rows, false), createCalendar(posts, false))).toEqual(
		expected,
	);
});

test('creates a post again while the last one is pending if runs repeat it on purpose', () => {
	const calendar = createCalendar([[SLOT, OLD]], false, { isRepeatedOnPurpose: true });
	expect(describeDecisions(createDesiredPosts([SLOT], false), calendar)).toEqual([
		'create replaceCandidate 1',
	]);
});

test.each([
	[0, 'keep 1'],
	[DEDUPE_WINDOW_MS, 'keep 1'],
	[DEDUPE_WINDOW_MS + 1, 'create'],
])('Create on an instance that drops keys, %i ms after an equal post: %s', (age, expected) => {
	const calendar = createCalendar([[NOW, { ...BY_HAND, ...PUBLISHED, age }]], false, {
		keepsKeys: false,
	});
	expect(describeDecisions(createDesiredPosts([NOW], false), calendar)).toEqual([expected]);
});

const UNREADABLE_KEY = { ...BY_HAND, ...UNREADABLE_PARTS, isKeyUnknown: true };
test.each<[string, Partial<Row>, Partial<Row>, changes: Partial<ExistingPost>, expected: string]>([
	['rejects a corrected text', { text: 'tea cup' }, {}, {}, 'reject lostKey 1'],
	['rejects a new date', { hour: 20 }, {}, {}, 'reject lostKey 1'],
	['rejects a new date of a published post', { hour: 20 }, {}, PUBLISHED, 'reject lostKey 1'],
	[
		'rejects a post for now that was published long ago',
		NOW,
		NOW,
		{ ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS },
		'reject lostKey 1',
	],
	['creates a post beside another text at the same minute', {}, MILK, {}, 'create'],
	['creates a post for now with another text', { ...NOW, ...MILK }, NOW, {}, 'create'],
	['creates a post again that failed', { hour: 20 }, {}, FAILED_FOR_GOOD, 'create'],
	[
		'creates a post beside a manual one with another date',
		{ hour: 20 },
		{},
		{ isByHand: true },
		'create',
	],
	['keeps the existing post of an equal row', {}, {}, {}, 'keep 1'],
])(
	'Create or Update on an instance that drops keys: %s',
	(_what, row, existing, changes, expected) => {
		const calendar = createCalendar([[existing, { ...BY_HAND, ...changes }]], true, {
			keepsKeys: false,
		});
		expect(describeDecisions(createDesiredPosts([row], true), calendar)).toEqual([expected]);
	},
);

const OTHER_ROW = { rowId: 'May 2' };
const NEW_TEXT_AND_DATE = { ...MILK, hour: 20 };
const CAKE = { ...OTHER_ROW, text: 'cake' };

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
		[{ hour: 20 }],
		[[{}, { time: START + 20 * HOUR }]],
		['update minute 1'],
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
		[{ ...DRAFT, hour: 20 }],
		[[DRAFT, { state: 'QUEUE' }]],
		['update minute 1'],
	],
	[
		'rejects a new text and date of an approved draft',
		[{ ...NEW_TEXT_AND_DATE, ...DRAFT }],
		[[DRAFT, { state: 'QUEUE' }]],
		['reject changedAfterApproval 1'],
	],
	['updates the text of a draft', [{ ...MILK, ...DRAFT }], [[DRAFT]], ['update text 1']],
	[
		'keeps a published post whose typo is corrected',
		[MILK],
		[[{}, PUBLISHED]],
		['keep 1 hasRowChanged'],
	],
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
		['keep 1 hasRowChanged'],
	],
	[
		'rejects a new date of a published post',
		[{ hour: 20 }],
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
		[{ hour: 20 }, { hour: 20, channel: 'in' }],
		[
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		['keep 1 hasRowChanged', 'update minute 2'],
	],
	[
		'keeps both posts when the row runs again',
		[{ hour: 20 }, { hour: 20, channel: 'in' }],
		[
			[{}, PUBLISHED],
			[{ hour: 20, channel: 'in' }, PUBLISHED],
		],
		['keep 1 hasRowChanged', 'keep 2'],
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
		['keep 1 hasRowChanged', 'update text 2'],
	],
	[
		'rejects a new text and date of a published post, and updates the failed one',
		[NEW_TEXT_AND_DATE, { ...NEW_TEXT_AND_DATE, channel: 'in' }],
		[
			[{}, PUBLISHED],
			[{ channel: 'in' }, FAILED_FOR_GOOD],
		],
		['reject alreadyPublished 1', 'update minute,text 2'],
	],
	[
		'rejects a new date of a published post, and moves the failed post of another row',
		[{ hour: 20 }, { ...CAKE, hour: 12 }],
		[
			[{}, PUBLISHED],
			[CAKE, FAILED_FOR_GOOD],
		],
		['reject alreadyPublished 1', 'update minute 2'],
	],
	[
		'keeps a published post for now with a new tag',
		[{ ...NOW, settings: 'tag' }],
		[[NOW, PUBLISHED]],
		['keep 1 hasRowChanged'],
	],
	[
		'rejects a new text of a post that may be online',
		[MILK],
		[[{}, MAYBE_ONLINE]],
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
		[{ hour: 20 }],
		[[{}], [MILK]],
		['reject twoPostsForRow'],
	],
	[
		'rejects rows with the same ID',
		[{}, MILK],
		[[{}]],
		['reject reusedRowId', 'reject reusedRowId'],
	],
	[
		'rejects a row with the ID of another sheet',
		[NEW_TEXT_AND_DATE],
		[[{}]],
		['reject foreignRow 1'],
	],
	[
		'updates the failed post of another sheet',
		[NEW_TEXT_AND_DATE],
		[[{}, FAILED_FOR_GOOD]],
		['update minute,text 1'],
	],
	[
		'updates the text and date if another row is unchanged',
		[NEW_TEXT_AND_DATE, CAKE],
		[[{}], [CAKE]],
		['update minute,text 1', 'keep 2'],
	],
	[
		'updates the text and date if another row only has a new date',
		[NEW_TEXT_AND_DATE, { ...CAKE, hour: 12 }],
		[[{}], [CAKE]],
		['update minute,text 1', 'update minute 2'],
	],
	[
		'rejects a new text and date if the other row is rejected',
		[NEW_TEXT_AND_DATE, { ...CAKE, hour: 12 }],
		[[{}], [CAKE, PUBLISHED]],
		['reject foreignRow 1', 'reject alreadyPublished 2'],
	],
	[
		'rejects a new text and date if the other row is new',
		[NEW_TEXT_AND_DATE, CAKE],
		[[{}]],
		['reject foreignRow 1', 'create'],
	],
	[
		'rejects two rows with a new text and date, even beside an unchanged row',
		[
			NEW_TEXT_AND_DATE,
			{ ...OTHER_ROW, ...NEW_TEXT_AND_DATE, hour: 21 },
			{ ...CAKE, rowId: 'May 3' },
		],
		[[{}], [OTHER_ROW], [{ ...CAKE, rowId: 'May 3' }]],
		['reject foreignRow 1', 'reject foreignRow 2', 'keep 3'],
	],
	[
		'rejects an unchanged row whose post may be online',
		[{}],
		[[{}, MAYBE_ONLINE]],
		['reject mayBeOnline 1'],
	],
	['keeps an equal manual post', [{}], [[{}, BY_HAND]], ['keep 1']],
	[
		'creates a post beside a manual one with another date',
		[{ hour: 20 }],
		[[{}, BY_HAND]],
		['create'],
	],
	[
		'ignores an undated draft of Create with another text',
		[{ ...NOW, ...MILK }],
		[[{ ...NOW, ...DRAFT }, {}, 'create']],
		['create'],
	],
	['links an equal post of Create', [{}], [[{}, {}, 'create']], ['keep 1 needsRowId']],
	['links an equal draft of Create', [DRAFT], [[DRAFT, {}, 'create']], ['keep 1 needsRowId']],
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
		['keep 1 needsRowId'],
	],
	[
		'suggests replacing a post of Create with the same text and another date',
		[{ hour: 20 }],
		[[{}, {}, 'create']],
		['create replaceCandidate 1'],
	],
	[
		'does not suggest replacing a post of Create that belongs to another row',
		[{ hour: 20 }, { ...OTHER_ROW, hour: 30 }],
		[
			[{ hour: 30 }, {}, 'create'],
			[{ hour: 40 }, PUBLISHED, 'create'],
		],
		['create', 'keep 1 needsRowId'],
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
		[[{}, MAYBE_ONLINE, 'create']],
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
		[[NEW_TEXT_AND_DATE, UNREADABLE_KEY]],
		['reject unknownKey 1'],
	],
	[
		'names the similar one of two posts with unreadable keys',
		[{}],
		[
			[NEW_TEXT_AND_DATE, UNREADABLE_KEY],
			[{ hour: 20 }, UNREADABLE_KEY],
		],
		['reject unknownKey 2'],
	],
	[
		'ignores a post with an unreadable key on another channel',
		[{}],
		[[{ ...NEW_TEXT_AND_DATE, channel: 'in' }, UNREADABLE_KEY]],
		['create'],
	],
	['keeps an equal post with an unreadable key', [{}], [[{}, UNREADABLE_KEY]], ['keep 1']],
	[
		'keeps a post with an unreadable key for the row that equals it',
		[{}, { ...OTHER_ROW, ...MILK }],
		[[{ ...OTHER_ROW, ...MILK }, UNREADABLE_KEY]],
		['create', 'keep 1'],
	],
	[
		'updates its post although the key of another is unreadable',
		[MILK],
		[[{}], [NEW_TEXT_AND_DATE, UNREADABLE_KEY]],
		['update text 1'],
	],
	[
		'suggests replacing a post of Create with another tag and date',
		[{ hour: 20 }],
		[[{ settings: 'tag' }, {}, 'create']],
		['create replaceCandidate 1'],
	],
	[
		'does not suggest replacing a published post of Create with another tag and date',
		[{ hour: 20 }],
		[[{ settings: 'tag' }, PUBLISHED, 'create']],
		['create'],
	],
	[
		'ignores the same text with another tag in another row',
		[{ hour: 20 }],
		[[{ ...OTHER_ROW, settings: 'tag' }]],
		['create'],
	],
	['keeps an equal post of a row whose ID changed', [{}], [[OTHER_ROW]], ['keep 1']],
	[
		'suggests replacing a post on another channel',
		[ELSEWHERE],
		[[{}]],
		['create replaceCandidate 1'],
	],
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
])('Create or Update: %s', (_rule, rows, posts, expected) => {
	expect(describeDecisions(createDesiredPosts(rows, true), createCalendar(posts, true))).toEqual(
		expected,
	);
});

const SKIPPED = 'skip The row is already published on other channels. This one was added later.';
const PAST: Partial<Row> = { hour: 0 };

test.each<
	[
		string,
		Partial<Row>,
		published: Array<[hoursAgo: number, Partial<Row>?, Partial<ExistingPost>?]>,
		string,
	]
>([
	['skips a row with a past date', PAST, [[12]], SKIPPED],
	['skips a row without a date', NOW, [[12]], SKIPPED],
	['creates a post that is due now', { hour: 12 }, [[12]], 'create'],
	['creates a post that is due later', { hour: 13 }, [[12]], 'create'],
	['creates a post if the others were published 11 hours ago', PAST, [[11]], 'create'],
	[
		'skips a row of which one post was published long ago',
		PAST,
		[[12], [12, { ...OTHER_ROW, ...DRAFT }]],
		SKIPPED,
	],
	['ignores a published post of another row', PAST, [[12, OTHER_ROW]], 'create'],
	['ignores a post that failed long ago', PAST, [[12, {}, FAILED_FOR_GOOD]], 'create'],
	['ignores a published manual post', PAST, [[12, MILK, BY_HAND]], 'create'],
])('with a channel added to the group, %s', (_when, row, published, expected) => {
	const now = START + 12 * HOUR;
	const posts = published.map(([hours, columns, changes]): MadePost => [
		{ ...row, channel: 'in', ...columns },
		{ ...PUBLISHED, time: now - hours * HOUR, ...changes },
	]);
	expect(
		describeDecisions(createDesiredPosts([row], true), createCalendar(posts, true, { now })),
	).toEqual([expected]);
});

test.each([false, true])(
	'lists other equal posts, except failed ones (by Row ID: %j)',
	(hasRowId) => {
		const calendar = createCalendar(
			[[{}], [{}], [{}, FAILED_FOR_GOOD], [{ ...OTHER_ROW, ...MILK }]],
			hasRowId,
		);
		const [post, extraPost] = calendar.posts;
		const plannedPosts = decide(createDesiredPosts([{}], hasRowId), calendar);
		expect(plannedPosts).toMatchObject([{ action: 'keep', post, extraPosts: [extraPost] }]);
	},
);

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
])('tells whether the ID %s is globally unique: %j', (id, isUnique) => {
	const expected = isUnique ? 'update minute,text 1' : 'reject foreignRow 1';
	expect(
		describeDecisions(
			createDesiredPosts([{ rowId: id, ...NEW_TEXT_AND_DATE }], true),
			createCalendar([[{ rowId: id }]], true),
		),
	).toEqual([expected]);
});

test('rejects a row with the ID of another row in an earlier round of its loop', () => {
	const rows = createDesiredPosts([{}, OTHER_ROW], true);
	const loopHistory = {
		...NO_LOOP,
		isRowIdReused: (desired: DesiredPost) => desired === rows[0],
	};
	const calendar = createCalendar([[MILK]], true, { loopHistory });
	expect(decide(rows, calendar)).toMatchObject([
		{ action: 'reject', conflict: 'reusedRowId', itemIndexes: [0], otherPosts: calendar.posts },
		{ action: 'create' },
	]);
});

test('does not suggest replacing a post of another round of the loop', () => {
	const loopHistory = { ...NO_LOOP, isSentInLoop: () => true };
	const calendar = createCalendar([[MILK]], false, { loopHistory });
	expect(describeDecisions(createDesiredPosts([{}], false), calendar)).toEqual(['create']);
});

test.each<[what: string, row: Partial<Row>, decision: string]>([
	['unchanged', CAKE, 'keep 2'],
	['corrected', { ...CAKE, hour: 12 }, 'update minute 2'],
])(
	'does not recognize the same sheet by a post of an earlier round of the loop that is %s',
	(_, row, expected) => {
		const loopHistory = {
			...NO_LOOP,
			isCreatedInEarlierRound: ({ id }: ExistingPost) => id === '2',
		};
		const calendar = createCalendar([[{}], [CAKE]], true, { loopHistory });
		expect(describeDecisions(createDesiredPosts([NEW_TEXT_AND_DATE, row], true), calendar)).toEqual(
			['reject foreignRow 1', expected],
		);
	},
);

describe('a post sent earlier in this run', () => {
	const addAttempt = (
		sent: DesiredPost['sentAttempt'],
		rows = createDesiredPosts([{ parts: 2 }], false),
	) => [{ ...rows[0], sentAttempt: sent }, ...rows.slice(1)];
	const createSentCalendar = (changes: Partial<ExistingPost>): Calendar =>
		createCalendar(
			[
				[MILK, BY_HAND],
				[{ parts: 2 }, { ...PUBLISHED, ...changes }],
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
		[
			'is rejected as unclear if its parts are unreadable',
			{ partCount: undefined },
			'reject unclear',
		],
		['is rejected as unclear if it is on another channel', { channelId: 'in' }, 'reject unclear'],
	])('%s', (_what, changes, expected) => {
		expect(
			describeDecisions(addAttempt({ keyIds: ['k0', 'k2'] }), createSentCalendar(changes)),
		).toEqual([expected]);
	});

	test('is rejected as unclear if no post has its ID, although an equal post exists', () => {
		expect(describeDecisions(addAttempt({ keyIds: ['k9'] }), createSentCalendar({}))).toEqual([
			'reject unclear',
		]);
	});

	test('counts as sent once Postiz has answered, even if the calendar lacks it', () => {
		const [candidate] = createSentCalendar({}).posts;
		const sent = {
			keyIds: ['k9'],
			postId: '9',
			date: '2099-03-01T20:00:00.000Z',
			replaceCandidate: candidate,
		};
		const [desired] = addAttempt({ ...sent, isUpdate: true });
		const { keyIds, ...rest } = sent;
		expect(keyIds).toHaveLength(1);
		expect(decide([desired], createSentCalendar({}))).toEqual([
			{ desired, issues: [], action: 'alreadySent', isUpdate: true, post: undefined, ...rest },
		]);
	});

	test('is shared by rows with the same content', () => {
		const rows = addAttempt(
			{ keyIds: ['k2'] },
			createDesiredPosts([{ parts: 2 }, { parts: 2, ...OTHER_ROW }], true),
		);
		expect(describeDecisions(rows, createSentCalendar({}))).toEqual([
			'alreadySent 2',
			'duplicate of 0',
		]);
		const answered = [rows[1], { ...rows[0], sentAttempt: { keyIds: ['k9'], postId: '9' } }];
		expect(describeDecisions(answered, createSentCalendar({}))).toEqual([
			'duplicate of 1',
			'alreadySent',
		]);
	});

	test.each([
		[true, 'update minute,text 1'],
		[undefined, 'reject foreignRow 1'],
	])('proves that the sheet is the same only if it is a change (%j)', (isUpdate, expected) => {
		const [other, cake] = createDesiredPosts([NEW_TEXT_AND_DATE, CAKE], true);
		const rows = [other, { ...cake, sentAttempt: { keyIds: ['k9'], postId: '9', isUpdate } }];
		expect(describeDecisions(rows, createCalendar([[{}]], true))).toEqual([
			expected,
			'alreadySent',
		]);
	});
});

/** The pairs whose files rules want to be compared, as the index of the row and the ID of the post. */
function findRequestedComparisons(rows: DesiredPost[], calendar: Calendar): string[] {
	const requested = new Set<string>();
	const getOrRequest = ({ item }: DesiredPost, { id }: ExistingPost) => {
		requested.add(`${item.index} ${id}`);
		return 'unknown' as const;
	};
	decide(rows, { ...calendar, files: { getOrRequest } });
	return [...requested].sort();
}

test('compares files if more rows than posts have the same text and date', () => {
	const rows = createDesiredPosts([{ file: 'a' }, { file: 'b' }], false);
	const failed: MadePost = [{ file: 'a2' }, FAILED_FOR_GOOD];
	const published: MadePost = [{ file: 'b2' }, PUBLISHED];
	expect(findRequestedComparisons(rows, createCalendar([failed, published], false))).toEqual([
		'0 2',
		'1 2',
	]);
	expect(describeDecisions(rows, createCalendar([failed, published], false))).toEqual([
		'create failedPost 1',
		'keep 2',
	]);
	const maybeOnline: MadePost = [{ file: 'a2' }, MAYBE_ONLINE];
	expect(findRequestedComparisons(rows, createCalendar([maybeOnline, published], false))).toEqual([
		'0 1',
		'0 2',
		'1 1',
		'1 2',
	]);
	expect(
		describeDecisions([...rows].reverse(), createCalendar([maybeOnline, published], false)),
	).toEqual(['keep 2', 'reject mayBeOnline 1']);
	const bothPublished = createCalendar([[{ file: 'a2' }, PUBLISHED], published], false);
	expect(findRequestedComparisons(rows, bothPublished)).toEqual([]);
});

test.each<[string, hasRowId: boolean, Partial<Row>, MadePost, isCompared: boolean]>([
	['compares the files of a scheduled post', false, { file: 'a' }, [{ file: 'b' }], true],
	[
		'ignores the files of a published post',
		false,
		{ file: 'a' },
		[{ file: 'b' }, PUBLISHED],
		false,
	],
	[
		'compares the files of a published post without a text',
		false,
		NO_TEXT,
		[{ ...NO_TEXT, file: 'b' }, PUBLISHED],
		true,
	],
	[
		'compares the files of the row’s own published post',
		true,
		{ file: 'a' },
		[{ file: 'b' }, PUBLISHED],
		true,
	],
	[
		'ignores the files of another row’s published post',
		true,
		{ file: 'a' },
		[{ file: 'b', ...OTHER_ROW }, PUBLISHED],
		false,
	],
	['does not compare files with equal digests', false, { file: 'a' }, [{ file: 'a' }], false],
])('%s', (_what, hasRowId, row, post, isCompared) => {
	const rows = createDesiredPosts([row], hasRowId);
	const requested = findRequestedComparisons(rows, createCalendar([post], hasRowId));
	expect(requested).toEqual(isCompared ? ['0 1'] : []);
});
