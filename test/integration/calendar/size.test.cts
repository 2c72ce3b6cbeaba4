import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../../service/server.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { jsonItems, runNode, type NodeRunOptions } from '../support/harness.cjs';
import { bytesRead, postById, storeDaily, storePost, updatePost } from '../support/posts.cjs';
import { callsOf, useOwnServices, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });
const start = useOwnServices();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KB = 1024;
/** What the list of the channels has at most, in bytes. */
const CHANNELS = 16 * KB;
const OUT = { state: 'PUBLISHED', releaseId: 'first' } as const;
const since = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const addPost = (hours: number, to: Service = service, more: Partial<StoredPost> = {}) =>
	storePost(
		to,
		to.state.channels.find(({ identifier }) => identifier === 'bluesky')!,
		{
			publishDate: new Date(Date.now() + hours * HOUR_MS).toISOString(),
			...more,
		},
	);

const run = async (
	operation: string,
	parameters: INodeParameters,
	options: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		service,
		parameters: { resource: 'post', operation, ...parameters },
		...options,
	});

const get = async (id: string, options: Partial<NodeRunOptions> = {}) =>
	await run('get', postById(id), options);
const preview = (id: string) => `GET /public/posts/${id}`;

test.each([0, 20, 200])('one post among %d that repeat daily takes two requests', async (count) => {
	storeDaily(service, count, since(0));
	const { id } = addPost(36);
	expect((await get(id)).output[0][0].json.postId).toBe(id);
	expect(callsOf(service)).toEqual([preview(id), 'GET /integrations']);
	expect(bytesRead(service)).toBeLessThan(CHANNELS + 2 * KB);
});

test('a published one takes a list more, up to its date', async () => {
	storeDaily(service, 20, since(2));
	const { id, publishDate } = addPost(-24, service, OUT);
	expect((await get(id)).output[0][0].json).toMatchObject({ postId: id, releaseId: 'first' });
	expect(callsOf(service)).toEqual([preview(id), 'GET /integrations', 'GET /posts']);
	const { endDate } = service.requests.at(-1)!.query;
	expect(Date.parse(endDate) - Date.parse(publishDate)).toBe(60_000);
	expect(bytesRead(service)).toBeLessThan(CHANNELS + (3 + 20 * 3) * KB);
});

test('published ones among posts that have repeated for years are read without their list, which is given up once', async () => {
	storeDaily(service, 60, since(3 * 365));
	const posts = [-24, -24 * 9].map((hours) => addPost(hours, service, OUT));
	const items = jsonItems(posts.map(({ id }) => ({ id })));
	const { output, error } = await get('={{ $json.id }}', { items });
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => [json.postId, json.releaseId, json.missing])).toEqual(
		posts.map(({ id }) => [id, null, ['releaseId']]),
	);
	const lists = service.requests.filter(({ path }) => path.endsWith('/v1/posts'));
	// Together, and then the first one alone.
	expect(lists).toHaveLength(2);
});

test('also if it lies many years ahead, or repeats itself', async () => {
	for (const more of [
		{ publishDate: '2099-03-04T10:00:00.000Z' },
		{ publishDate: since(-3), intervalInDays: 2 },
	]) {
		const { id, publishDate } = addPost(1, service, more);
		service.requests.length = 0;
		expect((await get(id)).output[0][0].json).toMatchObject({ postId: id, date: publishDate });
		expect(callsOf(service)).toEqual([preview(id), 'GET /integrations']);
		expect(bytesRead(service)).toBeLessThan(CHANNELS + 3 * KB);
	}
});

test('an unknown ID takes one small request, whatever repeats', async () => {
	storeDaily(service, 200, since(3 * 365));
	for (const operation of ['get', 'update', 'wait']) {
		service.requests.length = 0;
		const more = operation === 'update' ? { updateFields: { content: 'New' } } : {};
		const { error } = await run(operation, { ...postById('mistyped'), ...more });
		expect(error?.message).toBe('Postiz has no post with the ID “mistyped”');
		expect(callsOf(service)).toEqual([preview('mistyped')]);
		expect(bytesRead(service)).toBeLessThan(10);
	}
});

test('a post of others is unknown, after small requests, and nothing of it is shown', async () => {
	storeDaily(service, 20, since(0));
	const [foreign] = service.neighbour.posts;
	foreign.publishDate = since(-1);
	const before = structuredClone(service.neighbour);
	const { error, run: kept } = await get(foreign.id);
	expect(error?.message).toBe(`Postiz has no post with the ID “${foreign.id}”`);
	expect(callsOf(service)).toEqual([
		preview(foreign.id),
		'GET /integrations',
		'GET /posts',
		preview(foreign.id),
	]);
	expect(bytesRead(service)).toBeLessThan(CHANNELS + (3 + 20 * 3) * KB);
	const said = JSON.stringify(kept);
	for (const secret of [foreign.channelId, foreign.group, foreign.parts[0].content]) {
		expect(said).not.toContain(secret);
	}
	expect(service.neighbour).toEqual(before);
});

test('many updates read little, however many posts have repeated for years', async () => {
	storeDaily(service, 200, since(3 * 365));
	const posts = Array.from({ length: 10 }, (_, index) => addPost(24 + index));
	const { error, output } = await updatePost(
		service,
		'={{ $json.id }}',
		{ content: '={{ $json.text }}' },
		{ items: jsonItems(posts.map(({ id }, index) => ({ id, text: `Text ${index}` }))) },
	);
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json.text)).toEqual(posts.map((_post, n) => `Text ${n}`));
	// 200 updates are to stay below 1 MB.
	expect(bytesRead(service)).toBeLessThan((10 / 200) * KB * KB);
});

test('an instance without previews lists one year around, and no further', async () => {
	const own = await start({ missingEndpoints: ['GET /public/posts/{id}'] });
	const { id } = addPost(24 * 300, own);
	const far = addPost(24 * 400, own);
	const options: Partial<NodeRunOptions> = {
		service: own,
		items: jsonItems([id, far.id, 'none', id].map((wanted) => ({ id: wanted }))),
		onError: 'continueRegularOutput',
	};
	const { output } = await get('={{ $json.id }}', options);
	expect(output[0].map(({ json }) => json.error === undefined)).toEqual([true, false, false, true]);
	expect(callsOf(own).filter((call) => call === 'GET /posts')).toHaveLength(1);
	const { startDate, endDate } = own.requests.at(-1)!.query;
	expect(Date.parse(endDate) - Date.parse(startDate)).toBe(2 * 366 * DAY_MS);
});

test('a post that is moved between the two requests is found', async () => {
	const post = addPost(24);
	const earlier = { ...post, publishDate: since(9) };
	service.faults.push({
		match: { path: /public\/posts/ },
		kind: 'wrongJson',
		body: [
			{
				id: post.id,
				content: 'Old',
				image: '[]',
				settings: '{}',
				publishDate: earlier.publishDate,
			},
		],
	});
	const { output } = await get(post.id);
	expect(output[0][0].json).toMatchObject({ postId: post.id, date: post.publishDate });
	expect(callsOf(service)).toEqual([
		preview(post.id),
		'GET /posts',
		preview(post.id),
		'GET /posts',
	]);
});
