import { useServiceWithClock } from './useService.cjs';
import {
	findChannelId,
	connect,
	DATE,
	createPostItem,
	createPostRequest,
	createSegment,
} from './client.cjs';
import type { Values } from './schema.cjs';

const NOW = Date.parse('2030-03-01T12:00:00.000Z');
const { service, clock } = useServiceWithClock(NOW);

const send = (posts: unknown[] = [createPostItem(service, 'bluesky')], more: Values = {}) =>
	connect(service).post('/posts', createPostRequest(posts, more));
const sendOne = async (more: Values = {}, entry: unknown = createPostItem(service, 'bluesky')) =>
	(await send([entry], more)).data[0].postId as string;

const list = async (startDate: string, endDate: string, more: Values = {}) => {
	const { data } = await connect(service).get<{ posts: Values[] }>('/posts', {
		params: { startDate, endDate, ...more },
	});
	return data.posts;
};

describe('posts that cannot be stored', () => {
	const half = '\u{1F375}'.slice(0, 1);
	const createThread = (second: Values) => [
		createSegment('one'),
		{ ...createSegment('two'), ...second },
	];
	const BARE = [500, { statusCode: 500, message: 'Internal server error' }];
	const TOO_MUCH = 2 ** 31;
	const LATER = { date: '2030-03-04T10:20:00.000Z' };
	const AT_HALF_PAST = Date.parse('2030-03-04T10:30:00.000Z');

	test.each<{ title: string; change: Values; more: Values }>([
		{ title: 'half of a character', change: { content: `Tea ${half}` }, more: {} },
		{ title: 'a NUL', change: { content: 'Tea \0' }, more: {} },
		{ title: 'a delay beyond 2^31', change: { delay: TOO_MUCH }, more: {} },
		{ title: 'a repetition beyond 2^31', change: {}, more: { inter: TOO_MUCH } },
	])(
		'$title: answers a bare 500 each time, and stores nothing of the post',
		async ({ change, more }) => {
			const bad = createPostItem(service, 'bluesky', {}, [{ ...createSegment('Tea'), ...change }]);
			for (let time = 0; time < 2; time += 1) {
				const { status, data } = await send([bad], more);
				expect([status, data]).toEqual(BARE);
			}
			expect(service.state.posts).toEqual([]);
		},
	);

	test.each<[string, Values]>([
		['half of a character', { content: half }],
		['a NUL', { content: '\0' }],
		['a delay beyond 2^31', { delay: -TOO_MUCH - 1 }],
	])(
		'%s in a later part: stores the parts before it, and never publishes them',
		async (_what, bad) => {
			const { status, data } = await send(
				[createPostItem(service, 'bluesky', {}, createThread(bad))],
				LATER,
			);
			expect([status, data]).toEqual(BARE);
			const [post] = service.state.posts;
			expect(post.parts.map(({ content }) => content)).toEqual(['one']);
			clock.time = Date.parse(DATE) + 1;
			expect(service.state.posts[0].state).toBe('QUEUE');
		},
	);

	test('stores and publishes the posts before it in the same request', async () => {
		const bad = createPostItem(service, 'bluesky', {}, createThread({ content: half }));
		const entries = [createPostItem(service, 'telegram'), bad, createPostItem(service, 'mastodon')];
		const { status } = await send(entries, LATER);
		expect(status).toBe(500);
		expect(service.state.posts.map(({ identifier }) => identifier)).toEqual([
			'telegram',
			'bluesky',
		]);
		clock.time = AT_HALF_PAST;
		expect(service.state.posts.map(({ state }) => state)).toEqual(['PUBLISHED', 'QUEUE']);
	});

	test('accepts numbers up to 2^31 − 1, and complete surrogate pairs', async () => {
		const most = TOO_MUCH - 1;
		const value = createThread({ content: '\u{1F375}', delay: most });
		await sendOne({ inter: most }, createPostItem(service, 'bluesky', {}, value));
		expect(service.state.posts[0].parts[1]).toMatchObject({ content: '\u{1F375}', delay: most });
	});
});

test('finds tags by their exact label, and keeps how a post was created', async () => {
	const tags = [
		{ value: 'x', label: 'Coffee' },
		{ value: 'Launch', label: 'Unheard of' },
		{ value: 'Event', label: 'launch' },
	];
	await sendOne({ creationMethod: 'WORKFLOW', tags });
	const [post] = service.state.posts;
	expect(post.creationMethod).toBe('WORKFLOW');
	expect(post.tags).toEqual(
		service.state.tags.filter(({ name }) => name === 'Coffee').map(({ id }) => id),
	);
});

describe('the list', () => {
	test('is never answered while a post repeats backwards', async () => {
		const id = await sendOne({ inter: -1 });
		const call = () =>
			connect(service).get('/posts', {
				params: { startDate: '2035-01-01', endDate: '2035-01-02' },
				timeout: 300,
			});
		await expect(call()).rejects.toMatchObject({ code: 'ECONNABORTED' });
		await connect(service).delete(`/posts/${id}`);
		expect((await call()).status).toBe(200);
	});

	test('can be filtered by group, and omits deleted posts', async () => {
		const roasters = findChannelId(service, 'linkedin', 1);
		const theirs = { ...createPostItem(service, 'linkedin'), integration: { id: roasters } };
		await send([createPostItem(service, 'linkedin'), theirs]);
		const customer = service.state.groups[1].id;
		const found = await list('2030-01-01', '2031-01-01', { customer });
		expect(found.map(({ integration }) => integration)).toMatchObject([{ id: roasters }]);
		await connect(service).delete(`/posts/${String(found[0].id)}`);
		expect(await list('2030-01-01', '2031-01-01', { customer })).toEqual([]);
	});
});

test('a later part has no settings to change', async () => {
	await sendOne(
		{},
		createPostItem(service, 'bluesky', {}, [createSegment('one'), createSegment('two')]),
	);
	const { id } = service.state.posts[0].parts[1];
	const { status } = await connect(service).put(`/posts/${id}/settings`, { settings: {} });
	expect(status).toBe(400);
});
