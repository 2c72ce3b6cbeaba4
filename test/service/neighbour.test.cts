import { useService } from './useService.cjs';
import { connect, item, request, segment } from './client.cjs';

const service = useService();

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
