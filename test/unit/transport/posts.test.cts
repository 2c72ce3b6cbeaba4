import type { IDataObject } from 'n8n-workflow';

import {
	ListTooLong,
	type ApiRequest,
	type PostizClient,
} from '../../../nodes/Postiz/transport/client';
import { endpoints } from '../../../nodes/Postiz/transport/endpoints';
import { listFirstThatFits, listPosts } from '../../../nodes/Postiz/transport/posts';
import { Problem } from '../../../nodes/Postiz/values/problem';

const START = Date.parse('2099-03-04T10:00:00.000Z');
const WINDOW = { start: START, end: START + 60_000 };

/** A client whose requests return these rows, or fail, in order. */
function clientOf(...answers: Array<IDataObject[] | Error>) {
	const requestList = jest.fn(async (..._call: unknown[]) => {
		const answer = answers.shift();
		if (answer instanceof Error) throw answer;
		return answer;
	});
	const previewUrl = (id: string) => `https://postiz.example/p/${id}`;
	return { previewUrl, requestList };
}

const list = async (client: object, window: object = {}) =>
	await listPosts(client as PostizClient, { ...WINDOW, ...window });

test('a window is asked for in UTC, with its group and limits', async () => {
	const client = clientOf([], []);
	await list(client);
	const limits = { timeout: 5, maxBytes: 9 };
	await list(client, { group: 'g1', ...limits });
	const query = { startDate: '2099-03-04T10:00:00.000Z', endDate: '2099-03-04T10:01:00.000Z' };
	expect(client.requestList.mock.calls).toEqual([
		[{ ...endpoints.listPosts(), query }, 'posts'],
		[{ ...endpoints.listPosts(), ...limits, query: { ...query, customer: 'g1' } }, 'posts'],
	]);
});

test('rows are kept by what is read of them', async () => {
	const client = clientOf([]);
	const keeps = jest.fn(() => true);
	await list(client, { keeps });
	const [[request]] = client.requestList.mock.calls as Array<[ApiRequest]>;
	expect(request.keeps!({ id: 7 })).toBe(true);
	expect(keeps.mock.calls).toEqual([[expect.objectContaining({ id: '7', content: '' })]]);
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
const EMPTY = {
	id: '',
	content: '',
	publishDate: '',
	releaseId: null,
	state: '',
	tags: [],
	integration: undefined,
};

test.each<[IDataObject, object]>([
	[USUAL, { ...USUAL, previewUrl: 'https://postiz.example/p/p1' }],
	[{}, EMPTY],
	[{ content: {}, publishDate: 7, releaseId: '', state: null, tags: 'menu' }, EMPTY],
	[{ integration: 'c1' }, EMPTY],
	[
		{ id: 7, releaseId: 8, integration: { id: 9, name: '' } },
		{ id: '7', releaseId: '8', integration: { id: '9', name: undefined, providerIdentifier: '' } },
	],
	[
		{ tags: [null, {}, { tag: 'menu' }, { tag: { name: 7 } }, { tag: { name: 'tea' } }] },
		{ tags: [{ tag: { name: 'tea' } }] },
	],
])('the row %j is read as %j', async (row, post) => {
	expect(await list(clientOf([row]))).toEqual([expect.objectContaining(post)]);
});

describe('of several windows', () => {
	const windows = [WINDOW, { ...WINDOW, end: START }];
	const tooLong = new ListTooLong('The list is too long', '');
	const first = async (...answers: Array<IDataObject[] | Error>) =>
		await listFirstThatFits(clientOf(...answers) as unknown as PostizClient, windows);

	test('the first is taken whose list is not too long', async () => {
		expect(await first([])).toEqual({ window: windows[0], rows: [] });
		expect(await first(tooLong, [])).toEqual({ window: windows[1], rows: [] });
	});

	test('none is, or it fails as the service does', async () => {
		expect(await first(tooLong, tooLong)).toBeUndefined();
		await expect(first(new Problem('It failed', ''))).rejects.toThrow('It failed');
	});
});
