import { channelOf, connect, DATE, item, request } from './client.cjs';
import { providers } from './providers.cjs';
import { startService, type Service } from './server.cjs';

const NOW = '2030-03-04T08:30:00.000Z';
const clock = { time: Date.parse(NOW) };
let service: Service;

beforeAll(async () => {
	service = await startService({ now: () => clock.time });
});
afterEach(() => service.reset());
afterAll(() => service.close());

const get = (path: string, params = {}) => connect(service).get(path, { params });
const trigger = (identifier: string, methodName: string, data?: object) =>
	connect(service).post(`/integration-trigger/${channelOf(service, identifier)}`, {
		methodName,
		data,
	});

describe('channels and groups', () => {
	test('there is a channel of every provider, in the shape of the reference', async () => {
		const { data } = await get('/integrations');
		const identifiers = new Set(data.map((channel: { identifier: string }) => channel.identifier));
		const known = Object.keys(providers).filter((identifier) => identifier !== 'warpcast');
		expect([...identifiers].sort()).toEqual(known.sort());
		expect(data.find(({ identifier }: { identifier: string }) => identifier === 'x')).toEqual({
			id: channelOf(service, 'x'),
			name: 'Acme Coffee',
			identifier: 'x',
			picture: expect.stringMatching(/^http.*\.svg$/),
			disabled: false,
			profile: 'acmecoffee',
			customer: { id: expect.any(String), name: 'Acme Coffee' },
		});
		expect(data.filter((channel: { disabled: boolean }) => channel.disabled)).toHaveLength(1);
		expect(data.filter((channel: object) => !('customer' in channel))).toHaveLength(3);
		for (const identifier of ['x', 'linkedin', 'facebook', 'instagram'])
			expect(channelOf(service, identifier, 1)).not.toBe(channelOf(service, identifier));
	});

	test('the ids are the same in every new workspace', async () => {
		const other = await startService();
		await other.close();
		expect(other.state.channels.map(({ id }) => id)).toEqual(
			service.state.channels.map(({ id }) => id),
		);
	});

	test('a group filters its channels', async () => {
		const groups = (await get('/groups')).data as Array<{ id: string; name: string }>;
		expect(groups.map(({ name }) => name)).toEqual(['Acme Coffee', 'Acme Roasters']);
		const { data } = await get('/integrations', { group: groups[1].id });
		expect(data).toHaveLength(4);
		expect(new Set(data.map(({ name }: { name: string }) => name))).toEqual(
			new Set(['Acme Roasters']),
		);
	});

	test('removing a channel returns its whole row and takes its posts along', async () => {
		const id = channelOf(service, 'bluesky');
		await connect(service).post('/posts', request([item(service, 'bluesky')]));
		const removed = await connect(service).delete(`/integrations/${id}`);
		expect(removed.status).toBe(200);
		expect(removed.data).toMatchObject({ id, token: 'network-token-of-bluesky' });
		expect(service.state.posts[0].deleted).toBe(true);
		const left = (await get('/integrations')).data as Array<{ id: string }>;
		expect(left.some((channel) => channel.id === id)).toBe(false);
		expect((await connect(service).delete(`/integrations/${id}`)).status).toBe(500);
		expect((await connect(service).delete('/integrations/unknown')).data).toEqual({
			statusCode: 500,
			message: 'Internal server error',
		});
	});

	test('the page to connect a channel; not where a server address is needed', async () => {
		const { status, data } = await get('/social/x', { refresh: 'abc' });
		expect([status, data.url]).toEqual([200, `${service.origin}/connect/x?refresh=abc`]);
		expect((await get('/social/wordpress')).status).toBe(400);
		const unknown = await get('/social/nothing');
		expect([unknown.status, unknown.data]).toEqual([400, { msg: 'Integration not allowed' }]);
	});
});

