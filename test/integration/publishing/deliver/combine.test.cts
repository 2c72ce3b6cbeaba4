import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { channelOf, IMAGE } from '../../../service/client.cjs';
import {
	errorSaying,
	jsonItems,
	type NodeRun,
	type NodeRunOptions,
} from '../../support/harness.cjs';
import {
	byId,
	channelEntry,
	createFromJson,
	createPost,
	postRequests,
	storedPosts,
	onChannels,
} from '../../support/posts.cjs';
import { callsOf, LOOK_UP, useOwnServices, useService } from '../../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });
const start = useOwnServices();

const DATES = ['01', '02', '03', '04'].map((day) => `2099-05-${day}T09:00:00.000Z`);

/** Posts a sheet: its columns are `text`, `date`, and what the parameters use. */
async function postSheet(
	rows: IDataObject[],
	parameters: INodeParameters = {},
	options: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await createPost(
		service,
		{
			type: 'schedule',
			date: '={{ $json.date }}',
			content: '={{ $json.text }}',
			combineItems: true,
			...parameters,
		},
		{ items: jsonItems(rows), ...options },
	);
}

const sheet = (count: number, more: (index: number) => IDataObject = () => ({})): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		text: `Row ${index + 1}`,
		date: DATES[0],
		...more(index),
	}));

const sizes = () =>
	postRequests(service).map(({ body }) => (body as { posts: unknown[] }).posts.length);
const texts = () => storedPosts(service).map(({ parts }) => parts[0].published);
const rowOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
const textOf = ({ json }: INodeExecutionData) =>
	storedPosts(service).find(({ id }) => id === json.postId)?.parts[0].published;

test('200 rows with 4 dates are 4 requests, and every output item belongs to its row', async () => {
	const rows = sheet(200, (index) => ({ date: DATES[index % 4] }));
	const { output, error } = await postSheet(rows);
	expect(error).toBeUndefined();
	expect(callsOf(service)).toEqual([LOOK_UP, ...Array(4).fill('POST /posts')]);
	expect(postRequests(service).map(({ body }) => (body as IDataObject).date)).toEqual(DATES);
	expect(sizes()).toEqual([50, 50, 50, 50]);
	expect(output[0]).toHaveLength(200);
	output[0].forEach((item, index) => {
		expect(item).toEqual({
			json: {
				postId: expect.any(String),
				channelId: channelOf(service, 'bluesky'),
				channelName: 'acme-coffee.bsky.social',
				provider: 'bluesky',
				providerName: 'Bluesky',
				state: 'scheduled',
				date: rows[index].date,
				text: rows[index].text,
				previewUrl: expect.stringContaining('/p/'),
			},
			pairedItem: { item: index },
		});
		expect(textOf(item)).toBe(rows[index].text);
	});
	expect(new Set(output[0].map(({ json }) => json.postId)).size).toBe(200);
});

test('rows with several channels: each post belongs to its row', async () => {
	const identifiers = ['bluesky', 'telegram', 'mastodon'];
	const { output } = await postSheet(sheet(4), {
		...onChannels(...identifiers.map((identifier) => channelEntry(service, identifier))),
	});
	expect(sizes()).toEqual([12]);
	expect(output[0].map((item) => [rowOf(item), item.json.provider, textOf(item)])).toEqual(
		[0, 1, 2, 3].flatMap((index) =>
			identifiers.map((identifier) => [index, identifier, `Row ${index + 1}`]),
		),
	);
});

test('the channel of each row may be another: they share the request all the same', async () => {
	const channels = ['bluesky', 'telegram'].map((identifier) => channelOf(service, identifier));
	const rows = sheet(4, (index) => ({ channel: channels[index % 2] }));
	const { output } = await postSheet(rows, {
		...onChannels({ ...byId('={{ $json.channel }}') }),
	});
	expect(sizes()).toEqual([4]);
	expect(output[0].map(({ json }) => json.channelId)).toEqual(rows.map(({ channel }) => channel));
	expect(output[0][0].json).toMatchObject({ channelName: 'acme-coffee.bsky.social' });
});

test.each([
	['When to Publish', { type: '={{ $json.own }}' }, ['draft', 'schedule']],
	['the date', { date: '={{ $json.own }}' }, [DATES[1], DATES[2]]],
	['Shorten Links', { options: { shortLink: '={{ $json.own }}' } }, [true, false]],
	['Tags', { options: { tags: '={{ $json.own }}' } }, ['Launch', 'Coffee, Launch']],
	['Repeat Every', { options: { inter: '={{ $json.own }}' } }, [7, 14]],
])('rows that differ in %s are requests of their own', async (_field, parameters, values) => {
	const { output, error } = await postSheet(
		sheet(5, (index) => ({ own: values[index % 2] })),
		parameters as INodeParameters,
	);
	expect(error).toBeUndefined();
	expect(sizes()).toEqual([3, 2]);
	expect(texts()).toEqual(['Row 1', 'Row 3', 'Row 5', 'Row 2', 'Row 4']);
	expect(output[0].map(textOf)).toEqual(['Row 1', 'Row 2', 'Row 3', 'Row 4', 'Row 5']);
});

