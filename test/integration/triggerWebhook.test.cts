import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PostizWebhookTrigger } from '../../nodes/PostizWebhookTrigger/PostizWebhookTrigger.node';
import { channelOf, connect, item, request } from '../service/client.cjs';
import { newId, type StoredPost } from '../service/state.cjs';
import { ActiveTrigger, type TriggerOptions, type WebhookRun } from './triggerHarness.cjs';
import { useService } from './useService.cjs';

const HOUR = 3_600_000;

const service = useService();
afterEach(() => jest.restoreAllMocks());

const withCredential = (parameters: INodeParameters = {}, authentication?: 'oAuth2') =>
	new ActiveTrigger({ node: new PostizWebhookTrigger(), service, parameters, authentication });
const withoutCredential = (
	parameters: INodeParameters = {},
	more: Pick<TriggerOptions, 'staticData' | 'workflowId'> = {},
) =>
	new ActiveTrigger({
		node: new PostizWebhookTrigger(),
		parameters: { confirm: false, ...parameters },
		...more,
	});

/** A post that the service has just published. */
async function publish(identifier = 'bluesky'): Promise<StoredPost> {
	const api = connect(service);
	const { data } = await api.post('/posts', request([item(service, identifier)], { type: 'now' }));
	service.requests.length = 0;
	return service.state.posts.find(({ id }) => id === data[0].postId)!;
}

/** What the service sends for it. */
const call = (post: StoredPost, more: object = {}) => [
	{
		id: post.id,
		content: post.parts[0].content,
		publishDate: post.publishDate,
		releaseURL: post.releaseURL,
		state: post.state,
		integration: {
			id: post.channelId,
			name: 'Acme Coffee',
			providerIdentifier: post.identifier,
			picture: 'https://media.example/1.png',
			type: 'social',
		},
		...more,
	},
];

const RECEIVED = { status: 200, body: 'Received', items: undefined };

