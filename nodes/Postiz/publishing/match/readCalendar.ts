import type { IExecuteFunctions } from 'n8n-workflow';

import {
	fetchPreview,
	isOverdue,
	parseSettings,
	type Preview,
	type PreviewPart,
} from '../../calendar/calendarPost';
import { explainFailure } from '../../calendar/failureReason';
import { comparableText } from '../../text/storedText';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/listPosts';
import type { ListedPost } from '../../transport/apiTypes';
import { DAY_MS, madeAt, MAX_CLOCK_DIFFERENCE_MS, MINUTE_MS, serviceTime } from '../../common/date';
import { getOrCreate } from '../../common/lists';
import { keyIn } from '../../common/postKey';
import { filterByChannel, type CandidateFilter } from './candidates';
import { DEDUPE_WINDOW_MS } from './dedupeWindow';
import type { Run } from '../run';
import type { Calendar, FilesComparison, ExistingPost, DesiredPost } from '../model';

/** Of a run by a trigger that says the same each time. */
const TRIGGER_DEDUPE_WINDOW_MS = 10 * MINUTE_MS;
/** How far a post may have been moved in the calendar. */
const MOVED_MS = 31 * DAY_MS;
const YEAR_MS = 366 * DAY_MS;
/** A post that repeats is listed each time (docs/api.md, Listing posts): what is still to come has to end somewhere. */
const AHEAD_MS = 10 * YEAR_MS;
/** Before the first release of Postiz. */
const BEGINNING = Date.UTC(2023, 0);
const SECOND_MS = 1000;
const LIST_TIMEOUT_MS = 60_000;
const NARROW_TIMEOUT_MS = 20_000;
/** The service writes a post again within some ms if somebody edits it, but not if it fails while it is made. */
const EDITED_MS = 100;

/** What the calendar has of some posts. */
export interface CalendarSnapshot extends Pick<Calendar, 'posts' | 'keepsKeys'> {
	/** What was listed of it. */
	listed: ListedPost[];
	/** How many posts may be a row's, and weren't looked at: there are too many. */
	unread: number;
	/** The IDs of channels on which posts are stuck. */
	stuck: ReadonlySet<string>;
}

/**
 * Looks at the calendar, as far as posts may be among it (docs/api.md, Listing posts, Keys of posts). Throws
 * {@link Problem} if it can't be read.
 */
export async function readCalendar(wanted: DesiredPost[], run: Run): Promise<CalendarSnapshot> {
	const { client } = run;
	const open = wanted.filter(({ item, earlierAttempt }) =>
		earlierAttempt ? earlierAttempt.postId === undefined : !item.ignoresExisting,
	);
	const observation = new CalendarReader(client, open);
	// Only the service's own clock tells how old its posts are; it is known without milliseconds.
	const now = run.startedAt + client.facts.clockAhead + SECOND_MS;
	if (open.length > 0) {
		observation.add(await listPosts(client, { ...toWindow(open, now), timeout: LIST_TIMEOUT_MS }));
	}
	const posts = await observation.addPost(now);
	const { keepsKeys, listed, unread } = observation;
	return { posts, keepsKeys, listed, unread, stuck: observation.stuckChannels(now) };
}

/** When posts may be dated, in ms like `now`: one list costs less of the limit than one for each stretch of dates. */
function toWindow(open: DesiredPost[], now: number): { start: number; end: number } {
	const times = open.map(({ time }) => time);
	const start = Math.min(...times) - MOVED_MS;
	// A date that has passed is sent as of now.
	const end = Math.max(Math.max(...times) + MOVED_MS, now + MAX_CLOCK_DIFFERENCE_MS);
	const isByRow = open.some(({ key }) => key.row !== null);
	const undated = open.filter(({ key }) => key.when === null);
	if (isByRow) {
		// A row without a date is published once, for ever.
		const first = undated.length > 0 ? BEGINNING : Math.min(start, now - YEAR_MS);
		return { start: first, end: Math.max(end, now + AHEAD_MS) };
	}
	if (undated.length === 0) return { start, end };
	// Drafts wait where they were made; a free slot, or a date by the clock, may lie far ahead.
	const back = undated.some(({ key }) => key.isDraft) ? YEAR_MS : MOVED_MS;
	return { start: Math.min(start, now - back), end: Math.max(end, now + YEAR_MS) };
}

/** Modes in which n8n runs a workflow by itself. */
const BY_TRIGGER = ['trigger', 'webhook', 'chat', 'error'];

/** How long ago a post without a date counts, in ms: shorter if each run says the same on purpose. */
export function getDedupeWindow(context: IExecuteFunctions): number {
	const hasData =
		JSON.stringify(context.getNode().parameters).includes('{{') ||
		context.getInputData().some(({ binary }) => binary !== undefined);
	return BY_TRIGGER.includes(context.getMode()) && !hasData
		? TRIGGER_DEDUPE_WINDOW_MS
		: DEDUPE_WINDOW_MS;
}

