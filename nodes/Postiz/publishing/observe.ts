import type { IExecuteFunctions } from 'n8n-workflow';

import { fetchParts, isOverdue, parseSettings, type PreviewPart } from '../calendar/post';
import { parseFailure } from '../calendar/reason';
import { comparableText, withoutLinks } from '../text/stored';
import type { PostizClient } from '../transport/client';
import { listPosts } from '../transport/lists';
import type { ListedPost } from '../transport/types';
import { DAY_MS, madeAt, MAX_CLOCK_DIFFERENCE_MS, MINUTE_MS, serviceTime } from '../values/date';
import { getOrMake } from '../values/lists';
import { keyIn } from '../values/postKey';
import { REACH_MS } from './reconcile';
import type { Run } from './run';
import type { Calendar, Comparison, There, Wanted } from './shapes';

/** Of a run by a trigger that says the same each time. */
const REACH_OF_TRIGGER_MS = 10 * MINUTE_MS;
/** How far a post may have been moved in the calendar. */
const MOVED_MS = 31 * DAY_MS;
const YEAR_MS = 366 * DAY_MS;
/** Before the first release of Postiz. */
const BEGINNING = Date.UTC(2023, 0);
const SECOND_MS = 1000;
const LIST_TIMEOUT_MS = 60_000;
const NARROW_TIMEOUT_MS = 20_000;
/** The service writes a post again within some ms if somebody edits it, but not if it fails while it is made. */
const EDITED_MS = 100;

/** What the calendar has of some posts. */
export interface Observed extends Pick<Calendar, 'posts' | 'keepsKeys'> {
	/** What was listed of it. */
	listed: ListedPost[];
	/** The IDs of channels on which posts are stuck. */
	stuck: ReadonlySet<string>;
}

/**
 * Looks at the calendar, as far as posts may be among it (docs/api.md, Listing posts, Keys of posts). Throws
 * {@link Problem} if it can't be read.
 */
export async function observe(wanted: Wanted[], run: Run): Promise<Observed> {
	const { client } = run;
	const open = wanted.filter(({ item, sent }) =>
		sent ? sent.postId === undefined : !item.postsAgain,
	);
	const observation = new Observation(client, open);
	// Only the service's own clock tells how old its posts are; it is known without milliseconds.
	const now = run.startedAt + client.facts.clockAhead + SECOND_MS;
	if (open.length > 0) {
		observation.add(await listPosts(client, { ...windowFor(open, now), timeout: LIST_TIMEOUT_MS }));
	}
	const posts = await observation.see(now);
	const { keepsKeys, listed } = observation;
	return { posts, keepsKeys, listed, stuck: observation.stuckChannels(now) };
}

/** When posts may be dated, in ms like `now`: one list costs less of the limit than one for each stretch of dates. */
function windowFor(open: Wanted[], now: number): { start: number; end: number } {
	const times = open.map(({ time }) => time);
	const start = Math.min(...times) - MOVED_MS;
	// A date that has passed is sent as of now.
	const end = Math.max(Math.max(...times) + MOVED_MS, now + MAX_CLOCK_DIFFERENCE_MS);
	const isByRow = open.some(({ key }) => key.row !== null);
	const hasUndated = open.some(({ key }) => key.when === null);
	if (!isByRow && !hasUndated) return { start, end };
	// A row may have been moved to anywhere, and a free slot, or a date by the clock, may lie far ahead.
	const recent = Math.min(start, now - MOVED_MS);
	// A row without a date is published once, for ever.
	return { start: isByRow && hasUndated ? BEGINNING : recent, end: Math.max(end, now + YEAR_MS) };
}

/** Modes in which n8n runs a workflow by itself. */
const BY_TRIGGER = ['trigger', 'webhook', 'chat', 'error'];

/** How long ago a post without a date counts, in ms: shorter if each run says the same on purpose. */
export function reachOf(context: IExecuteFunctions): number {
	const hasData =
		JSON.stringify(context.getNode().parameters).includes('{{') ||
		context.getInputData().some(({ binary }) => binary !== undefined);
	return BY_TRIGGER.includes(context.getMode()) && !hasData ? REACH_OF_TRIGGER_MS : REACH_MS;
}

/** What is listed of the calendar, and the previews of posts that may be meant. */
class Observation {
	private readonly rows = new Map<string, ListedPost>();
	private readonly previews = new Map<string, Promise<PreviewPart[] | undefined>>();
	/** By channel. */
	private readonly filters = new Map<string, Filter>();
	/** True once a key was seen. */
	keepsKeys = false;

	constructor(
		private readonly client: PostizClient,
		wanted: Wanted[],
		private readonly timeout?: number,
	) {
		for (const { target, key, look, time, sent } of wanted) {
			const filter = getOrMake(this.filters, target.id, () => new Filter());
			filter.looks.add(withoutLinks(look));
			filter.parts.add(key.text);
			if (key.row !== null) filter.isByRow = true;
			if (sent) for (const id of sent.ids) filter.parts.add(id);
			if (key.when === null) filter.hasUndated = true;
			else {
				filter.parts.add(key.when);
				filter.minutes.add(minuteOf(time));
			}
		}
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
	async see(now: number): Promise<There[]> {
		const posts = this.listed.map(async (row): Promise<There[]> => {
			const filter = this.filters.get(row.integration.id);
			if (!filter) return [];
			const settings = parseSettings(row.settings);
			const there = toThere(row, now);
			if (there.key) this.keepsKeys = true;
			if (!filter.mayMean(there, { isListed: settings !== null, now })) return [];
			const isUnseen = settings === null || there.state === 'ERROR' || filter.needsParts(there);
			return isUnseen ? await this.withPreview(there) : [there];
		});
		return (await Promise.all(posts)).flat();
	}

	/** The post as its preview shows it; none if it was deleted. */
	private async withPreview(there: There): Promise<There[]> {
		const parts = await getOrMake(this.previews, there.id, async () =>
			fetchParts(this.client, there.id, this.timeout),
		);
		if (!parts) return [{ ...there, isUnsure: there.state === 'ERROR' }];
		const [first] = parts;
		if (!first) return [];
		const key = keyIn(first.settings);
		if (key) this.keepsKeys = true;
		const images = parts.flatMap(({ image }) => image);
		return [
			{
				...there,
				...failureOf(there, first),
				key: there.key ?? key,
				parts: parts.length,
				files: images.length,
				paths: images.map(({ path }) => path),
				isEdited: (first.updatedAt ?? 0) - (first.createdAt ?? 0) > EDITED_MS,
			},
		];
	}
}

/** What posts of a channel must have one of to be meant. */
class Filter {
	readonly looks = new Set<string>();
	/** Digests of texts, minutes, and IDs of keys. */
	readonly parts = new Set<string>();
	readonly minutes = new Set<number>();
	hasUndated = false;
	isByRow = false;

