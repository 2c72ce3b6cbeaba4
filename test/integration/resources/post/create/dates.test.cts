import type { IDataObject } from 'n8n-workflow';

import { jsonItems } from '../../../support/harness.cjs';
import {
	createPost,
	FUTURE,
	onlyBody,
	postRequests,
	storedPosts,
} from '../../../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

/** The date that the service stores for what stands in the date field. */
async function schedule(
	date: unknown,
	{ timezone = 'Europe/Berlin', item = {} }: { timezone?: string; item?: IDataObject } = {},
): Promise<string> {
	const { error } = await createPost(
		service,
		{ type: 'schedule', date: date as string },
		{ timezone, items: jsonItems([item]) },
	);
	expect(error).toBeUndefined();
	const [post] = storedPosts(service).slice(-1);
	expect(postRequests(service).at(-1)?.body).toMatchObject({ date: post.publishDate });
	return post.publishDate;
}

test.each([
	['the date field of n8n', '2099-12-14T10:00:00'],
	['a text', '2099-12-14 10:00'],
	['a text with a zone', '2099-12-14T18:00:00+09:00'],
	['a text in UTC', '2099-12-14T09:00:00Z'],
	['a Luxon date of the workflow’s zone', '={{ DateTime.fromISO("2099-12-14T10:00") }}'],
	[
		'a Luxon date of another zone',
		'={{ DateTime.fromISO("2099-12-14T18:00", { zone: "Asia/Tokyo" }) }}',
	],
	['a text made with Luxon', '={{ DateTime.fromISO("2099-12-14T10:00").toISO() }}'],
	['a JS date', '={{ new Date(Date.UTC(2099, 11, 14, 9)) }}'],
	['the text of a JS date', '={{ String(new Date(Date.UTC(2099, 11, 14, 9))) }}'],
	['milliseconds', '={{ Date.UTC(2099, 11, 14, 9) }}'],
	['a date of the item', '={{ $json.date }}'],
	['a date in a longer expression', '={{ $json.date.slice(0, 10) }} 10:00'],
])('%s', async (_kind, date) => {
	expect(await schedule(date, { item: { date: '2099-12-14T10:00:00' } })).toBe(
		'2099-12-14T09:00:00.000Z',
	);
});

test.each([
	['UTC', '2099-07-14T10:00:00.000Z'],
	['Europe/Berlin', '2099-07-14T08:00:00.000Z'],
	['America/New_York', '2099-07-14T14:00:00.000Z'],
	['Asia/Kolkata', '2099-07-14T04:30:00.000Z'],
])('a time without a zone is meant in the zone of the workflow: %s', async (timezone, stored) => {
	expect(await schedule('2099-07-14 10:00', { timezone })).toBe(stored);
	expect(
		await schedule(
			'={{ $now.set({ year: 2099, month: 7, day: 14, hour: 10, minute: 0, second: 0, millisecond: 0 }) }}',
			{ timezone },
		),
	).toBe(stored);
});

test('each item has its own date', async () => {
	const dates = ['2099-01-01 10:00', '2099-01-02T10:00:00Z', '2099-01-03'];
	const { error } = await createPost(
		service,
		{ type: 'schedule', date: '={{ $json.date }}' },
		{ items: jsonItems(dates.map((date) => ({ date }))) },
	);
	expect(error).toBeUndefined();
	expect(storedPosts(service).map(({ publishDate }) => publishDate)).toEqual([
		'2099-01-01T10:00:00.000Z',
		'2099-01-02T10:00:00.000Z',
		'2099-01-03T00:00:00.000Z',
	]);
});

