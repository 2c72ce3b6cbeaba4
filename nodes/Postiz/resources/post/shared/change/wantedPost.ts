import { tagsOf, type WholePost } from '../../../../calendar/row';
import type { PlannedPost } from '../../../../publishing/types';
import type { PostType, SharedFields } from '../../../../transport/types';
import { DAY_MS, MINUTE_MS, showDate, utcDate } from '../../../../values/date';
import { Problem, quote } from '../../../../values/problem';

/** `update` leaves the state, and the time at which a post goes out, as they are. */
export type ChangeType = PostType | 'update';

/** What a changed post becomes, and when. */
export interface Moment {
	type: ChangeType;
	/** UTC with milliseconds and Z. */
	date: string;
}

/** What a person can make of a post: a draft, or one that is published at its date; with what the service calls it. */
export const STATE_OF = { draft: 'DRAFT', scheduled: 'QUEUE' } as const;
export type WantedState = keyof typeof STATE_OF;

/** A post as it is to be. */
export interface WantedPost extends Moment {
	/** All of it. */
	post: PlannedPost;
	/** Undefined if they stay. */
	tags?: SharedFields['tags'];
	/** Days; null ends the repetition, undefined leaves it. */
	inter?: number | null;
	shortLink?: boolean;
	/** What becomes different, or may, such as `text` or `settings.title`. */
	changed: string[];
	/** Where characters were removed that cannot be sent. */
	mended?: Iterable<string>;
	/** What the service would refuse was looked for already, or is to be sent all the same. */
	isChecked?: boolean;
}

/** Before the key of a setting, where {@link WantedPost} names what changes. */
export const SETTING = 'settings.';

/** A post as it is to be written back. */
export type WrittenBack = ReturnType<typeof writeBack>;

/** The post as it is to be, with what it keeps (docs/api.md, Changing a post). */
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
		/** Parts that the post has now, or may have, are not among those to write. */
		removesParts: first ? planned.length < parts.length : wanted.changed.includes('thread'),
	};
}

/** The state of a post, its date, and every how many days it repeats. */
export function momentOf({ listed, parts: [first] }: WholePost) {
	const shown = first?.publishDate ?? listed.publishDate;
	return {
		state: first?.state ?? listed.state,
		date: utcDate(shown) ?? shown,
		interval: (first ? first.intervalInDays : listed.intervalInDays) ?? 0,
	};
}

/** A post that goes out sooner is not changed: it could go out in between. */
const MIN_LEAD_MS = 5 * MINUTE_MS;
/** A post may still be on its way to its network; later than that, it got stuck. */
const MAX_DELAY_MS = 60 * MINUTE_MS;

/** Throws {@link Problem} for a post that is out, or on its way, at `now` (ms). */
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

/** True for the same time, as dates may be stored without seconds. */
export const isSameMinute = (wanted: string | undefined, date: string) =>
	wanted !== undefined && Math.abs(Date.parse(wanted) - Date.parse(date)) < MINUTE_MS;

/** Throws {@link Problem} for a draft that cannot be scheduled at its own date, at `now` (ms). */
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
		'Postiz would publish it immediately. Add a later Date, or set the option Allow Past Dates.',
		{ forModel: 'Postiz would publish it immediately. Give a later date.' },
	);
}

/** When a post goes out next, in ms; a repeating one may have gone out before. */
function nextDate(date: string, intervalInDays: number, now: number): number {
	const first = Date.parse(date);
	if (intervalInDays <= 0 || first >= now) return first;
	const step = intervalInDays * DAY_MS;
	return first + Math.ceil((now - first) / step) * step;
}
