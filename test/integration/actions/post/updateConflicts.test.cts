import type { IDataObject } from 'n8n-workflow';

import { createSegment } from '../../../service/client.cjs';
import type { FaultRule } from '../../../service/server.cjs';
import type { StoredPost } from '../../../service/state.cjs';
import { createJsonItems, type NodeRunOptions } from '../../support/harness.cjs';
import { createBinary, createPicture } from '../../support/media.cjs';
import { listPostRequests, sendPost, updatePost } from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';
import { DAY } from '../../../shared/time.cjs';

const service = useService({ hourlyLimit: 1000 });

const SOON = new Date(Date.now() + DAY).toISOString();

const update = async (
	id: string,
	updateFields: IDataObject,
	options: Partial<NodeRunOptions> = {},
) => await updatePost(service, id, updateFields, options);

const addPost = async (...parts: string[]) =>
	await sendPost(service, 'bluesky', {
		value: parts.map((part) => createSegment(part)),
		date: SOON,
	});
const addTwo = async () => [await addPost('One'), await addPost('Other')];
const listTexts = ({ parts }: StoredPost) => parts.map(({ published }) => published);

describe('the group', () => {
	const shorten = { thread: { segment: [{ content: 'New' }] } };

	test('is never sent if another post has it, since Postiz would delete that post', async () => {
		const post = await addPost('One', 'Two', 'Three');
		const other = await addPost('Other');
		other.group = post.group;
		const rejected = await update(post.id, shorten);
		expect(rejected.error).toMatchObject({
			message: `The thread of the post “${post.id}” cannot be shortened`,
			description: expect.stringContaining('Postiz would also delete posts of its group'),
		});
		expect(listPostRequests(service)).toEqual([]);

		await update(post.id, { content: 'First' });
		expect((await update(post.id, shorten)).error).toBeUndefined();
		expect(listTexts(post)).toEqual(['First', 'New']);
		expect([other.deleted, ...listTexts(other)]).toEqual([false, 'Other']);
	});
});

describe('a post that changes at the same time', () => {
	test('is changed by one execution after the other', async () => {
		const [post, other] = await addTwo();
		const latency: FaultRule = {
			match: { method: 'POST', path: /posts$/ },
			kind: 'latency',
			delay: 150,
			times: 9,
		};
		service.faults.push(latency);
		await Promise.all([
			update(post.id, { content: 'New' }),
			update(post.id, { tags: 'Coffee' }),
			update(post.id, { thread: { segment: [{ content: 'Two' }] } }),
			update(other.id, { content: 'Another' }),
		]);
		expect([listTexts(post), listTexts(other)]).toEqual([['New', 'Two'], ['Another']]);
		expect(post.tags).toHaveLength(1);
	});

	test('is not created again if it is deleted at the last moment', async () => {
		const post = await addPost('One');
		service.faults.push({
			match: { method: 'POST', path: /posts$/ },
			kind: 'wrongJson',
			body: [{ postId: 'another', integration: post.channelId }],
		});
		const { error } = await update(post.id, { content: 'New' });
		expect(error).toMatchObject({
			message: `Postiz made a new post, “another”, instead of changing “${post.id}”`,
			description: expect.stringContaining('delete the new post if you do not want it'),
		});
	});
});

