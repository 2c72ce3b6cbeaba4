import type { StoredPost } from '../../../../service/state.cjs';
import { FUTURE, onlyBody, postRequests, storePost, updatePost } from '../../../support/posts.cjs';
import { useService } from '../../../support/useService.cjs';

/** It does not know the type `update`. */
const service = useService({ version: '2.11' });

const LATER = '2099-05-06T08:00:00.000Z';

const addPost = (more: Partial<StoredPost> = {}) =>
	storePost(
		service,
		service.state.channels.find(({ identifier }) => identifier === 'bluesky')!,
		more,
	);
const update = async ({ id }: StoredPost, updateFields: object) =>
	await updatePost(service, id, updateFields);
const types = () => postRequests(service).map(({ body }) => (body as { type: string }).type);

test('a post that waits is scheduled anew for its date', async () => {
	const post = addPost({ intervalInDays: 7 });
	const { error, output } = await update(post, { content: 'New' });
	expect(error).toBeUndefined();
	expect(types()).toEqual(['update', 'schedule']);
	expect(output[0][0].json).toMatchObject({ text: 'New', date: FUTURE, state: 'scheduled' });
	expect(post).toMatchObject({ state: 'QUEUE', publishDate: FUTURE, intervalInDays: 7 });
});

test.each<[string, Partial<StoredPost>, RegExp]>([
	['a failed one', { state: 'ERROR' }, /older than 2\.13 and cannot change a failed post/],
	[
		'one whose date has passed',
		{ publishDate: new Date(Date.now() - 3_600_000 * 24).toISOString(), goesOutAt: null },
		/older than 2\.13 and cannot change a post whose date has passed/,
	],
])('%s is left alone, as it would be published', async (_what, more, message) => {
	const post = addPost(more);
	const before = structuredClone(post);
	const { error } = await update(post, { content: 'New' });
	expect(error).toMatchObject({
		message: expect.stringMatching(message),
		description: expect.stringContaining('Enter a new Date, to publish it then, or update Postiz.'),
	});
	expect(post).toEqual(before);
});

test('a failed one with a new date, and a draft, are changed as ever', async () => {
	await update(addPost({ state: 'ERROR' }), { date: LATER });
	expect(onlyBody(service)).toMatchObject({ type: 'schedule', date: LATER });
	service.requests.length = 0;
	await update(addPost({ state: 'DRAFT' }), { content: 'New' });
	expect(onlyBody(service)).toMatchObject({ type: 'draft' });
});