describe('large requests', () => {
	test('are split by 100 KB, so that the service takes each at once', async () => {
		const rows = sheet(60, (index) => ({ text: `${index} `.padEnd(4000, 'long é ') }));
		const { error } = await postSheet(rows, {
			...onChannels(channelEntry(service, 'telegram')),
		});
		expect(error).toBeUndefined();
		expect(postRequests(service).map(({ status }) => status)).toEqual([201, 201, 201]);
		for (const { headers } of postRequests(service)) {
			expect(Number(headers['content-length'])).toBeLessThanOrEqual(102_400);
		}
		expect(storedPosts(service)).toHaveLength(60);
	});

	test('are halved where the instance takes less, and never sent so large again', async () => {
		const small = await start({ bodyLimit: 2048, hourlyLimit: 10_000 });
		const rows = sheet(32, (index) => ({ text: `${index} `.padEnd(250, 'x') }));
		const { output, error } = await createPost(
			small,
			{
				type: 'schedule',
				date: DATES[0],
				content: '={{ $json.text }}',
				combineItems: true,
			},
			{ items: jsonItems(rows) },
		);
		expect(error).toBeUndefined();
		expect(output[0].map(rowOf)).toEqual(rows.map((_row, index) => index));
		expect(storedPosts(small).map(({ parts }) => parts[0].published)).toEqual(
			rows.map(({ text }) => text),
		);
		expect(postRequests(small).map(({ status }) => status)).toEqual([
			413,
			413,
			413,
			...Array(8).fill(201),
		]);
	});
});

const withX = (): INodeParameters => ({
	...onChannels(channelEntry(service, 'x', { who_can_reply_post: '={{ $json.reply }}' })),
	options: { skipValidation: true },
});
const onlyWrong =
	(...wrong: number[]) =>
	(index: number) => ({ reply: wrong.includes(index) ? 'nobody' : 'everyone' });

