import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { jsonItems, type NodeRun, type NodeRunOptions } from '../support/harness.cjs';
import {
	byId,
	channelEntry,
	createPost,
	postRequests,
	storedPosts,
	onChannels,
} from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

const DATES = ['01', '02', '03', '04'].map((day) => `2099-05-${day}T09:00:00.000Z`);

/** Posts a sheet with the columns `text` and `date`, and those of the parameters. */
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
		expect(item).toMatchObject({
			json: {
				outcome: 'created',
				postId: expect.any(String),
				date: rows[index].date,
				text: rows[index].text,
			},
			pairedItem: { item: index },
		});
		expect(textOf(item)).toBe(rows[index].text);
	});
	expect(new Set(output[0].map(({ json }) => json.postId)).size).toBe(200);
});

test('rows an hour from now share requests, though each is read some milliseconds later', async () => {
	const { error } = await postSheet(sheet(100), { date: '={{ $now.plus({ hours: 1 }) }}' });
	expect(error).toBeUndefined();
	// Read around the end of a second, they have two dates.
	expect(sizes().length).toBeLessThanOrEqual(4);
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
			error: expect.stringMatching(/^X: Acme Coffee – Who Can Reply must be one of/),
		});
		expect(rowOf(output[1][0])).toBe(3);
	});
});

describe('an item that needs more than one request', () => {
	const MAX_POSTS = 50;
	const NAMES = Array.from({ length: MAX_POSTS + 1 }, (_, index) => `Shop ${index + 1}`);
	const torn = {
		...onChannels(...NAMES.map((id) => ({ provider: 'mastodon', ...byId(id) }))),
	};
	beforeEach(() => {
		const mastodon = service.state.channels.find(({ identifier }) => identifier === 'mastodon')!;
		service.state.channels.push(...NAMES.map((name) => ({ ...mastodon, id: name, name })));
	});
	test('is one error item, which says what is out and what is missing', async () => {
		service.faults.push({
			match: { method: 'POST', path: /\/posts$/ },
			kind: 'status',
			status: 403,
			skip: 1,
			times: 9,
		});
		const { output } = await postSheet(sheet(2), torn, { onError: 'continueErrorOutput' });
		const ids = storedPosts(service).map(({ id }) => id);
		expect(ids).toHaveLength(MAX_POSTS);
		expect(output[0].map(({ json }) => json.postId)).toEqual(ids);
		expect(output[1].map(rowOf)).toEqual([0, 1]);
		const { error } = output[1][0].json;
		expect(error).toMatch(/^Postiz has 50 of the 51 posts of this item: .*\. It has /);
		expect(error).toContain(
			`It has ${ids.slice(0, 3).join(', ')}, …. These are missing: Mastodon: Shop 51. `,
		);
		expect(error).toContain('Before you run this again, set If the Post Exists to Skip.');
		expect(output[1][1].json.error).not.toContain('Postiz has');
	});
});

test('an error item keeps the files of its row', async () => {
	const data = { mimeType: 'image/png', fileName: 'menu.png', data: 'iVBORw0KGgo=' };
	const items = sheet(1, () => ({ date: 'no date' })).map((json) => ({ json, binary: { data } }));
	const { output } = await postSheet([], {}, { items, onError: 'continueErrorOutput' });
	expect(output[1][0].binary).toEqual({ data: expect.objectContaining(data) });
});
