import { channelOf, connect, DATE, IMAGE, item, request, segment } from './client.cjs';
import { startClocked } from './clocked.cjs';
import type { Values } from './schema.cjs';
import type { Service } from './server.cjs';

const NOW = Date.parse('2030-03-01T12:00:00.000Z');
let service: Service;
const clock = startClocked(NOW, (started) => (service = started));

const send = (posts: unknown[] = [item(service, 'bluesky')], more: Values = {}) =>
	connect(service).post('/posts', request(posts, more));
const sendOne = async (more: Values = {}, entry: unknown = item(service, 'bluesky')) =>
	(await send([entry], more)).data[0].postId as string;

describe('what cannot be written', () => {
	const half = '\u{1F375}'.slice(0, 1);
	const thread = (second: Values) => [segment('one'), { ...segment('two'), ...second }];
	const BARE = [500, { statusCode: 500, message: 'Internal server error' }];
	const TOO_MUCH = 2 ** 31;
	const LATER = { date: '2030-03-04T10:20:00.000Z' };
	const AT_HALF_PAST = Date.parse('2030-03-04T10:30:00.000Z');

	test.each<[string, Values, Values]>([
		['half of a character', { content: `Tea ${half}` }, {}],
		['a NUL', { content: 'Tea \0' }, {}],
		['a delay beyond 2^31', { delay: TOO_MUCH }, {}],
		['a repetition beyond 2^31', {}, { inter: TOO_MUCH }],
	])('%s: a bare 500, each time, and nothing of the post', async (_what, change, more) => {
		const bad = item(service, 'bluesky', {}, [{ ...segment('Tea'), ...change }]);
		for (let time = 0; time < 2; time += 1) {
			const { status, data } = await send([bad], more);
			expect([status, data]).toEqual(BARE);
		}
		expect(service.state.posts).toEqual([]);
	});

	test.each<[string, Values]>([
		['half of a character', { content: half }],
		['a NUL', { content: '\0' }],
		['a delay beyond 2^31', { delay: -TOO_MUCH - 1 }],
	])(
		'%s in a later part: the parts before it stand alone, and nothing sends them out',
		async (_what, bad) => {
			const { status, data } = await send([item(service, 'bluesky', {}, thread(bad))], LATER);
			expect([status, data]).toEqual(BARE);
			const [post] = service.state.posts;
			expect(post.parts.map(({ content }) => content)).toEqual(['one']);
			clock.time = Date.parse(DATE) + 1;
			expect(service.state.posts[0].state).toBe('QUEUE');
		},
	);

	test('of a request of several posts, those before it are written, and go out', async () => {
		const bad = item(service, 'bluesky', {}, thread({ content: half }));
		const entries = [item(service, 'telegram'), bad, item(service, 'mastodon')];
		const { status } = await send(entries, LATER);
		expect(status).toBe(500);
		expect(service.state.posts.map(({ identifier }) => identifier)).toEqual([
			'telegram',
			'bluesky',
		]);
		clock.time = AT_HALF_PAST;
		expect(service.state.posts.map(({ state }) => state)).toEqual(['PUBLISHED', 'QUEUE']);
	});

	test('2^31 less one is the most, and both halves together are a character', async () => {
		const most = TOO_MUCH - 1;
		const value = thread({ content: '\u{1F375}', delay: most });
		await sendOne({ inter: most }, item(service, 'bluesky', {}, value));
		expect(service.state.posts[0].parts[1]).toMatchObject({ content: '\u{1F375}', delay: most });
	});
});