describe('confirmed with Postiz', () => {
	test('a real event runs the workflow, with one request', async () => {
		const post = await publish();
		const { status, body, items } = await withCredential().receive(call(post));
		expect({ status, body }).toEqual({ status: 200, body: 'Received' });
		expect(items).toEqual([
			expect.objectContaining({
				event: 'postPublished',
				id: post.id,
				releaseURL: post.releaseURL,
				group: post.group,
				channelName: 'acme-coffee.bsky.social',
				providerName: 'Bluesky',
				settings: { __type: 'bluesky' },
			}),
		]);
		expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /api/public/v1/posts',
		]);
	});

	test('works with OAuth', async () => {
		const post = await publish();
		expect((await withCredential({}, 'oAuth2').receive(call(post))).items).toHaveLength(1);
	});

	test('hands on what Postiz says, not what the call says', async () => {
		const post = await publish();
		const forged = call(post, { content: 'Buy now', releaseURL: 'https://elsewhere.example' });
		const { items } = await withCredential().receive(forged);
		expect(items).toEqual([
			expect.objectContaining({ content: 'Fresh beans', releaseURL: post.releaseURL }),
		]);
	});

	test.each<[string, (post: StoredPost) => void | object]>([
		['of a post that does not exist', () => ({ id: 'made-up' })],
		['of a post that is a draft', (post) => void (post.state = 'DRAFT')],
		['of a post that failed', (post) => void (post.state = 'ERROR')],
		['of a failure that is none', () => ({ state: 'ERROR' })],
		['of a deleted post', (post) => void (post.deleted = true)],
		['with a date far from its own', () => ({ publishDate: '2020-01-01T00:00:00.000Z' })],
	])('an event %s does not', async (_name, change) => {
		const post = await publish();
		const claimed = call(post);
		const more = change(post) ?? {};
		expect(await withCredential().receive([{ ...claimed[0], ...more }])).toEqual(RECEIVED);
	});

	test('a failed post that is announced as such counts as failed', async () => {
		const post = await publish();
		post.state = 'ERROR';
		const { items } = await withCredential().receive(call(post));
		expect(items).toEqual([expect.objectContaining({ event: 'postFailed', id: post.id })]);
	});

	test('an event that comes before Postiz has noted it gets a second look', async () => {
		const post = await publish();
		const claimed = call(post);
		service.faults.push({
			match: { path: /posts/ },
			kind: 'wrongJson',
			body: { posts: [{ id: post.id, publishDate: post.publishDate, state: 'QUEUE' }] },
		});
		const { items } = await withCredential().receive(claimed);
		expect(items).toEqual([expect.objectContaining({ id: post.id, state: 'PUBLISHED' })]);
	}, 15_000);

	test('the right date of a repeating post is handed on, whichever the call says', async () => {
		const post = await publish();
		const today = post.publishDate;
		const first = new Date(Date.parse(today) - 72 * HOUR).toISOString();
		Object.assign(post, { intervalInDays: 1, publishDate: first });
		const trigger = withCredential();
		const { items } = await trigger.receive(call(post));
		expect(items).toEqual([expect.objectContaining({ publishDate: today })]);
		expect(await trigger.receive(call(post, { publishDate: today }))).toEqual(RECEIVED);
		const tomorrow = Date.parse(today) + 24 * HOUR;
		jest.spyOn(Date, 'now').mockReturnValue(tomorrow + 1000);
		expect((await trigger.receive(call(post))).items).toEqual([
			expect.objectContaining({ publishDate: new Date(tomorrow).toISOString() }),
		]);
	});

	test.each([
		'+275760-09-13T00:00:00.000Z',
		'-271821-04-20T00:00:00.000Z',
		'9999-12-31T23:59:59.999Z',
		'0000-01-01',
		'',
	])('an event dated “%s” fails nothing', async (publishDate) => {
		expect(
			await withCredential().receive(call(await publish(), { id: newId(), publishDate })),
		).toEqual(RECEIVED);
		const [{ query }] = service.requests;
		for (const date of [query.startDate, query.endDate]) {
			expect(Math.abs(Date.parse(String(date)) - Date.now())).toBeLessThan(25 * HOUR);
		}
	});

	test('what was not confirmed is not asked about again at once', async () => {
		const post = await publish();
		const trigger = withCredential();
		const madeUp = call(post, { id: newId() });
		for (let copy = 0; copy < 5; copy++) expect(await trigger.receive(madeUp)).toEqual(RECEIVED);
		expect(service.requests).toHaveLength(1);
		expect(trigger.state).toEqual({});
		expect((await trigger.receive(call(post))).items).toHaveLength(1);
	});

	test('a post that Postiz lists late is asked about again after a minute', async () => {
		const post = await publish();
		const trigger = withCredential();
		service.faults.push({ match: { path: /posts/ }, kind: 'wrongJson', body: { posts: [] } });
		expect(await trigger.receive(call(post))).toEqual(RECEIVED);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
		expect((await trigger.receive(call(post))).items).toHaveLength(1);
	});

	test('an old call that is played again runs nothing, however much later', async () => {
		const post = await publish();
		const trigger = withCredential();
		expect((await trigger.receive(call(post))).items).toHaveLength(1);
		const start = Date.now();
		for (const hours of [13, 25, 24 * 20, 24 * 30, 24 * 32, 24 * 400]) {
			jest.spyOn(Date, 'now').mockReturnValue(start + hours * HOUR);
			expect(await trigger.receive(call(post))).toEqual(RECEIVED);
		}
	});

	test('an event that cannot be confirmed fails visibly, and can be sent again', async () => {
		const post = await publish();
		const trigger = withCredential();
		service.faults.push({
			match: { path: /posts/ },
			kind: 'status',
			status: 401,
			body: { msg: 'Invalid API key' },
		});
		await expect(trigger.receive(call(post))).rejects.toThrow(
			'Postiz does not accept this API key',
		);
		expect((await trigger.receive(call(post))).items).toHaveLength(1);
	});

	test('a forged repetition with other words does not run it again', async () => {
		const post = await publish();
		const trigger = withCredential();
		await trigger.receive(call(post, { releaseURL: 'https://elsewhere.example' }));
		expect(await trigger.receive(call(post, { releaseURL: 'https://again.example' }))).toEqual(
			RECEIVED,
		);
	});
});

