import type { IDataObject } from 'n8n-workflow';

import {
	ListTooLong,
	type ApiRequest,
	type PostizClient,
} from '../../../nodes/Postiz/transport/client';
import { endpoints } from '../../../nodes/Postiz/transport/endpoints';
import { Instance } from '../../../nodes/Postiz/transport/instance';
import { listFirstThatFits, listPosts } from '../../../nodes/Postiz/transport/posts';
import { Problem } from '../../../nodes/Postiz/values/problem';

const START = Date.parse('2099-03-04T10:00:00.000Z');
const WINDOW = { start: START, end: START + 60_000 };

/** A client that lists these rows, or fails, at one request after the other; and what it was asked. */
function clientOf(...answers: Array<IDataObject[] | Error>) {
	const asked: Array<[request: ApiRequest, key?: string]> = [];
	const instance = new Instance();
	const client = {
		instance,
		previewUrl: (id: string) => `https://postiz.example/p/${id}`,
		requestList: async (...call: (typeof asked)[number]) => {
			asked.push(call);
			const answer = answers.shift();
			if (answer instanceof Error) throw answer;
			return await Promise.resolve(answer);
		},
	} as unknown as PostizClient;
	return { client, asked, instance };
}

test('a window is asked for in UTC, with its group and limits', async () => {
	const { client, asked } = clientOf([], []);
	await listPosts(client, WINDOW);
	await listPosts(client, { ...WINDOW, group: 'g1', timeout: 5, maxBytes: 9 });
	const query = { startDate: '2099-03-04T10:00:00.000Z', endDate: '2099-03-04T10:01:00.000Z' };
	expect(asked).toEqual([
		[{ ...endpoints.listPosts(), query }, 'posts'],
		[
			{
				...endpoints.listPosts(),
				timeout: 5,
				maxBytes: 9,
				query: { ...query, customer: 'g1' },
			},
			'posts',
		],
	]);
});

describe('a row', () => {
	const read = async (row: IDataObject) => (await listPosts(clientOf([row]).client, WINDOW))[0];

	test('is taken as it comes', async () => {
		const row = {
			id: 'p1',
			content: 'Tea',
			publishDate: '2099-03-04T10:00:00',
			releaseId: 'r1',
			state: 'QUEUE',
			tags: [{ tag: { name: 'menu' } }],
			integration: { id: 'c1', name: 'Acme', providerIdentifier: 'x', picture: 'p' },
			own: 1,
		};
		expect(await read(row)).toEqual({ ...row, previewUrl: 'https://postiz.example/p/p1' });
	});

	test.each([
		['nothing', {}],
		['other things', { content: {}, publishDate: 7, releaseId: '', state: null, tags: 'menu' }],
		['a channel of another kind', { integration: 'c1' }],
	])('with %s has what all rows have', async (_what, row) => {
		expect(await read(row)).toMatchObject({
			id: '',
			content: '',
			publishDate: '',
			releaseId: null,
			state: '',
			tags: [],
			integration: undefined,
		});
	});

	test('has numbers as text, and no tag and no channel without a name', async () => {
		const tags = [null, {}, { tag: 'menu' }, { tag: { name: 7 } }, { tag: { name: 'tea' } }];
		expect(
			await read({ id: 7, releaseId: 8, tags, integration: { id: 9, name: '' } }),
		).toMatchObject({
			id: '7',
			releaseId: '8',
			tags: [{ tag: { name: 'tea' } }],
			integration: { id: '9', name: undefined, providerIdentifier: '' },
		});
	});
});

test.each([
	['releaseId', '2.13.0'],
	['creationMethod', '2.21.8'],
	['settings', 'unreleased'],
])('a list with %s shows that the instance is no older than %s', async (key, release) => {
	const { client, instance } = clientOf([{ id: 'a' }, { id: 'b', [key]: null }]);
	const hasShown = jest.spyOn(instance, 'hasShown');
	await listPosts(client, WINDOW);
	expect(hasShown.mock.calls).toEqual([[release]]);
});

describe('of several windows', () => {
	const windows = [
		{ ...WINDOW, name: 'large' },
		{ ...WINDOW, name: 'small' },
	];
	const tooLong = new ListTooLong('The list is too long', '');

	test('the first is taken whose list is not too long', async () => {
		const first = clientOf([{ id: 'a' }]);
		expect(await listFirstThatFits(first.client, windows)).toMatchObject({ window: windows[0] });
		const second = clientOf(tooLong, []);
		expect(await listFirstThatFits(second.client, windows)).toEqual({
			window: windows[1],
			rows: [],
		});
	});

	test('none is, or it fails as the service does', async () => {
		expect(await listFirstThatFits(clientOf(tooLong, tooLong).client, windows)).toBeUndefined();
		const failing = clientOf(new Problem('It failed', ''));
		await expect(listFirstThatFits(failing.client, windows)).rejects.toThrow('It failed');
	});
});
