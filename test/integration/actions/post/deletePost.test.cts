import type { FaultRule } from '../../../service/server.cjs';
import { createJsonItems } from '../../support/harness.cjs';
import { addDays, createPostAdder, createPostLocator, createRunner } from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';

const service = useService();

const HOSTILE_ID = '../integrations?x=1#y';

const run = createRunner(service, 'post');

const addPost = createPostAdder(service);

const LOST = { match: { method: 'DELETE' }, kind: 'status', status: 503 } as const;

describe('Delete', () => {
	const remove = async (...ids: string[]) =>
		await run('delete', createPostLocator('={{ $json.id }}'), {
			items: createJsonItems(ids.map((id) => ({ id }))),
		});
	const listDeletions = () => listCalls(service).filter((call) => call.startsWith('DELETE'));

	test('deletes a group by the first of its IDs, and outputs every deleted post with its item', async () => {
		const post = addPost();
		const { group, publishDate } = post;
		const other = addPost({ group, publishDate }, 'x');
		const silent = addPost({ group, publishDate }, 'telegram');
		const kept = addPost({ publishDate });
		const alone = addPost({ publishDate: addDays(9) });
		const result = await remove(post.id, other.id, alone.id);
		expect(
			result.output[0].map(({ json, pairedItem }) => [json.postId, json.deleted, pairedItem]),
		).toEqual(
			expect.arrayContaining([
				...[post, other, silent].map(({ id }) => [id, true, { item: 0 }]),
				[other.id, true, { item: 1 }],
				[alone.id, true, { item: 2 }],
			]),
		);
		expect(result.output[0]).toHaveLength(5);
		expect([listDeletions().length, kept.deleted]).toEqual([2, false]);
	});

	test('gives items with the same post outputs of their own, which later nodes may change', async () => {
		const { id } = addPost();
		const { output } = await remove(id, id);
		const [first, second] = output[0].map(({ json }) => json);
		expect(second).toEqual(first);
		expect(second).not.toBe(first);
	});

	test('says that published posts stay online', async () => {
		const published = addPost({ state: 'PUBLISHED', releaseURL: 'https://x.com/1' });
		const { output } = await remove(published.id, addPost({}, 'x').id);
		expect(output[0].map(({ json }) => [json.deleted, json.note])).toEqual([
			[true, 'It is still online. Delete it on the network as well.'],
			[true, undefined],
		]);
	});

	test('continues after a failure, and a second run finishes the list', async () => {
		const posts = [addPost(), addPost({}, 'x'), addPost({}, 'telegram')];
		const [first, second, last] = posts.map(({ id }) => id);
		service.faults.push({ ...LOST, skip: 1, times: 3 });
		const { error } = await remove(first, second, last);
		expect(error).toMatchObject({
			message: expect.stringContaining(`whether the post “${second}” was deleted`),
			description: expect.stringMatching(/twice\. The posts of items 0, 2 were deleted\.$/),
		});
		expect(posts.map(({ deleted }) => deleted)).toEqual([true, false, true]);
		const again = await remove(first, second, last);
		expect(again.error?.message).toBe(`Postiz has no post with the ID “${first}”`);
		expect(again.error?.description).toMatch(/ The post of item 1 was deleted\.$/);
		expect(posts.map(({ deleted }) => deleted)).toEqual([true, true, true]);
	});

	test('outputs the whole group again in the next attempt of Retry On Fail', async () => {
		const post = addPost();
		const other = addPost({ group: post.group, publishDate: post.publishDate }, 'x');
		const alone = addPost({ publishDate: addDays(9) });
		service.faults.push({ ...LOST, skip: 1, times: 3 });
		const { output } = await run('delete', createPostLocator('={{ $json.id }}'), {
			items: createJsonItems([{ id: post.id }, { id: alone.id }]),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(output[0].map(({ json, pairedItem }) => [json.postId, pairedItem])).toEqual([
			[post.id, { item: 0 }],
			[other.id, { item: 0 }],
			[alone.id, { item: 1 }],
		]);
	});

	test.each([
		{ title: 'at the hourly limit', fault: { ...LOST, status: 429 }, tries: 1 },
		{
			title: 'where Postiz is down',
			fault: { ...LOST, kind: 'resetBefore', times: 3 } as const,
			tries: 3,
		},
	])('stops trying further posts $title', async ({ fault, tries }) => {
		service.faults.push(fault);
		const posts = Array.from({ length: 5 }, () => addPost());
		const { error } = await remove(...posts.map(({ id }) => id));
		expect(error).toBeDefined();
		expect(posts.some(({ deleted }) => deleted)).toBe(false);
		expect(listDeletions()).toHaveLength(tries);
	});

	test('refuses to delete posts of the group with another date', async () => {
		const post = addPost();
		const moved = addPost({ group: post.group, publishDate: addDays(200) }, 'x');
		const { error } = await remove(post.id);
		expect(error).toMatchObject({
			message: expect.stringContaining(`“${post.id}” would also delete other posts: “${moved.id}”`),
			description: expect.stringContaining('Nothing was deleted.'),
		});
		expect([post.deleted, moved.deleted]).toEqual([false, false]);
	});

	test('shows their dates in the time zone of the workflow, also those without a zone', async () => {
		const post = addPost();
		addPost({ group: post.group, publishDate: `${addDays(200).slice(0, 10)}T10:00:00` }, 'x');
		const { error } = await run('delete', createPostLocator(post.id), {
			timezone: 'Asia/Kolkata',
		});
		expect(error?.message).toContain(`${addDays(200).slice(0, 10)} 15:30 Asia/Kolkata`);
	});

	test('deletes nothing if the group cannot be looked up', async () => {
		const post = addPost();
		service.faults.push({ match: { method: 'GET' }, kind: 'status', status: 503, times: 9 });
		const { error } = await remove(post.id);
		expect(error?.message).toBe('Postiz failed (status 503)');
		expect(post.deleted).toBe(false);
	});

	test('stops after an unanswered deletion, and reports every remaining post', async () => {
		const [first, second] = [addPost(), addPost()];
		service.faults.push({ ...LOST, kind: 'resetBefore', times: 3 });
		const { output } = await run('delete', createPostLocator('={{ $json.id }}'), {
			items: createJsonItems([{ id: first.id }, { id: second.id }]),
			onError: 'continueRegularOutput',
		});
		expect(output[0].map(({ json }) => json.error)).toEqual([
			expect.stringMatching(`^It is unclear whether the post “${first.id}” was deleted: `),
			expect.stringMatching('^This post was not deleted because an earlier one failed: '),
		]);
	});

	test('an unknown ID never becomes another address, and the other posts are deleted', async () => {
		const { id } = addPost();
		const { output } = await run('delete', createPostLocator('={{ $json.id }}'), {
			items: createJsonItems([{ id: HOSTILE_ID }, { id }]),
			onError: 'continueRegularOutput',
		});
		expect(output[0].map(({ json }) => json.error ?? json.deleted)).toEqual([
			expect.stringContaining(`with the ID “${HOSTILE_ID}”`),
			true,
		]);
		expect(service.state.channels.some(({ deleted }) => deleted)).toBe(false);
	});
});

test.each<{ title: string; faults: FaultRule[]; isDeleted: boolean }>([
	{
		title: 'a bare 500',
		faults: [{ match: { method: 'DELETE' }, kind: 'status', status: 500, times: 3 }],
		isDeleted: false,
	},
	{
		title: 'a time-out of a proxy',
		faults: [{ match: { method: 'DELETE' }, kind: 'status', status: 408 }],
		isDeleted: false,
	},
	{
		title: 'three cut connections',
		faults: [{ ...LOST, kind: 'resetBefore', times: 3 }],
		isDeleted: false,
	},
	{
		title: 'one that arrived, and lost responses',
		faults: [{ ...LOST, processed: true, times: 3 }],
		isDeleted: true,
	},
])('reports after $title that a post may have been deleted', async ({ faults, isDeleted }) => {
	const post = addPost();
	service.faults.push(...faults);
	const { error } = await run('delete', createPostLocator(post.id));
	expect(error).toMatchObject({
		message: expect.stringContaining(`It is unclear whether the post “${post.id}” was deleted: `),
		description: 'Run this again. It is safe to delete a post twice.',
	});
	expect(post.deleted).toBe(isDeleted);
});
