import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { channelOf, connect, item, request } from '../../../service/client.cjs';
import {
	callListSearch,
	errorSaying,
	hintsOf,
	jsonItems,
	runNode,
	type NodeRun,
	type NodeRunOptions,
} from '../../support/harness.cjs';
import { byId, FUTURE } from '../../support/posts.cjs';
import { useOwnServices, useService } from '../../support/useService.cjs';

const DAY_MS = 86_400_000;

const service = useService();
const start = useOwnServices();

const run = async (
	operation: 'channel' | 'post',
	parameters: INodeParameters,
	options: Partial<NodeRunOptions> = {},
): Promise<NodeRun> =>
	await runNode({
		service,
		parameters: { resource: 'analytics', operation, ...parameters },
		...options,
	});

const ofChannel = async (
	id: string,
	parameters: INodeParameters = {},
	options?: Partial<NodeRunOptions>,
) => await run('channel', { ...byId(id), ...parameters }, options);

const ofPost = async (
	id: string,
	parameters: INodeParameters = {},
	options?: Partial<NodeRunOptions>,
) => await run('post', { postId: { __rl: true, mode: 'id', value: id }, ...parameters }, options);

const rows = ({ output }: NodeRun) => output[0].map(({ json }) => json);

/** The next answer with figures. */
const answerWith = (body: unknown) =>
	service.faults.push({ match: { path: /\/analytics\// }, kind: 'wrongJson', body });

/** A post that went out. */
async function publishedPost(identifier = 'linkedin'): Promise<string> {
	const { data } = await connect(service).post(
		'/posts',
		request([item(service, identifier)], { type: 'now' }),
	);
	expect(service.state.posts.at(-1)?.state).toBe('PUBLISHED');
	service.requests.length = 0;
	return data[0].postId;
}

describe('Get Channel Analytics', () => {
	test('returns an item per metric, its figures as numbers, with the channel', async () => {
		const id = channelOf(service, 'x');
		const result = await ofChannel(id);
		expect(result.error).toBeUndefined();
		expect(rows(result)).toEqual(
			['Impressions', 'Likes', 'Comments'].map((label) => ({
				channelId: id,
				label,
				percentageChange: expect.any(Number),
				data: Array.from({ length: 7 }, (_, index) => ({
					date: new Date(Date.now() - (6 - index) * DAY_MS).toISOString().slice(0, 10),
					total: expect.any(Number),
				})),
			})),
		);
		expect(service.requests).toMatchObject([
			{ method: 'GET', path: `/api/public/v1/analytics/${id}`, query: { date: '7' } },
		]);
		expect(hintsOf(result)).toEqual([]);
	});

	test('returns an item per metric and day', async () => {
		const id = channelOf(service, 'x');
		const result = rows(await ofChannel(id, { output: 'day', period: 30 }));
		expect(result).toHaveLength(90);
		expect(result[0]).toEqual({
			channelId: id,
			label: 'Impressions',
			percentageChange: expect.any(Number),
			date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
			total: expect.any(Number),
		});
		expect(service.requests).toMatchObject([{ query: { date: '30' } }]);
	});

	test.each<[INodeParameters, string]>([
		[{ period: 7 }, '7'],
		[{ period: 90 }, '90'],
		[{ period: '={{ "30" }}' }, '30'],
		[{ period: '={{ 21 }}' }, '21'],
		[{ period: 'custom' }, '14'],
		[{ period: 'custom', days: 365 }, '365'],
		[{ period: 'custom', days: '={{ "3" }}' }, '3'],
	])('the period %j is %s days', async (parameters, date) => {
		await ofChannel(channelOf(service, 'x'), parameters);
		expect(service.requests).toMatchObject([{ query: { date } }]);
	});

	test('a channel without figures returns no items and says so', async () => {
		const ids = ['telegram', 'nostr'].map((identifier) => channelOf(service, identifier));
		const result = await ofChannel(
			'={{ $json.id }}',
			{},
			{ items: jsonItems([...ids, ids[0], channelOf(service, 'x')].map((id) => ({ id }))) },
		);
		expect(result.error).toBeUndefined();
		expect(result.output[0].map(({ pairedItem }) => pairedItem)).toEqual(
			Array(3).fill({ item: 3 }),
		);
		expect(hintsOf(result)).toEqual([
			`Postiz has no figures of this period for the channel “${ids[0]}”, “${ids[1]}”. Not every network has figures, and new channels have none yet.`,
		]);
	});

	test('many channels without figures are counted', async () => {
		const result = await ofChannel(
			'={{ $json.id }}',
			{},
			{
				items: jsonItems(
					['telegram', 'nostr', 'vk', 'kick', 'bluesky'].map((name) => ({
						id: channelOf(service, name),
					})),
				),
			},
		);
		expect(rows(result)).toEqual([]);
		expect(hintsOf(result)).toEqual([expect.stringContaining('” and 2 more. Not every')]);
	});

	test('is asked once for items that want the same', async () => {
		const [x, linkedin] = ['x', 'linkedin'].map((name) => channelOf(service, name));
		const rowsWanted = [
			{ id: x, days: 7 },
			{ id: linkedin, days: 7 },
			{ id: x, days: 7 },
			{ id: x, days: 30 },
		];
		const result = await ofChannel(
			'={{ $json.id }}',
			{ period: '={{ $json.days }}' },
			{ items: jsonItems(rowsWanted) },
		);
		expect(result.output[0].map(({ json, pairedItem }) => [json.channelId, pairedItem])).toEqual(
			rowsWanted.flatMap(({ id }, index) => Array(3).fill([id, { item: index }])),
		);
		expect(service.requests).toHaveLength(3);
	});

	test('the picker shows the channels of all networks', async () => {
		const { results } = await callListSearch('searchChannels', {
			service,
			parameters: { resource: 'analytics', operation: 'channel' },
			path: 'parameters.integrationId',
		});
		expect(results).toHaveLength(service.state.channels.length);
	});
});

describe('numbers', () => {
	test.each<[unknown, unknown]>([
		['123', 123],
		['0', 0],
		[' 45.5 ', 45.5],
		['-3', -3],
		[7, 7],
		[0.25, 0.25],
		['', null],
		['  ', null],
		[null, null],
		['n/a', 'n/a'],
		['1,234', '1,234'],
		['12%', '12%'],
		['0x10', '0x10'],
		['1e3', '1e3'],
		['Infinity', 'Infinity'],
		['12345678901234567890', '12345678901234567890'],
	])('%j becomes %j', async (entered, expected) => {
		answerWith([
			{ label: 'Likes', data: [{ total: entered, date: '2026-10-01' }], percentageChange: entered },
		]);
		expect(rows(await ofChannel(channelOf(service, 'x'), { output: 'day' }))).toEqual([
			{
				channelId: channelOf(service, 'x'),
				label: 'Likes',
				percentageChange: expected,
				date: '2026-10-01',
				total: expected,
			},
		]);
	});

	test('what else a metric has is handed on, and what it lacks is not made up', async () => {
		answerWith([
			{ label: 'Views', average: true, data: [{ total: '1', date: '2026-10-01', note: 'new' }] },
			{ label: 'Shares' },
		]);
		expect(rows(await ofChannel(channelOf(service, 'x')))).toEqual([
			{
				channelId: channelOf(service, 'x'),
				label: 'Views',
				average: true,
				data: [{ total: 1, date: '2026-10-01', note: 'new' }],
			},
			{ channelId: channelOf(service, 'x'), label: 'Shares', data: [] },
		]);
	});

	test('a metric without days returns no rows by day', async () => {
		answerWith([{ label: 'Shares', data: [] }]);
		const result = await ofChannel(channelOf(service, 'x'), { output: 'day' });
		expect(rows(result)).toEqual([]);
		expect(hintsOf(result)).toHaveLength(1);
	});
});

describe('Get Post Analytics', () => {
	test('returns an item per metric, with the post', async () => {
		const id = await publishedPost();
		const result = rows(await ofPost(id, { period: 90 }));
		expect(result.map(({ postId, label }) => [postId, label])).toEqual([
			[id, 'Impressions'],
			[id, 'Likes'],
			[id, 'Comments'],
		]);
		expect((result[0].data as IDataObject[]).map(({ total }) => typeof total)).toEqual(
			Array(90).fill('number'),
		);
		expect(service.requests).toMatchObject([
			{ path: `/api/public/v1/analytics/post/${id}`, query: { date: '90' } },
		]);
	});

	test('returns an item per metric and day', async () => {
		const id = await publishedPost();
		const result = rows(await ofPost(id, { output: 'day' }));
		expect(result).toHaveLength(21);
		expect(Object.keys(result[0]).sort()).toEqual(
			['postId', 'label', 'percentageChange', 'date', 'total'].sort(),
		);
	});

	test('a post that is not out yet returns no items and says so', async () => {
		const { data } = await connect(service).post(
			'/posts',
			request([item(service, 'linkedin')], { date: FUTURE }),
		);
		const result = await ofPost(data[0].postId);
		expect(result.error).toBeUndefined();
		expect(rows(result)).toEqual([]);
		expect(hintsOf(result)).toEqual([expect.stringContaining('Only published posts have figures')]);
	});

	test('a post whose content is not known says how to connect it', async () => {
		const id = await publishedPost();
		service.state.posts.at(-1)!.releaseId = 'missing';
		const { error, output } = await ofPost(id);
		expect(output.flat()).toEqual([]);
		expect(error).toMatchObject({
			message: `Postiz does not know which content of its network the post “${id}” became`,
			description: expect.stringMatching(
				/Post > Get Missing Content.*Post > Connect Missing Content/,
			),
		});
		expect(service.requests).toHaveLength(1);
	});

	test('one such post does not stop the others where the workflow is to go on', async () => {
		const missing = await publishedPost();
		service.state.posts.at(-1)!.releaseId = 'missing';
		const id = await publishedPost();
		const { output, error } = await ofPost(
			'={{ $json.id }}',
			{},
			{ items: jsonItems([{ id: missing }, { id }]), onError: 'continueErrorOutput' },
		);
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json.postId)).toEqual([id, id, id]);
		expect(output[1].map(({ json }) => json)).toEqual([
			{
				id: missing,
				error: expect.stringMatching(
					/^Item 1 of 2: Postiz does not know which content.*\. .*Post > Get Missing Content/,
				),
			},
		]);
	});
});

describe('what cannot be asked', () => {
	afterEach(() => expect(service.requests).toEqual([]));

	test.each<[INodeParameters, string]>([
		[{ period: '={{ "year" }}' }, 'Period cannot be “year”'],
		[{ period: '={{ null }}' }, 'Period cannot be “null”'],
		[{ period: '={{ 0 }}' }, 'Period cannot be “0”'],
		[{ period: 'custom', days: '={{ 1.5 }}' }, 'Days cannot be “1.5”'],
		[{ period: 'custom', days: '={{ -1 }}' }, 'Days cannot be “-1”'],
		[{ period: 'custom', days: '={{ "" }}' }, 'Days cannot be “”'],
		[{ output: '={{ "hour" }}' }, 'Output cannot be “hour”'],
	])('%j', async (parameters, message) => {
		const { error } = await ofChannel('some-channel', parameters);
		expect(error).toMatchObject({ message, description: expect.any(String) });
	});

	test.each(['={{ $json.nothing }}', '={{ " " }}', '={{ null }}', '={{ {} }}'])(
		'the ID %s',
		async (id) => {
			expect((await ofChannel(id)).error).toMatchObject({ message: 'Channel is empty' });
			expect((await ofPost(id)).error).toMatchObject({ message: 'Post is empty' });
		},
	);

	test('nothing chosen', async () => {
		expect((await run('channel', {})).error?.message).toContain('Parameter "Channel" is required');
		expect((await run('post', {})).error?.message).toContain('Parameter "Post" is required');
	});
});

describe('what the service answers', () => {
	const HOSTILE = ['a/b', '../posts', 'x?date=1#y', 'ключ é', '%2e%2e%2f', '"; DROP'];

	test.each(HOSTILE)('the ID %s is one part of the path', async (id) => {
		for (const [ask, prefix] of [
			[ofChannel, '/analytics/'],
			[ofPost, '/analytics/post/'],
		] as const) {
			service.requests.length = 0;
			const { error } = await ask(id);
			// Of an unknown post the service has no figures, and says no more.
			if (ask === ofPost) expect(error).toBeUndefined();
			else expect(error?.message).toContain(`“${id}”`);
			expect(service.requests.map(({ path, query }) => [path, query])).toEqual([
				[`/api/public/v1${prefix}${encodeURIComponent(id)}`, { date: '7' }],
			]);
		}
	});

	test('an unknown ID is reported after one request', async () => {
		expect((await ofChannel('gone')).error).toMatchObject({
			message: 'Postiz has no figures for the channel “gone”',
			description: expect.stringContaining('Channel > Get Many'),
			httpCode: '500',
		});
		expect(service.requests).toHaveLength(1);
	});

	test('an older instance is named as the reason', async () => {
		const older = await start({
			missingEndpoints: ['GET /analytics/{id}', 'GET /analytics/post/{id}'],
		});
		for (const ask of [ofChannel, ofPost]) {
			expect((await ask('some-id', {}, { service: older })).error).toMatchObject({
				message: 'This Postiz instance does not have this function',
				httpCode: '404',
			});
		}
	});

	test.each([[{ missing: false }], ['text'], [null], [{ data: [] }]])(
		'%j is no list of figures',
		async (body) => {
			answerWith(body);
			expect((await ofChannel(channelOf(service, 'x'))).error).toMatchObject({
				message: 'The answer of Postiz has no list of figures',
			});
		},
	);

	test('a failing item leaves the others alone, and is asked for again', async () => {
		const id = channelOf(service, 'x');
		service.faults.push({ match: { path: /analytics/ }, kind: 'status', status: 403, body: {} });
		const result = await ofChannel(
			'={{ $json.id }}',
			{},
			{ items: jsonItems([{ id }, { id }]), onError: 'continueRegularOutput' },
		);
		expect(rows(result).map(({ error, channelId }) => error ?? channelId)).toEqual([
			errorSaying('Item 1 of 2: Postiz does not allow this for the account of the credential'),
			id,
			id,
			id,
		]);
		expect(service.requests).toHaveLength(2);
	});
});
