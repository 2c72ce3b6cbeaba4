import type { IDataObject } from 'n8n-workflow';

import { type PostizClient } from '../../../nodes/Postiz/transport/client';
import { endpoints } from '../../../nodes/Postiz/transport/endpoints';
import { fetchPosts } from '../../../nodes/Postiz/transport/fetchPosts';

const START = Date.parse('2099-03-04T10:00:00.000Z');
const WINDOW = { start: START, end: START + 60_000 };

/** A client whose requests return these rows, or fail, in order. */
function createClient(...responses: Array<IDataObject[] | Error>) {
	const requestList = jest.fn(async (..._call: unknown[]) => {
		const response = responses.shift();
		if (response instanceof Error) throw response;
		return response;
	});
	const getPublicPageUrl = (id: string) => `https://postiz.example/p/${id}`;
	return { getPublicPageUrl, requestList };
}

const listAll = async (client: object, window: object = {}) =>
	await fetchPosts(client as PostizClient, { ...WINDOW, ...window });

test('requests a window in UTC, with its group and limits', async () => {
	const client = createClient([], []);
	await listAll(client);
	const limits = { timeout: 5 };
	await listAll(client, { group: 'g1', ...limits });
	const query = { startDate: '2099-03-04T10:00:00.000Z', endDate: '2099-03-04T10:01:00.000Z' };
	expect(client.requestList.mock.calls).toEqual([
		[{ ...endpoints.listPosts(), query }, 'posts'],
		[{ ...endpoints.listPosts(), ...limits, query: { ...query, customer: 'g1' } }, 'posts'],
	]);
});

const USUAL = {
	id: 'p1',
	content: 'Tea',
	publishDate: '2099-03-04T10:00:00',
	releaseId: 'r1',
	state: 'QUEUE',
	tags: [{ tag: { name: 'menu' } }],
	integration: { id: 'c1', name: 'Acme', providerIdentifier: 'x', picture: 'p' },
	own: 1,
};
test.each<[IDataObject, object]>([
	[{}, { previewUrl: 'https://postiz.example/p/p1' }],
	[
		{ content: {}, releaseId: '', state: null, tags: 'menu' },
		{ content: '', releaseId: null, state: '', tags: [] },
	],
	[
		{ id: 7, releaseId: 8, integration: { id: 9, name: '' } },
		{ id: '7', releaseId: '8', integration: { id: '9', name: undefined, providerIdentifier: '' } },
	],
	[
		{ tags: [null, {}, { tag: 'menu' }, { tag: { name: 7 } }, { tag: { name: 'tea' } }] },
		{ tags: [{ tag: { name: 'tea' } }] },
	],
])('reads a row with %j as %j', async (more, post) => {
	const row = { ...USUAL, ...more };
	expect(await listAll(createClient([row]))).toEqual([
		expect.objectContaining({ ...USUAL, ...post }),
	]);
});

test.each([
	[{ id: null }],
	[{ publishDate: undefined }],
	[{ integration: null }],
	[{ integration: { name: 'Acme' } }],
])('rejects a list with the row %j, as its post would seem to be missing', async (more) => {
	await expect(listAll(createClient([USUAL, { ...USUAL, ...more }]))).rejects.toThrow(
		'a post without',
	);
});
