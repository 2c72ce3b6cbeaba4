import type { StoredPost } from '../../service/state.cjs';
import { jsonItems, runNode, type NodeRunOptions } from '../support/harness.cjs';
import { bytesRead, postById, storeDaily, storePost, updatePost } from '../support/posts.cjs';
import { callsOf, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KB = 1024;
/** What the list of the channels has at most, in bytes. */
const CHANNELS = 16 * KB;
const since = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const addPost = (hours: number, more: Partial<StoredPost> = {}) =>
	storePost(
		service,
		service.state.channels.find(({ identifier }) => identifier === 'bluesky')!,
		{ publishDate: new Date(Date.now() + hours * HOUR_MS).toISOString(), ...more },
	);
const get = async (id: string, options: Partial<NodeRunOptions> = {}) =>
	await runNode({
		service,
		parameters: { resource: 'post', operation: 'get', ...postById(id) },
		...options,
	});
const preview = (id: string) => `GET /public/posts/${id}`;

test('one post among 200 that repeat daily takes two requests', async () => {
	storeDaily(service, 200, since(0));
	const { id } = addPost(36);
	expect((await get(id)).output[0][0].json.postId).toBe(id);
	expect(callsOf(service)).toEqual([preview(id), 'GET /integrations']);
	expect(bytesRead(service)).toBeLessThan(CHANNELS + 2 * KB);
});

test('published ones among posts that have repeated for years are read without their list, which is given up once', async () => {
	storeDaily(service, 60, since(3 * 365));
	const posts = [-24, -24 * 9].map((hours) =>
		addPost(hours, { state: 'PUBLISHED', releaseId: 'first' }),
	);
	const items = jsonItems(posts.map(({ id }) => ({ id })));
	const { output, error } = await get('={{ $json.id }}', { items });
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => [json.postId, json.releaseId, json.missing])).toEqual(
		posts.map(({ id }) => [id, null, ['releaseId']]),
	);
	// Together, and then the first one alone.
	expect(callsOf(service).filter((call) => call === 'GET /posts')).toHaveLength(2);
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