/** How many posts are looked at to find those of rows, beyond posts with a row's text or minute. */
export const MAX_PREVIEWS = 1000;
/** How many at a time, until all rows have a post or previews turn out to be unreadable. */
const PREVIEWS_AT_A_TIME = 100;

/** What is listed of the calendar, and the previews of posts that may be meant. */
class CalendarReader {
	private readonly rows = new Map<string, ListedPost>();
	private readonly previews = new Map<string, Promise<Preview>>();
	private readonly filters: ReadonlyMap<string, CandidateFilter>;
	/** True once a key was seen. */
	keepsKeys = false;
	/** How many posts may be a row's, and weren't looked at. */
	unread = 0;

	constructor(
		private readonly client: PostizClient,
		wanted: DesiredPost[],
		private readonly timeout?: number,
	) {
		this.filters = filterByChannel(wanted);
	}

	add(rows: ListedPost[]): void {
		for (const row of rows) this.rows.set(row.id, row);
	}

	get listed(): ListedPost[] {
		return [...this.rows.values()];
	}

	/** The IDs of channels with posts that failed, or didn't go out by `now` (ms). */
	stuckChannels(now: number): ReadonlySet<string> {
		const isStuck = (row: ListedPost) => row.state === 'ERROR' || isOverdue(row, now);
		return new Set(this.listed.filter(isStuck).map(({ integration }) => integration.id));
	}

	/** The posts that may be meant, as of `now` (ms by the service's clock). */
	async addPost(now: number): Promise<ExistingPost[]> {
		const listed = this.listed.map((row) => toExistingPost(row, now));
		if (listed.some(({ key }) => key)) this.keepsKeys = true;
		const isMeant = (post: ExistingPost) =>
			this.filters.get(post.channelId)?.mayMatch(post) ?? false;
		const posts = await Promise.all(
			listed.filter(isMeant).map(async (post) => await this.seePreview(post, now)),
		);
		return await this.seeOthersOfRows(listed, posts, now);
	}

	/** These posts, and others that only their unlisted keys can tell to be those of rows. */
	private async seeOthersOfRows(
		listed: ExistingPost[],
		seen: ExistingPost[],
		now: number,
	): Promise<ExistingPost[]> {
		const posts = [...seen];
		const ids = new Set(seen.map(({ id }) => id));
		let rest = listed
			.filter(({ id, isKeyUnknown, time }) => isKeyUnknown && !ids.has(id) && time > now - YEAR_MS)
			.sort(byLikelihood(now));
		for (let left = MAX_PREVIEWS; ; left -= PREVIEWS_AT_A_TIME) {
			const open = this.channelsWithoutPosts(posts);
			rest = rest.filter(({ channelId }) => open.has(channelId));
			const next = rest.splice(0, Math.min(PREVIEWS_AT_A_TIME, left));
			if (next.length === 0) break;
			const read = await Promise.all(next.map(async (post) => await this.seePreview(post, now)));
			posts.push(...read);
			// The same proxy stands before all of them.
			if (read.every(({ isKeyUnknown }) => isKeyUnknown)) return [...posts, ...rest];
		}
		this.unread = rest.length;
		return posts;
	}

	/** The channels on which a row has none of these posts. */
	private channelsWithoutPosts(posts: ExistingPost[]): ReadonlySet<string> {
		const found = new Set(posts.map(({ channelId, key }) => `${channelId} ${key?.row}`));
		const lacksPost = ([id, { rows }]: [string, CandidateFilter]) =>
			[...rows].some((row) => !found.has(`${id} ${row}`));
		return new Set([...this.filters].filter(lacksPost).map(([id]) => id));
	}

	/** The post as its preview shows it, if that may show more. */
	private async seePreview(post: ExistingPost, now: number): Promise<ExistingPost> {
		const needsParts = this.filters.get(post.channelId)?.needsParts(post);
		if (!post.isKeyUnknown && post.state !== 'ERROR' && !needsParts) return post;
		const { settings, parts } = await getOrCreate(
			this.previews,
			post.id,
			async () => await fetchPreview(this.client, post.id, this.timeout),
		);
		const key = post.key ?? keyIn(settings);
		if (key) this.keepsKeys = true;
		const seen = { ...post, key, isKeyUnknown: post.isKeyUnknown && !settings };
		const [first] = parts ?? [];
		if (!parts || !first) return { ...seen, mayBeOnline: post.state === 'ERROR' };
		const images = parts.flatMap(({ image }) => image);
		return {
			...seen,
			...readFailure(post, parts, now),
			parts: parts.length,
			files: images.length,
			paths: images.map(({ path }) => path),
			isEdited: (first.updatedAt ?? 0) - (first.createdAt ?? 0) > EDITED_MS,
		};
	}
}

