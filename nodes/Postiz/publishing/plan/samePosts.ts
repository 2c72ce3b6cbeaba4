import type { IDataObject } from 'n8n-workflow';

import { agreesWith, compareParts, type WantedPart } from '../../calendar/compare';
import { byId } from '../../calendar/listings';
import { fetchPartsOrNone, type PreviewPart } from '../../calendar/preview';
import type { SlotFinder } from '../../channels/slots';
import { comparableText, isShortenedFrom, withoutLinks } from '../../text/visibleText';
import { ListTooLong, type PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { ListedPost } from '../../transport/types';
import { DAY_MS, MINUTE_MS, showDate } from '../../values/date';
import { getOrMake } from '../../values/getOrMake';
import { append } from '../../values/lists';
import { caughtProblem, ignoreProblem, Problem, quote } from '../../values/problem';
import { coverSpans, type TimeSpan } from '../../values/spans';
import type { PlannedItem, PlannedPost, SamePost } from '../types';
import { CalendarIndex, type Entry } from './calendarIndex';
import { daysAround, isDateFixed, spansOfEarlierRun } from './sameSpans';

const MAX_LISTS = 3;
/** Closer posts are listed together, as lists may be rate-limited, too. */
const LEAST_GAP_MS = 7 * DAY_MS;
/** In addition to what the posts of the run require. */
const MAX_LIST_BYTES = 5_000_000;
const MAX_POST_BYTES = 2000;
const LIST_TIMEOUT_MS = 30_000;

/** What identifies a post in the calendar. */
interface Wanted {
	item: PlannedItem;
	post: PlannedPost;
	parts: [WantedPart, ...WantedPart[]];
	/** Postiz may have shortened its links. */
	isShortened: boolean;
}

/** What is known when a run starts. */
export interface RunStart {
	/** In ms. */
	startedAt: number;
	/** The run was started by a trigger, with a single item. */
	isEvent: boolean;
	/** Used in messages. */
	timezone: string;
	/** IDs of posts that earlier tries of this run matched with other items. */
	taken: ReadonlySet<string>;
}

/** Finds planned posts that already exist, mostly from an earlier run (docs/api.md, Listing posts). */
export class SamePosts {
	/** Why the calendar couldn't be read completely, so that existing posts may have been missed. */
	unread?: Problem;
	private readonly listed: ListedPost[] = [];
	/** In ms. */
	listedAt = 0;
	private once?: CalendarIndex;
	private occurrences?: CalendarIndex;
	/** The next free slot in ms, by channel ID. */
	private readonly nextSlots = new Map<string, number>();
	private readonly previews = new Map<string, Promise<PreviewPart[]>>();

	constructor(
		private readonly client: PostizClient,
		private readonly run: RunStart,
		private readonly slots: Pick<SlotFinder, 'findOne'>,
	) {}

	/** Fetches the part of the calendar that these items need. Sets `unread` if the service fails. */
	async fetch(items: PlannedItem[]): Promise<void> {
		const looking = items.filter(({ ifSame }) => ifSame.action !== 'post');
		if (looking.length === 0) return;
		await this.askForSlots(looking);
		this.listedAt = Date.now();
		const spans = looking.flatMap((item) =>
			item.posts.flatMap((post) => [
				...this.spansOf(item, post),
				...(comparesTexts(item) ? [daysAround(item, this.run.startedAt)] : []),
			]),
		);
		// If people ask for a number of days, fetch them at any cost.
		const planned = looking.reduce((sum, { posts }) => sum + posts.length, 0);
		const maxBytes = looking.some(comparesTexts)
			? undefined
			: MAX_LIST_BYTES + planned * MAX_POST_BYTES;
		for (const span of coverSpans(spans, MAX_LISTS, LEAST_GAP_MS)) {
			try {
				const window = { start: span.start - MINUTE_MS, end: span.end + MINUTE_MS };
				const limits = { maxBytes, timeout: LIST_TIMEOUT_MS };
				append(this.listed, await listPosts(this.client, { ...window, ...limits }));
			} catch (error) {
				this.unread ??= caughtProblem(error);
				if (!(error instanceof ListTooLong)) return;
			}
		}
	}

	/** The IDs of all listed posts. */
	get listedIds(): string[] {
		return this.listed.map(({ id }) => id);
	}

	/**
	 * Returns the item with its existing posts marked. `own` are the IDs this run created for it; `isSent` is true for
	 * posts that it sent. Throws {@link Problem}.
	 */
	async mark(
		item: PlannedItem,
		{ own, isSent }: { own: ReadonlySet<string>; isSent: (post: PlannedPost) => boolean },
	): Promise<PlannedItem> {
		const { action } = item.ifSame;
		if (action === 'post') return item;
		if (comparesTexts(item) && this.unread) throw this.unread;
		const posts: PlannedPost[] = [];
		for (const post of item.posts) {
			const sameAs = isSent(post) ? undefined : await this.find(item, post, own);
			if (sameAs && action === 'fail')
				throw existsAlready(post.target.label, sameAs, this.run.timezone);
			posts.push(sameAs ? { ...post, sameAs } : post);
		}
		if (item.pastDate && posts.some((post) => !post.sameAs && !isSent(post))) throw item.pastDate;
		return { ...item, posts };
	}

	private async find(
		item: PlannedItem,
		post: PlannedPost,
		own: ReadonlySet<string>,
	): Promise<SamePost | undefined> {
		const wanted = toWanted(item, post);
		return comparesTexts(item) && wanted.parts[0].text !== ''
			? await this.findByText(wanted, own)
			: await this.findEarlier(wanted);
	}

	/** A post with the same text, within the days of the option. */
	private async findByText(wanted: Wanted, own: ReadonlySet<string>) {
		this.occurrences ??= new CalendarIndex(this.listed);
		for (const entry of this.entriesOf(wanted, this.occurrences, [
			daysAround(wanted.item, this.run.startedAt),
		])) {
			if (own.has(entry.id)) continue;
			const isThread = wanted.parts.length > 1;
			const found = isThread ? await this.compare(wanted, entry) : 'same';
			if (found === 'start') throw this.explainStart(wanted, entry);
			return entry.shown;
		}
		return undefined;
	}

	/** The same post from an earlier run. Each existing post matches only one. */
	private async findEarlier(wanted: Wanted): Promise<SamePost | undefined> {
		this.once ??= new CalendarIndex(
			[...byId(this.listed).values()].filter(({ id }) => !this.run.taken.has(id)),
		);
		let started: Entry | undefined;
		let draft: Entry | undefined;
		const { item, post } = wanted;
		for (const entry of this.entriesOf(wanted, this.once, this.spansOf(item, post))) {
			if (entry.isDraft !== (item.fields.type === 'draft')) {
				if (entry.isDraft) draft ??= entry;
				continue;
			}
			const found = await this.compare(wanted, entry);
			if (found === 'same') {
				entry.isTaken = true;
				return entry.shown;
			}
			if (found === 'start') started ??= entry;
		}
		if (started) throw this.explainStart(wanted, started);
		if (draft && post.target.provider?.onlyDrafts) {
			throw this.explain(post, 'this post as a draft that was not scheduled:', draft, {
				advice: 'Schedule it with Post > Update, or delete it and run this again.',
				forModel: 'Schedule that draft, or delete it and try again.',
			});
		}
		return undefined;
	}

	private *entriesOf(
		{ post, parts, isShortened }: Wanted,
		index: CalendarIndex,
		spans: TimeSpan[],
	) {
		const [{ text }] = parts;
		for (const span of spans) {
			for (const entry of index.find(post.target.id, text, span, isShortened)) {
				if (entry.text === text || isShortenedFrom(text, entry.text)) yield entry;
			}
		}
	}

	/** Compares the parts and settings of a post whose first text matches: the list doesn't return them. */
	private async compare(
		wanted: Wanted,
		{ id, settings: listed }: Entry,
	): Promise<'same' | 'start' | 'other'> {
		const { item, post, parts, isShortened } = wanted;
		const hasFixedDate = isDateFixed(item);
		const settings = identifying(post);
		const hasFiles = parts.some(({ files }) => files.length > 0);
		const isTextless = parts[0].text === '';
		if (!agreesWith(settings, listed)) return 'other';
		const isListedWhole = Object.keys(settings).length === 0 || Object.keys(listed).length > 0;
		if (isListedWhole && parts.length === 1 && (hasFixedDate || !hasFiles) && !isTextless)
			return 'same';
		const byPath = isTextless && !hasFixedDate;
		// A post without a text is only identified by the addresses of its uploaded files.
		if (byPath && !parts.every(({ files }) => files.every((path) => path !== undefined))) {
			return 'other';
		}
		const ask = async () => await fetchPartsOrNone(this.client, id);
		const shown = await getOrMake(this.previews, id, ask);
		const [first] = shown;
		if (!first) return byPath ? 'other' : 'same';
		if (!agreesWith(settings, first.settings)) return 'other';
		return compareParts(parts, shown, { isShortened, byPath });
	}

	private spansOf(item: PlannedItem, { target }: PlannedPost): TimeSpan[] {
		const nextSlot = this.nextSlots.get(target.id);
		return spansOfEarlierRun(item, { ...this.run, listedAt: this.listedAt, nextSlot });
	}

	/** Slots before the ones that are free now were taken by an earlier run. */
	private async askForSlots(items: PlannedItem[]): Promise<void> {
		const atSlots = items.filter(({ fields }) => fields.type === 'nextSlot');
		for (const { target } of atSlots.flatMap(({ posts }) => posts)) {
			if (this.nextSlots.has(target.id)) continue;
			const slot = await this.slots.findOne(target).catch(ignoreProblem);
			this.nextSlots.set(target.id, slot === undefined ? 0 : Date.parse(slot));
		}
	}

	private explainStart({ post, parts }: Wanted, entry: Entry): Problem {
		const what = `only the start of this thread of ${parts.length} parts: the post`;
		return this.explain(post, what, entry, {
			advice:
				'The rest was added to this item since, or an earlier request failed halfway. Add the rest with Post > Update, or delete that post and run this again.',
			forModel: 'Add the rest to that post with an update, or delete it and try again.',
		});
	}

	/** Why a post can't be sent, although it doesn't exist completely either. */
	private explain(
		{ target }: PlannedPost,
		what: string,
		{ id, shown }: Entry,
		{ advice, forModel }: { advice: string; forModel: string },
	): Problem {
		return new Problem(
			`${target.label}: Postiz has ${what} ${quote(id)}${dated(shown.date, this.run.timezone)}`,
			`${advice} If it is another post, choose Post Again under If the Same Post Exists.`,
			{ forModel },
		);
	}
}

const dated = (date: string | null, timezone: string) =>
	date ? `, dated ${showDate(date, timezone)}` : '';

/** The failure of an item because of a post with the same text. The date is shown in `timezone`. */
export function existsAlready(
	label: string,
	{ postId, date, itemIndex }: SamePost,
	timezone: string,
): Problem {
	const where =
		itemIndex === undefined ? `the post ${quote(postId)}` : `[item ${itemIndex}] of this run`;
	return new Problem(
		`${label}: the same text already exists: ${where} has it${dated(date, timezone)}`,
		'Change the text, or choose Skip or Post Again under If the Same Post Exists. Nothing was sent for this item.',
		{ forModel: 'Write another text, or keep the existing post. Nothing was sent.' },
	);
}

/** True if any post with the same text counts as the same, within some days. */
export const comparesTexts = ({ ifSame }: Pick<PlannedItem, 'ifSame'>) =>
	ifSame.action === 'skip' || ifSame.action === 'fail';

function toWanted(item: PlannedItem, post: PlannedPost): Wanted {
	const [first = { text: '', files: [] }, ...others] = post.parts.map(toWantedPart);
	const isKnown = isDateFixed(item) || withoutLinks(first.text).trim() !== '';
	const isShortened = item.fields.shortLink && isKnown;
	return { item, post, parts: [first, ...others], isShortened };
}

const IDENTIFYING = ['title', 'article_title', 'post_type'];

/** The settings that tell posts apart: titles, the kind of post, and its board, subreddit or list. */
function identifying({ target: { provider }, settings }: PlannedPost): IDataObject {
	const fields = (provider?.fields ?? []).filter(
		({ name, type, required, fromText, file }) =>
			IDENTIFYING.includes(name) ||
			fromText ||
			(required && !file && !['options', 'boolean', 'number'].includes(type)),
	);
	const names = fields.map(({ name }) => name).filter((name) => settings[name] !== undefined);
	return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

function toWantedPart({ content, files }: PlannedPost['parts'][number]): WantedPart {
	return {
		text: comparableText(content),
		files: files.map(({ source }) => ('reference' in source ? source.reference.path : undefined)),
	};
}