describe('a lost response', () => {
	const lose = (fault: Partial<FaultRule> & Pick<FaultRule, 'kind'>) =>
		service.faults.push({ match: { method: 'POST', path: /posts$/ }, ...fault });

	test.each([
		[{ kind: 'resetAfter' }],
		[{ kind: 'status', status: 500, processed: true }],
		[{ kind: 'status', status: 408, processed: true }],
		[{ kind: 'html502', processed: true }],
	] as const)('is not an error if the post was changed anyway: %j', async (fault) => {
		const post = await addPost('One', 'Two');
		lose(fault);
		const { error, output } = await update(post.id, { content: 'New', date: SOON });
		expect(error).toBeUndefined();
		expect(output[0][0].json).toMatchObject({ text: 'New', thread: [{ text: 'Two' }] });
		expect(listPostRequests(service)).toHaveLength(1);
	});

	test.each([
		[{ kind: 'resetBefore' }, {}],
		[{ kind: 'status', status: 408 }, {}],
		[
			{ kind: 'status', status: 500 },
			{ n8n: '1 aaaaaaaaaa bbbbbbbbbb cccccccccc dddddddddd eeeeeeeeee 1' },
		],
	] as const)(
		'is an error if the post is unchanged: %j, with the settings %j',
		async (fault, settings) => {
			const post = await sendPost(service, 'bluesky', { settings, date: SOON });
			lose(fault);
			const { error } = await update(post.id, { content: 'New' });
			expect(error).toMatchObject({
				message: expect.stringMatching(/^It is unclear whether Postiz changed the post: /),
				description: expect.stringContaining('Check the post with Post > Get'),
			});
			expect(listPostRequests(service)).toHaveLength(1);
		},
	);
});

describe('the hourly limit', () => {
	const reached = expect.stringMatching(/hourly request limit .* is reached.* in 10 minutes/);
	const reject = (match: FaultRule['match'], more: Partial<FaultRule> = {}) =>
		service.faults.push({
			match,
			kind: 'status',
			status: 429,
			headers: { 'retry-after': '600' },
			...more,
		});
	const updateAll = async (posts: StoredPost[], fields: IDataObject) => {
		const items = createJsonItems(posts.map(({ id }) => ({ id })));
		return await update('={{ $json.id }}', fields, { items, onError: 'continueRegularOutput' });
	};

	test('stops the changes, and the error says when to continue', async () => {
		const posts = await addTwo();
		reject({ method: 'POST', path: /posts$/ });
		const { output } = await updateAll(posts, { content: 'New' });
		expect(output[0].map(({ json }) => json.error)).toEqual([reached, reached]);
		expect(listPostRequests(service)).toHaveLength(1);
	});

	test('is reached once if a read is rejected', async () => {
		const posts = [...(await addTwo()), ...(await addTwo())];
		service.requests.length = 0;
		reject({ path: /\/integrations$/ }, { times: 99 });
		const { output } = await updateAll(posts, { content: 'New' });
		expect(output[0].map(({ json }) => json.error)).toEqual(posts.map(() => reached));
		expect(listCalls(service)).toEqual([
			`GET /public/posts/${posts[0].id}`,
			...['GET /integrations', 'GET /posts', 'GET /integrations'],
		]);
	});

	test('of uploads only stops the items that upload a file', async () => {
		const posts = await addTwo();
		reject({ path: /\/upload$/ }, { times: 99 });
		const binary = { data: createBinary(createPicture(1)) };
		const items = posts.map(({ id }, index) => ({ json: { id, index }, binary }));
		const media = { file: [{ binaryField: '={{ $json.index === 0 ? "data" : "" }}' }] };
		const { output } = await update(
			'={{ $json.id }}',
			{ content: 'New', media },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(output[0].map(({ json }) => json.error ?? json.changed)).toEqual([
			expect.stringContaining('The hourly upload limit of Postiz is reached'),
			'text',
		]);
	});
});

test.each<[field: string, change: Record<string, unknown>]>([
	['Date', { date: 'None' }],
	['State', { state: 'keep' }],
	['Tags', { tags: 'unchanged' }],
	['Thread: Text', { thread: { segment: [{ content: 'Unchanged' }] } }],
])('rejects a value that a model may write to keep %s', async (field, change) => {
	const { id } = await addPost('Old');
	const { error } = await updatePost(service, id, { content: 'New', ...change });
	expect(error).toMatchObject({
		message: expect.stringMatching(`^${field} cannot be “`),
		description: 'An empty text keeps it.',
	});
	expect(listPostRequests(service)).toEqual([]);
});
