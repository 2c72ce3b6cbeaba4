import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { channelOf } from '../../../../service/client.cjs';
import type { StoredPost } from '../../../../service/state.cjs';
import {
	hintsOf,
	jsonItems,
	type NodeRun,
	type NodeRunOptions,
} from '../../../support/harness.cjs';
import {
	createOrUpdate,
	FUTURE,
	postRequests,
	storedPosts,
	storePost,
} from '../../../support/posts.cjs';
import { useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const LATER = '2099-05-06T08:30:00.000Z';
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const store = (network = 'bluesky', more: Partial<StoredPost> = {}) =>
	storePost(service, network, more);
const on = (...networks: string[]) => ({
	channels: networks.map((network) => channelOf(service, network)),
});

const run = async (parameters: INodeParameters, more: Partial<NodeRunOptions> = {}) =>
	await createOrUpdate(service, { type: 'schedule', date: FUTURE, ...parameters }, more);
const FROM_ROW = { content: '={{ $json.text }}', postIds: '={{ $json.id }}' };
const runRows = async (
	rows: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
) => await run({ ...FROM_ROW, ...parameters }, { items: jsonItems(rows), ...more });
const rowsOf = ({ output, error }: NodeRun) => {
	expect(error).toBeUndefined();
	return output[0].map(({ json }) => json);
};

describe('without a post ID', () => {
	test.each(['', '={{ null }}', '={{ undefined }}', '={{ [] }}', '  '])(
		'%j creates posts',
		async (postIds) => {
			const rows = rowsOf(await run({ ...on('bluesky', 'mastodon'), postIds }));
			const ids = storedPosts(service).map(({ id }) => id);
			expect(rows).toMatchObject([
				{ postId: ids[0], outcome: 'created', postIds: ids.join(', '), text: 'Fresh beans' },
				{ postId: ids[1], outcome: 'created', postIds: ids.join(', ') },
			]);
		},
	);

	test('what an earlier run has sent, but nobody wrote down, is found', async () => {
		const [{ postIds }] = rowsOf(await run(on('bluesky', 'mastodon')));
		const again = rowsOf(await run(on('bluesky', 'mastodon')));
		expect(again.map(({ outcome }) => outcome)).toEqual(['there already', 'there already']);
		expect(again.map((row) => row.postIds)).toEqual([postIds, postIds]);
	});

	test('new rows share requests, beside those that change', async () => {
		const posts = [store(), store()];
		const rows = [
			{ text: 'One', id: posts[0].id },
			{ text: 'Two' },
			{ text: 'Three' },
			{ text: 'Four', id: posts[1].id },
			{ text: 'Five' },
		];
		const output = rowsOf(await runRows(rows));
		expect(output.map(({ text, outcome }) => [text, outcome])).toEqual([
			['One', 'changed'],
			['Two', 'created'],
			['Three', 'created'],
			['Four', 'changed'],
			['Five', 'created'],
		]);
		const counts = postRequests(service).map(({ body }) => (body as { posts: [] }).posts.length);
		expect(counts).toEqual([3, 1, 1]);
	});
});

describe('several channels', () => {
	test.each([
		['a text with commas', (ids: string[]) => ids.join(', ')],
		['a list', (ids: string[]) => `={{ ${JSON.stringify([...ids].reverse())} }}`],
		[
			'rows of an earlier output',
			(ids: string[]) => `={{ ${JSON.stringify(ids.map((postId) => ({ postId })))} }}`,
		],
	])('each has its own post, as %s', async (_what, postIds) => {
		const [sky, mast] = [store('bluesky'), store('mastodon')];
		const rows = rowsOf(
			await run({
				...on('mastodon', 'bluesky'),
				content: 'New',
				networkSettings: { network: [{ provider: 'mastodon', content: 'Other' }] },
				postIds: postIds([sky.id, mast.id]),
			}),
		);
		expect(rows).toMatchObject([
			{ postId: mast.id, text: 'Other', changed: ['text'] },
			{ postId: sky.id, text: 'New', changed: ['text'] },
		]);
		expect(rows[0].postIds).toBe(rows[1].postIds);
		expect(storedPosts(service)).toHaveLength(2);
	});

	test('a channel that is new in the row gets a post, and its ID beside the others', async () => {
		const { id } = store();
		const { output } = await run({ ...on('bluesky', 'mastodon'), postIds: id });
		const added = storedPosts(service).find(({ identifier }) => identifier === 'mastodon')!;
		const rows = output[0].map(({ json }) => [json.postId, json.outcome, json.postIds]);
		const postIds = `${id}, ${added.id}`;
		expect(rows.sort()).toEqual([
			[id, 'unchanged', postIds],
			[added.id, 'created', postIds],
		]);
		expect(postRequests(service)).toHaveLength(1);
		// The next run has both IDs.
		await run({ ...on('bluesky', 'mastodon'), postIds });
		expect(postRequests(service)).toHaveLength(1);
	});

	test('a failed post of an unchanged row is named', async () => {
		const error = 'Too many hashtags';
		const { id } = storePost(service, 'bluesky', { state: 'ERROR', error, publishDate: FUTURE });
		const result = await run({ ...on('bluesky'), postIds: id });
		expect(result.output[0][0].json).toMatchObject({ state: 'failed', changed: [] });
		expect(hintsOf(result).join(' ')).toContain('1 post could not be published');
	});

	test('a post keeps its channel', async () => {
		const post = store('mastodon');
		const { error } = await run({ ...on('bluesky'), postIds: post.id });
		expect(error).toMatchObject({
			message: `The post “${post.id}” is on Acme Coffee (Mastodon), which is not among the chosen channels`,
			description: expect.stringContaining('empty its Post ID'),
		});
		expect(postRequests(service)).toEqual([]);
	});

	test('two posts on one channel are one too many', async () => {
		const [one, other] = [store(), store()];
		const { error } = await run({ postIds: `${one.id}, ${other.id}` });
		expect(error?.message).toBe(
			`The posts “${one.id}” and “${other.id}” are both on acme-coffee.bsky.social (Bluesky)`,
		);
	});

	test('if the second cannot be changed, it says what became of the first', async () => {
		const [sky, mast] = [store('bluesky'), store('mastodon')];
		service.faults.push({ match: { method: 'POST' }, kind: 'status', status: 400, skip: 1 });
		const { error } = await run({
			...on('bluesky', 'mastodon'),
			content: 'New',
			postIds: `${sky.id}, ${mast.id}`,
		});
		expect(error?.description).toContain('1 other post of the item was changed.');
		expect(sky.parts[0].published).toBe('New');
	});
});

describe('an item that fails', () => {
	const rows = () => [
		{ text: 'New', id: 'gone' },
		{ text: 'Good', id: store().id },
		{ text: 'Third' },
	];

	test('keeps nothing from the others, and names what it was to change', async () => {
		const { output } = await runRows(rows(), {}, CONTINUE);
		expect(output[0].map(({ json }) => json.error ?? json.text)).toEqual([
			expect.stringMatching(
				/^Postiz has no post with the ID “gone” \[item 0\]\. It may have been deleted\. Empty the Post ID/,
			),
			'Good',
			'Third',
		]);
		expect(output[0][0]).toMatchObject({ outcome: { state: 'notChanged', postIds: ['gone'] } });
	});

	test('that would make a second thing of one post is refused', async () => {
		const { id } = store();
		const { output } = await runRows(
			[
				{ text: 'One', id },
				{ text: 'Two', id },
			],
			{},
			CONTINUE,
		);
		expect(output[0].map(({ json }) => json.error ?? json.text)).toEqual([
			'One',
			expect.stringMatching(/^Item 0 has the post “.*”, too \[item 1\]\./),
		]);
		expect(postRequests(service)).toHaveLength(1);
	});

	test.each([{}, { node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } }])(
		'as a copy above its row is refused, so that the row keeps its post (%j)',
		async (more) => {
			const [{ json }] = (await runRows([{ text: 'One' }])).output[0];
			service.requests.length = 0;
			const rows = ['Copy', 'One'].map((text) => ({ text, id: json.postId }));
			const { output } = await runRows(rows, {}, { ...CONTINUE, ...more });
			expect(output[0].map((item) => item.json.error ?? item.json.outcome)).toEqual([
				expect.stringMatching(/^Item 1 has the post “.*”, too \[item 0\]\./),
				'unchanged',
			]);
			expect(postRequests(service)).toEqual([]);
		},
	);

	test('at the hourly limit keeps the others from being refused one by one', async () => {
		const ids = [store().id, store().id, store().id];
		service.faults.push({ match: { method: 'POST' }, kind: 'status', status: 429, times: 9 });
		const { output, error } = await runRows(
			ids.map((id) => ({ text: 'New', id })),
			{},
			CONTINUE,
		);
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json.error)).toEqual(
			ids.map(() => expect.stringContaining('limit')),
		);
		expect(postRequests(service)).toHaveLength(1);
	});
});

