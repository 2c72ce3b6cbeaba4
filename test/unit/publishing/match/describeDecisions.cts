/** Items and posts in short, and what is decided for them. */
import { getOrCreate } from '../../../../nodes/Postiz/common/collections';
import type { Problem } from '../../../../nodes/Postiz/common/problem';
import type { DesiredPost } from '../../../../nodes/Postiz/posts/desiredPost';
import { DEDUPE_WINDOW_MS } from '../../../../nodes/Postiz/posts/existing/dedupeWindow';
import type { ExistingPost } from '../../../../nodes/Postiz/posts/existingPost';
import { getExistingPost, type PlannedPost } from '../../../../nodes/Postiz/posts/plannedPost';
import { decide } from '../../../../nodes/Postiz/publishing/match/decide';
import { listPairsToCompare } from '../../../../nodes/Postiz/publishing/match/listPairsToCompare';
import type {
	FileComparison,
	FileComparisons,
	FileMatch,
	MatchInput,
} from '../../../../nodes/Postiz/publishing/match/matchInput';
import { createFake } from '../../../shared/fakes.cjs';
import { HOUR } from '../../../shared/time.cjs';
import { createStoredPart, NO_LOOP } from '../createListClient.cjs';

export const START = Date.parse('2099-03-01T10:00:00Z');

/**
 * An item; in Create or Update, a row of a sheet. Files with the same first letter have the same bytes; files with `u` are
 * unreadable. A file ending in `+` has another cover than the file of a post.
 */
export interface TestItem {
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
	/** True if its date is from the clock, so that it has no hour of its own. */
	isByClock: boolean;
	shortLink: boolean;
}
const TEA: TestItem = {
	rowId: 'May 1',
	channel: 'x',
	hour: 10,
	text: 'tea',
	parts: 1,
	file: '',
	settings: '',
	isDraft: false,
	postAgain: false,
	isByClock: false,
	shortLink: false,
};

export const createDesiredPosts = (items: Partial<TestItem>[], hasRowId: boolean): DesiredPost[] =>
	items.map((fields, index) => {
		const item = { ...TEA, ...fields };
		const time = item.hour === null ? START : START + item.hour * HOUR;
		const file = item.file === '' ? [] : [{ url: item.file }];
		return createFake<DesiredPost>({
			item: {
				index,
				ignoresExistingPosts: item.postAgain && !hasRowId,
				rowId: hasRowId ? item.rowId : undefined,
				dateSource: item.isByClock ? 'clock' : item.hour === null ? 'none' : 'fixed',
				requestFields: { shortLink: item.shortLink },
			},
			target: { id: item.channel },
			fingerprint: {
				minute: item.hour === null ? null : new Date(time).toISOString().slice(0, 16),
				textDigest: `${item.text}/${item.parts}`,
				filesDigest: item.file,
				detailsDigest: item.settings,
				isDraft: item.isDraft,
				rowIdDigest: hasRowId ? item.rowId : null,
			},
			comparableText: item.text,
			time,
			parts: Array.from({ length: item.parts }, (_, part) => ({ files: part === 0 ? file : [] })),
		});
	});

const getFile = ({ fingerprint }: DesiredPost) => fingerprint.filesDigest;
const compareFile = (desired: DesiredPost, { parts }: ExistingPost): FileMatch => {
	if (!parts) return 'uncompared';
	const path = parts[0]?.image[0]?.path ?? '';
	const file = getFile(desired);
	if (file === '' || path === '') return file === path ? 'same' : 'different';
	if (file.startsWith('u') || path.startsWith('u')) return 'uncompared';
	return file[0] === path[0] ? 'same' : 'different';
};

type CalendarInput = Omit<MatchInput, 'fileComparisons'>;

const compareFiles = (
	desiredPosts: DesiredPost[],
	input: CalendarInput,
	readProblem?: Problem,
): FileComparisons => {
	const comparisons = new Map<DesiredPost, Map<ExistingPost, FileComparison>>();
	for (const { desired, existing } of listPairsToCompare(desiredPosts, input)) {
		const comparison: FileComparison = {
			bytes: compareFile(desired, existing),
			coversAndParts: getFile(desired).endsWith('+') ? 'different' : undefined,
			readProblem,
		};
		getOrCreate(comparisons, desired, () => new Map()).set(existing, comparison);
	}
	return comparisons;
};

/** The post of an item, and how it has changed since; `create` if Create made it instead of Create or Update. */
export type MadePost = [
	item: Partial<TestItem>,
	changes?: Partial<ExistingPost>,
	createdBy?: 'create',
];

