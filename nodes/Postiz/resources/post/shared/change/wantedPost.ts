import { tagsOf, whenMade, type WholePost } from '../../../../calendar/row';
import { doubledProblem, firstRepeat } from '../../../../values/repetition';
import type { PlannedPost } from '../../../../publishing/types';
import type { PostType, SharedFields } from '../../../../transport/types';
import { DAY_MS, IF_PAST, MINUTE_MS, showDate, utcDate } from '../../../../values/date';
import { Problem, quote } from '../../../../values/problem';

/** `update` keeps the state and the date. */
export type ChangeType = PostType | 'update';

/** The type and date of a changed post. */
export interface Moment {
	type: ChangeType;
	/** In UTC, with milliseconds and Z. */
	date: string;
}

/** The states that people can choose, with the service's own words. */
export const STATE_OF = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type WantedState = keyof typeof STATE_OF;

/** A post as it should be. */
export interface WantedPost extends Moment {
	post: PlannedPost;
	/** Undefined to keep them. */
	tags?: SharedFields['tags'];
	/** In days; null ends the repetition, undefined keeps it. */
	inter?: number | null;
	shortLink?: boolean;
	/** What changes, or may change, such as `text` or `settings.title`. */
	changed: string[];
	/** Where characters were removed that can't be stored. */
	mended?: Iterable<string>;
	/** It was validated already, or validation is skipped. */
	isChecked?: boolean;
}

/** The prefix of changed settings in {@link WantedPost}. */
export const SETTING = 'settings.';

export type WrittenBack = ReturnType<typeof writeBack>;

/** A post to write back, including what it keeps (docs/api.md, Changing a post). */
export function writeBack(whole: WholePost, { tags, inter, shortLink, ...wanted }: WantedPost) {
	const { listed, parts } = whole;
	const [first, ...later] = parts;
	const planned = wanted.post.parts;
	const repeats = inter === undefined ? momentOf(whole).interval : (inter ?? 0);
	return {
		...wanted,
		/** The IDs of the parts; undefined for new ones. */
		ids: planned.map((_part, index) => (index === 0 ? listed.id : later[index - 1]?.id)),
		tags: tags ?? tagsOf(whole).map((name) => ({ value: name, label: name })),
		...(repeats > 0 && { inter: repeats }),
		shortLink: shortLink ?? false,
		/** Some parts that the post has, or may have, aren't written back. */
		removesParts: first ? planned.length < parts.length : wanted.changed.includes('thread'),
	};
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

/** Posts that are due sooner aren't changed, as they may be published in between. */
const MIN_LEAD_MS = 5 * MINUTE_MS;
/** Posts may be published this late; later, they are stuck. */
const MAX_DELAY_MS = 60 * MINUTE_MS;

/** Throws {@link Problem} if the post is published, or about to be, at `now` (ms). */
export function refuseUnchangeable(
	whole: WholePost,
	{ now, timezone }: { now: number; timezone: string },
): void {
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

/** When a repeating post goes out again because of a change, in ms; undefined if the change has no part in that. */
export function repeatAfter(
	whole: WholePost,
	{ type, changed, inter = momentOf(whole).interval }: Omit<WantedPost, 'post'>,
): number | undefined {
	const madeAt = whenMade(whole);
	const goesOut = type === 'update' ? momentOf(whole).state === 'QUEUE' : type !== 'draft';
	const isNew = ['date', 'state', 'inter'].some((name) => changed.includes(name));
	return goesOut && isNew && inter && madeAt ? firstRepeat(madeAt, inter) : undefined;
}

/** Throws {@link Problem} if the changed post would be published twice at once. */
export function refuseDoubled(
	whole: WholePost,
	wanted: Omit<WantedPost, 'post'>,
	timezone: string,
): void {
	const { date, inter = momentOf(whole).interval } = wanted;
	if (repeatAfter(whole, wanted) === undefined) return;
	const existing = { madeAt: whenMade(whole), timezone, exists: true };
	const doubled = doubledProblem({ date, inter: inter ?? 0 }, existing);
	if (doubled) throw doubled;
}

/** Dates may be stored without seconds. */
export const isSameMinute = (wanted: string | undefined, date: string) =>
	wanted !== undefined && Math.abs(Date.parse(wanted) - Date.parse(date)) < MINUTE_MS;

/** Throws {@link Problem} if the draft's own date is past at `now` (ms). */
export function refusePastDraft(
	whole: WholePost,
	{ now, timezone, allowsPast }: { now: number; timezone: string; allowsPast: boolean },
): void {
	const { id } = whole.listed;
	const { state, date: shown } = momentOf(whole);
	if (state !== 'DRAFT') return;
	const date = utcDate(shown);
	if (date === undefined) {
		throw new Problem(
			`The draft ${quote(id)} has no date`,
			'Postiz publishes no post without one. Add a Date, at which it is to be published.',
		);
	}
	if (Date.parse(date) > now || allowsPast) return;
	throw new Problem(
		`The date of the draft, ${showDate(date, timezone)}, is in the past`,
		`${IF_PAST} Add a later Date, or set the option Allow Past Dates.`,
		{ forModel: `${IF_PAST} Give a later date.` },
	);
}

/** The next occurrence of a post in ms; earlier ones of a repeating post may have been published. */
function nextDate(date: string, intervalInDays: number, now: number): number {
	const first = Date.parse(date);
	if (intervalInDays <= 0 || first >= now) return first;
	const step = intervalInDays * DAY_MS;
	return first + Math.ceil((now - first) / step) * step;
}
