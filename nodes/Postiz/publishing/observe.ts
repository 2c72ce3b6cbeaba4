import type { IExecuteFunctions } from 'n8n-workflow';

import { isOverdue } from '../calendar/overdue';
import { parseFailure } from '../calendar/reason';
import { fetchPreview, type Preview } from '../calendar/preview';
import { parseSettings } from '../calendar/post';
import { comparableText, withoutLinks } from '../text/sameContent';
import type { PostizClient } from '../transport/client';
import { listPosts } from '../transport/posts';
import type { ListedPost } from '../transport/types';
import { DAY_MS, madeAt, MAX_CLOCK_DIFFERENCE_MS, MINUTE_MS, serviceTime } from '../values/date';
import { getOrMake } from '../values/getOrMake';
import { groupBy, largest, smallest } from '../values/lists';
import { keyIn } from '../values/postKey';
import { coverSpans, type TimeSpan } from '../values/spans';
import { roundsOf } from './journal';
import { isSameTime, REACH_MS, type Calendar } from './reconcile';
import type { Run } from './run';
import type { There, Wanted } from './shapes';

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

/**
 * Looks at the calendar once: what may be one of these posts, with what tells (docs/api.md, Listing posts, Keys of
 * posts). Throws {@link Problem} if it can't be read.
 */
export async function observe(
	wanted: Wanted[],
	run: Run,
): Promise<Calendar & { stuck: ReadonlySet<string> }> {
	const { client } = run;
	const open = wanted.filter(({ item, sent }) =>
		sent ? sent.postId === undefined : !item.postsAgain,
	);
	const looked = new Look(client, open);
	// Only the service's own clock tells how old its posts are; it is known without milliseconds.
	const now = run.startedAt + client.facts.clockAhead + SECOND_MS;
	for (const window of coverSpans(spansFor(open, now), MOVED_MS)) {
		looked.add(await listPosts(client, { ...window, timeout: LIST_TIMEOUT_MS }));
	}
	const posts = await looked.see(now);
	const calendar = { ...unseen(wanted, run), posts, keepsKeys: looked.keepsKeys };
	const filesOf = await compareFiles(open, calendar, run);
	return { ...calendar, filesOf, stuck: looked.stuckChannels(now) };
}

/** A calendar of which nothing is known. */
export const unseen = (wanted: Wanted[], { context, startedAt }: Run): Calendar => ({
	posts: [],
	reach: reachOf(context),
	keepsKeys: true,
	filesOf: () => 'unknown',
	rounds: roundsOf(context, wanted),
	now: startedAt,
});

/** When posts may be dated; `now` is in ms. */
function spansFor(open: Wanted[], now: number): TimeSpan[] {
	const soon = now + MAX_CLOCK_DIFFERENCE_MS;
	const spans = open.map(({ key, time }) =>
		key.when === null
			? // The next free slot, or a date by the clock, may lie far ahead.
				{
					start: now - REACH_MS - MAX_CLOCK_DIFFERENCE_MS,
					end: Math.max(now + YEAR_MS, time + MOVED_MS),
				}
			: // A date that has passed is sent as of now.
				{ start: time - MOVED_MS, end: Math.max(time + MOVED_MS, time < soon ? soon : 0) },
	);
	if (!open.some(({ key }) => key.row !== null)) return spans;
	// A row may have been moved to anywhere; without a date, it is published once, for ever.
	const hasUndated = open.some(({ key }) => key.when === null);
	return [
		{
			start: hasUndated
				? BEGINNING
				: smallest([now - MOVED_MS, ...spans.map(({ start }) => start)]),
			end: largest([now + YEAR_MS, ...spans.map(({ end }) => end)]),
		},
	];
}

/** Modes in which n8n runs a workflow by itself. */
const BY_TRIGGER = ['trigger', 'webhook', 'chat', 'error'];

/** How long ago a post without a date counts, in ms: shorter if each run says the same on purpose. */
function reachOf(context: IExecuteFunctions): number {
	const hasData =
		JSON.stringify(context.getNode().parameters).includes('{{') ||
		context.getInputData().some(({ binary }) => binary !== undefined);
	return BY_TRIGGER.includes(context.getMode()) && !hasData ? REACH_OF_TRIGGER_MS : REACH_MS;
}

/** A look at the calendar: its rows, and the previews of those that may be meant. */
class Look {
	private readonly rows = new Map<string, ListedPost>();
	private readonly previews = new Map<string, Promise<Preview>>();
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

