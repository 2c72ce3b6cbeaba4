import { withPlugs } from '../payload';
import { tagsOf, toPlannedPost, whenMade, type WholePost } from '../../calendar/row';
import { isSameContent } from '../../text/sameContent';
import type { PostItem, PostType, SharedFields } from '../../transport/types';
import { DAY_MS, MINUTE_MS, showDate, utcDate } from '../../values/date';
import { sameParts } from '../../values/postKey';
import { Problem, quote } from '../../values/problem';
import { isObject } from '../../values/read';
import { doubledProblem, firstRepeat } from '../../values/repetition';
import { atOnceIfDue } from '../atOnce';
import type { MediaFile } from '../../media/mediaFile';
import type { PlannedPart, PlannedPost } from '../types';

/** The states that people can choose, with the service's own words. */
export const STATE_OF = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type WantedState = keyof typeof STATE_OF;

/** A post as it should be. What is undefined stays. */
export interface Change {
	/** Complete; only its files may still have to be uploaded. */
	post: PlannedPost;
	state?: WantedState;
	/** In UTC, with milliseconds and Z. */
	date?: string;
	tags?: SharedFields['tags'];
	/** In days; null ends the repetition. */
	inter?: number | null;
	/** Links may be replaced with short ones. */
	shortLink?: boolean;
	/** What the form names, such as `text`: it counts as changed if the post can't be read. */
	named?: string[];
	/** Why nothing may be changed, unless the post is as it should be already. */
	refusal?: Problem;
	/** It was validated already, or validation is skipped. */
	isChecked?: boolean;
	/** Where characters were removed that can't be stored. */
	mended?: Iterable<string>;
}

/** What is left to do: the whole post to write, with what stays (docs/api.md, Changing a post). */
export interface PlannedChange extends Pick<Change, 'post' | 'isChecked' | 'mended'> {
	before: WholePost;
	/** What changes, such as `text` or `settings.title`; empty if the post is as it should be. */
	changed: string[];
	/** Nothing else changes, which takes no rewriting. */
	isStateAlone: boolean;
	/** `update` keeps the state and the date. */
	type: PostType | 'update';
	/** In UTC, with milliseconds and Z. */
	date: string;
	tags: SharedFields['tags'];
	/** In days. */
	inter?: number;
	shortLink: boolean;
	/** The IDs of the parts; undefined for new ones. */
	ids: Array<string | undefined>;
	/** Some parts that the post has, or may have, aren't written back. */
	removesParts: boolean;
}

/** A change as sent. */
export interface SentChange extends PlannedChange {
	item: PostItem;
	/** What to report if the post wasn't changed as sent. */
	problem?: Problem;
}

/** The prefix of changed settings. */
export const SETTING = 'settings.';

type Clock = { now: number; timezone: string };

/** Plans a change of a post that was just read, at `now` (ms). Throws {@link Problem} if it can't be changed any more. */
export function planChange(before: WholePost, change: Change, clock: Clock): PlannedChange {
	const { post, shortLink = false, isChecked, mended } = change;
	const is = momentOf(before);
	const isMoved = change.date !== undefined && !isSameMinute(change.date, is.date);
	// With a date, a failed post is tried again.
	const isTriedAgain = is.state === 'ERROR' && change.date !== undefined;
	const state = change.state ?? (isTriedAgain ? 'scheduled' : undefined);
	const changed = [
		...(isMoved ? ['date'] : []),
		...(state && STATE_OF[state] !== is.state ? ['state'] : []),
		...(before.parts.length > 0 ? differences(before, change) : (change.named ?? [])),
	];
	const date = isMoved ? change.date! : is.date;
	const inter = change.inter === undefined ? is.interval : (change.inter ?? 0);
	const [first, ...later] = before.parts;
	const isKeyKept = !post.key || sameParts(post.key, toPlannedPost(before).key).size === 4;
	const isStateAlone = changed.join() === 'state' && change.date === undefined && isKeyKept;
	const plan: PlannedChange = {
		before,
		changed,
		isStateAlone,
		...atOnceIfDue(typeOf(is.state, state, isMoved), date, clock.now),
		post,
		tags: change.tags ?? tagsOf(before).map((name) => ({ value: name, label: name })),
		...(inter > 0 && { inter }),
		shortLink,
		ids: post.parts.map((_part, index) => (index === 0 ? before.listed.id : later[index - 1]?.id)),
		removesParts: first ? post.parts.length <= later.length : changed.includes('thread'),
		isChecked,
		mended,
	};
	if (changed.length === 0) return plan;
	if (!isStateAlone) refuseUnchangeable(before, clock);
	if (change.refusal) throw change.refusal;
	refuseDoubled(plan, clock.timezone);
	return plan;
}

function typeOf(
	state: string,
	wanted: WantedState | undefined,
	isMoved: boolean,
): PlannedChange['type'] {
	if (wanted === 'draft' || (state === 'DRAFT' && !wanted)) return 'draft';
	return isMoved || (wanted && state !== STATE_OF[wanted]) ? 'schedule' : 'update';
}

/** The state and date of a post, and its interval in days. */
export function momentOf({ listed, parts: [first] }: WholePost) {
	const shown = first?.publishDate ?? listed.publishDate;
	return {
		state: first?.state ?? listed.state,
		date: utcDate(shown) ?? shown,
		interval: (first ? first.intervalInDays : listed.intervalInDays) ?? 0,
	};
}

