import type { TriggerMemory } from '../../../nodes/Postiz/trigger/triggerMemory';
import { findPostEvents, getPollWindow } from '../../../nodes/Postiz/trigger/findPostEvents';
import type { ListedPost, PostState } from '../../../nodes/Postiz/transport/apiTypes';
import { createIdAt, DAY, MINUTE } from '../../shared/time.cjs';

/** When the trigger is activated. */
const NOW = Date.parse('2026-09-01T12:00:00.000Z');
/** In minutes. */
const A_DAY = DAY / MINUTE;
const formatDate = (minute: number) => new Date(NOW + minute * MINUTE).toISOString();

/** A listed post; `at` in minutes after the activation. Its ID doesn't tell when it was created. */
const createPost = (at: number, more: Partial<ListedPost> = {}): ListedPost => ({
	id: 'p',
	state: 'QUEUE',
	publishDate: formatDate(at),
	integration: { id: 'c1' },
	...more,
});
const createPublished = (
	at: number,
	releaseId: string | null = 'n1',
	more: Partial<ListedPost> = {},
) => createPost(at, { state: 'PUBLISHED', releaseId, ...more });
const createFailed = (at: number, more: Partial<ListedPost> = {}) =>
	createPost(at, { state: 'ERROR', ...more });

/** A daily post, with a row for each of its dates. */
const createDaily = (state: PostState, releaseId?: string, days = 1): ListedPost[] =>
	Array.from({ length: days + 1 }, (_, day) =>
		createPost(5 + day * A_DAY, { state, releaseId, intervalInDays: 1, actualDate: formatDate(5) }),
	);

/** The IDs of posts that were made so many minutes after the activation. */
const MADE = createIdAt(NOW + 90 * MINUTE);
const OLD = createIdAt(NOW - 100 * DAY);

type Poll = [at: number, ...posts: ListedPost[]];

/** Polls several times; returns the events of each poll, and the minutes in which the posts were due. */
function runPolls(polls: Poll[]): string[][] {
	let memory: TriggerMemory | undefined;
	return polls.map(([at, ...rows]) => {
		const now = NOW + at * MINUTE;
		const { start, end } = getPollWindow(memory, now);
		const listed = rows.filter(({ publishDate, intervalInDays }) => {
			const date = Date.parse(publishDate);
			return !(date < start || date > end) || Boolean(intervalInDays);
		});
		const { events, newMemory } = findPostEvents(memory, listed, now);
		const listedAt = rows.length === 0 && memory ? memory.listedAt : now;
		memory = JSON.parse(
			JSON.stringify({ account: 'a', polledAt: now, listedAt, ...newMemory }),
		) as TriggerMemory;
		return events.map(({ name, date }) => `${name.slice(4)} ${(date - NOW) / MINUTE}`);
	});
}