describe('a row that the service refuses by its place', () => {
	test('becomes an error item, and the others are sent in one request more', async () => {
		const { output, error } = await postSheet(sheet(10, onlyWrong(3)), withX(), {
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(sizes()).toEqual([10, 9]);
		expect(texts()).toEqual(sheet(10).flatMap(({ text }) => (text === 'Row 4' ? [] : [text])));
		expect(output[0].map(rowOf)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
		expect(output[1]).toHaveLength(1);
		expect(output[1][0].json).toMatchObject({
			text: 'Row 4',
			reply: 'nobody',
			error: expect.stringMatching(/^Channel \(X, Acme Coffee\): Who Can Reply must be one of/),
		});
		expect(rowOf(output[1][0])).toBe(3);
	});

	test('ends the node otherwise: the error names row and field, and what was not sent', async () => {
		const { output, error } = await postSheet(sheet(10, onlyWrong(3)), withX());
		expect(output.flat()).toEqual([]);
		expect(error?.message).toMatch(/^Channel \(X, Acme Coffee\): Who Can Reply must be one of/);
		expect(error?.description).toContain('9 items were not sent (0–2, 4–9).');
		expect(sizes()).toEqual([10]);
		expect(storedPosts(service)).toEqual([]);
	});

	test('after other requests went through: the error says what must not be sent again', async () => {
		const rows = sheet(6, (index) => ({
			...onlyWrong(4)(index),
			date: DATES[index < 3 ? 0 : index < 5 ? 1 : 2],
		}));
		const { error } = await postSheet(rows, withX());
		expect(error?.message).toMatch(/ \[item 4\]/);
		const ids = storedPosts(service).map(({ id }) => id);
		expect(ids).toHaveLength(3);
		expect(error?.description).toContain(`3 posts were created before (items 0–2).`);
		expect(error?.description).toContain('2 items were not sent (3, 5).');
	});
});

describe('a row that the service refuses by its channel', () => {
	const sky = () => ({
		...onChannels(channelEntry(service, 'bluesky')),
		options: { skipValidation: true },
	});
	const long = (...wrong: number[]) =>
		sheet(8, (index) => (wrong.includes(index) ? { text: `${index}`.repeat(301) } : {}));

	test('ends the node otherwise: the error names row and what is wrong', async () => {
		const { error } = await postSheet(long(2), sky());
		expect(error?.message).toBe(
			'Channel (Bluesky, acme-coffee.bsky.social): Postiz says the text is too long: 301 of 300 characters. Shorten the text, or move the rest to the thread. [item 2]',
		);
		expect(error?.description).toContain('7 items were not sent (0–1, 3–7).');
	});

	/** Pins, of which those without a picture are refused; nothing says which one it is. */
	const pins = (count: number, ...wrong: number[]): IDataObject[] =>
		Array.from({ length: count }, (_, index) => ({
			json: {
				posts: [
					{
						integration: { id: channelOf(service, 'pinterest') },
						value: [{ content: `Pin ${index}`, image: wrong.includes(index) ? [] : [IMAGE] }],
						settings: { __type: 'pinterest', board: 'board-1' },
					},
				],
			},
		}));
	const postPins = async (rows: IDataObject[], options: Partial<NodeRunOptions> = {}) =>
		await createFromJson(
			service,
			'={{ $json.json }}',
			{ type: 'schedule', date: DATES[0], combineItems: true, options: { skipValidation: true } },
			{ items: jsonItems(rows), ...options },
		);

	test.each([
		[2, [0]],
		[3, [1, 2]],
		[9, [0, 2, 4, 6, 8]],
		[12, [...Array(12).keys()]],
	])('of %i, with the bad ones %j: every good one is posted', async (count, wrong) => {
		const { output } = await postPins(pins(count, ...wrong), { onError: 'continueErrorOutput' });
		// Halving takes fewer than two requests a row, however many are bad.
		expect(sizes().length).toBeLessThan(2 * count);
		const all = [...output[0], ...output[1]].map(rowOf).sort((a, b) => a - b);
		expect(all).toEqual([...Array(count).keys()]);
		expect(storedPosts(service)).toHaveLength(output[0].length);
		expect(output[1].map(rowOf).sort((a, b) => a - b)).toEqual(wrong);
	});
});

describe('a row that cannot be sent at all does not hold up the others', () => {
	test('an unknown channel', async () => {
		const rows = sheet(4, (index) => ({
			channel: index === 2 ? 'no-such-id' : channelOf(service, 'bluesky'),
		}));
		const { output } = await postSheet(
			rows,
			onChannels({ provider: 'bluesky', ...byId('={{ $json.channel }}') }),
			{ onError: 'continueErrorOutput' },
		);
		expect(sizes()).toEqual([3]);
		expect(output[1].map(({ json }) => json.error)).toEqual([
			errorSaying('No channel, group or network is called “no-such-id” [item 2]'),
		]);
	});
});

test('next free slot: an error names the posts of earlier rows', async () => {
	service.faults.push({
		match: { method: 'POST', path: /\/posts$/ },
		kind: 'status',
		status: 403,
		skip: 2,
	});
	const { error } = await postSheet(sheet(4), { type: 'nextSlot' });
	expect(error?.message).toMatch(/ \[item 2\]/);
	const ids = storedPosts(service).map(({ id }) => id);
	expect(ids).toHaveLength(2);
	expect(error?.description).toContain('(items 0–1)');
	expect(error?.description).toContain('1 item was not sent (3).');
});

describe('an item that needs more than one request', () => {
	const MAX_POSTS = 50;
	const NAMES = Array.from({ length: MAX_POSTS + 1 }, (_, index) => `Shop ${index + 1}`);
	const torn = {
		...onChannels(...NAMES.map((id) => ({ provider: 'mastodon', ...byId(id) }))),
	};
	const rows = () => sheet(2, () => ({}));
	beforeEach(() => {
		const mastodon = service.state.channels.find(({ identifier }) => identifier === 'mastodon')!;
		service.state.channels.push(...NAMES.map((name) => ({ ...mastodon, id: name, name })));
	});
	const refuse = (skip: number) =>
		service.faults.push({
			match: { method: 'POST', path: /\/posts$/ },
			kind: 'status',
			status: 403,
			skip,
			times: 9,
		});

	test('is one error item, which says what is out and what is missing', async () => {
		refuse(1);
		const { output } = await postSheet(rows(), torn, { onError: 'continueErrorOutput' });
		const ids = storedPosts(service).map(({ id }) => id);
		expect(ids).toHaveLength(MAX_POSTS);
		expect(output[0].map(({ json }) => json.postId)).toEqual(ids);
		expect(output[1].map(rowOf)).toEqual([0, 1]);
		expect(output[1][0].json).toMatchObject({
			error: expect.stringMatching(/^Postiz has 50 of the 51 posts of this item: .*\. It has /),
		});
		expect(output[1][0].json).toMatchObject({
			error: expect.stringContaining(
				`It has ${ids.slice(0, 3).join(', ')}, …. These are missing: Channel (Mastodon, Shop 51). Before you run it again, set If the Same Post Exists to Skip If Sent by an Earlier Run.`,
			),
		});
		expect(output[1][1].json.error).not.toContain('Postiz has');
	});

	test('is reported as such by the error that ends the node', async () => {
		refuse(1);
		const { error } = await postSheet(rows(), torn);
		expect(error?.message).toMatch(/^Postiz has 50 of the 51 posts of this item: /);
		expect(error?.description).toContain('These are missing: Channel (Mastodon, Shop 51).');
		expect(error?.description).toContain('1 item was not sent (1).');
		expect(error?.description).not.toContain('(1–2)');
	});
});

test('an error item keeps the files of its row', async () => {
	const data = { mimeType: 'image/png', fileName: 'menu.png', data: 'iVBORw0KGgo=' };
	const items = sheet(1, () => ({ date: 'no date' })).map((json) => ({ json, binary: { data } }));
	const { output } = await postSheet([], {}, { items, onError: 'continueErrorOutput' });
	expect(output[1][0].binary).toEqual({ data: expect.objectContaining(data) });
});