/** Dates may be stored without seconds. */
export const isSameMinute = (one: string, other: string) =>
	Math.abs(Date.parse(one) - Date.parse(other)) < MINUTE_MS;

/** How the content of a post differs from what it should be, in the names of {@link PlannedChange.changed}. */
export function differences(
	whole: WholePost,
	{ post, tags, inter, shortLink }: Pick<Change, 'post' | 'tags' | 'inter' | 'shortLink'>,
): string[] {
	const before = toPlannedPost(whole);
	const [first, ...later] = post.parts;
	const [firstBefore, ...laterBefore] = before.parts;
	const isSameText = (part?: PlannedPart, old?: PlannedPart) =>
		isSameContent(part?.content ?? '', old?.content ?? '', { isShortened: shortLink });
	const isSamePart = (part: PlannedPart, index: number) =>
		isSameText(part, laterBefore[index]) &&
		hasFilesOf(part, laterBefore[index]) &&
		(part.delay ?? 0) === (laterBefore[index]?.delay ?? 0);
	const isSameThread = later.length === laterBefore.length && later.every(isSamePart);
	const isWhole = whole.parts.length > 0;
	const labels = tags?.map(({ label }) => label);
	return [
		...(isSameText(first, firstBefore) ? [] : ['text']),
		...(isWhole && !hasFilesOf(first, firstBefore) ? ['media'] : []),
		...(isWhole && !isSameThread ? ['thread'] : []),
		...(labels && !isSame(sorted(labels), sorted(tagsOf(whole))) ? ['tags'] : []),
		...(inter !== undefined && (inter ?? 0) !== momentOf(whole).interval ? ['inter'] : []),
		...differentSettings(post, before),
	];
}

const sorted = (texts: string[]) => [...new Set(texts)].sort();

/** True if a part has exactly the files of another one. */
function hasFilesOf({ files = [] }: Partial<PlannedPart> = {}, old?: PlannedPart): boolean {
	const referenceOf = ({ source, alt, cover, coverAt }: MediaFile) =>
		'reference' in source && !cover && coverAt === undefined
			? { ...source.reference, ...(alt && { alt }) }
			: undefined;
	return isSame(files.map(referenceOf), (old?.files ?? []).map(referenceOf));
}

function differentSettings(post: PlannedPost, before: PlannedPost): string[] {
	const [settings, old] = [withPlugs(post.settings), withPlugs(before.settings)];
	const keys = new Set([
		...Object.keys({ ...settings, ...old }),
		...Object.keys(post.settingFiles),
	]);
	return [...keys]
		.filter((key) => key !== '__type')
		.filter((key) => key in post.settingFiles || !isSame(settings[key], old[key]))
		.map((key) => `${SETTING}${key}`);
}

/** True if the service treats both values alike: missing keys are the same as null. */
function isSame(a: unknown, b: unknown): boolean {
	if (Array.isArray(a) && Array.isArray(b)) {
		return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
	}
	if (isObject(a) && isObject(b)) {
		return Object.keys({ ...a, ...b }).every((key) => isSame(a[key], b[key]));
	}
	return (a ?? null) === (b ?? null);
}

/** Posts that are due sooner aren't changed, as they may be published in between. */
const MIN_LEAD_MS = 5 * MINUTE_MS;
/** Posts may be published this late; later, they are stuck. */
const MAX_DELAY_MS = 60 * MINUTE_MS;

/** Throws {@link Problem} if the post is published, or about to be, at `now` (ms). */
export function refuseUnchangeable(whole: WholePost, { now, timezone }: Clock): void {
	const { id } = whole.listed;
	const { state, date, interval } = momentOf(whole);
	if (state === 'PUBLISHED') {
		throw new Problem(
			`The post ${quote(id)} is already published`,
			'Published posts cannot be changed. Create a new post instead.',
		);
	}
	const next = nextDate(date, interval, now);
	if (state === 'QUEUE' && next < now + MIN_LEAD_MS && next > now - MAX_DELAY_MS) {
		throw new Problem(
			`The post ${quote(id)} is due at ${showDate(new Date(next).toISOString(), timezone)}`,
			'A post that is due within five minutes is not changed, as it could be published meanwhile. To change it anyway, make it a draft first, by a Post > Update of its State alone.',
		);
	}
}

/** The next occurrence of a post in ms; earlier ones of a repeating post may have been published. */
function nextDate(date: string, intervalInDays: number, now: number): number {
	const first = Date.parse(date);
	if (intervalInDays <= 0 || first >= now) return first;
	const step = intervalInDays * DAY_MS;
	return first + Math.ceil((now - first) / step) * step;
}

/** When a repeating post goes out again because of a change, in ms; undefined if the change has no part in that. */
export function repeatAfter({ before, type, changed, inter }: PlannedChange): number | undefined {
	const madeAt = whenMade(before);
	const goesOut = type === 'update' ? momentOf(before).state === 'QUEUE' : type !== 'draft';
	const isNew = ['date', 'state', 'inter'].some((name) => changed.includes(name));
	return goesOut && isNew && inter && madeAt ? firstRepeat(madeAt, inter) : undefined;
}

/** Throws {@link Problem} if the changed post would be published twice at once. */
function refuseDoubled(plan: PlannedChange, timezone: string): void {
	if (repeatAfter(plan) === undefined) return;
	const existing = { madeAt: whenMade(plan.before), timezone, exists: true };
	const doubled = doubledProblem(plan, existing);
	if (doubled) throw doubled;
}
