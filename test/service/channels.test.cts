import { useService } from './useService.cjs';
import {
	findChannelId,
	connect,
	findChannel,
	createPostItem,
	createPostRequest,
} from './client.cjs';
import { startService } from './server.cjs';

const NOW = '2030-03-04T08:30:00.000Z';
const clock = { time: Date.parse(NOW) };
const service = useService({ now: () => clock.time });

const get = (path: string, params = {}) => connect(service).get(path, { params });

describe('channels and groups', () => {
	test('removing a channel returns its whole row and deletes its posts', async () => {
		const id = findChannelId(service, 'bluesky');
		await connect(service).post('/posts', createPostRequest([createPostItem(service, 'bluesky')]));
		const removed = await connect(service).delete(`/integrations/${id}`);
		expect(removed.status).toBe(200);
		expect(removed.data).toMatchObject({ id, token: 'network-token-of-bluesky' });
		expect(service.state.posts[0].deleted).toBe(true);
		const left = (await get('/integrations')).data as Array<{ id: string }>;
		expect(left.some((channel) => channel.id === id)).toBe(false);
		expect((await connect(service).delete(`/integrations/${id}`)).status).toBe(500);
		expect((await connect(service).delete('/integrations/unknown')).data).toEqual({
			statusCode: 500,
			message: 'Internal server error',
		});
	});
});

describe('find-slot', () => {
	const findSlot = (id: string) => get(`/find-slot/${id}`);

	test('returns the next time of the schedule that is still free, in UTC without Z', async () => {
		const id = findChannelId(service, 'bluesky');
		// Asking keeps no slot: without a post in between, the next one who asks gets the same.
		for (let time = 0; time < 2; time += 1)
			expect((await findSlot(id)).data).toEqual({ date: '2030-03-04T09:00:00' });
		for (const date of ['2030-03-04T09:00:00.000Z', '2030-03-04T15:00:00.000Z'])
			await connect(service).post(
				'/posts',
				createPostRequest([createPostItem(service, 'bluesky')], { date }),
			);
		expect((await findSlot(id)).data).toEqual({ date: '2030-03-05T09:00:00' });
		expect((await findSlot(findChannelId(service, 'x'))).data).toEqual({
			date: '2030-03-04T09:00:00',
		});
		await connect(service).delete(`/posts/${service.state.posts[0].id}`);
		expect((await findSlot(id)).data).toEqual({ date: '2030-03-04T09:00:00' });
	});

	test.each<[string, () => string]>([
		['a disabled channel', () => service.state.channels.find(({ disabled }) => disabled)!.id],
		[
			'a channel whose posting times are empty',
			() => {
				const channel = findChannel(service, 'x');
				channel.schedule = [];
				return channel.id;
			},
		],
	])('never answers for %s', async (_what, idOf) => {
		const id = idOf();
		const call = connect(service).get(`/find-slot/${id}`, { timeout: 300 });
		await expect(call).rejects.toMatchObject({ code: 'ECONNABORTED' });
	});

	test('closing the service ends waiting calls', async () => {
		const other = await startService();
		const call = connect(other).get('/find-slot/unknown');
		call.catch(() => undefined);
		while (other.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
		await other.close();
		await expect(call).rejects.toMatchObject({ code: 'ECONNRESET' });
	});
});
