import type { INodeParameters } from 'n8n-workflow';

import type { StoredPost } from '../../../../service/state.cjs';
import { errorSaying, jsonItems } from '../../../support/harness.cjs';
import { inDays, postById as byId, runnerOf, storePost } from '../../../support/posts.cjs';
import { callsOf, useService } from '../../../support/useService.cjs';
import { tooLong } from '../../../../networks/table.cjs';

const TOO_LONG = tooLong('bluesky');

/*
 * A change of the state and of nothing else does not write the post anew.
 */

const service = useService();

const run = runnerOf(service, 'post');

const addPost = (more: Parameters<typeof storePost>[2] = {}, identifier = 'bluesky') =>
	storePost(service, identifier, { publishDate: inDays(5), ...more });

const calls = () => callsOf(service);

const set = async (post: Pick<StoredPost, 'id'>, state: string, options: INodeParameters = {}) =>
	await run('update', { ...byId(post.id), updateFields: { state }, options });
const reading = ({ id }: Pick<StoredPost, 'id'>) => [
	`GET /public/posts/${id}`,
	'GET /integrations',
];

/** What Post: Get outputs of a post. */
const shown = async ({ id }: StoredPost) => (await run('get', byId(id))).output[0][0].json;

test('schedules a draft', async () => {
	const post = addPost({ state: 'DRAFT' });
	const { output } = await set(post, 'scheduled');
	expect(output[0].map(({ json }) => json)).toEqual([
		{ ...(await shown(post)), outcome: 'changed', changed: ['state'] },
	]);
	expect(post.state).toBe('QUEUE');
});

test('takes the word of the service as well', async () => {
	const post = addPost({ state: 'DRAFT' });
	expect((await set(post, '={{ "schedule" }}')).error).toBeUndefined();
	expect(post.state).toBe('QUEUE');
});

test('takes a scheduled post back to draft', async () => {
	const post = addPost();
	const { output } = await set(post, 'draft');
	expect(output[0][0].json).toEqual({
		...(await shown(post)),
		outcome: 'changed',
		changed: ['state'],
	});
	expect(output[0][0].json.state).toBe('draft');
});

test('tries a failed post again', async () => {
	const post = addPost({ state: 'ERROR', publishDate: inDays(-1) });
	await set(post, 'scheduled');
	expect(post.state).not.toBe('ERROR');
});

test.each([
	['scheduled', 'Scheduled again, it would be published a second time. Turn on'],
	['draft', 'It would stay on the network, while Postiz keeps it as a draft'],
])('does not turn a published post to %s', async (status, risk) => {
	const post = addPost({ state: 'PUBLISHED', publishDate: inDays(-1), publications: 1 });
	const { error } = await set(post, status);
	expect(error).toMatchObject({
		message: `The post “${post.id}” is already published`,
		description: expect.stringMatching(new RegExp(`^${risk}.*Allow Published Posts`)),
	});
	expect(calls()).toEqual(reading(post));
	expect(post.publications).toBe(1);
});

test('does not publish an old draft at once unless that is allowed', async () => {
	const post = addPost({ state: 'DRAFT', publishDate: inDays(-1) });
	const { error } = await set(post, 'scheduled');
	expect(error?.message).toContain('is in the past');
	expect(post.state).toBe('DRAFT');
	expect((await set(post, 'scheduled', { allowPastDates: true })).error).toBeUndefined();
});

test('refuses a draft that is a minute past, and says where to give it another date', async () => {
	const post = addPost({ state: 'DRAFT', publishDate: inDays(-1 / 1440) });
	const { error } = await set(post, 'scheduled');
	expect(error).toMatchObject({
		message: expect.stringMatching(/^The date of the draft, .* UTC, is in the past$/),
		description: expect.stringContaining('Add a later Date'),
	});
	expect(post.state).toBe('DRAFT');
});

test('checks a draft as Create does before it becomes scheduled', async () => {
	const long = addPost({ state: 'DRAFT', text: TOO_LONG.text });
	const { error } = await set(long, 'scheduled');
	expect(error).toMatchObject({
		message: `Bluesky: ${TOO_LONG.said}`,
		description:
			'Shorten the text, or move the rest to the thread. Nothing was changed. Correct the draft with Post > Update first, or in the same step.',
	});
	expect(long.state).toBe('DRAFT');
	expect(calls()).toEqual(reading(long));
});

test('leaves a post alone that is so already', async () => {
	const post = addPost();
	const { output } = await set(post, 'scheduled');
	expect(calls()).toEqual(reading(post));
	expect(output[0][0].json).toEqual({ ...(await shown(post)), outcome: 'unchanged', changed: [] });
});

describe('an answer that is lost', () => {
	const twice = async (id: string) =>
		await run(
			'update',
			{ ...byId(id), updateFields: { state: 'scheduled' } },
			{ items: jsonItems([{}, {}]), onError: 'continueRegularOutput' },
		);

	test.each([
		['DRAFT', { kind: 'resetAfter' }],
		['ERROR', { kind: 'html502', processed: true }],
	] as const)('is no error if the state was set all the same: %s, %j', async (state, fault) => {
		service.faults.push({ match: { method: 'PUT' }, ...fault });
		const { id } = addPost({ state });
		const { output } = await twice(id);
		expect(output[0].map(({ json }) => json.changed)).toEqual([['state'], []]);
	});

	test.each(['DRAFT', 'ERROR'] as const)(
		'is one if it was not, and not sent again: %s',
		async (state) => {
			service.faults.push({ match: { method: 'PUT' }, kind: 'status', status: 500 });
			const { id } = addPost({ state });
			const { output } = await twice(id);
			expect(output[0].map(({ json }) => json.error)).toEqual([
				errorSaying(
					'It is unclear whether Postiz changed the post: Postiz failed (status 500) [item 0]',
				),
				errorSaying(`The post “${id}” was not changed again [item 1]`),
			]);
			expect(calls().filter((call) => call.startsWith('PUT'))).toHaveLength(1);
		},
	);
});

test('refuses an option that is neither on nor off before it asks', async () => {
	const { error } = await set(addPost(), 'draft', { allowPublished: '={{ "perhaps" }}' });
	expect(error?.message).toBe('Allow Published Posts cannot be “perhaps”');
	expect(service.requests).toEqual([]);
});
