import { fetchCompleteParts } from '../../../nodes/Postiz/calendar/publicPost';
import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import type { ApiRequest } from '../../../nodes/Postiz/transport/apiRequest';
import { Problem } from '../../../nodes/Postiz/common/problem';
import { createFake } from '../../shared/fakes.cjs';

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
const LATER = {
	...FIRST,
	id: 'p2',
	image: '[]',
	delay: 5,
	tags: undefined,
	integration: undefined,
};

const createClient = (answer: (request: ApiRequest) => unknown) =>
	createFake<PostizClient>({
		request: async (request: ApiRequest) => await Promise.resolve(request).then(answer),
	});
const createAnsweringClient = (body: unknown) => createClient(() => body);
const createFailingClient = (httpCode?: string) =>
	createClient(() => {
		throw new Problem('No', 'Try again.', { httpCode });
	});

test('returns parts as objects, the post first', async () => {
	expect(await fetchCompleteParts(createAnsweringClient([FIRST, LATER]), 'p1')).toEqual([
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
			integrationId: 'c1',
			tags: ['Launch'],
		},
		expect.objectContaining({ id: 'p2', image: [], delay: 5, tags: [] }),
	]);
});

test('puts the ID into the URL, and sends no key to other hosts', async () => {
	const request = jest.fn(() => []);
	await fetchCompleteParts(createClient(request), '../x y');
	const endpoint = expect.objectContaining({ method: 'GET', needsNoCredential: true });
	expect(request.mock.calls).toEqual([[{ endpoint, path: '/public/posts/..%2Fx%20y' }]]);
});

test.each([
	{ title: 'an empty list is no post', body: [], parts: undefined },
	{ title: 'a body that is no list', body: { id: 'p1' }, parts: undefined },
])('$title', async ({ body, parts }) => {
	expect(await fetchCompleteParts(createAnsweringClient(body), 'p1')).toEqual(parts);
});

test.each([
	['an odd row', [FIRST, null]],
	['files that are no JSON', [{ ...FIRST, image: '[{' }]],
	['settings that are no object', [{ ...FIRST, settings: '[1]' }]],
	['no files, which a change would remove', [{ ...FIRST, image: undefined }]],
	['no tags, which a change would remove', [{ ...FIRST, tags: undefined }]],
])('public data with %s fails', async (_what, body) => {
	await expect(fetchCompleteParts(createAnsweringClient(body), 'p1')).rejects.toThrow(
		'a post without',
	);
});

test.each<[object, object]>([
	[{ settings: null }, { settings: {} }],
	[{ tags: [{ name: 'Tea' }, 'Cake', { tag: { name: 3 } }] }, { tags: ['Tea'] }],
	[{ content: undefined }, { content: '' }],
	[
		{ group: 7, state: '' },
		{ group: undefined, state: undefined },
	],
	[
		{ delay: '5', intervalInDays: 'x' },
		{ delay: 5, intervalInDays: undefined },
	],
	[{ parentPostId: 'p0' }, { parentPostId: 'p0' }],
])('a part with %j has %j', async (row, expected) => {
	const [part] = (await fetchCompleteParts(createAnsweringClient([{ ...FIRST, ...row }]), 'p1'))!;
	expect(part).toMatchObject(expected);
});

test.each(['200', '401', '404'])('reads %s as no posts', async (code) => {
	expect(await fetchCompleteParts(createFailingClient(code), 'p1')).toBeUndefined();
});

test.each([undefined, '408', '429', '500'])('does not read %s as no posts', async (code) => {
	await expect(fetchCompleteParts(createFailingClient(code), 'p1')).rejects.toThrow('No');
});

test('fetches at most ten at a time, whoever calls', async () => {
	let open = 0;
	let most = 0;
	const client = createClient(async () => {
		most = Math.max(most, ++open);
		await new Promise(setImmediate);
		open--;
		return [FIRST];
	});
	await Promise.all(Array.from({ length: 20 }, async () => await fetchCompleteParts(client, 'p1')));
	expect(most).toBe(10);
});
