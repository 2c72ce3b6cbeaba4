import { createHash } from 'node:crypto';

import type { PostWindow } from '../transport/posts';
import type { ListedPost } from '../transport/types';
import { DAY_MS, MINUTE_MS } from '../values/date';
import type { TriggerOptions } from './options';

/** How far to look back beyond the last successful look, as posts may be late and clocks differ. */
export const LOOK_BACK_MS = 7 * DAY_MS;
/** How much longer to wait for overdue posts. */
export const MAX_WAIT_MS = 31 * DAY_MS;
/** The max age of the date of a post that is published now, such as a draft that is finally scheduled. */
const FAR_BACK_MS = 366 * DAY_MS;
/** How often to list all of these: a little less than an hour, as polls aren't on the second. */
const FAR_BACK_EVERY_MS = 55 * MINUTE_MS;
/** How far ahead to look for new posts; less if the list is too long. Later ones are reported once they are closer. */
const LOOK_AHEAD_MS = [366 * DAY_MS, 31 * DAY_MS];
/** Published posts aren't dated in the future, except for differing clocks. */
const CLOCK_MARGIN_MS = DAY_MS;
/** How long to remember published and missing posts, which may be moved. */
const SETTLED_MS = LOOK_BACK_MS + 60 * DAY_MS;

/** The last known state of a post. */
export interface KnownPost {
	state: string;
	/** When it is due, in ms; for a repeating post, the last date that was processed. */
	date: number;
	repeats?: true;
	/** The ID on the network of a published post. */
	releaseId?: string;
	/** The date (ms) that was last reported as overdue. */
	reportedDate?: number;
	/** When it was first seen (ms), if it was scheduled for a past date, which publishes it at once. */
	queuedAt?: number;
}

/** Posts published long ago: fingerprints of their IDs on networks, by fingerprints of their own IDs. */
type OldPosts = Record<string, string>;

export interface PostMemory {
	/** When the last successful look was, in ms by n8n's clock, if any. */
	lookedAt?: number;
	/** The publish date (ms) from which the next look must list posts. */
	from: number;
	/** False if the year ahead wasn't listed, so that unknown posts aren't necessarily new. */
	sawFuture: boolean;
	/** How far ahead to look (ms), if less than usual. */
	ahead?: number;
	known: Record<string, KnownPost>;
	/** When the past year was listed, in ms; without posts if the list was too long. */
	farBack?: { at: number; posts?: OldPosts };
}

/** The result of listing the past year. */
type FarBack = 'done' | 'tooLong';

/** The circumstances of a look. */
export interface LookAt {
	/** In ms, by n8n's clock. */
	now: number;
	/** The memory is of the same account and group. */
	isSameScope: boolean;
	/** Undefined if the past year wasn't listed. */
	farBack?: FarBack;
	/** See {@link LookWindow}. */
	ahead?: number;
}

/** The posts to list. */
export interface LookWindow extends PostWindow {
	isFarBack: boolean;
	/** How far ahead it reaches (ms), if less than usual. */
	ahead?: number;
}

/** The windows to list, in order of preference: the first one whose list isn't too long is used. */
export function postWindows(
	memory: PostMemory | undefined,
	{ events }: Pick<TriggerOptions, 'events'>,
	{ now, isSameScope }: LookAt,
	looksFarBack = false,
): LookWindow[] {
	const previous = usable(memory, now);
	const start = previous?.from ?? now - LOOK_BACK_MS;
	const { farBack, ahead: most = Infinity } = previous ?? {};
	const isDue = !isSameScope || !farBack || now - farBack.at >= FAR_BACK_EVERY_MS;
	// Lists contain every date of each repeating post up to the end of the window (docs/api.md, Listing posts).
	const reaches = events.includes('postCreated') ? LOOK_AHEAD_MS : [];
	const windows = [...reaches, CLOCK_MARGIN_MS]
		.filter((ahead, index, all) => ahead <= most || index === all.length - 1)
		.map((ahead) => ({
			start,
			end: now + ahead,
			isFarBack: false,
			...(reaches.length > 0 && ahead !== reaches[0] && { ahead }),
		}));
	const [widest] = windows;
	if (!widest || !(isDue || looksFarBack)) return windows;
	const farStart = Math.min(start, now - FAR_BACK_MS);
	return [{ ...widest, start: farStart, isFarBack: true }, ...windows];
}

// If the clock was ahead for a while, don't stay silent until that day.
export function usable(memory: PostMemory | undefined, now: number): PostMemory | undefined {
	return memory && memory.from <= now ? memory : undefined;
}

/** Short, as n8n copies static data often, but enough to tell the posts of a workspace apart. */
const fingerprint = (id: string) => createHash('sha1').update(id).digest('base64url').slice(0, 6);

/** The last known state of a post that was published so long ago that {@link settle} dropped it. */
export function findLongPublished(
	memory: PostMemory | undefined,
	{ id, releaseId }: Pick<ListedPost, 'id' | 'releaseId'>,
): KnownPost | undefined {
	const { lookedAt = 0, farBack } = memory ?? {};
	const published = farBack?.posts?.[fingerprint(id)];
	if (published === undefined) return undefined;
	const isSame = releaseId && fingerprint(releaseId) === published;
	return {
		state: 'PUBLISHED',
		date: lookedAt - SETTLED_MS,
		...(published && { releaseId: isSame ? releaseId : published }),
	};
}

/** True if a date (ms) wasn't listed before, so that its posts may not be new. */
export function isUncharted(memory: PostMemory, date: number): boolean {
	return date < memory.from && memory.farBack?.posts === undefined;
}

/** When the posts of a date (ms) were last listed, in ms. */
export function lookedAtDate(memory: PostMemory | undefined, date: number): number {
	const { lookedAt = -Infinity, from = -Infinity, farBack } = memory ?? {};
	return date < from ? (farBack?.at ?? lookedAt) : lookedAt;
}

/** What to remember of known posts after listing this window; `isListed` is true for the posts in it. */
export function settle(
	known: Map<string, KnownPost>,
	previous: PostMemory | undefined,
	{ now, farBack, isListed }: SettledLook,
): Pick<PostMemory, 'known' | 'farBack'> {
	const isSettled = ({ date, repeats }: KnownPost) => date < now - SETTLED_MS && !repeats;
	const isOut = (post: KnownPost) => isSettled(post) && post.state === 'PUBLISHED';
	const isKept = ([id, post]: [string, KnownPost]) => {
		if (isOut(post)) return false;
		if (isListed(id) || (!isSettled(post) && !post.repeats)) return true;
		// Posts of long ago that are missing in a list reaching that far back are gone.
		return farBack !== 'done' && post.date >= now - FAR_BACK_MS;
	};
	const kept = Object.fromEntries([...known].filter(isKept));
	const looked = farBack && { at: now, ...(farBack === 'done' && { posts: {} }) };
	const before: PostMemory['farBack'] = looked ?? previous?.farBack;
	if (!before?.posts) return { known: kept, ...(before && { farBack: before }) };
	const out = [...known].filter(([, post]) => isOut(post));
	const added = out.map(([id, { releaseId = '' }]) => [
		fingerprint(id),
		releaseId && fingerprint(releaseId),
	]);
	return {
		known: kept,
		farBack: { ...before, posts: { ...before.posts, ...(Object.fromEntries(added) as OldPosts) } },
	};
}

interface SettledLook {
	now: number;
	/** The result of listing the past year, if that was tried. */
	farBack?: FarBack;
	isListed: (id: string) => boolean;
}
