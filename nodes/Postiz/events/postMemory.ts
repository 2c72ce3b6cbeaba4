import { createHash } from 'node:crypto';

import type { PostWindow } from '../transport/posts';
import type { ListedPost } from '../transport/types';
import { DAY_MS, MINUTE_MS } from '../values/date';
import type { TriggerOptions } from './options';

/** How far to look back beyond the last successful look: posts go out late, and clocks differ. */
export const LOOK_BACK_MS = 7 * DAY_MS;
/** How much longer to wait for posts that should have gone out. */
export const MAX_WAIT_MS = 31 * DAY_MS;
/** How old the date of a post that goes out now can be, such as a draft that somebody finally schedules. */
const FAR_BACK_MS = 366 * DAY_MS;
/** How long the list of all these is not asked for again: a little less than an hour, as polls are not on the second. */
const FAR_BACK_EVERY_MS = 55 * MINUTE_MS;
/** How far ahead new posts are looked for: less if the list is too long. Later ones are told when they come that near. */
const LOOK_AHEAD_MS = [366 * DAY_MS, 31 * DAY_MS];
/** Published posts are dated now at the latest, apart from differing clocks. */
const CLOCK_MARGIN_MS = DAY_MS;
/** How old posts that were published, and those that are no longer there, are remembered as they were: they may be moved. */
const SETTLED_MS = LOOK_BACK_MS + 60 * DAY_MS;

/** What was seen of a post last. */
export interface KnownPost {
	state: string;
	/** When it goes out, in ms; of a repeating post the last date that was dealt with. */
	date: number;
	repeats?: true;
	/** Of a published post: its ID on the network. */
	releaseId?: string;
	/** The date, in ms, on which it was reported as overdue last. */
	reportedDate?: number;
	/** When, in ms, it was first seen in the queue if its date had passed by then: it goes out at once. */
	queuedAt?: number;
}

/** Posts published long ago: fingerprints of their IDs on the networks, by fingerprints of their own IDs. */
type OldPosts = Record<string, string>;

export interface PostMemory {
	/** When the last successful look was, in ms by n8n's clock; none was yet if it is missing. */
	lookedAt?: number;
	/** From which publish date on (ms) the next look has to reach. */
	from: number;
	/** Whether the posts of the year ahead were looked at, too: if not, unknown ones may not be new. */
	sawFuture: boolean;
	/** How far ahead to look (ms) if it is less than usual. */
	ahead?: number;
	known: Record<string, KnownPost>;
	/** When the posts of the past year were looked at, in ms; without posts if their list was too long. */
	farBack?: { at: number; posts?: OldPosts };
}

/** The result of asking for the posts of the past year. */
type FarBack = 'done' | 'tooLong';

/** The look that finds something. */
export interface LookAt {
	/** By n8n's clock. */
	now: number;
	/** Whether the memory is of the same account and group. */
	isSameScope: boolean;
	/** Missing if the posts of the past year were not asked for. */
	farBack?: FarBack;
	/** As in {@link LookWindow}. */
	ahead?: number;
}

/** The posts that a look asks for. */
export interface LookWindow extends PostWindow {
	isFarBack: boolean;
	/** How far ahead it reaches (ms) if that is less than usual. */
	ahead?: number;
}

/** What a look may ask the service for: the first of these windows whose list is not too long. */
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
	// Each answer has every date of each repeating post until the end (docs/api.md, Listing posts).
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

// A clock that was far ahead for a while must not silence the trigger until that day comes.
export function usable(memory: PostMemory | undefined, now: number): PostMemory | undefined {
	return memory && memory.from <= now ? memory : undefined;
}

/** Enough to tell the posts of a workspace apart, in a memory that n8n copies again and again. */
const fingerprint = (id: string) => createHash('sha1').update(id).digest('base64url').slice(0, 6);

/** The post `id` as it was seen last, if it was published so long ago that {@link settle} dropped it. */
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

/** True for a date (ms) that was not looked at before: what is there may have been there all along. */
export function isUncharted(memory: PostMemory, date: number): boolean {
	return date < memory.from && memory.farBack?.posts === undefined;
}

/** When the posts of a date (ms) were looked at last, in ms. */
export function lookedAtDate(memory: PostMemory | undefined, date: number): number {
	const { lookedAt = -Infinity, from = -Infinity, farBack } = memory ?? {};
	return date < from ? (farBack?.at ?? lookedAt) : lookedAt;
}

/** What to remember of the known posts after a look at this window; `isListed` is true for those it found. */
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
		// What was dated long ago, and is no longer there in a look that reaches so far, is gone.
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
	/** The result of looking far back, if that was tried. */
	farBack?: FarBack;
	isListed: (id: string) => boolean;
}
