/** The rules of Create, and of Create or Update. */
import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import type { Item } from '../../../../nodes/Postiz/posts/item';
import { getExistingPost, type PlannedPost } from '../../../../nodes/Postiz/posts/plannedPost';
import type { Calendar } from '../../../../nodes/Postiz/publishing/match/calendar';
import { decide } from '../../../../nodes/Postiz/publishing/match/decide';
import { createFake } from '../../../shared/fakes.cjs';
import { HOUR, MINUTE } from '../../../shared/time.cjs';
import { NO_LOOP } from '../createListClient.cjs';

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

type Case = { title: string; rows: Partial<Row>[]; posts: MadePost[]; expected: string[] };

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
		title: 'rejects several rows because of one post',
		rows: [{ file: 'a' }, { file: 'c' }],
		posts: [[{ file: 'b' }]],
		expected: ['reject otherFiles 1', 'reject otherFiles 1'],
	},
	{
		title: 'rejects a post with other settings',
		rows: [{}],
		posts: [[{ settings: 'tag' }]],
		expected: ['reject otherSettings 1'],
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
		expected: ['keep 2', 'reject unknownFiles 1'],
	},
	{
		title: 'creates a post without text if its file differs',
		rows: [NO_TEXT],
		posts: [[{ ...NO_TEXT, file: 'b' }]],
		expected: ['create replaceCandidate 1'],
	},
	{
		title: 'rejects a dated post whose files are unreadable',
		rows: [{ file: 'u1' }],
		posts: [[{ file: 'u2' }]],
		expected: ['reject unknownFiles 1'],
	},
	{
		title: 'rejects a post without text whose files are unreadable',
		rows: [{ text: '', file: 'u1' }],
		posts: [[{ text: '', file: 'u2' }]],
		expected: ['reject unknownFiles 1'],
	},
	{
		title: 'keeps a published post with other settings',
		rows: [NO_TEXT],
		posts: [[{ ...NO_TEXT, settings: 'tag' }, PUBLISHED]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a scheduled post that exists as a draft',
		rows: [{}],
		posts: [[DRAFT]],
		expected: ['reject existingDraft 1'],
	},
	{
		title: 'creates a post although an undated draft has its text',
		rows: [NOW],
		posts: [[{ ...NOW, ...DRAFT }]],
		expected: ['create replaceCandidate 1'],
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
		posts: [[{ parts: 2 }, { partCount: 1 }]],
		expected: ['reject incompleteThread 1'],
	},
	{
		title: 'keeps a thread that was shortened in Postiz',
		rows: [{ parts: 2 }],
		posts: [[{ parts: 2 }, { partCount: 1, isEdited: true }]],
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
		title: 'rejects a post for now with another tag',
		rows: [NOW],
		posts: [[{ ...NOW, settings: 'tag' }, PUBLISHED]],
		expected: ['reject otherSettings 1'],
	},
	{
		title: 'creates a post for now with another tag and another file',
		rows: [{ ...NOW, file: 'a' }],
		posts: [[{ ...NOW, file: 'b', settings: 'tag' }, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'rejects a post for now whose file is unreadable',
		rows: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...NOW, file: 'u2' }, PUBLISHED]],
		expected: ['reject unknownFiles 1'],
	},
	{
		title: 'creates a post for now with another tag whose file is unreadable',
		rows: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...NOW, file: 'u2', settings: 'tag' }, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'creates a post for now again after the dedupe window',
		rows: [NOW],
		posts: [[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS + 1 }]],
		expected: ['create'],
	},
	{
		title: 'suggests replacing the post with the same text',
		rows: [{}],
		posts: [[MILK], [{ hour: 20 }]],
		expected: ['create replaceCandidate 2'],
	},
	{
		title: 'does not suggest replacing a published post with another text',
		rows: [{}],
		posts: [[MILK, PUBLISHED]],
		expected: ['create'],
	},
	{
		title: 'suggests replacing a published post with the same text',
		rows: [{}],
		posts: [[{ hour: 5 }, PUBLISHED]],
		expected: ['create replaceCandidate 1'],
	},
	{
		title: 'suggests replacing a pending post rather than a published one',
		rows: [{}],
		posts: [[{ hour: 5 }, PUBLISHED], [{ hour: 20 }]],
		expected: ['create replaceCandidate 2'],
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
		title: 'keeps an old post at a free slot that is still queued',
		rows: [SLOT],
		posts: [[SLOT, OLD]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps an old post at a free slot that was turned into a draft',
		rows: [SLOT],
		posts: [[SLOT, { ...OLD, state: 'DRAFT' }]],
		expected: ['keep 1'],
	},
	{
		title: 'creates a post at a free slot although an old one is published',
		rows: [SLOT],
		posts: [[SLOT, { ...OLD, ...PUBLISHED }]],
		expected: ['create'],
	},
	{
		title: 'creates a post at a free slot if the old one is overdue',
		rows: [SLOT],
		posts: [[SLOT, { ...OLD, time: START - 48 * HOUR }]],
		expected: ['create replaceCandidate 1'],
	},
	{
		title: 'creates a post at a free slot if the old one has another tag',
		rows: [SLOT],
		posts: [[{ ...SLOT, settings: 'tag' }, OLD]],
		expected: ['create'],
	},
	{
		title: 'keeps an old undated draft',
		rows: [UNDATED_DRAFT],
		posts: [[UNDATED_DRAFT, { ...OLD, time: START - 900 * HOUR }]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects an old undated draft whose files are unreadable',
		rows: [{ ...UNDATED_DRAFT, file: 'u1' }],
		posts: [[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		expected: ['reject unknownFiles 1'],
	},
	{
		title: 'creates a post at a free slot if the old one has another tag and an unreadable file',
		rows: [{ ...SLOT, file: 'u1' }],
		posts: [[{ ...SLOT, file: 'u2', settings: 'tag' }, OLD]],
		expected: ['create'],
	},
	{
		title: 'creates a post for now although an old undated draft exists',
		rows: [NOW],
		posts: [[UNDATED_DRAFT, OLD]],
		expected: ['create replaceCandidate 1'],
	},
	{
		title: 'creates a post for now although an old undated draft has unreadable files',
		rows: [{ ...NOW, file: 'u1' }],
		posts: [[{ ...UNDATED_DRAFT, file: 'u2' }, OLD]],
		expected: ['create replaceCandidate 1'],
	},
	{
		title: 'creates a post with a date from the clock again after the dedupe window',
		rows: [{ ...NOW, type: 'schedule' }],
		posts: [[{ ...NOW, type: 'schedule' }, OLD]],
		expected: ['create replaceCandidate 1'],
	},
	{
		title: 'keeps a post for now at the end of the dedupe window',
		rows: [NOW],
		posts: [[NOW, { ...PUBLISHED, age: DEDUPE_WINDOW_MS }]],
		expected: ['keep 1'],
	},
	{
		title: 'suggests replacing a post only for one row',
		rows: [{}, { text: 'cup' }],
		posts: [[{ text: 'tea cup' }]],
		expected: ['create replaceCandidate 1', 'create'],
	},
	{
		title: 'does not suggest replacing an unlike text at the same minute',
		rows: [{}],
		posts: [[MILK]],
		expected: ['create'],
	},
	{
		title: 'suggests replacing the similar one of two posts at the same minute',
		rows: [{}],
		posts: [[MILK], [{ text: 'tea cup' }]],
		expected: ['create replaceCandidate 2'],
	},
	{
		title: 'does not suggest replacing an undated draft with another text',
		rows: [{ ...NOW, ...MILK }],
		posts: [[{ ...NOW, ...DRAFT }]],
		expected: ['create'],
	},
	{
		title: 'does not suggest replacing the same text with another tag and date',
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

	{
		title: 'keeps a manual post at the same minute',
		rows: [{}],
		posts: [[{}, { ...BY_HAND, time: START + 10 * HOUR + 59_999 }]],
		expected: ['keep 1'],
	},
	{
		title: 'ignores a manual post a minute later',
		rows: [{}],
		posts: [[{}, { ...BY_HAND, time: START + 10 * HOUR + MINUTE }]],
		expected: ['create'],
	},
	{
		title: 'ignores a manual post with another text',
		rows: [{}],
		posts: [[MILK, BY_HAND]],
		expected: ['create'],
	},
	{
		title: 'ignores a manual post with fewer files',
		rows: [{ file: 'a' }],
		posts: [[{}, BY_HAND]],
		expected: ['create'],
	},
	{
		title: 'ignores a manual post with other files',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'b' }, BY_HAND]],
		expected: ['create'],
	},
	{
		title: 'keeps a manual post with the same text and unreadable files',
		rows: [{ file: 'u1' }],
		posts: [[{ file: 'u2' }, BY_HAND]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a manual post without text whose files are unreadable',
		rows: [{ text: '', file: 'u1' }],
		posts: [[{ text: '', file: 'u2' }, BY_HAND]],
		expected: ['reject unknownFiles 1'],
	},
	{
		title: 'ignores a manual post with more files',
		rows: [{}],
		posts: [[{ file: 'a' }, BY_HAND]],
		expected: ['create'],
	},
	{
		title: 'keeps a manual post without text that has the same file',
		rows: [NO_TEXT],
		posts: [[NO_TEXT, BY_HAND]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a manual draft',
		rows: [{}],
		posts: [[{}, { ...BY_HAND, state: 'DRAFT' }]],
		expected: ['reject existingDraft 1'],
	},
	{
		title: 'rejects a manual post that may be online',
		rows: [{}],
		posts: [[{}, { ...BY_HAND, ...MAYBE_ONLINE }]],
		expected: ['reject mayBeOnline 1'],
	},
	{
		title: 'rejects a manual post with fewer parts',
		rows: [{ parts: 2 }],
		posts: [[{}, BY_HAND]],
		expected: ['reject incompleteThread 1'],
	},
	{
		title: 'keeps a manual post with unreadable parts for a row with only a text',
		rows: [{}],
		posts: [[{ file: 'a' }, { ...BY_HAND, ...UNREADABLE_PARTS }]],
		expected: ['keep 1'],
	},
	{
		title: 'rejects a manual post with unreadable parts for a thread',
		rows: [{ parts: 2 }],
		posts: [[{ parts: 2 }, { ...BY_HAND, ...UNREADABLE_PARTS }]],
		expected: ['reject unknownFiles 1'],
	},
	{
		title: 'rejects a manual post with unreadable parts for a row with a file',
		rows: [{ file: 'a' }],
		posts: [[{ file: 'a' }, { ...BY_HAND, ...UNREADABLE_PARTS }]],
		expected: ['reject unknownFiles 1'],
	},
	{
		title: 'ignores a manual post for a post for now',
		rows: [NOW],
		posts: [[NOW, { ...BY_HAND, ...PUBLISHED }]],
		expected: ['create'],
	},
])('Create: $title', ({ rows, posts, expected }) => {
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
		expected: 'reject lostKey 1',
	},
	{
		title: 'rejects a new date',
		row: { hour: 20 },
		existing: {},
		changes: {},
		expected: 'reject lostKey 1',
	},
	{
		title: 'rejects a new date of a published post',
		row: { hour: 20 },
		existing: {},
		changes: PUBLISHED,
		expected: 'reject lostKey 1',
	},
	{
		title: 'rejects a post for now that was published long ago',
		row: NOW,
		existing: NOW,
		changes: { ...PUBLISHED, age: 9 * DEDUPE_WINDOW_MS },
		expected: 'reject lostKey 1',
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
	'Create or Update on an instance that drops keys: $title',
	({ row, existing, changes, expected }) => {
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
		expected: ['create replaceCandidate 1'],
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
		title: 'rejects a row if the key of a post is unreadable',
		rows: [{}],
		posts: [[NEW_TEXT_AND_DATE, UNREADABLE_KEY]],
		expected: ['reject unknownKey 1'],
	},
	{
		title: 'names the similar one of two posts with unreadable keys',
		rows: [{}],
		posts: [
			[NEW_TEXT_AND_DATE, UNREADABLE_KEY],
			[{ hour: 20 }, UNREADABLE_KEY],
		],
		expected: ['reject unknownKey 2'],
	},
	{
		title: 'ignores a post with an unreadable key on another channel',
		rows: [{}],
		posts: [[{ ...NEW_TEXT_AND_DATE, channel: 'in' }, UNREADABLE_KEY]],
		expected: ['create'],
	},
	{
		title: 'keeps an equal post with an unreadable key',
		rows: [{}],
		posts: [[{}, UNREADABLE_KEY]],
		expected: ['keep 1'],
	},
	{
		title: 'keeps a post with an unreadable key for the row that equals it',
		rows: [{}, { ...OTHER_ROW, ...MILK }],
		posts: [[{ ...OTHER_ROW, ...MILK }, UNREADABLE_KEY]],
		expected: ['create', 'keep 1'],
	},
	{
		title: 'updates its post although the key of another is unreadable',
		rows: [MILK],
		posts: [[{}], [NEW_TEXT_AND_DATE, UNREADABLE_KEY]],
		expected: ['update text 1'],
	},
	{
		title: 'suggests replacing a post of Create with another tag and date',
		rows: [{ hour: 20 }],
		posts: [[{ settings: 'tag' }, {}, 'create']],
		expected: ['create replaceCandidate 1'],
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
		title: 'suggests replacing a post on another channel',
		rows: [ELSEWHERE],
		posts: [[{}]],
		expected: ['create replaceCandidate 1'],
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
])('Create or Update: $title', ({ rows, posts, expected }) => {
	expect(describeDecisions(createDesiredPosts(rows, true), createCalendar(posts, true))).toEqual(
		expected,
	);
});

const SKIPPED = 'skip The row is already published on other channels. This one was added later.';
const PAST: Partial<Row> = { hour: 0 };

test.each<{
	title: string;
	row: Partial<Row>;
	published: Array<[hoursAgo: number, Partial<Row>?, Partial<ExistingPost>?]>;
	expected: string;
}>([
	{ title: 'skips a row with a past date', row: PAST, published: [[12]], expected: SKIPPED },
	{ title: 'skips a row without a date', row: NOW, published: [[12]], expected: SKIPPED },
	{
		title: 'creates a post that is due now',
		row: { hour: 12 },
		published: [[12]],
		expected: 'create',
	},
	{
		title: 'creates a post that is due later',
		row: { hour: 13 },
		published: [[12]],
		expected: 'create',
	},
	{
		title: 'creates a post if the others were published 11 hours ago',
		row: PAST,
		published: [[11]],
		expected: 'create',
	},
	{
		title: 'skips a row of which one post was published long ago',
		row: PAST,
		published: [[12], [12, { ...OTHER_ROW, ...DRAFT }]],
		expected: SKIPPED,
	},
	{
		title: 'ignores a published post of another row',
		row: PAST,
		published: [[12, OTHER_ROW]],
		expected: 'create',
	},
	{
		title: 'ignores a post that failed long ago',
		row: PAST,
		published: [[12, {}, FAILED_FOR_GOOD]],
		expected: 'create',
	},
	{
		title: 'ignores a published manual post',
		row: PAST,
		published: [[12, MILK, BY_HAND]],
		expected: 'create',
	},
])('with a channel added to the group, $title', ({ row, published, expected }) => {
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
])('recognizes whether the ID %s is globally unique: %j', (id, isUnique) => {
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

test.each<{ title: string; row: Partial<Row>; expected: string }>([
	{ title: 'unchanged', row: CAKE, expected: 'keep 2' },
	{ title: 'corrected', row: { ...CAKE, hour: 12 }, expected: 'update minute 2' },
])(
	'does not recognize the same sheet by a post of an earlier round of the loop that is $title',
	({ row, expected }) => {
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
		sent: DesiredPost['sentRecord'],
		rows = createDesiredPosts([{ parts: 2 }], false),
	) => [{ ...rows[0], sentRecord: sent }, ...rows.slice(1)];
	const createSentCalendar = (changes: Partial<ExistingPost>): Calendar =>
		createCalendar(
			[
				[MILK, BY_HAND],
				[{ parts: 2 }, { ...PUBLISHED, ...changes }],
			],
			false,
		);

	test.each<{ title: string; changes: Partial<ExistingPost>; expected: string }>([
		{ title: 'is found by its ID', changes: {}, expected: 'alreadySent 2' },
		{
			title: 'is rejected if only its first parts are stored',
			changes: { partCount: 1 },
			expected: 'reject incompleteThread 2',
		},
		{
			title: 'is rejected as unclear if its parts are unreadable',
			changes: { partCount: undefined },
			expected: 'reject unclear',
		},
		{
			title: 'is rejected as unclear if it is on another channel',
			changes: { channelId: 'in' },
			expected: 'reject unclear',
		},
	])('$title', ({ changes, expected }) => {
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
		const answered = [rows[1], { ...rows[0], sentRecord: { keyIds: ['k9'], postId: '9' } }];
		expect(describeDecisions(answered, createSentCalendar({}))).toEqual([
			'duplicate of 1',
			'alreadySent',
		]);
	});

	test.each([
		[true, 'update minute,text 1'],
		[undefined, 'reject foreignRow 1'],
	])('proves that the sheet is the same only if it is an update (%j)', (isUpdate, expected) => {
		const [other, cake] = createDesiredPosts([NEW_TEXT_AND_DATE, CAKE], true);
		const rows = [other, { ...cake, sentRecord: { keyIds: ['k9'], postId: '9', isUpdate } }];
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

test.each<{
	title: string;
	hasRowId: boolean;
	row: Partial<Row>;
	post: MadePost;
	isCompared: boolean;
}>([
	{
		title: 'compares the files of a scheduled post',
		hasRowId: false,
		row: { file: 'a' },
		post: [{ file: 'b' }],
		isCompared: true,
	},
	{
		title: 'ignores the files of a published post',
		hasRowId: false,
		row: { file: 'a' },
		post: [{ file: 'b' }, PUBLISHED],
		isCompared: false,
	},
	{
		title: 'compares the files of a published post without a text',
		hasRowId: false,
		row: NO_TEXT,
		post: [{ ...NO_TEXT, file: 'b' }, PUBLISHED],
		isCompared: true,
	},
	{
		title: 'compares the files of the row’s own published post',
		hasRowId: true,
		row: { file: 'a' },
		post: [{ file: 'b' }, PUBLISHED],
		isCompared: true,
	},
	{
		title: 'ignores the files of another row’s published post',
		hasRowId: true,
		row: { file: 'a' },
		post: [{ file: 'b', ...OTHER_ROW }, PUBLISHED],
		isCompared: false,
	},
	{
		title: 'does not compare files with equal digests',
		hasRowId: false,
		row: { file: 'a' },
		post: [{ file: 'a' }],
		isCompared: false,
	},
])('$title', ({ hasRowId, row, post, isCompared }) => {
	const rows = createDesiredPosts([row], hasRowId);
	const requested = findRequestedComparisons(rows, createCalendar([post], hasRowId));
	expect(requested).toEqual(isCompared ? ['0 1'] : []);
});
