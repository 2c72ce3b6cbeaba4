import type { StoredPost } from '../../../../service/state.cjs';
import {
	FUTURE,
	onlyBody,
	postRequests,
	RARELY,
	storePost,
	updatePost,
} from '../../../support/posts.cjs';
import { useService } from '../../../support/useService.cjs';

/** It doesn't know the type `update`. */
const service = useService({ version: '2.11' });

const LATER = '2099-05-06T08:00:00.000Z';

const addPost = (more: Partial<StoredPost> = {}) => storePost(service, 'bluesky', more);
const update = async ({ id }: StoredPost, updateFields: Record<string, unknown>) =>
	await updatePost(service, id, updateFields);
const types = () => postRequests(service).map(({ body }) => (body as { type: string }).type);

test('a post that waits is scheduled anew for its date', async () => {
	const post = addPost({ intervalInDays: RARELY });
	const { error, output } = await update(post, { content: 'New' });
	expect(error).toBeUndefined();
	expect(types()).toEqual(['update', 'schedule']);
	expect(output[0][0].json).toMatchObject({ text: 'New', date: FUTURE, state: 'scheduled' });
	expect(post).toMatchObject({ state: 'QUEUE', publishDate: FUTURE, intervalInDays: RARELY });
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

describe.each(['2.8', '2.11', '2.18', '2.21', '2.23'] as const)(
	'the state alone on %s',
	(version) => {
		const instance = useService({ version, hourlyLimit: 1000 });
		const stored = (more: Partial<StoredPost>) =>
			storePost(
				instance,
				instance.state.channels.find(({ identifier }) => identifier === 'bluesky')!,
				{ text: 'Tea and cake', intervalInDays: RARELY, ...more },
			);

		test('makes a draft a scheduled post, and that a draft again', async () => {
			const post = stored({ state: 'DRAFT' });
			const before = structuredClone(post);
			const there = await updatePost(instance, post.id, { state: 'scheduled' });
			expect(there.error).toBeUndefined();
			expect(there.output[0][0].json).toMatchObject({ state: 'scheduled', changed: ['state'] });
			expect(post).toMatchObject({ state: 'QUEUE', publishDate: FUTURE, publications: 0 });
			const back = await updatePost(instance, post.id, { state: 'draft' });
			expect(back.error).toBeUndefined();
			expect(post).toMatchObject({ state: 'DRAFT', publishDate: FUTURE, intervalInDays: RARELY });
			expect(post.parts.map(({ content }) => content)).toEqual(
				before.parts.map(({ content }) => content),
			);
		});
	},
);