describe('dates in the past', () => {
	const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

	test('are refused when longer ago, before anything is sent', async () => {
		const { error } = await createPost(service, { type: 'schedule', date: '2020-05-06 07:08' });
		expect(error).toMatchObject({
			message: 'The date 2020-05-06 07:08 UTC is in the past',
			description:
				'Postiz would publish it immediately. Choose a later date, or set the option Allow Past Dates.',
		});
		expect(callsOf(service)).toEqual([LOOK_UP]);
	});

	test('are shown as they were typed, with the zone of the workflow', async () => {
		const { error } = await createPost(
			service,
			{ type: 'schedule', date: '2020-05-06 07:08' },
			{ timezone: 'Asia/Tokyo' },
		);
		expect(error?.message).toBe('The date 2020-05-06 07:08 Asia/Tokyo is in the past');
	});

	test.each([
		['long past, where the person allows them', '2020-05-06 07:08', true],
		['four minutes ago, as those of a schedule can be', minutesAgo(4), false],
	])('mean now: %s', async (_what, date, allowPastDates) => {
		const before = Date.now();
		const options = { allowPastDates };
		const { error, output } = await createPost(service, { type: 'schedule', date, options });
		expect(error).toBeUndefined();
		const { type, date: sent } = onlyBody(service);
		expect([type, output[0][0].json.date]).toEqual(['now', sent]);
		expect(Date.parse(String(sent))).toBeGreaterThanOrEqual(before);
		expect(storedPosts(service)[0].state).toBe('PUBLISHED');
	});

	test('of several rows share a request, and a second run sends nothing again', async () => {
		const items = jsonItems([
			{ date: '2020-05-06', text: 'Tea' },
			{ date: '2021-06-07', text: 'Cake' },
			{ date: FUTURE, text: 'Milk' },
		]);
		const run = async () =>
			await createPost(
				service,
				{
					type: 'schedule',
					date: '={{ $json.date }}',
					content: '={{ $json.text }}',
					combineItems: true,
					options: { allowPastDates: true, ifSame: 'finish' },
				},
				{ items },
			);
		await run();
		expect(postRequests(service).map(({ body }) => (body as IDataObject).type)).toEqual([
			'now',
			'schedule',
		]);
		const { output } = await run();
		expect(output[0].map(({ json }) => json.skipped)).toEqual([true, true, true]);
		expect(storedPosts(service)).toHaveLength(3);
	});

	test('do not matter for drafts, nor for posts that go out now', async () => {
		const draft = await createPost(service, { type: 'draft', date: '2020-05-06' });
		expect(draft.error).toBeUndefined();
		const now = await createPost(service, { type: 'now', date: 'not even a date' });
		expect(now.error).toBeUndefined();
	});
});

describe('dates that cannot be read', () => {
	test.each([
		['tomorrow', /^Use a form such as 2026-12-14 10:00 /],
		[
			'12/14/2099',
			/^Write it as 2099-12-14 00:00\. .*DateTime\.fromFormat\(\$json\.date, 'M\/d\/yyyy'\)/,
		],
	])('%s', async (date, advice) => {
		const { error } = await createPost(service, { type: 'schedule', date });
		expect(error).toMatchObject({
			message: `“${date}” cannot be read as a date`,
			description: expect.stringMatching(advice),
		});
		expect(callsOf(service)).toEqual([LOOK_UP]);
	});

	test('is told together with what is wrong with the channels', async () => {
		for (const date of ['soon', '2020-05-06']) {
			const { error } = await createPost(service, {
				type: 'schedule',
				date,
				channels: '={{ ["Nobody"] }}',
			});
			expect(error?.message).toMatch(
				/^(“soon” cannot be read as a date|The date .* is in the past); No channel, group or network is called “Nobody”$/,
			);
			expect(error?.description).toContain('Connected: ');
		}
	});

	test('the message names the item', async () => {
		const { error } = await createPost(
			service,
			{ type: 'schedule', date: '={{ $json.date }}' },
			{ items: jsonItems([{ date: '2099-01-01' }, { date: 'soon' }, { date: '2099-01-01' }]) },
		);
		expect(error?.message).toBe('“soon” cannot be read as a date [item 1]');
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(new Set(callsOf(service))).toEqual(new Set([LOOK_UP]));
	});

	test('an empty date, as from a field that the item lacks', async () => {
		const empty = {
			message: 'The date is empty [item 0]',
			description:
				'Enter a date and time such as 2026-12-14 10:00:00, or an expression that returns one for every item.',
		};
		for (const date of ['={{ $json.date }}', '={{ "" }}', '={{ null }}']) {
			const { error } = await createPost(
				service,
				{ type: 'schedule', date },
				{ items: jsonItems([{}, { date: '2099-01-01' }]) },
			);
			expect(error).toMatchObject(empty);
		}
		expect(new Set(callsOf(service))).toEqual(new Set([LOOK_UP]));
	});

	test('an empty date field', async () => {
		const { error } = await createPost(service, { type: 'schedule', date: '' });
		expect(error?.message).toBe('The date is empty');
		expect(new Set(callsOf(service))).toEqual(new Set([LOOK_UP]));
	});

	test('a draft’s date is checked where one is given', async () => {
		const { error } = await createPost(service, { type: 'draft', date: 'soon' });
		expect(error?.message).toBe('“soon” cannot be read as a date');
	});
});
