import axios from 'axios';
import { connect, item, request, segment } from './client.cjs';
import { startService, type Service } from './server.cjs';

let service: Service;

beforeAll(async () => {
	service = await startService();
});
afterEach(() => service.reset());
afterAll(() => service.close());

const all = { params: { startDate: '2020-01-01', endDate: '2100-01-01' } };
const idsOf = (rows: Array<{ id: string }>) => rows.map(({ id }) => id);

test('each key opens its own workspace', async () => {
	const [mine, theirs] = [connect(service), connect(service, service.neighbour.apiKey)];
	const { neighbour, state } = service;
	expect(idsOf((await theirs.get('/integrations')).data)).toEqual(idsOf(neighbour.channels));
	expect(idsOf((await theirs.get('/posts', all)).data.posts).sort()).toEqual(
		idsOf(neighbour.posts).sort(),
	);
	expect((await theirs.get('/notifications')).data.total).toBe(0);
	expect((await theirs.get('/groups')).data).toEqual([]);
	expect(idsOf((await mine.get('/integrations')).data)).toEqual(idsOf(state.channels));
	expect((await mine.get('/posts', all)).data.posts).toEqual([]);
});

test('nothing of others is reached by its id, save the preview', async () => {
	const api = connect(service);
	const [{ id, group }] = service.neighbour.posts;
	const [channel] = service.neighbour.channels;
	const statuses = [
		await api.delete(`/posts/${id}`),
		await api.put(`/posts/${id}/status`, { status: 'draft' }),
		await api.put(`/posts/${id}/settings`, { settings: {} }),
		await api.delete(`/integrations/${channel.id}`),
		await api.get(`/integration-settings/${channel.id}`),
		await api.post(`/integration-trigger/${channel.id}`, { methodName: 'x' }),
		await api.get(`/analytics/${channel.id}`, { params: { date: 7 } }),
	].map(({ status }) => status);
	expect(statuses).toEqual([500, 400, 404, 500, 404, 404, 500]);
	await api.delete(`/posts/group/${group}`);
	expect(service.neighbour.posts[0]).toMatchObject({ deleted: false, state: 'QUEUE' });
	const preview = await axios.get(`${service.apiUrl}/public/posts/${id}`);
	expect(preview.data).toMatchObject([{ id, group }]);
});

test('a channel of others cannot be posted to, and their tags do not stick', async () => {
	const [channel] = service.neighbour.channels;
	const entry = { ...item(service, 'bluesky'), integration: { id: channel.id } };
	const refused = await connect(service).post('/posts', request([entry]));
	expect(refused.data.message).toBe(`Integration with id ${channel.id} not found`);
	const tags = [{ value: 'Tea', label: 'Tea' }];
	await connect(service).post('/posts', request([item(service, 'bluesky')], { tags }));
	expect(service.state.posts[0].tags).toEqual([]);
});

test('what they post is theirs, and a reset brings their workspace back', async () => {
	const { neighbour } = service;
	const entry = {
		...item(service, 'bluesky', {}, [segment('Theirs')]),
		integration: { id: neighbour.channels[0].id },
	};
	await connect(service, neighbour.apiKey).post('/posts', request([entry]));
	expect(service.state.posts).toEqual([]);
	expect(neighbour.posts).toHaveLength(3);
	service.reset();
	expect(service.neighbour.posts).toHaveLength(2);
	expect(service.neighbour.apiKey).toBe(neighbour.apiKey);
});