test.each<{ title: string; polls: Poll[]; expected: string[][] }>([
	{
		title: 'ignores posts that exist at activation',
		polls: [
			[0, createPost(5), createPublished(-60, 'n0', { id: 'q' }), createFailed(-60, { id: 'r' })],
		],
		expected: [[]],
	},
	{
		title: 'reports a published post once',
		polls: [[0], [1, createPost(5)], [6, createPublished(5)], [7, createPublished(5)]],
		expected: [[], [], ['Published 5'], []],
	},
	{
		title: 'reports posts that are published or fail between two polls',
		polls: [[0], [6, createFailed(5.5, { id: 'q' }), createPublished(5)]],
		expected: [[], ['Published 5', 'Failed 5.5']],
	},
	{
		title: 'reports a post twice if it is queued and published again',
		polls: [
			[0, createPost(5)],
			[6, createPublished(5)],
			[7, createPost(10, { releaseId: 'n1' })],
			[11, createPublished(10, 'n2')],
		],
		expected: [[], ['Published 5'], [], ['Published 10']],
	},
	{
		title: 'reports a post twice that arrives in the TikTok inbox again',
		polls: [
			[0, createPost(5)],
			[6, createPublished(5, 'missing')],
			[7, createPost(10)],
			[11, createPublished(10, 'missing')],
		],
		expected: [[], ['Published 5'], [], ['Published 10']],
	},
	{
		title: 'does not report a post again whose address appears later or disappears',
		polls: [
			[0, createPublished(5, 'missing')],
			[6, createPublished(5)],
			[7, createPublished(5, 'missing')],
			[8, createPublished(5)],
		],
		expected: [[], [], [], []],
	},
	{
		title: 'reports a post that fails again, once its new date has come',
		polls: [
			[6, createFailed(5)],
			[8, createFailed(10)],
			[10, createFailed(10)],
			[12, createFailed(10)],
		],
		expected: [[], [], ['Failed 10'], []],
	},
	{
		title: 'reports a post once that fails before its date',
		polls: [
			[6, createPost(5)],
			[8, createFailed(10)],
			[11, createFailed(10)],
		],
		expected: [[], ['Failed 10'], []],
	},
	{
		title: 'reports a draft that is published later',
		polls: [
			[0],
			[1, createPost(5, { state: 'DRAFT' })],
			[6, createPost(5)],
			[7, createPublished(5)],
		],
		expected: [[], [], [], ['Published 5']],
	},
	{
		title: 'reports a failed post again if it is retried and fails, with or without a link',
		polls: [
			[6, createFailed(5)],
			[8, createPost(5)],
			[9, createFailed(5)],
			[10, createFailed(5, { releaseId: 'n1' })],
			[11, createFailed(5, { releaseId: 'n1' })],
			[12, createFailed(5, { releaseId: 'n2' })],
		],
		expected: [[], [], ['Failed 5'], ['Published 5', 'Failed 5'], [], ['Published 5', 'Failed 5']],
	},
	{
		title: 'reports a thread as published once, even if a later part failed',
		polls: [
			[0, createPost(5)],
			...[6, 7].map((at): Poll => [at, createFailed(5, { releaseURL: 'https://x.example/1' })]),
		],
		expected: [[], ['Published 5', 'Failed 5'], []],
	},
	{
		title: 'does not report a post as published because of remains of a first failure',
		polls: [
			[0, createFailed(-5, { releaseId: 'n1' })],
			[6, createPost(-5, { releaseId: 'n1' })],
			[8, createFailed(-5, { releaseId: 'n1' })],
		],
		expected: [[], [], ['Failed -5']],
	},
	{
		title: 'leaves out unreadable posts',
		polls: [
			[0, createPost(1)],
			[6, createPublished(1, 'n1', { publishDate: 'soon' }), createPublished(1, 'n1', { id: '' })],
		],
		expected: [[], []],
	},
	{
		title: 'remembers posts that an empty list lacks by mistake',
		polls: [
			[0, createPost(5), createPost(-5, { id: 'q' })],
			[6],
			[7, createPublished(5), createPost(-5, { id: 'q' })],
		],
		expected: [[], [], ['Published 5']],
	},
	{
		title: 'reports unknown posts that were created or due since the last list',
		polls: [
			[0],
			[120, createPublished(20, 'n1', { id: OLD }), createPublished(-60, 'n2', { id: MADE })],
			[240, createPublished(20, 'n1', { id: OLD }), createPublished(60, 'n3', { id: 'q' })],
		],
		expected: [[], ['Published -60', 'Published 20'], []],
	},
	{
		title: 'does not report a published post again if its date is moved ahead',
		polls: [
			[0],
			[5, createPublished(10, 'n0', { id: OLD })],
			[20, createPublished(10, 'n0', { id: OLD })],
		],
		expected: [[], [], []],
	},
	{
		title: 'reports a post whose date is moved ahead while it is published',
		polls: [
			[0, createPost(5)],
			[6, createPublished(90)],
		],
		expected: [[], ['Published 90']],
	},
	{
		title: 'reports a post of a month ago that is published now',
		polls: [
			[0, createPost(-30 * A_DAY, { state: 'DRAFT' })],
			[10, createPublished(-30 * A_DAY)],
		],
		expected: [[], [`Published ${-30 * A_DAY}`]],
	},
	{
		title: 'reports posts after n8n was down for three weeks',
		polls: [
			[0, createPost(-10 * A_DAY)],
			[21 * A_DAY, createPublished(-10 * A_DAY), createPublished(9 * A_DAY, 'n2', { id: 'q' })],
		],
		expected: [[], [`Published ${-10 * A_DAY}`, `Published ${9 * A_DAY}`]],
	},
])('$title', ({ polls, expected }) => expect(runPolls(polls)).toEqual(expected));