	/** The IDs of channels with posts that failed, or didn't go out by `now` (ms). */
	stuckChannels(now: number): ReadonlySet<string> {
		const isStuck = (row: ListedPost) => row.state === 'ERROR' || isOverdue(row, now);
		return new Set(
			[...this.rows.values()].filter(isStuck).flatMap(({ integration }) => integration?.id ?? []),
		);
	}

	/** The posts that may be meant, as of `now` (ms by the service's clock). */
	async see(now: number): Promise<There[]> {
		const posts = [...this.rows.values()].map(async (row): Promise<There[]> => {
			const filter = this.filters.get(row.integration?.id ?? '');
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
		const preview = await getOrMake(this.previews, there.id, async () =>
			fetchPreview(this.client, there.id, this.timeout),
		);
		if (preview.kind === 'unknown') return [];
		const parts = preview.kind === 'post' ? preview.parts : [];
		const [first] = parts;
		if (!first) return [{ ...there, isUnsure: there.state === 'ERROR' }];
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
	const time = serviceTime(row.actualDate ?? row.publishDate);
	const isOnline = state === 'ERROR' && Boolean(releaseURL);
	return {
		id,
		channelId: row.integration?.id ?? '',
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

/** A failed post is online if it has a link: only a comment or a repetition of it failed. */
function failureOf(there: There, { error, releaseURL }: { error?: string; releaseURL?: string }) {
	if (there.state !== 'ERROR') return {};
	if (releaseURL) return { state: 'PUBLISHED', link: releaseURL };
	const { maybeOnline, sentence } = parseFailure(error);
	return { isUnsure: maybeOnline, isDead: !maybeOnline, reason: sentence ?? undefined };
}

/** Compares files by their size and first bytes, once a pair, where all else that matters is the same. */
async function compareFiles(
	open: Wanted[],
	{ posts, reach, keepsKeys }: Calendar,
	{ uploads, client }: Run,
): Promise<Calendar['filesOf']> {
	const results = new Map<Wanted, Map<There, 'same' | 'other' | 'unknown'>>();
	const pathsOf = async ({ id, parts, paths }: There) => {
		if (parts !== undefined) return paths;
		const preview = await fetchPreview(client, id);
		return preview.kind === 'post'
			? preview.parts.flatMap(({ image }) => image.map(({ path }) => path))
			: undefined;
	};
	const compare = async (one: Wanted, post: There) => {
		const own = one.parts.flatMap(({ files }) => files);
		const paths = await pathsOf(post);
		if (!paths) return 'unknown';
		if (own.length !== paths.length) return 'other';
		const all = await Promise.all(
			own.map(async (file, index) => uploads.compareAt(file, paths[index]!)),
		);
		return (['other', 'unknown'] as const).find((result) => all.includes(result)) ?? 'same';
	};
	const isToCompare = (one: Wanted, post: There): boolean => {
		const { key } = post;
		if (key?.files === one.key.files) return false;
		if (key?.row && key.row === one.key.row) return true;
		const isDated = one.key.when !== null;
		if (!key) {
			if (post.look !== one.look || !one.parts.some(({ files }) => files.length > 0)) return false;
			return isDated ? minuteOf(post.time) === minuteOf(one.time) : !keepsKeys && post.age <= reach;
		}
		if (!isSameTime(one, post, { reach })) return false;
		// Without a text, only the files tell whether a post is out.
		return !isDated || post.state !== 'PUBLISHED' || one.look === '';
	};
	const onChannel = new Map(
		groupBy(posts, ({ channelId }) => channelId).map((own) => [own[0].channelId, own]),
	);
	const pairs = open.flatMap((one) =>
		(onChannel.get(one.target.id) ?? [])
			.filter((post) => isToCompare(one, post))
			.map((post) => ({ one, post })),
	);
	await Promise.all(
		pairs.map(async ({ one, post }) => {
			const result = await compare(one, post);
			getOrMake(results, one, () => new Map<There, typeof result>()).set(post, result);
		}),
	);
	return (one, post) => results.get(one)?.get(post) ?? 'unknown';
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
	const look = new Look(client, posts, NARROW_TIMEOUT_MS);
	const rows = await listPosts(client, {
		// For "now", the service sets the date by its own clock, without seconds.
		start: date - MAX_CLOCK_DIFFERENCE_MS,
		end: date + MAX_CLOCK_DIFFERENCE_MS,
		timeout: NARROW_TIMEOUT_MS,
	});
	const isRecent = ({ id }: ListedPost) =>
		changes.has(id) || (madeAt(id) ?? sentAt) >= sentAt - MAX_CLOCK_DIFFERENCE_MS;
	look.add(rows.filter(isRecent));
	return await look.see(Date.now() + client.facts.clockAhead);
}
