import { channelOf, connect, DATE, item, request, segment } from './client.cjs';
import { startClocked } from './clocked.cjs';
import type { Values } from './schema.cjs';
import type { Service } from './server.cjs';

let service: Service;
startClocked(Date.parse('2030-03-01T12:00:00.000Z'), (started) => (service = started));

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
	test('the status of a later part is its own', async () => {
		await sendOne({}, item(service, 'bluesky', {}, [segment('one'), segment('two')]));
		const [post] = service.state.posts;
		const { id } = post.parts[1];
		const { data } = await connect(service).put(`/posts/${id}/status`, { status: 'draft' });
		expect(data).toEqual({ id, state: 'DRAFT' });
		expect([post.state, post.parts[1].left?.state]).toEqual(['QUEUE', 'DRAFT']);
	});

	test('the settings of a reply can not be changed', async () => {
		await sendOne({}, item(service, 'bluesky', {}, [segment('one'), segment('two')]));
		const reply = service.state.posts[0].parts[1].id;
		const answer = await connect(service).put(`/posts/${reply}/settings`, { settings: {} });
		expect(answer.status).toBe(400);
	});
});
