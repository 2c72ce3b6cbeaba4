import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SECOND } from '../../shared/time.cjs';
import { createJsonItems, getItemIndex } from '../support/harness.cjs';
import {
	createChannelLocator,
	createChannelEntry,
	createPost,
	FUTURE,
	listPostRequests,
	listStoredPosts,
	selectChannels,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });

const createRows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ text: `Row ${index + 1}` }));

/** Posts the texts of rows at one date. */
const postRows = async (rows: IDataObject[], form: INodeParameters = {}) =>
	await createPost(
		service,
		{ type: 'schedule', date: FUTURE, content: '={{ $json.text }}', ...form },
		{ items: createJsonItems(rows), onError: 'continueErrorOutput' },
	);

const listSizes = () =>
	listPostRequests(service).map(({ body }) => (body as { posts: unknown[] }).posts.length);

test('combines rows dated an hour from now in one request, though their times differ by milliseconds', async () => {
	const startedAt = Date.now();
	const { error } = await postRows(createRows(100), { date: '={{ $now.plus({ hours: 1 }) }}' });
	const seconds = Math.ceil((Date.now() - startedAt) / SECOND);
	expect(error).toBeUndefined();
	// Rows that are read in another second have another date.
	expect(listSizes().length).toBeLessThanOrEqual(2 * (seconds + 1));
});

test('returns an error item for a row that the service rejects by its position, and sends the others with one more request', async () => {
	const rows = Array.from({ length: 10 }, (_, index) => ({
		text: `Row ${index}`,
		reply: index === 3 ? 'nobody' : 'everyone',
	}));
	const x = createChannelEntry(service, 'x', { who_can_reply_post: '={{ $json.reply }}' });
	const form = { ...selectChannels(x), options: { skipValidation: true } };
	const { output, error } = await postRows(rows, form);
	expect([error, ...listSizes()]).toEqual([undefined, 10, 9]);
	expect(output.map((items) => items.map(getItemIndex))).toEqual([
		[0, 1, 2, 4, 5, 6, 7, 8, 9],
		[3],
	]);
	const stored = new Map(listStoredPosts(service).map(({ id, parts }) => [id, parts[0].published]));
	for (const item of output[0])
		expect(stored.get(String(item.json.postId))).toBe(rows[getItemIndex(item)].text);
	expect(output[1][0].json).toMatchObject({
		...rows[3],
		error: expect.stringMatching(/^X: Acme Coffee – Who Can Reply must be one of/),
	});
});

test('returns one error item for an item with a failed request, with its published and missing posts', async () => {
	const MAX_POSTS = 50;
	const names = Array.from({ length: MAX_POSTS + 1 }, (_, index) => `Shop ${index + 1}`);
	const mastodon = service.state.channels.find(({ identifier }) => identifier === 'mastodon')!;
	service.state.channels.push(...names.map((name) => ({ ...mastodon, id: name, name })));
	const match = { method: 'POST', path: /\/posts$/ };
	service.faults.push({ match, kind: 'status', status: 403, skip: 1, times: 9 });
	const form = selectChannels(
		...names.map((id) => ({ provider: 'mastodon', ...createChannelLocator(id) })),
	);
	const { output } = await postRows(createRows(2), form);
	const ids = listStoredPosts(service).map(({ id }) => id);
	expect(ids).toHaveLength(MAX_POSTS);
	expect(output[0].map(({ json }) => json.postId)).toEqual(ids);
	expect(output[1].map(getItemIndex)).toEqual([0, 1]);
	const [error, other] = output[1].map(({ json }) => String(json.error));
	expect(error).toMatch(/^1 of the 51 posts of this item failed: /);
	expect(error).toContain(
		`Postiz has ${ids.slice(0, 3).join(', ')}, …. Not created: Mastodon: Shop 51. `,
	);
	expect(error).toContain(
		'Running this again creates existing posts again. To prevent this, set If the Post Exists to Skip first.',
	);
	expect(other).not.toContain('Postiz has');
});

test('keeps the files of a row in its error item', async () => {
	const data = { mimeType: 'image/png', fileName: 'menu.png', data: 'iVBORw0KGgo=' };
	const { output } = await createPost(
		service,
		{ type: 'schedule', date: 'no date' },
		{ items: [{ json: {}, binary: { data } }], onError: 'continueErrorOutput' },
	);
	expect(output[1][0].binary).toEqual({ data: expect.objectContaining(data) });
});

test('names every row in the error that ends the node if the lookup fails, too', async () => {
	// A final answer, so that the node doesn't retry.
	const match = { method: 'GET', path: /\/posts$/ };
	service.faults.push({ match, kind: 'status', status: 404 });
	service.faults.push({ match: { method: 'POST', path: /\/posts$/ }, kind: 'resetAfter' });
	const rows = ['01', '01', '02', '02'].map((day, index) => ({
		row_number: index + 2,
		day,
		text: `Row ${index + 2}`,
	}));
	const form = { type: 'schedule', date: '=2099-01-{{ $json.day }} 09:00' };
	const { error } = await createPost(
		service,
		{ ...form, content: '={{ $json.text }}' },
		{ items: createJsonItems(rows) },
	);
	expect(error?.message).toBe(
		`Row 2: Bluesky: acme-coffee.bsky.social – It is unclear whether Postiz has this post: Postiz could not be reached at ${service.apiUrl}`,
	);
	expect(error?.description).toContain(
		'It is also unclear what Postiz stored of row 3. 2 other items were not sent (rows 4–5).',
	);
	expect(listPostRequests(service)).toHaveLength(1);
});
