import { connect, DATE, createPostItem, createPostRequest } from './client.cjs';
import { startService } from './server.cjs';

test('moving its clock publishes due posts, and dates new posts and answers', async () => {
	const service = await startService();
	const send = async () =>
		await connect(service).post('/posts', createPostRequest([createPostItem(service, 'bluesky')]));
	await send();
	service.advance(Date.parse(DATE) - Date.now());
	const { data, headers } = await send();
	const { posts } = service.state;
	await service.close();
	expect(posts[0].state).toBe('PUBLISHED');
	expect(Math.abs(Date.parse(headers.date as string) - Date.parse(DATE))).toBeLessThan(60_000);
	expect(parseInt(data[0].postId.slice(1, 9), 36)).toBeGreaterThanOrEqual(Date.parse(DATE));
});