test.each<{ title: string; polls: Poll[]; expected: string[][] }>([
	{
		title: 'reports them when they are published, not on the dates in the calendar',
		polls: [
			[0, ...createDaily('QUEUE')],
			[6, ...createDaily('PUBLISHED', 'n1')],
			[7, ...createDaily('PUBLISHED', 'n1')],
			[8, ...createDaily('PUBLISHED', 'n2')],
			[A_DAY + 60, ...createDaily('PUBLISHED', 'n2', 2)],
			[A_DAY + 700, ...createDaily('PUBLISHED', 'n3', 2).reverse()],
		],
		expected: [[], ['Published 5'], [], ['Published 5'], [], [`Published ${A_DAY + 5}`]],
	},
	{
		title: 'reports them on each date if the network returns no address, even if it did before',
		polls: [
			[0, ...createDaily('QUEUE')],
			[6, ...createDaily('PUBLISHED', 'missing')],
			[7, ...createDaily('PUBLISHED', 'missing')],
			[A_DAY + 6, ...createDaily('PUBLISHED', 'missing', 2)],
			[A_DAY + 7, ...createDaily('PUBLISHED', 'abc', 2)],
			[2 * A_DAY + 6, ...createDaily('PUBLISHED', 'abc', 3)],
			[3 * A_DAY + 6, ...createDaily('PUBLISHED', 'missing', 4)],
		],
		expected: [
			...[[], ['Published 5'], [], [`Published ${A_DAY + 5}`], []],
			...[[`Published ${2 * A_DAY + 5}`], [`Published ${3 * A_DAY + 5}`]],
		],
	},
	{
		title: 'reports a failure once, and the next publication',
		polls: [
			[6, ...createDaily('PUBLISHED', 'n1')],
			[700, ...createDaily('ERROR', 'n1')],
			[A_DAY + 60, ...createDaily('ERROR', 'n1', 2)],
			[A_DAY + 90, ...createDaily('PUBLISHED', 'n2', 2)],
		],
		expected: [[], ['Failed 5'], [], [`Published ${A_DAY + 5}`]],
	},
])('repeating posts: $title', ({ polls, expected }) => expect(runPolls(polls)).toEqual(expected));

const createCases = (minutes: number[], ...posts: ListedPost[]) =>
	minutes.map((at): Poll => [at, ...posts]);

test.each<{ title: string; polls: Poll[]; expected: string[][] }>([
	{
		title: 'is reported once, 15 minutes after its date',
		polls: createCases([0, 19, 20, 21, 9999], createPost(5)),
		expected: [[], [], ['Overdue 5'], [], []],
	},
	{
		title: 'is reported in time even if it was late at activation',
		polls: createCases([0, 10], createPost(-5)),
		expected: [[], ['Overdue -5']],
	},
	{
		title: 'is not reported if it was overdue at activation',
		polls: createCases([0, 10, A_DAY], createPost(-15)),
		expected: [[], [], []],
	},
	{
		title: 'is reported if it was created and due between two polls',
		polls: [[0], [A_DAY, createPost(60)]],
		expected: [[], ['Overdue 60']],
	},
	{
		title: 'is not reported twice even if it failed and was retried meanwhile',
		polls: [
			...createCases([0, 25], createPost(5)),
			[30, createFailed(5)],
			...createCases([40, 90], createPost(5)),
		],
		expected: [[], ['Overdue 5'], ['Failed 5'], [], []],
	},
	{
		title: 'is reported after 15 minutes if it was queued for a past date',
		polls: [[0], ...createCases([100, 110, 115, 120], createPost(-600, { id: MADE }))],
		expected: [[], [], [], ['Overdue -600'], []],
	},
	{
		title: 'is reported after 15 minutes if it was moved to a past date',
		polls: [...createCases([0, 60], createPost(600)), ...createCases([70, 84, 85], createPost(60))],
		expected: [[], [], [], [], ['Overdue 60']],
	},
	{
		title: 'is reported when it is published later',
		polls: [...createCases([0, 20], createPost(5)), [60, createPublished(5)]],
		expected: [[], ['Overdue 5'], ['Published 5']],
	},
])('an overdue post $title', ({ polls, expected }) => expect(runPolls(polls)).toEqual(expected));

test.each<{ title: string; listedAt: number | undefined; days: number }>([
	{ title: 'a month', listedAt: undefined, days: 31 },
	{ title: 'a month and the time since the last list', listedAt: -30, days: 61 },
	{ title: 'a month if the clock was ahead', listedAt: 30, days: 31 },
	{ title: 'at most a year', listedAt: -400, days: 366 },
])('lists posts of $title', ({ listedAt, days }) => {
	const memory =
		listedAt === undefined
			? undefined
			: { account: '', polledAt: NOW, listedAt: NOW + listedAt * DAY };
	expect(getPollWindow(memory, NOW)).toEqual({ start: NOW - days * DAY, end: NOW + DAY });
});
