import { fetchParts, fetchPartsOrNone } from '../../../nodes/Postiz/calendar/preview';
import type { ApiRequest, PostizClient } from '../../../nodes/Postiz/transport/client';
import { Problem } from '../../../nodes/Postiz/values/problem';

const FIRST = {
	id: 'p1',
	content: '<p>One</p>',
	image: '[{"id":"i","path":"https://media.example/i.png"}]',
	settings: '{"__type":"x"}',
	delay: 0,
	group: 'g1',
	state: 'ERROR',
	publishDate: '2099-03-04T10:00:00.000Z',
	intervalInDays: 7,
	error: 'Too wild',
	releaseURL: null,
	parentPostId: null,
	integration: { id: 'c1' },
	tags: [{ tag: { id: 't', name: 'Launch' } }, { tag: { id: 'u' } }, null],
};
const LATER = { ...FIRST, id: 'p2', image: '[]', delay: 5, error: null, integration: undefined };

const requests: ApiRequest[] = [];
const clientOf = (answer: () => unknown) =>
	({
		request: async (request: ApiRequest) => {
			requests.push(request);
			return await Promise.resolve().then(answer);
		},
	}) as unknown as PostizClient;
const answering = (body: unknown) => clientOf(() => body);
const failing = (httpCode?: string) =>
	clientOf(() => {
		throw new Problem('No', 'Try again.', { httpCode });
	});

beforeEach(() => {
	requests.length = 0;
});

test('parts come as objects, the post first', async () => {
	const parts = await fetchParts(answering([FIRST, LATER]), 'p1');
	expect(parts).toEqual([
		{
			id: 'p1',
			content: '<p>One</p>',
			image: [{ id: 'i', path: 'https://media.example/i.png' }],
			settings: { __type: 'x' },
			delay: 0,
			group: 'g1',
			state: 'ERROR',
			publishDate: FIRST.publishDate,
			intervalInDays: 7,
			error: 'Too wild',
			releaseURL: undefined,
			integrationId: 'c1',
			network: undefined,
			parentPostId: undefined,
			tags: ['Launch'],
		},
		expect.objectContaining({ id: 'p2', image: [], delay: 5, error: undefined }),
	]);
});

test('the ID becomes part of the address, and the key stays at home', async () => {
	await fetchParts(answering([]), '../x y');
	const endpoint = expect.objectContaining({ method: 'GET', isOpen: true });
	expect(requests).toEqual([{ endpoint, path: '/public/posts/..%2Fx%20y' }]);
});

test.each([
	['an empty list', []],
	['no list', { id: 'p1' }],
	['a page', '<html></html>'],
	['an odd row', [FIRST, null]],
	['files that are no JSON', [{ ...FIRST, image: '[{' }]],
	['settings that are no object', [{ ...FIRST, settings: '[1]' }]],
])('%s is no preview that can be read', async (_what, body) => {
	expect(await fetchParts(answering(body), 'p1')).toEqual([]);
});

test('nothing where a part has no files and no settings is nothing lost', async () => {
	const [part] = await fetchParts(answering([{ ...FIRST, image: null, settings: null }]), 'p1');
	expect(part).toMatchObject({ image: [], settings: {} });
});

test.each([
	['names of tags', { tags: [{ name: 'Tea' }, 'Cake', { tag: { name: 3 } }] }, { tags: ['Tea'] }],
	['no tags', { tags: 'Tea' }, { tags: [] }],
	['no text', { content: undefined }, { content: '' }],
	['a number for a name', { group: 7, state: '' }, { group: undefined, state: undefined }],
	['files as a list', { image: [{ id: 'i' }] }, { image: [{ id: 'i' }] }],
	['settings as an object', { settings: { a: 1 } }, { settings: { a: 1 } }],
	['numbers as text', { delay: '5', intervalInDays: 'x' }, { delay: 5, intervalInDays: undefined }],
	['a later part', { parentPostId: 'p0' }, { parentPostId: 'p0' }],
])('a part with %s', async (_what, row, expected) => {
	const [part] = await fetchParts(answering([{ ...FIRST, ...row }]), 'p1');
	expect(part).toMatchObject(expected);
});

test.each(['200', '301', '401', '403', '404', '405'])(
	'status %s says that there is none',
	async (code) => {
		expect(await fetchParts(failing(code), 'p1')).toEqual([]);
	},
);

test.each([undefined, '408', '429', '500', '503'])(
	'status %s says nothing of the kind',
	async (code) => {
		await expect(fetchParts(failing(code), 'p1')).rejects.toThrow('No');
		expect(await fetchPartsOrNone(failing(code), 'p1')).toEqual([]);
	},
);