describe('what is created', () => {
	test('one answer per post, in the order sent; two for one channel are two posts', async () => {
		const entries = [
			item(service, 'telegram'),
			item(service, 'bluesky'),
			item(service, 'telegram'),
		];
		const answer = await send(entries);
		expect(answer.status).toBe(201);
		expect(answer.data.map(({ integration }: { integration: string }) => integration)).toEqual(
			entries.map(({ integration }) => integration.id),
		);
		expect(new Set(answer.data.map(({ postId }: { postId: string }) => postId)).size).toBe(3);
		expect(new Set(service.state.posts.map(({ group }) => group)).size).toBe(3);
	});

	test('a post keeps what it was sent with, and what its platform is handed', async () => {
		const value = [
			{
				content: '<p>Fresh <strong>beans</strong></p><p>now</p>',
				image: [{ ...IMAGE, alt: 'Cup' }],
			},
			{ content: 'second & last', image: [], delay: 5 },
		];
		const body = request([item(service, 'bluesky', {}, value)], {
			inter: 7,
			creationMethod: 'WORKFLOW',
			tags: [
				{ value: 'x', label: 'Coffee' },
				{ value: 'Launch', label: 'Unheard of' },
			],
		});
		await connect(service).post('/posts', body);
		const [post] = service.state.posts;
		expect(post).toMatchObject({
			channelId: channelOf(service, 'bluesky'),
			identifier: 'bluesky',
			state: 'QUEUE',
			publishDate: DATE,
			intervalInDays: 7,
			creationMethod: 'WORKFLOW',
			releaseURL: null,
			received: { item: body.posts[0], request: body },
		});
		expect(post.tags.map((id) => service.state.tags.find((tag) => tag.id === id)!.name)).toEqual([
			'Coffee',
		]);
		expect(post.parts.map(({ published, delay }) => [published, delay])).toEqual([
			['Fresh 𝗯𝗲𝗮𝗻𝘀\nnow', 0],
			['second & last', 5],
		]);
		expect(service.requests[0]).toMatchObject({
			method: 'POST',
			path: '/api/public/v1/posts',
			body,
			status: 201,
			at: NOW,
		});
	});

	test('now ignores its date, a past schedule goes out at once, a draft stays', async () => {
		const past = '2020-01-01T00:00:00.000Z';
		await sendOne({ type: 'now', date: DATE });
		await sendOne({ date: past });
		await sendOne({ type: 'draft', date: past });
		expect(service.state.posts.map(({ state, publications }) => [state, publications])).toEqual([
			['PUBLISHED', 1],
			['PUBLISHED', 1],
			['DRAFT', 0],
		]);
		expect(service.state.posts[0]).toMatchObject({
			publishDate: new Date(NOW).toISOString(),
			releaseURL: expect.stringMatching(/^https:/),
			releaseId: expect.any(String),
		});
	});

	test('a scheduled post goes out when its time comes', async () => {
		await sendOne();
		clock.time = Date.parse(DATE) - 1;
		expect(service.state.posts[0].state).toBe('QUEUE');
		clock.time += 1;
		expect(service.state.posts[0].state).toBe('PUBLISHED');
		expect(service.state.posts[0].publishedAt).toBe(DATE);
	});

	test('disabled, disconnected and removed channels are taken; their posts stay', async () => {
		const [disabled, disconnected, removed] = service.state.channels
			.filter(({ identifier }) => identifier === 'mastodon' || identifier === 'bluesky')
			.reverse();
		expect(disabled.disabled).toBe(true);
		disconnected.disconnected = true;
		removed.deleted = true;
		const entries = [disabled, disconnected, removed].map(({ id, identifier }) => ({
			...item(service, identifier),
			integration: { id },
		}));
		expect((await send(entries, { type: 'now' })).status).toBe(201);
		expect(service.state.posts.map(({ state }) => state)).toEqual(['QUEUE', 'QUEUE', 'QUEUE']);
	});

	test('tags are matched by their labels, in upper and lower case', async () => {
		await sendOne({ tags: ['Coffee', 'launch'].map((label) => ({ value: 'Event', label })) });
		const { tags } = service.state.posts[0];
		expect(service.state.tags.filter(({ id }) => tags.includes(id))).toMatchObject([
			{ name: 'Coffee' },
		]);
	});

	test('a group that is sent loses its posts and is not kept', async () => {
		await sendOne();
		const { group } = service.state.posts[0];
		await send([{ ...item(service, 'telegram'), group }]);
		expect(service.state.posts[0].deleted).toBe(true);
		expect(service.state.posts[1]).toMatchObject({ deleted: false });
		expect(service.state.posts[1].group).not.toBe(group);
	});
});
