import {
	advancePosts,
	eventOfState,
	isWanted,
	LOOK_BACK_MS,
	MAX_ENTRIES,
	MAX_WAIT_MS,
	postWindow,
} from '../../../nodes/Postiz/events/postEvents';
import type { EventName, PostMemory } from '../../../nodes/Postiz/events/types';
import type { PostRow } from '../../../nodes/Postiz/transport/types';
import { watch } from './watch.cjs';
import { DAY, describeEvent, HOUR, MINUTE } from './world.cjs';

const NOW = Date.parse('2026-09-01T12:00:00.000Z');

const post = (more: Partial<PostRow> & { at?: number } = {}): PostRow => {
	const { at = NOW, ...fields } = more;
	return { id: 'post-1', state: 'QUEUE', publishDate: new Date(at).toISOString(), ...fields };
};
const pollPosts = (
	memory: PostMemory | undefined,
	rows: PostRow[],
	now: number,
	events?: EventName[],
	scope = 'a',
) => advancePosts(memory, { scope, rows }, watch(events), now);

test('the window begins well before the last successful poll, however long ago that was', () => {
	const { memory } = pollPosts(undefined, [], NOW);
	const later = NOW + 90 * DAY;
	expect(postWindow(memory, watch(), later).start).toBe(NOW - LOOK_BACK_MS);
	expect(postWindow(memory, watch(), later).end).toBeGreaterThan(later + 365 * DAY);
	expect(postWindow(memory, watch(['postFailed']), later).end).toBe(later + DAY);
});

test('a post that should have gone out is waited for, but not for ever', () => {
	let { memory } = pollPosts(undefined, [post()], NOW);
	({ memory } = pollPosts(memory, [post()], NOW + 20 * DAY));
	expect(memory.from).toBeLessThanOrEqual(NOW);
	const published = post({ state: 'PUBLISHED', releaseId: 'r1' });
	const { events } = pollPosts(memory, [published], NOW + 20 * DAY + MINUTE);
	expect(events.map(describeEvent)).toEqual([`postPublished post-1 ${published.publishDate}`]);
	({ memory } = pollPosts(memory, [post()], NOW + 90 * DAY));
	expect(memory.from).toBe(NOW + 90 * DAY - MAX_WAIT_MS);
});

test('a waiting post that is deleted holds up nothing', () => {
	let { memory } = pollPosts(undefined, [post()], NOW);
	({ memory } = pollPosts(memory, [], NOW + 20 * DAY));
	expect(memory.from).toBe(NOW + 20 * DAY - LOOK_BACK_MS);
});

test('the memory stays small over months of busy days', () => {
	let memory: PostMemory | undefined;
	let reported = 0;
	for (let day = 0; day < 120; day++) {
		const now = NOW + day * DAY;
		const rows = Array.from({ length: 8 * 40 }, (_, index) => {
			const at = NOW + (day - 7 + Math.floor(index / 40)) * DAY + (index % 40) * MINUTE;
			return post({ id: `post-${at}`, at, state: 'PUBLISHED' });
		});
		const result = pollPosts(memory, rows, now + HOUR);
		({ memory } = result);
		reported += result.events.filter(({ event }) => event === 'postPublished').length;
	}
	expect(reported).toBe(119 * 40);
	expect(Object.keys(memory!.known).length).toBeLessThan(70 * 40);
	expect(JSON.stringify(memory).length).toBeLessThan(80_000);
});

test('a calendar beyond all measure neither grows the memory nor floods', () => {
	const rows = Array.from({ length: MAX_ENTRIES + 3000 }, (_, index) =>
		post({ id: `post-${index}`, at: NOW + index * 10 * MINUTE }),
	);
	let { memory } = pollPosts(undefined, rows, NOW);
	for (let hour = 1; hour < 30; hour += 7) {
		const now = NOW + hour * HOUR;
		const fresh = post({ id: `fresh-${hour}`, at: now + HOUR });
		rows.push(fresh);
		const result = pollPosts(memory, rows, now);
		({ memory } = result);
		expect(result.events.map(({ id }) => id)).toEqual([fresh.id]);
		expect(Object.keys(memory.known).length).toBeLessThanOrEqual(MAX_ENTRIES);
	}
});

test('more posts than fit into the window of the past are not reported again', () => {
	const rows = Array.from({ length: MAX_ENTRIES + 500 }, (_, index) =>
		post({ id: `post-${index}`, at: NOW + index * 1000, state: 'PUBLISHED' }),
	);
	let { memory, events } = pollPosts(undefined, [], NOW);
	const end = NOW + DAY;
	({ memory, events } = pollPosts(memory, rows, end, ['postPublished']));
	expect(events).toHaveLength(rows.length);
	const { start } = postWindow(memory, watch(['postPublished']), end + MINUTE);
	const listed = rows.filter(({ publishDate }) => Date.parse(publishDate) >= start);
	({ events } = pollPosts(memory, listed, end + MINUTE, ['postPublished']));
	expect(events).toEqual([]);
});

test('a post that began to repeat long ago stays known', () => {
	const first = new Date(NOW - 200 * DAY).toISOString();
	const rows = Array.from({ length: 201 }, (_, day) =>
		post({
			at: NOW - (200 - day) * DAY,
			actualDate: first,
			intervalInDays: 1,
			state: 'PUBLISHED',
		}),
	);
	let { memory, events } = pollPosts(undefined, rows, NOW + HOUR);
	for (let poll = 0; poll < 3; poll++) {
		({ memory, events } = pollPosts(memory, rows, NOW + 2 * HOUR));
		expect(events).toEqual([]);
	}
});

test('rows that cannot be read are left out', () => {
	const { memory } = pollPosts(undefined, [], NOW);
	const rows = [post({ publishDate: 'soon' }), post({ id: '' })];
	expect(pollPosts(memory, rows, NOW).events).toEqual([]);
});

test('a failed post that fails again after it was put off is reported by its later date', () => {
	let { memory, events } = pollPosts(undefined, [post({ state: 'ERROR' })], NOW + MINUTE);
	const again = post({ state: 'ERROR', at: NOW + 10 * MINUTE });
	// n8n's clock is behind that of the service.
	({ memory, events } = pollPosts(memory, [again], NOW + 8 * MINUTE));
	expect(events).toEqual([]);
	({ memory, events } = pollPosts(memory, [again], NOW + 11 * MINUTE));
	expect(events.map(({ event }) => event)).toEqual(['postFailed']);
	({ events } = pollPosts(memory, [again], NOW + 12 * MINUTE));
	expect(events).toEqual([]);
});

test('a state that is no outcome is no event', () => {
	expect(['PUBLISHED', 'ERROR', 'QUEUE', 'DRAFT', 'NEW'].map(eventOfState)).toEqual([
		'postPublished',
		'postFailed',
		undefined,
		undefined,
		undefined,
	]);
});

test.each<[string, Partial<ReturnType<typeof watch>['filters']>, boolean]>([
	['no filter', {}, true],
	['its channel', { channels: ['c1'] }, true],
	['another channel', { channels: ['c2'] }, false],
	['its network', { providers: ['x'] }, true],
	['another network', { providers: ['bluesky'] }, false],
])('a post is wanted by %s: %p', (_name, filters, expected) => {
	const options = watch(['postFailed']);
	const row = post({ integration: { id: 'c1', providerIdentifier: 'x' } });
	const filtered = { ...options, filters: { ...options.filters, ...filters } };
	expect(isWanted('postFailed', row, filtered)).toBe(expected);
	expect(isWanted('postPublished', row, filtered)).toBe(false);
});