	mayMean(
		{ key, look, time, age }: There,
		{ isListed, now }: { isListed: boolean; now: number },
	): boolean {
		if (key) {
			const { row, text, when, id } = key;
			const isOfRow = this.isByRow && row !== null;
			return isOfRow || [text, when ?? '', id].some((part) => this.parts.has(part));
		}
		// Without listed settings, the key may name a row; of old posts, only the same text is looked at.
		if (!isListed && this.isByRow && time > now - YEAR_MS) return true;
		return (
			this.looks.has(withoutLinks(look)) ||
			this.minutes.has(minuteOf(time)) ||
			(this.hasUndated && age <= REACH_MS)
		);
	}

	/** True if the number of its parts or files tells. */
	needsParts({ key, look }: There): boolean {
		return key ? key.parts > 1 : this.looks.has(withoutLinks(look));
	}
}

const minuteOf = (time: number) => Math.floor(time / MINUTE_MS);

function toThere(row: ListedPost, now: number): There {
	const { id, state, content = '', releaseURL } = row;
	const actual = serviceTime(row.actualDate ?? row.publishDate);
	const time = Number.isNaN(actual) ? serviceTime(row.publishDate) : actual;
	// Only a comment or a repetition of it failed.
	const isOnline = state === 'ERROR' && Boolean(releaseURL);
	return {
		id,
		channelId: row.integration.id,
		state: isOnline ? 'PUBLISHED' : state,
		isUnsure: false,
		isDead: false,
		link: releaseURL,
		time,
		age: now - (madeAt(id) ?? time),
		key: keyIn(parseSettings(row.settings)),
		content,
		look: comparableText(content),
		paths: [],
		isEdited: false,
	};
}

function failureOf({ state }: There, { error }: PreviewPart) {
	if (state !== 'ERROR') return {};
	const { maybeOnline, sentence } = parseFailure(error);
	return { isUnsure: maybeOnline, isDead: !maybeOnline, reason: sentence ?? undefined };
}

/** Compares files of rows with those of posts, by their size and first bytes: once a pair. */
export class FileComparison {
	private readonly results = new Map<Wanted, Map<There, Comparison>>();

	constructor(private readonly run: Run) {}

	/** Whether a post has the files of a row; undefined until they are compared. */
	readonly of = (one: Wanted, post: There): Comparison | undefined =>
		this.results.get(one)?.get(post);

	async compare(pairs: Map<Wanted, Set<There>>): Promise<void> {
		const compared = [...pairs].map(async ([one, posts]) => {
			const results = getOrMake(this.results, one, () => new Map<There, Comparison>());
			const each = async (post: There) => results.set(post, await this.result(one, post));
			await Promise.all([...posts].map(each));
		});
		await Promise.all(compared);
	}

	private async result(one: Wanted, post: There): Promise<Comparison> {
		const { uploads } = this.run;
		const own = one.parts.flatMap(({ files }) => files);
		const paths = await this.pathsOf(post);
		if (!paths) return 'unknown';
		if (own.length !== paths.length) return 'other';
		const compared = own.map(async (file, index) => uploads.compareAt(file, paths[index]!));
		const all = await Promise.all(compared);
		return (['other', 'unknown'] as const).find((result) => all.includes(result)) ?? 'same';
	}

	/** The addresses of a post's files; undefined if it can't be read. */
	private async pathsOf({ id, parts, paths }: There): Promise<string[] | undefined> {
		if (parts !== undefined) return paths;
		const seen = await fetchParts(this.run.client, id);
		if (!seen?.length) return undefined;
		return seen.flatMap(({ image }) => image.map(({ path }) => path));
	}
}

/**
 * What the calendar has of a request, by the IDs of its posts, at its `date` (ms) and since it was sent: nothing else is
 * looked at. Throws {@link Problem} if it can't be read.
 */
export async function observeSent(
	client: PostizClient,
	posts: Wanted[],
	{ date, sentAt, changes }: { date: number; sentAt: number; changes: ReadonlySet<string> },
): Promise<There[]> {
	const observation = new Observation(client, posts, NARROW_TIMEOUT_MS);
	const rows = await listPosts(client, {
		// For "now", the service sets the date by its own clock; that, or its time zone, may be wrong.
		start: date - DAY_MS,
		end: date + DAY_MS,
		timeout: NARROW_TIMEOUT_MS,
	});
	const since = sentAt + client.facts.clockAhead - MAX_CLOCK_DIFFERENCE_MS;
	const isRecent = ({ id }: ListedPost) => changes.has(id) || (madeAt(id) ?? since) >= since;
	observation.add(rows.filter(isRecent));
	return await observation.see(Date.now() + client.facts.clockAhead);
}
