import { FUTURE, RARELY, storePost, updatePost } from '../../../support/posts.cjs';
import { useService } from '../../../support/useService.cjs';

describe.each(['2.18', '2.21', '2.23'] as const)('the state alone on %s', (version) => {
	const service = useService({ version, hourlyLimit: 1000 });

	test('makes a draft a scheduled post, and that a draft again; before 2.21.7 with a date only', async () => {
		const channel = service.state.channels.find(({ identifier }) => identifier === 'bluesky')!;
		const post = storePost(service, channel, { state: 'DRAFT', intervalInDays: RARELY });
		const there = await updatePost(service, post.id, { state: 'scheduled' });
		if (version === '2.18') {
			expect(there.error?.message).toBe(
				'Post > Update of the State alone needs Postiz 2.21.7 or newer',
			);
			await updatePost(service, post.id, { state: 'scheduled', date: '2099-05-06T08:00:00.000Z' });
			expect(post.state).toBe('QUEUE');
			return;
		}
		expect(there.output[0][0].json).toMatchObject({ state: 'scheduled', changed: 'state' });
		expect(post).toMatchObject({ state: 'QUEUE', publishDate: FUTURE, publications: 0 });
		await updatePost(service, post.id, { state: 'draft' });
		expect(post).toMatchObject({ state: 'DRAFT', publishDate: FUTURE, intervalInDays: RARELY });
	});
});