describe('find-slot', () => {
	const slotOf = (id: string) => get(`/find-slot/${id}`);

	test('returns the next time of the schedule that is still free, in UTC without Z', async () => {
		const id = channelOf(service, 'bluesky');
		// Asking keeps no slot: without a post in between, the next one who asks gets the same.
		for (let time = 0; time < 2; time += 1)
			expect((await slotOf(id)).data).toEqual({ date: '2030-03-04T09:00:00' });
		for (const date of ['2030-03-04T09:00:00.000Z', '2030-03-04T15:00:00.000Z'])
			await connect(service).post('/posts', request([item(service, 'bluesky')], { date }));
		expect((await slotOf(id)).data).toEqual({ date: '2030-03-05T09:00:00' });
		expect((await slotOf(channelOf(service, 'x'))).data).toEqual({ date: '2030-03-04T09:00:00' });
		await connect(service).delete(`/posts/${service.state.posts[0].id}`);
		expect((await slotOf(id)).data).toEqual({ date: '2030-03-04T09:00:00' });
	});

	test.each(['unknown', 'disabled'])('never answers for an %s channel', async (kind) => {
		const disabled = service.state.channels.find((channel) => channel.disabled)!.id;
		const id = kind === 'disabled' ? disabled : 'unknown';
		const call = connect(service).get(`/find-slot/${id}`, { timeout: 300 });
		await expect(call).rejects.toMatchObject({ code: 'ECONNABORTED' });
	});

	test('closing the service ends the calls that wait', async () => {
		const other = await startService();
		const call = connect(other).get('/find-slot/unknown');
		call.catch(() => undefined);
		while (other.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
		await other.close();
		await expect(call).rejects.toMatchObject({ code: 'ECONNRESET' });
	});
});

describe('settings and tools', () => {
	test('the settings of a channel come as rules, length, schema and tools', async () => {
		const { data } = await get(`/integration-settings/${channelOf(service, 'pinterest')}`);
		expect(data.output).toEqual({
			rules: expect.any(String),
			maxLength: 500,
			settings: {
				type: 'object',
				properties: expect.objectContaining({
					title: { type: 'string', maxLength: 100 },
				}),
				required: ['board'],
			},
			tools: [{ methodName: 'boards', description: expect.any(String), dataSchema: [] }],
		});
		const none = await get(`/integration-settings/${channelOf(service, 'threads')}`);
		expect(none.data.output).toMatchObject({ settings: expect.any(String), tools: [] });
		const verified = await get(`/integration-settings/${channelOf(service, 'x', 1)}`);
		expect(verified.data.output.maxLength).toBe(4000);
	});

	test('every tool of the table answers rows', async () => {
		const data: Record<string, object> = {
			restrictions: { subreddit: '/r/coffee' },
			label: { id: 'baristas' },
			experiences: { id: 'acme-coffee' },
		};
		for (const [identifier, tools] of Object.entries(service.state.tools)) {
			if (identifier === 'warpcast') continue;
			for (const methodName of Object.keys(tools)) {
				const answer = await trigger(identifier, methodName, data[methodName]);
				expect([identifier, methodName, answer.status]).toEqual([identifier, methodName, 201]);
				expect(Object.keys(answer.data.output).length).toBeGreaterThan(0);
				expect(JSON.stringify(answer.data.output)).not.toContain('"of"');
			}
		}
	});

	test('rows are filtered by a word and by what they belong to', async () => {
		const names = async (...call: Parameters<typeof trigger>) =>
			(await trigger(...call)).data.output.map(
				(row: { name?: string; title: string }) => row.name ?? row.title,
			);
		expect(await names('reddit', 'subreddits', { word: 'ROAST' })).toEqual(['/r/roasting/']);
		expect(await names('lemmy', 'subreddits', { word: 'espresso' })).toEqual(['espresso']);
		expect(await names('skool', 'label', { id: 'baristas' })).toEqual(['News', 'Questions']);
		expect(await names('skool', 'label')).toEqual([]);
		expect(await names('whop', 'experiences', { id: 'acme-roasters' })).toEqual(['Roast Lab']);
		expect(await names('instagram', 'audioSearch', { q: 'coffee', type: 'music' })).toEqual([
			'Coffee House',
		]);
		expect(await names('tiktok-business', 'musicSearch', { genre: 'pop' })).toEqual([
			'Bright Roast',
		]);
	});

	test('the restrictions of a subreddit are one object', async () => {
		const { data } = await trigger('reddit', 'restrictions', { subreddit: '/r/coffee' });
		expect(data.output).toEqual({
			subreddit: '/r/coffee',
			allow: ['self', 'link', 'image'],
			is_flair_required: true,
			flairs: [
				{ id: 'discussion', name: 'Discussion' },
				{ id: 'question', name: 'Question' },
			],
		});
	});

	test('an unknown tool, a disconnected channel, an empty and a failing tool', async () => {
		expect((await trigger('discord', 'nothing')).status).toBe(404);
		expect((await trigger('discord', 'constructor')).status).toBe(404);
		const { tools, channels } = service.state;
		tools.discord.channels.rows = [];
		expect((await trigger('discord', 'channels')).data).toEqual({ output: [] });
		tools.discord.channels.fail = { status: 400, message: 'Discord did not answer' };
		const failed = await trigger('discord', 'channels');
		expect([failed.status, failed.data.message]).toEqual([400, 'Discord did not answer']);
		channels.find(({ identifier }) => identifier === 'discord')!.disconnected = true;
		expect((await trigger('discord', 'channels')).status).toBe(401);
	});
});

describe('metrics', () => {
	test('analytics of a channel: one row per label, one number per day', async () => {
		const { data } = await get(`/analytics/${channelOf(service, 'x')}`, { date: 7 });
		expect(data).toHaveLength(3);
		expect(data[0]).toEqual({
			label: 'Impressions',
			data: expect.arrayContaining([
				{ total: expect.stringMatching(/^\d+$/), date: NOW.slice(0, 10) },
			]),
			percentageChange: expect.any(Number),
		});
		expect(data[0].data).toHaveLength(7);
		expect((await get(`/analytics/${channelOf(service, 'telegram')}`, { date: 7 })).data).toEqual(
			[],
		);
		expect((await get(`/analytics/${channelOf(service, 'x')}`)).data).toEqual([]);
		expect((await get('/analytics/unknown', { date: 7 })).status).toBe(500);
	});

	test('analytics of a post: metrics once it is out, or that its id is missing', async () => {
		const sent = await connect(service).post('/posts', request([item(service, 'linkedin')]));
		const path = `/analytics/post/${sent.data[0].postId}`;
		expect((await get(path, { date: 30 })).data).toEqual([]);
		clock.time = Date.parse(DATE);
		expect((await get(path, { date: 30 })).data).toHaveLength(3);
		service.state.posts[0].releaseId = 'missing';
		expect((await get(path, { date: 30 })).data).toEqual({ missing: true });
		clock.time = Date.parse(NOW);
	});

	test('notifications come in pages of a hundred', async () => {
		const first = (await get('/notifications')).data;
		expect(first).toMatchObject({ total: 130, page: 0, limit: 100, hasMore: true });
		expect(first.notifications).toHaveLength(100);
		expect(first.notifications[0]).toEqual({
			id: expect.any(String),
			content: expect.any(String),
			link: expect.any(String),
			createdAt: expect.stringMatching(/Z$/),
		});
		const second = (await get('/notifications', { page: 1 })).data;
		expect(second).toMatchObject({ page: 1, hasMore: false });
		expect(second.notifications).toHaveLength(30);
		expect((await get('/notifications', { page: -1 })).status).toBe(400);
	});
});
