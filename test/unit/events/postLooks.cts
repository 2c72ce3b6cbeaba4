import type { EventName } from '../../../nodes/Postiz/events/fields';
import { findPostEvents } from '../../../nodes/Postiz/events/postEvents';
import type { LookAt, PostMemory } from '../../../nodes/Postiz/events/postMemory';
import type { ListedPost } from '../../../nodes/Postiz/transport/types';
import { DAY, MINUTE } from '../../shared/happenings.cjs';
import { watch } from './watch.cjs';

/** When the trigger is activated. */
export const NOW = Date.parse('2026-09-01T12:00:00.000Z');
/** In minutes. */
export const A_DAY = DAY / MINUTE;
export const iso = (time: number) => new Date(time).toISOString();

/** A listed post; `at` in minutes after the activation. */
export const post = ({
	at = 0,
	...more
}: Partial<ListedPost> & { at?: number } = {}): ListedPost => ({
	id: 'p',
	state: 'QUEUE',
	publishDate: iso(NOW + at * MINUTE),
	...more,
});

/** A repeating post, with a row for each of its dates. */
export const repeating = (
	state: string,
	{ first, days, ahead = 1 }: { first: number; days: number; ahead?: number },
): ListedPost[] =>
	Array.from({ length: days + ahead }, (_, day) =>
		post({
			at: first + day * A_DAY,
			state,
			intervalInDays: 1,
			actualDate: iso(NOW + first * MINUTE),
		}),
	);

/** A look of a trigger without filters. */
export const pollPosts = (
	memory: PostMemory | undefined,
	rows: ListedPost[],
	now: number,
	events?: EventName[],
	more: Partial<LookAt> = {},
) => findPostEvents(memory, rows, watch(events), { now, isSameScope: true, ...more });

export interface Look {
	/** Minutes since the activation, by n8n's clock. */
	at: number;
	posts: ListedPost[];
	/** The group or account was changed since the previous look. */
	isOtherScope?: boolean;
	/** Whether the past year was listed, or its list was too long. */
	farBack?: LookAt['farBack'];
}

/** Makes several looks; returns what each of them finds: the event, and the minute in which the post was due. */
export function lookOn(looks: Look[], events?: EventName[]): string[][] {
	let memory: PostMemory | undefined;
	return looks.map(({ at, posts, isOtherScope = false, farBack }) => {
		const more = { isSameScope: !isOtherScope, farBack };
		const found = pollPosts(memory, posts, NOW + at * MINUTE, events, more);
		memory = JSON.parse(JSON.stringify(found.memory)) as PostMemory;
		return found.events.map(
			({ event, date }) => `${String(event)} ${(Date.parse(String(date)) - NOW) / MINUTE}`,
		);
	});
}
