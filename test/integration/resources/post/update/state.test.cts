import type { INodeParameters } from 'n8n-workflow';

import type { Channel, StoredPost } from '../../../../service/state.cjs';
import { type NodeRunOptions, runNode } from '../../../support/harness.cjs';
import { inDays, postById as byId, RARELY, sendPost, storePost } from '../../../support/posts.cjs';
import { callsOf, useService } from '../../../support/useService.cjs';
import { tooLong } from '../../../../networks/table.cjs';

const TOO_LONG = tooLong('bluesky');

const service = useService();

const LATER = '2099-05-06T08:00:00.000Z';

const addPost = (more: Parameters<typeof storePost>[2] = {}, identifier = 'bluesky') =>
	storePost(service, identifier, { state: 'DRAFT', ...more });

const schedule = async (
	{ id }: Pick<StoredPost, 'id'>,
	{ state = 'scheduled', date = LATER, options = {} }: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		service,
		parameters: {
			resource: 'post',
			operation: 'update',
			...byId(id),
			updateFields: { state, date },
			options,
		},
		...more,
	});

const changes = () => callsOf(service).filter((call) => !call.startsWith('GET'));

test('a draft gets its date and is scheduled with one request, and is otherwise as it was', async () => {
	const [tag] = service.state.tags;
	const post = await sendPost(service, 'mastodon', {
		type: 'draft',
		value: [
			{ content: '<p>Fresh <strong>beans</strong></p>', image: [] },
			{ content: '<p>More</p>', image: [], delay: 5 },
		],
		tags: [{ value: tag.name, label: tag.name }],
		inter: RARELY,
	});
	const before = structuredClone(post);
	const { output, error } = await schedule(post);
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json)).toEqual([
		expect.objectContaining({
			postId: post.id,
			state: 'scheduled',
			date: expect.stringContaining('2099-05-06T08:00:00'),
			text: 'Fresh beans',
			tags: [tag.name],
			intervalInDays: RARELY,
			thread: [expect.objectContaining({ text: 'More', delay: 5 })],
			channelId: post.channelId,
			changed: ['date', 'state'],
		}),
	]);
	expect(changes()).toEqual(['POST /posts']);
	expect(post).toMatchObject({
		parts: before.parts.map(({ id, content, delay }) => ({ id, content, delay })),
		settings: before.settings,
		tags: before.tags,
		intervalInDays: RARELY,
	});
	expect(service.state.posts).toHaveLength(1);
});

test.each(['', '2001-02-03T04:05:06.000Z'])(
	'a draft with the date “%s”, which cannot be scheduled as it is, can with a date',
	async (publishDate) => {
		const post = addPost({ publishDate });
		expect((await schedule(post, { date: '' })).error?.message).toMatch(
			/has no date|is in the past/,
		);
		expect(post.state).toBe('DRAFT');
		const { output } = await schedule(post);
		expect(output[0][0].json).toMatchObject({ state: 'scheduled', changed: ['date', 'state'] });
		expect(post).toMatchObject({ state: 'QUEUE', publishDate: LATER });
	},
);

describe.each([
	[
		'is disabled in Postiz',
		(channel: Channel) => {
			channel.disabled = true;
		},
	],
	[
		'is no longer connected in Postiz',
		(channel: Channel) => {
			channel.deleted = true;
		},
	],
])('a post whose channel %s', (words, change) => {
	test.each(['', LATER])('is not scheduled, with the date “%s”', async (date) => {
		for (const state of ['DRAFT', 'ERROR'] as const) {
			const post = addPost({ state });
			const channel = service.state.channels.find(({ id }) => id === post.channelId)!;
			change(channel);
			const { error } = await schedule(post, { date });
			expect(error?.message).toContain(words);
			expect(post.state).toBe(state);
		}
		expect(changes()).toEqual([]);
	});

	test('can become a draft', async () => {
		const post = addPost({ state: 'QUEUE' });
		change(service.state.channels.find(({ id }) => id === post.channelId)!);
		const { error } = await schedule(post, { state: 'draft', date: '' });
		expect(error).toBeUndefined();
		expect(post.state).toBe('DRAFT');
	});
});

test.each<[string, () => StoredPost, INodeParameters, RegExp]>([
	[
		'past date',
		() => addPost(),
		{ date: '2001-02-03 10:00' },
		/^The date 2001-02-03 10:00.* past$/,
	],
	['date that is none', () => addPost(), { date: 'soon' }, /“soon” cannot be read as a date/],
	[
		'past date in another order',
		() => addPost(),
		{ date: '02/03/2001 10:00', options: { dateOrder: 'monthFirst' } },
		/^The date 2001-02-03 10:00.* past$/,
	],
	[
		'published post',
		() => addPost({ state: 'PUBLISHED', publishDate: inDays(-1) }),
		{ options: { allowPublished: true } },
		/is already published/,
	],
	['long draft', () => addPost({ text: TOO_LONG.text }), {}, /\d+ of \d+ characters/],
	[
		'post that goes out now',
		() => addPost({ state: 'QUEUE', publishDate: inDays(1 / 1440) }),
		{},
		/is due at/,
	],
	['deleted post', () => addPost({ deleted: true }), {}, /has no post/],
	['foreign post', () => service.neighbour.posts[0], {}, /has no post/],
])('refuses a %s, and changes nothing', async (_what, make, parameters, message) => {
	const post = make();
	const before = structuredClone(post);
	const { error } = await schedule(post, parameters);
	expect(error?.message).toMatch(message);
	expect(changes()).toEqual([]);
	expect(post).toEqual(before);
});

test('an instance without previews says what to do', async () => {
	const post = addPost({ publishDate: inDays(5) });
	service.faults.push({ match: { path: /public\/posts/ }, kind: 'status', status: 404, times: 9 });
	const { error } = await schedule(post);
	expect(error).toMatchObject({
		message: `The post “${post.id}” cannot be read completely`,
		description: expect.stringContaining('then run this with State alone'),
	});
	expect(changes()).toEqual([]);
});

describe('a network that takes only drafts', () => {
	const kick = () => addPost({}, 'kick');

	test('gets the date as a draft, and is scheduled afterwards', async () => {
		const post = kick();
		const { output } = await schedule(post);
		expect(output[0][0].json).toMatchObject({ state: 'scheduled', changed: ['date', 'state'] });
		expect(changes()).toEqual(['POST /posts', `PUT /posts/${post.id}/status`]);
		expect(post).toMatchObject({ state: 'QUEUE', publishDate: LATER });
	});
});

describe('together with another change', () => {
	const change = async (
		{ id }: Pick<StoredPost, 'id'>,
		updateFields: INodeParameters,
		options: INodeParameters = {},
	) =>
		await runNode({
			service,
			parameters: { resource: 'post', operation: 'update', ...byId(id), updateFields, options },
		});

	test.each<[string, Parameters<typeof storePost>[2], RegExp]>([
		['old draft', { publishDate: inDays(-1) }, /^The date of the draft, .* is in the past$/],
		['draft without a date', { publishDate: '' }, /has no date/],
		['published post', { state: 'PUBLISHED', publishDate: inDays(-1) }, /is already published/],
	])('an %s is not scheduled', async (_what, stored, message) => {
		const post = addPost(stored);
		const before = structuredClone(post);
		const { error } = await change(
			post,
			{ content: 'New', state: 'scheduled' },
			{ allowPublished: true },
		);
		expect(error?.message).toMatch(message);
		expect(changes()).toEqual([]);
		expect(post).toEqual(before);
	});
});