describe('calls at the same time', () => {
	// n8n gives each call static data of its own, as the database has it at that moment.
	const atOnce = async (create: () => ActiveTrigger, bodies: unknown[]) =>
		await Promise.all(
			bodies.map(async (body, index) => {
				await new Promise((resolve) => setTimeout(resolve, index * 20));
				return await create().receive(body);
			}),
		);
	const started = (runs: WebhookRun[]) => runs.filter(({ items }) => items);
	const slowly = (times: number) =>
		service.faults.push({ match: { path: /posts/ }, kind: 'latency', delay: 200, times });

	test.each<[string, () => ActiveTrigger, number]>([
		['confirmed', () => withCredential(), 1],
		['as they come', () => withoutCredential(), 0],
	])('copies of one event run the workflow once, %s', async (_name, create, requests) => {
		const post = await publish();
		slowly(3);
		const runs = await atOnce(create, [call(post), call(post), call(post)]);
		for (const { status, body } of runs) expect([status, body]).toEqual([200, 'Received']);
		expect(started(runs)).toHaveLength(1);
		expect(service.requests).toHaveLength(requests);
	});

	test('one event in several words runs the workflow once', async () => {
		const post = await publish();
		slowly(2);
		const bodies = ['https://a.example', 'https://b.example'].map((releaseURL) =>
			call(post, { releaseURL }),
		);
		expect(started(await atOnce(() => withCredential(), bodies))).toHaveLength(1);
	});

	test('different events keep what each has noted', async () => {
		const posts = [await publish(), await publish()];
		slowly(2);
		const trigger = withCredential();
		const bodies = posts.map((post) => call(post));
		expect(started(await atOnce(() => withCredential(), bodies))).toHaveLength(2);
		for (const body of bodies) expect(await trigger.receive(body)).toEqual(RECEIVED);
	});
});

describe('taken as they come', () => {
	test('an event runs the workflow without credential or request', async () => {
		const post = await publish();
		const { items } = await withoutCredential().receive(call(post));
		expect(items).toEqual([
			expect.objectContaining({
				event: 'postPublished',
				id: post.id,
				state: 'PUBLISHED',
				content: 'Fresh beans',
				channelId: post.channelId,
				channelName: 'Acme Coffee',
				provider: 'bluesky',
				providerName: 'Bluesky',
			}),
		]);
		expect(service.requests).toEqual([]);
	});

	test('repetitions run it once, also after a restart, and later ones anew', async () => {
		const post = await publish();
		const trigger = withoutCredential();
		expect((await trigger.receive(call(post))).items).toHaveLength(1);
		expect(await trigger.receive(call(post))).toEqual(RECEIVED);
		const inAnotherProcess = withoutCredential(
			{},
			{ staticData: trigger.stored, workflowId: 'new' },
		);
		expect(await inAnotherProcess.receive(call(post))).toEqual(RECEIVED);
		const later = Date.now() + 24 * HOUR;
		jest.spyOn(Date, 'now').mockReturnValue(later);
		expect((await trigger.receive(call(post))).items).toHaveLength(1);
	});
});

describe.each<[string, (parameters: INodeParameters) => ActiveTrigger, (ids: string) => unknown]>([
	['confirmed', withCredential, (id) => [id]],
	['as they come', withoutCredential, (id) => ` ${id} , `],
])('filters, %s', (_name, create, entered) => {
	test('by channel', async () => {
		const trigger = create({ channels: entered(channelOf(service, 'threads')) as string });
		expect(await trigger.receive(call(await publish('bluesky')))).toEqual(RECEIVED);
		// Filtered events cost nothing.
		expect(service.requests).toEqual([]);
		expect((await trigger.receive(call(await publish('threads')))).items).toHaveLength(1);
	});

	test('by network', async () => {
		const trigger = create({ providers: ['threads'] });
		expect(await trigger.receive(call(await publish('bluesky')))).toEqual(RECEIVED);
		expect((await trigger.receive(call(await publish('threads')))).items).toHaveLength(1);
	});
});

test('a call that lies about the channel does not pass the filter', async () => {
	const post = await publish('bluesky');
	const wanted = channelOf(service, 'threads');
	const [event] = call(post);
	const lie = { ...event, integration: { ...event.integration, id: wanted } };
	expect(await withCredential({ channels: [wanted] }).receive([lie])).toEqual(RECEIVED);
});

describe('what is no event of Postiz', () => {
	const BAD = { status: 400, body: { message: 'This is no event of Postiz' }, items: undefined };

	test.each<{ what: string; body: unknown; rawBody?: string }>([
		{ what: 'an empty body', body: {}, rawBody: '' },
		{ what: 'an object', body: { id: 'post-1' } },
		{ what: 'a list without ids', body: [{ content: 'hello' }] },
		{ what: 'a web page', body: '<html><body>Hello</body></html>' },
		{ what: 'a huge body', body: [{ id: 'post-1', content: 'x'.repeat(2_000_000) }] },
	])('is refused: $what', async ({ body, rawBody }) => {
		for (const trigger of [withCredential(), withoutCredential()]) {
			expect(await trigger.receive(body, rawBody)).toEqual(BAD);
			expect(trigger.state).toEqual({} as IDataObject);
		}
		expect(service.requests).toEqual([]);
	});
});
