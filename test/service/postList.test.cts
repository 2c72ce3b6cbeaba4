import { channelOf, connect, DATE, item, request, segment, VIDEO } from './client.cjs';
import { startClocked } from './clocked.cjs';
import type { Values } from './schema.cjs';
import type { Service } from './server.cjs';

const NOW = Date.parse('2030-03-01T12:00:00.000Z');
let service: Service;
const clock = startClocked(NOW, (started) => (service = started));

const send = (posts: unknown[] = [item(service, 'bluesky')], more: Values = {}) =>
	connect(service).post('/posts', request(posts, more));
const list = (startDate: string, endDate: string, more: Values = {}) =>
	connect(service).get('/posts', { params: { startDate, endDate, ...more } });
const sendOne = async (more: Values = {}, entry: unknown = item(service, 'bluesky')) =>
	(await send([entry], more)).data[0].postId as string;

describe('the list', () => {
	test('holds the posts of a window, in the shape of the reference', async () => {
		const id = await sendOne({ tags: [{ value: 'Coffee', label: 'Coffee' }] });
		await sendOne({ date: '2031-01-01T00:00:00.000Z' });
		const { data } = await list('2030-03-04', '2030-03-05T00:00:00.000Z');
		expect(data.posts).toEqual([
			{
				id,
				content: 'Fresh beans',
				publishDate: DATE,
				releaseURL: null,
				releaseId: null,
				state: 'QUEUE',
				intervalInDays: null,
				group: service.state.posts[0].group,
				creationMethod: 'API',
				settings: '{"__type":"bluesky"}',
				tags: [
					{ tag: expect.objectContaining({ id: expect.any(String), name: 'Coffee' }) as object },
				],
				integration: {
					id: channelOf(service, 'bluesky'),
					providerIdentifier: 'bluesky',
					name: 'acme-coffee.bsky.social',
					picture: expect.any(String),
				},
			},
		]);
	});

	test('repeating posts come once per occurrence, from their first date on', async () => {
		const id = await sendOne({ inter: 7 });
		const { data } = await list('2030-03-15T00:00:00.000Z', '2030-03-20T00:00:00.000Z');
		expect(data.posts.map((post: Values) => [post.id, post.publishDate, post.actualDate])).toEqual([
			[id, '2030-03-04T10:00:00.000Z', DATE],
			[id, '2030-03-11T10:00:00.000Z', DATE],
			[id, '2030-03-18T10:00:00.000Z', DATE],
		]);
		expect((await list('2030-01-01', '2030-02-01')).data.posts).toEqual([]);
	});

	test('never comes once a post repeats backwards, until that is deleted', async () => {
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

	test('can be of one group of channels, needs both dates, leaves deleted posts out', async () => {
		const roasters = channelOf(service, 'linkedin', 1);
		await send([
			item(service, 'linkedin'),
			{ ...item(service, 'linkedin'), integration: { id: roasters } },
		]);
		const customer = service.state.groups[1].id;
		const found = (await list('2030-01-01', '2031-01-01', { customer })).data.posts;
		expect(found.map((post: { integration: Values }) => post.integration.id)).toEqual([roasters]);
		await connect(service).delete(`/posts/${found[0].id}`);
		expect((await list('2030-01-01', '2031-01-01', { customer })).data.posts).toEqual([]);
		const refused = await connect(service).get('/posts', { params: { startDate: 'soon' } });
		expect([refused.status, refused.data.message]).toEqual([
			400,
			[
				'startDate must be a valid ISO 8601 date string',
				'endDate must be a valid ISO 8601 date string',
			],
		]);
	});
});

describe('single posts', () => {
	const bare = { statusCode: 500, message: 'Internal server error' };

	test('a delete that worked answers an error, and a bare 500 the second time', async () => {
		const id = await sendOne();
		const answer = await connect(service).delete(`/posts/${id}`);
		expect([answer.status, answer.data]).toEqual([200, { error: true }]);
		expect(service.state.posts[0].deleted).toBe(true);
		for (const gone of [id, 'unknown']) {
			const again = await connect(service).delete(`/posts/${gone}`);
			expect([again.status, again.data]).toEqual([500, bare]);
		}
	});

	test('a group is deleted as a whole, and an unknown one answers the same', async () => {
		await sendOne();
		for (const group of [service.state.posts[0].group, 'unknown']) {
			const { data } = await connect(service).delete(`/posts/group/${group}`);
			expect(data).toEqual({ error: true });
		}
		expect(service.state.posts[0].deleted).toBe(true);
	});

	test('a status can be changed; scheduling a published post sends it out again', async () => {
		const id = await sendOne();
		const put = (status: string) => connect(service).put(`/posts/${id}/status`, { status });
		expect((await put('draft')).data).toEqual({ id, state: 'DRAFT' });
		clock.time = Date.parse(DATE);
		expect(service.state.posts[0].publications).toBe(0);
		expect((await put('schedule')).data).toEqual({ id, state: 'QUEUE' });
		expect(service.state.posts[0].publications).toBe(1);
		await put('schedule');
		expect(service.state.posts[0].publications).toBe(2);
		expect((await put('published')).status).toBe(400);
	});

	test('a status checks nothing, neither rules nor whether the post was deleted', async () => {
		const kick = item(service, 'kick', {}, [segment('a'.repeat(501))]);
		const id = await sendOne({ type: 'draft' }, kick);
		await connect(service).delete(`/posts/${id}`);
		const { data } = await connect(service).put(`/posts/${id}/status`, { status: 'schedule' });
		expect(data).toEqual({ id, state: 'QUEUE' });
	});

	test('the status of a later part is its own', async () => {
		await sendOne({}, item(service, 'bluesky', {}, [segment('one'), segment('two')]));
		const [post] = service.state.posts;
		const { id } = post.parts[1];
		const { data } = await connect(service).put(`/posts/${id}/status`, { status: 'draft' });
		expect(data).toEqual({ id, state: 'DRAFT' });
		expect([post.state, post.parts[1].left?.state]).toEqual(['QUEUE', 'DRAFT']);
	});

	test('settings are merged and checked, while the post waits', async () => {
		const waiting = item(service, 'x', { who_can_reply_post: 'everyone' });
		const id = await sendOne({ inter: 7 }, waiting);
		const put = (target: string, settings: unknown) =>
			connect(service).put(`/posts/${target}/settings`, { settings });
		const answer = await put(id, { made_with_ai: true });
		expect(answer.data).toEqual({ postId: id, publishDate: DATE.slice(0, 19) });
		expect(service.state.posts[0]).toMatchObject({
			settings: { __type: 'x', who_can_reply_post: 'everyone', made_with_ai: true },
			intervalInDays: null,
		});
		const wrong = await put(id, { post_type: 'reel', community: 'x' });
		expect(wrong.data.message).toBe(
			'X: Invalid X community URL. It should be in the format: https://x.com/i/communities/1493446837214187523, post_type must be one of the following values: post, article',
		);
		expect((await put('unknown', {})).status).toBe(404);
		expect((await put(id, 'x')).status).toBe(400);
		clock.time = Date.parse(DATE);
		expect((await put(id, {})).status).toBe(400);
	});

	test('the settings of a reply can not be changed', async () => {
		await sendOne({}, item(service, 'bluesky', {}, [segment('one'), segment('two')]));
		const reply = service.state.posts[0].parts[1].id;
		const answer = await connect(service).put(`/posts/${reply}/settings`, { settings: {} });
		expect(answer.status).toBe(400);
	});

	test('a missing release can be looked up and set once', async () => {
		const settings = {
			privacy_level: 'SELF_ONLY',
			duet: false,
			stitch: false,
			comment: false,
			autoAddMusic: 'no',
			brand_content_toggle: false,
			brand_organic_toggle: false,
			content_posting_method: 'UPLOAD',
		};
		const clip = item(service, 'tiktok', settings, [segment('Pour', [VIDEO])]);
		const id = await sendOne({ type: 'now' }, clip);
		const offered = [{ id: '77', url: 'https://tiktok.example/77' }];
		service.state.missingContent[id] = offered;
		expect((await connect(service).get(`/posts/${id}/missing`)).data).toEqual(offered);
		const put = () => connect(service).put(`/posts/${id}/release-id`, { releaseId: '77' });
		expect((await put()).data).toMatchObject({ id, releaseId: '77' });
		expect((await connect(service).get(`/posts/${id}/missing`)).data).toEqual([]);
		expect((await put()).data).toEqual(bare);
	});
});
