import type { EventName } from '../../../nodes/Postiz/events/fields';
import { findPostEvents } from '../../../nodes/Postiz/events/postEvents';
import { postWindows, type PostMemory } from '../../../nodes/Postiz/events/postMemory';
import type { ListedPost } from '../../../nodes/Postiz/transport/types';
import { DAY, idMadeAt, MINUTE } from '../../shared/happenings.cjs';
import { watch } from './watch.cjs';

/** When the trigger is activated. */
export const NOW = Date.parse('2026-09-01T12:00:00.000Z');
/** In minutes. */
export const A_DAY = DAY / MINUTE;
export const iso = (time: number) => new Date(time).toISOString();

/** The ID of a post that was created so many minutes after the activation. */
export const madeAt = (minute: number) => idMadeAt(NOW + minute * MINUTE);

/** A listed post; `at` in minutes after the activation. Its ID doesn't tell when it was created. */
export const post = ({
	at = 0,
	...more
}: Partial<ListedPost> & { at?: number } = {}): ListedPost => ({
	id: 'p',
	state: 'QUEUE',
	publishDate: iso(NOW + at * MINUTE),
	...more,
});

interface Repetition {
	/** The first date, in minutes after the activation. */
	first: number;
	days: number;
	/** Days that are still to come. */
	ahead?: number;
	/** The number of its last publication. */
	release?: number;
}

/** A repeating post, with a row for each of its dates. */
export const repeating = (
	state: string,
	{ first, days, ahead = 1, release }: Repetition,
): ListedPost[] =>
	Array.from({ length: days + ahead }, (_, day) =>
		post({
			at: first + day * A_DAY,
			state,
			intervalInDays: 1,
			actualDate: iso(NOW + first * MINUTE),
			...(release !== undefined && { releaseId: `n${release}` }),
		}),
	);

interface PollOptions {
	/** The list of a year is too long for the service. */
	isHuge?: boolean;
}

/** A look of a trigger without filters, at what of these posts is in its window. */
export function pollPosts(
	memory: PostMemory | undefined,
	posts: ListedPost[],
	now: number,
	events?: EventName[],
	{ isHuge = false }: PollOptions = {},
) {
	const [first, ...others] = postWindows(memory, watch(events), now);
	const window = isHuge && first.isYear ? others[0] : first;
	const isListed = ({ publishDate, intervalInDays }: ListedPost) => {
		const date = Date.parse(publishDate);
		return (
			Number.isNaN(date) || Boolean(intervalInDays) || (date >= window.start && date <= window.end)
		);
	};
	const rows = posts.filter(isListed);
	return findPostEvents(memory, rows, watch(events), { now, window, asksYear: first.isYear });
}

export interface Look extends PollOptions {
	/** Minutes since the activation. */
	at: number;
	posts: ListedPost[];
}

const isNews = ({ event }: Record<string, unknown>) => event !== 'postOverdue';

/** Makes several looks; returns what each of them finds: the event, and the minute in which the post was due. */
export function lookOn(looks: Look[], events?: EventName[]): string[][] {
	let memory: PostMemory | undefined;
	return looks.map(({ at, posts, ...more }) => {
		const found = pollPosts(memory, posts, NOW + at * MINUTE, events, more);
		memory = JSON.parse(JSON.stringify(found.memory)) as PostMemory;
		if (!events) expect(found.hasNews).toBe(found.events.some(isNews));
		return found.events.map(
			({ event, date }) => `${String(event)} ${(Date.parse(String(date)) - NOW) / MINUTE}`,
		);
	});
}
