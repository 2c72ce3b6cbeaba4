import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { jsonItems, type NodeRun, type NodeRunOptions } from '../support/harness.cjs';
import {
	byId,
	channelEntry,
	createPost,
	FUTURE,
	postRequests,
	storedPosts,
	onChannels,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

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
		date: FUTURE,
		...more(index),
	}));

const sizes = () =>
	postRequests(service).map(({ body }) => (body as { posts: unknown[] }).posts.length);
const rowOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
const textOf = ({ json }: INodeExecutionData) =>
	storedPosts(service).find(({ id }) => id === json.postId)?.parts[0].published;

test('rows an hour from now share requests, though each is read some milliseconds later', async () => {
	const { error } = await postSheet(sheet(100), { date: '={{ $now.plus({ hours: 1 }) }}' });
	expect(error).toBeUndefined();
	// Read around the end of a second, they have two dates.
	expect(sizes().length).toBeLessThanOrEqual(4);
});

test('a row that the service refuses by its place becomes an error item, and the others are sent in one request more', async () => {
	const rows = sheet(10, (index) => ({ reply: index === 3 ? 'nobody' : 'everyone' }));
	const x = channelEntry(service, 'x', { who_can_reply_post: '={{ $json.reply }}' });
	const form = { ...onChannels(x), options: { skipValidation: true } };
	const { output, error } = await postSheet(rows, form, { onError: 'continueErrorOutput' });
	expect([error, ...sizes()]).toEqual([undefined, 10, 9]);
	expect(output.map((items) => items.map(rowOf))).toEqual([[0, 1, 2, 4, 5, 6, 7, 8, 9], [3]]);
	expect(output[0].map(textOf)).toEqual(
		rows.flatMap(({ text }, index) => (index === 3 ? [] : text)),
	);
	expect(output[1][0].json).toMatchObject({
		...rows[3],
		error: expect.stringMatching(/^X: Acme Coffee – Who Can Reply must be one of/),
	});
});

test('an item of which one request fails is one error item, which says what is out and what is missing', async () => {
	const MAX_POSTS = 50;
	const names = Array.from({ length: MAX_POSTS + 1 }, (_, index) => `Shop ${index + 1}`);
	const mastodon = service.state.channels.find(({ identifier }) => identifier === 'mastodon')!;
	service.state.channels.push(...names.map((name) => ({ ...mastodon, id: name, name })));
	const match = { method: 'POST', path: /\/posts$/ };
	service.faults.push({ match, kind: 'status', status: 403, skip: 1, times: 9 });
	const form = onChannels(...names.map((id) => ({ provider: 'mastodon', ...byId(id) })));
	const { output } = await postSheet(sheet(2), form, { onError: 'continueErrorOutput' });
	const ids = storedPosts(service).map(({ id }) => id);
	expect(ids).toHaveLength(MAX_POSTS);
	expect(output[0].map(({ json }) => json.postId)).toEqual(ids);
	expect(output[1].map(rowOf)).toEqual([0, 1]);
	const [error, other] = output[1].map(({ json }) => String(json.error));
	expect(error).toMatch(/^Postiz has 50 of the 51 posts of this item: /);
	expect(error).toContain(
		`It has ${ids.slice(0, 3).join(', ')}, …. These are missing: Mastodon: Shop 51. `,
	);
	expect(error).toContain('Before you run this again, set If the Post Exists to Skip.');
	expect(other).not.toContain('Postiz has');
});

test('an error item keeps the files of its row', async () => {
	const data = { mimeType: 'image/png', fileName: 'menu.png', data: 'iVBORw0KGgo=' };
	const items = sheet(1, () => ({ date: 'no date' })).map((json) => ({ json, binary: { data } }));
	const { output } = await postSheet([], {}, { items, onError: 'continueErrorOutput' });
	expect(output[1][0].binary).toEqual({ data: expect.objectContaining(data) });
});