export function createMatchInput(
	made: MadePost[],
	hasRowId: boolean,
	more: Partial<CalendarInput> = {},
): CalendarInput {
	const posts = made.map(([item, changes, createdBy], index): ExistingPost => {
		const [{ fingerprint, target, parts, comparableText, time }] = createDesiredPosts(
			[item],
			hasRowId && createdBy !== 'create',
		);
		return {
			id: String(index + 1),
			channelId: target.id,
			content: comparableText,
			comparableText,
			time,
			parts: parts.map(({ files }) =>
				createStoredPart(files.map(({ url: path = '' }) => ({ id: path, path }))),
			),
			state: fingerprint.isDraft ? 'DRAFT' : 'QUEUE',
			age: 0,
			isEdited: false,
			isFingerprintUnreadable: false,
			wasCreatedInPostiz: false,
			fingerprint: { ...fingerprint, sendId: `k${index + 1}`, partCount: parts.length },
			...changes,
		};
	});
	return {
		posts,
		isUpsert: hasRowId,
		keepsFingerprints: true,
		serviceStartTime: START,
		isRepeatedOnPurpose: false,
		loopHistory: NO_LOOP,
		...more,
	};
}

/** Decides like `match`. Comparisons have the problem. */
export const decideWithFiles = (
	desiredPosts: DesiredPost[],
	input: CalendarInput,
	readProblem?: Problem,
): PlannedPost[] =>
	decide(desiredPosts, {
		...input,
		fileComparisons: compareFiles(desiredPosts, input, readProblem),
	});

/** The decision for each post, such as `keep 1` or `reject differentFiles 1`: posts are numbered. */
export const describeDecisions = (
	desiredPosts: DesiredPost[],
	input: CalendarInput,
	readProblem?: Problem,
): string[] => {
	const plannedPosts = decideWithFiles(desiredPosts, input, readProblem);
	return plannedPosts.map((planned) => describeDecision(planned, plannedPosts));
};

function describeDecision(planned: PlannedPost, plannedPosts: PlannedPost[]): string {
	const { action } = planned;
	if (action === 'duplicate')
		return `duplicate of ${plannedPosts.findIndex(({ desired }) => desired === planned.duplicateOf)}`;
	const describeExisting = (name: string, post?: ExistingPost) => post && `${name} ${post.id}`;
	const details = [
		action === 'reject' && planned.conflict,
		action === 'update' && planned.changedFields.join(),
		action === 'create' && describeExisting('similarTo', planned.similarPost),
		action === 'create' && describeExisting('failedPost', planned.failedPost),
		action === 'skipChannel' && planned.reason,
		getExistingPost(planned)?.id,
		action === 'keep' && planned.hasItemChangedAfterPublishing && 'hasItemChangedAfterPublishing',
		action === 'keep' && planned.needsRowId && 'needsRowId',
	];
	return [action, ...details].filter(Boolean).join(' ');
}

/** Expects the decisions of a case, for posts of Create or Update or of Create. */
export function expectDecisions(
	{ items, posts, expected }: Omit<Case, 'title'>,
	{ isUpsert, ...more }: Partial<CalendarInput> & { isUpsert: boolean },
) {
	const desiredPosts = createDesiredPosts(items, isUpsert);
	const input = createMatchInput(posts, isUpsert, more);
	expect(describeDecisions(desiredPosts, input)).toEqual(expected);
}

export type Case = {
	title: string;
	items: Partial<TestItem>[];
	posts: MadePost[];
	expected: string[];
};

export const NO_FINGERPRINT = { fingerprint: undefined };
export const PUBLISHED = { state: 'PUBLISHED' } satisfies Partial<ExistingPost>;
export const FAILED_FOR_GOOD = {
	state: 'ERROR',
	onlineStatus: 'failedForGood',
} satisfies Partial<ExistingPost>;
export const MAYBE_ONLINE = {
	state: 'ERROR',
	onlineStatus: 'mayBeOnline',
} satisfies Partial<ExistingPost>;
export const STILL_TRYING = {
	state: 'ERROR',
	onlineStatus: 'stillTrying',
} satisfies Partial<ExistingPost>;
export const UNREADABLE_PARTS = { parts: undefined };
export const ONE_PART = { parts: [createStoredPart()] };
export const NOW = { hour: null };
export const DRAFT = { isDraft: true };
export const MILK = { text: 'milk' };
export const SLOT = { ...NOW };
export const BY_CLOCK = { ...NOW, isByClock: true };
export const UNDATED_DRAFT = { ...NOW, ...DRAFT };
export const OLD = { age: 9 * DEDUPE_WINDOW_MS };
export const ELSEWHERE = { channel: 'in' };
export const NO_TEXT = { text: '', file: 'a' };
export const UNREADABLE_FINGERPRINT = {
	...NO_FINGERPRINT,
	...UNREADABLE_PARTS,
	isFingerprintUnreadable: true,
};
export const OTHER_ROW = { rowId: 'May 2' };
export const NEW_TEXT_AND_DATE = { ...MILK, hour: 20 };
export const CAKE = { ...OTHER_ROW, text: 'cake' };