describe('with Preview Only', () => {
	test('it is said what would be created and changed', async () => {
		const [one, other] = [store(), store()];
		const result = await runRows(
			[{ text: 'New', id: one.id }, { text: 'Fresh beans', id: other.id }, { text: 'Third' }],
			{ options: { previewOnly: true } },
		);
		const said = rowsOf(result).map(({ post }) => post as IDataObject);
		expect(said.map(({ status, postId, changed }) => [status, postId, changed])).toEqual([
			['changed', one.id, 'text'],
			['there already', other.id, undefined],
			['new', undefined, undefined],
		]);
		expect(hintsOf(result).join(' ')).toContain(
			'Nothing was sent: 1 new, 1 changed, 1 there already. ',
		);
		expect(postRequests(service)).toEqual([]);
	});
});

describe('with Retry On Fail', () => {
	const RETRY = { node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } };

	test('a change whose answer was lost is looked for, and not made twice', async () => {
		const [one, other] = [store(), store()];
		service.faults.push(
			{ match: { method: 'POST' }, kind: 'resetAfter' },
			{ match: { path: /public\/posts/ }, kind: 'status', status: 503, skip: 3, times: 3 },
		);
		const rows = [
			{ text: 'New', id: one.id },
			{ text: 'Other', id: other.id },
		];
		const output = rowsOf(await runRows(rows, {}, RETRY));
		expect(output.map(({ text }) => text)).toEqual(['New', 'Other']);
		expect(postRequests(service)).toHaveLength(2);
	});

	test('what the first try has done is not done again', async () => {
		const post = store();
		service.faults.push({ match: { method: 'POST' }, kind: 'status', status: 400, skip: 1 });
		const rows = [
			{ text: 'New', id: post.id },
			{ text: 'Other', id: store().id },
		];
		const output = rowsOf(await runRows(rows, { date: LATER }, RETRY));
		expect(output.map(({ changed }) => changed)).toEqual([
			['date', 'text'],
			['date', 'text'],
		]);
		expect(postRequests(service)).toHaveLength(3);
	});
});
