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

// The bodies that a running instance was seen to take and refuse are in recorded/bodies.json.
describe('what is refused', () => {
	const changed = (change: Values) => [{ ...item(service, 'bluesky'), ...change }];

	test.each<[string, () => [unknown[]?, Values?], string]>([
		['a week that is none', () => [undefined, { date: '2030-W60' }], 'date must be a valid'],
		['no such month', () => [undefined, { date: '2030-13-01' }], 'date must be a valid'],
		['an address as tags', () => [undefined, { tags: 'Coffee' }], 'tags must be an array'],
		['a repetition as text', () => [undefined, { inter: 'weekly' }], 'inter must be a number'],
		[
			'a part that is a text',
			() => [changed({ value: ['Tea'] })],
			'posts.0.value.each value in nested property value must be either object or array',
		],
		[
			'settings that are a text',
			() => [changed({ settings: 'x' })],
			'posts.0.nested property settings must be either object or array',
		],
		[
			'a delay as text',
			() => [changed({ value: [{ ...segment('a'), delay: 'later' }] })],
			'posts.0.value.0.delay must be a number',
		],
		[
			'an ending that is only in the query',
			() => [
				changed({ value: [segment('a', [{ id: 'a', path: 'https://a.example/b.tiff?x=.png' }])] }),
			],
			'posts.0.value.0.image.0.File must have a valid extension',
		],
		[
			'the moment of a cover as text',
			() => [changed({ value: [segment('a', [{ ...IMAGE, thumbnailTimestamp: 'x' }])] })],
			'posts.0.value.0.image.0.thumbnailTimestamp must be a number',
		],
	])('%s', async (_case, build, message) => {
		const answer = await send(...build());
		expect([answer.status, answer.data.error]).toEqual([400, 'Bad Request']);
		const messages = answer.data.message as string[];
		expect(messages.filter((text) => text.startsWith(message))).not.toEqual([]);
		expect(service.state.posts).toHaveLength(0);
	});

	test('one bad post refuses all, and is named by its index', async () => {
		const bad = item(service, 'x', { who_can_reply_post: 'nobody' });
		const answer = await send([item(service, 'bluesky'), bad]);
		expect(answer.data.message).toEqual([
			'posts.1.settings.who_can_reply_post must be one of the following values: everyone, following, mentionedUsers, subscribers, verified',
		]);
		const long = item(service, 'bluesky', {}, [segment('ok'), segment('a'.repeat(301))]);
		const second = await send([item(service, 'bluesky'), long]);
		expect(second.data).toEqual({
			statusCode: 400,
			provider: 'bluesky',
			name: 'acme-coffee.bsky.social',
			message: 'post is too long, please fix it',
		});
		expect(service.state.posts).toHaveLength(0);
	});

	test('an unknown channel is reported by its id', async () => {
		const stranger = { ...item(service, 'bluesky'), integration: { id: 'stranger' } };
		const answer = await send([stranger]);
		expect([answer.status, answer.data.message]).toEqual([
			400,
			'Integration with id stranger not found',
		]);
	});

	test.each(['', '  \n', '<p></p>'])(
		'content %j without an image, in a draft too',
		async (content) => {
			const empty = item(service, 'bluesky', {}, [segment(content)]);
			const answer = await send([empty], { type: 'draft' });
			expect(answer.data.message).toEqual([
				'posts.0.value.0. If images do not exist, content must be a non-empty string.',
			]);
			const withImage = item(service, 'bluesky', {}, [segment(content, [IMAGE])]);
			expect((await send([withImage])).status).toBe(201);
		},
	);

	test('a body that is no JSON', async () => {
		const answer = await connect(service).post('/posts', '{"type":', {
			headers: { 'content-type': 'application/json' },
			transformRequest: (data) => data,
		});
		expect([answer.status, answer.data.statusCode]).toEqual([400, 400]);
	});
});

describe('what is taken', () => {
	test('the name of another network, which becomes the channel’s', async () => {
		const entry = { ...item(service, 'bluesky'), settings: { __type: 'warpcast' } };
		expect((await send([entry])).status).toBe(201);
		expect(service.state.posts[0].settings).toEqual({ __type: 'bluesky' });
		expect(service.state.posts[0].received.item).toEqual(entry);
	});

	test.each([
		['2030-03-04T10:00:00', DATE],
		['2030-03-04T11:00:00+01:00', DATE],
		['2030-03-04', '2030-03-04T00:00:00.000Z'],
	])('the date %s, as %s', async (date, kept) => {
		await sendOne({ date });
		expect(service.state.posts[0].publishDate).toBe(kept);
	});

	test('texts where numbers and switches are wanted, as what they can be', async () => {
		const value = [segment('one'), { ...segment('two'), delay: '5' }];
		await send([item(service, 'bluesky', {}, value)], { inter: '7', shortLink: 'false' });
		const [post] = service.state.posts;
		expect([post.intervalInDays, post.parts[1].delay]).toEqual([7, 5]);
	});

	test('a delay of half a minute, as none', async () => {
		const value = [segment('one'), { ...segment('two'), delay: 0.5 }];
		await send([item(service, 'bluesky', {}, value)]);
		expect(service.state.posts[0].parts[1].delay).toBe(0);
	});

	test('an unknown type and an unknown key', async () => {
		await sendOne({ type: 'later', foo: 1 });
		expect(service.state.posts[0].state).toBe('QUEUE');
	});
});

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
