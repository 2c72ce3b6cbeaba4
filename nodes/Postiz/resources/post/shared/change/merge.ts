import type { IDataObject } from 'n8n-workflow';

import { tagsOf, toPlannedPost, type WholePost } from '../../../../calendar/row';
import type { FileSource } from '../../../../media/fileSource';
import { mendFiles, mendParts, mendSettings } from '../../../../publishing/plan/mend';
import { planPart, planSettingFiles, type OpenedFiles } from '../../../../publishing/plan/plan';
import type { PlannedPost, WrittenPart } from '../../../../publishing/types';
import { toTextTarget, type ContentFormat } from '../../../../text/content';
import type { PostType, SharedFields } from '../../../../transport/types';
import { wholeCharacters } from '../../../../values/characters';
import { DAY_MS, MINUTE_MS, showDate, utcDate } from '../../../../values/date';
import { Problem, quote } from '../../../../values/problem';

/** What a person wants to change; what is undefined stays as it is. */
export interface PostChange {
	/** UTC with milliseconds and Z. */
	date?: string;
	/** A draft becomes a scheduled post. */
	schedules?: true;
	text?: string;
	format: ContentFormat;
	media?: FileSource[];
	thread?: WrittenPart[];
	tags?: SharedFields['tags'];
	/** Days; null ends the repetition. */
	inter?: number | null;
	/** Settings as the service has them, and files by the name of the setting that takes them. */
	settings?: { settings: IDataObject; settingFiles: Record<string, FileSource> };
}

/** A post as it is to be written back. */
export type MergedPost = ReturnType<typeof mergePost>;

/** A post that goes out sooner is not changed: it could go out in between. */
const MIN_LEAD_MS = 5 * MINUTE_MS;
/** A post may still be on its way to its network; later than that, it got stuck. */
const MAX_DELAY_MS = 60 * MINUTE_MS;

/** The post with a change made to it, as of `now` (ms). Throws {@link Problem} (docs/api.md, Changing a post). */
export function mergePost(
	whole: WholePost,
	change: PostChange,
	{ opened, now, timezone }: { opened: OpenedFiles; now: number; timezone: string },
) {
	const { listed, parts } = whole;
	const [first, ...later] = parts;
	const state = first?.state ?? listed.state;
	const shownDate = first?.publishDate ?? listed.publishDate;
	const date = utcDate(shownDate) ?? shownDate;
	const interval = (first ? first.intervalInDays : listed.intervalInDays) ?? 0;
	refuseUnchangeable({ id: listed.id, state, date, interval }, { now, timezone });
	if (!first && (change.text === undefined || change.media === undefined)) {
		throw new Problem(
			`The post ${quote(listed.id)} cannot be read completely`,
			`This Postiz instance does not show the files of a post, and a change would remove them. ${
				change.schedules
					? 'Set the date in the calendar of Postiz, then run this without Date.'
					: 'Enter both Text and Media, or change the post in Postiz.'
			}`,
		);
	}
	const before = toPlannedPost(whole);
	const { target } = before;
	const mended = new Set<string>();
	const note = (place: string) => mended.add(place);
	if (target.provider?.onlyDrafts && state === 'ERROR' && change.date === undefined) {
		throw new Problem(
			`The failed post ${quote(listed.id)} has no new date`,
			`${target.provider.displayName} accepts only drafts, which the node schedules afterwards. Enter a Date, to try it again then.`,
		);
	}
	const settings = {
		...before.settings,
		...mendSettings(change.settings?.settings ?? {}, target.provider, note),
	};
	const text = toTextTarget(target.provider, settings);
	const plan = (parts: WrittenPart[]) => {
		const planned = mendParts(parts, note).map((part) =>
			planPart(part, change.format, text, opened),
		);
		return mendFiles(planned, note);
	};
	const [head = { content: '', files: [] }, ...keptParts] = before.parts;
	const [written, ...thread] = plan([
		{ text: change.text ?? '', files: change.media ?? [] },
		...(change.thread ?? []),
	]);
	const all = [
		{
			...head,
			...(change.text !== undefined && { content: written!.content }),
			...(change.media !== undefined && { files: written!.files }),
		},
		...(change.thread === undefined ? keptParts : thread),
	];
	const inter = (change.inter === undefined ? interval : change.inter) ?? 0;
	const post: PlannedPost = {
		...before,
		parts: all,
		settings,
		settingFiles: planSettingFiles(change.settings?.settingFiles ?? {}, opened),
	};
	return {
		post,
		/** The IDs of the parts; undefined for new ones. */
		ids: all.map((_part, index) => (index === 0 ? listed.id : later[index - 1]?.id)),
		...atOnceIfDue(typeOf(state, date, change), change.date ?? date, now),
		/** Where characters stood that cannot be sent. */
		mended,
		tags:
			wholeCharacters(change.tags, () => note('Tags')) ??
			tagsOf(whole).map((name) => ({ value: name, label: name })),
		...(inter > 0 && { inter }),
		/** Parts that the post has now, or may have, are not among those to write. */
		removesParts:
			change.thread !== undefined && (!first || change.thread.length < keptParts.length),
	};
}

type ChangeType = PostType | 'update';

/** What a changed post becomes, and when. */
interface Moment {
	type: ChangeType;
	date: string;
}

/** A date that has passed means now: before Postiz 2.12, a past date never goes out (docs/api.md, Type and date). */
function atOnceIfDue(type: ChangeType, date: string, now: number): Moment {
	return type === 'schedule' && Date.parse(date) <= now
		? { type: 'now', date: new Date(now).toISOString() }
		: { type, date };
}

/** `update` leaves the state, and the time at which the post goes out, as they are. */
function typeOf(state: string, date: string, { date: newDate, schedules }: PostChange): ChangeType {
	if (state === 'DRAFT') return schedules ? 'schedule' : 'draft';
	const isTriedAgain = state === 'ERROR' && newDate !== undefined;
	return isTriedAgain || (newDate ?? date) !== date ? 'schedule' : 'update';
}

function refuseUnchangeable(
	{ id, state, date, interval }: { id: string; state: string; date: string; interval: number },
	{ now, timezone }: { now: number; timezone: string },
): void {
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
			'A post that is due within five minutes is not changed, as it could be published meanwhile. To change it anyway, set it back to draft with Post > Set Status first.',
		);
	}
}

/** When a post goes out next, in ms; a repeating one may have gone out before. */
function nextDate(date: string, intervalInDays: number, now: number): number {
	const first = Date.parse(date);
	if (intervalInDays <= 0 || first >= now) return first;
	const step = intervalInDays * DAY_MS;
	return first + Math.ceil((now - first) / step) * step;
}