/** First what is still to go out, then what is dated closest to now (ms). */
const byLikelihood = (now: number) => (one: ExistingPost, other: ExistingPost) => {
	const rank = ({ state }: ExistingPost) => (state === 'PUBLISHED' ? 1 : 0);
	const distance = ({ time }: ExistingPost) => Math.abs(time - now);
	return rank(one) - rank(other) || distance(one) - distance(other);
};

function toExistingPost(row: ListedPost, now: number): ExistingPost {
	const { id, state, content = '', releaseURL, releaseId } = row;
	const actual = serviceTime(row.actualDate ?? row.publishDate);
	const time = Number.isNaN(actual) ? serviceTime(row.publishDate) : actual;
	// Only a comment or a repetition of it failed.
	const isOnline = state === 'ERROR' && Boolean(releaseURL || releaseId);
	const settings = parseSettings(row.settings);
	return {
		id,
		channelId: row.integration.id,
		state: isOnline ? 'PUBLISHED' : state,
		mayBeOnline: false,
		failedForGood: false,
		link: releaseURL,
		time,
		age: now - (madeAt(id) ?? time),
		key: keyIn(settings),
		isKeyUnknown: settings === null,
		isByHand: row.creationMethod === 'WEB',
		content,
		fingerprint: comparableText(content),
		paths: [],
		isEdited: false,
	};
}

function readFailure({ state }: ExistingPost, parts: PreviewPart[], now: number) {
	if (state !== 'ERROR') return {};
	const { failedForGood, isStillTrying, sentence } = explainFailure({ parts }, now);
	return {
		mayBeOnline: !failedForGood,
		isStillTrying,
		failedForGood: failedForGood,
		reason: sentence,
	};
}

/** Compares files of rows with those of posts, by their size and first bytes: once a pair. */
export class FileComparison {
	private readonly results = new Map<DesiredPost, Map<ExistingPost, FilesComparison>>();

	constructor(private readonly run: Run) {}

	/** Whether a post has the files of a row; undefined until they are compared. */
	readonly of = (one: DesiredPost, post: ExistingPost): FilesComparison | undefined =>
		this.results.get(one)?.get(post);

	async compare(pairs: Map<DesiredPost, Set<ExistingPost>>): Promise<void> {
		const compared = [...pairs].map(async ([one, posts]) => {
			const results = getOrCreate(
				this.results,
				one,
				() => new Map<ExistingPost, FilesComparison>(),
			);
			const each = async (post: ExistingPost) => results.set(post, await this.result(one, post));
			await Promise.all([...posts].map(each));
		});
		await Promise.all(compared);
	}

	private async result(one: DesiredPost, post: ExistingPost): Promise<FilesComparison> {
		const { uploads } = this.run;
		const own = one.parts.flatMap(({ files }) => files);
		const paths = await this.getPaths(post);
		if (!paths) return 'unknown';
		if (own.length !== paths.length) return 'other';
		const compared = own.map(async (file, index) => uploads.compareAt(file, paths[index]!));
		const all = await Promise.all(compared);
		return (['other', 'unknown'] as const).find((result) => all.includes(result)) ?? 'same';
	}

	/** The addresses of a post's files; undefined if it can't be read. */
	private async getPaths({ id, parts, paths }: ExistingPost): Promise<string[] | undefined> {
		if (parts !== undefined) return paths;
		const seen = await fetchPreview(this.run.client, id);
		return seen.parts?.flatMap(({ image }) => image.map(({ path }) => path));
	}
}

/**
 * What the calendar has of a request, by the IDs of its posts, at its `date` (ms) and since it was sent: nothing else is
 * looked at. Throws {@link Problem} if it can't be read.
 */
export async function findSentPosts(
	client: PostizClient,
	posts: DesiredPost[],
	{ date, sentAt, changes }: { date: number; sentAt: number; changes: ReadonlySet<string> },
): Promise<ExistingPost[]> {
	const observation = new CalendarReader(client, posts, NARROW_TIMEOUT_MS);
	const rows = await listPosts(client, {
		// For "now", the service sets the date by its own clock; that, or its time zone, may be wrong.
		start: date - DAY_MS,
		end: date + DAY_MS,
		timeout: NARROW_TIMEOUT_MS,
	});
	const since = sentAt + client.facts.clockAhead - MAX_CLOCK_DIFFERENCE_MS;
	const isRecent = ({ id }: ListedPost) => changes.has(id) || (madeAt(id) ?? since) >= since;
	observation.add(rows.filter(isRecent));
	return await observation.addPost(Date.now() + client.facts.clockAhead);
}
