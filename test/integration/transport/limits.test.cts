import { setTimeout as pause } from 'node:timers/promises';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { StoredPost } from '../../service/state.cjs';
import {
	matchError,
	createJsonItems,
	getItemIndex,
	type NodeRun,
	type NodeRunOptions,
	listHints,
} from '../support/harness.cjs';
import { createBinary, createBinaryItems, createPicture } from '../support/media.cjs';
import {
	createOrUpdate,
	createPost,
	FUTURE,
	listPostRequests,
	listStoredPosts,
	storePost,
	updatePost,
	waitForLimit,
} from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const POSTS = /\/posts$/;
const LOOK_UP = /\/integrations$/;
const PUBLIC_POST = /\/public\/posts\/[^/]+$/;
const REACHED = 'The hourly request limit of Postiz is reached';

const LATER = '2099-05-06T08:30:00.000Z';

const service = useService({ hourlyLimit: 10_000 });

/** Posts so many rows, each in a request of its own, as they have different tags. */
async function postRows(
	count: number,
	options: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	const items = Array.from({ length: count }, (_, index) => ({ text: `Row ${index + 1}` }));
	return await createPost(
		service,
		{
			type: 'schedule',
			date: FUTURE,
			content: '={{ $json.text }}',
			options: { tags: '={{ $json.text }}', ...options },
		},
		{ items: createJsonItems(items), ...more },
	);
}

/** Refuses requests as the service does when there are too many. */
function reject(path: RegExp, retryAfter: string, more: { skip?: number; times?: number } = {}) {
	service.faults.push({
		match: { path },
		kind: 'status',
		status: 429,
		headers: { 'retry-after': retryAfter },
		body: { statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
		...more,
	});
}

const listRowsOf = (items: INodeExecutionData[] = []) => items.map(getItemIndex);
const listStatuses = () => listPostRequests(service).map(({ status }) => status);
const listTexts = () => listStoredPosts(service).map(({ parts }) => parts[0].published);

test('by default, the node fails and says how long to wait, what was created and what was not sent', async () => {
	reject(POSTS, '1200', { skip: 2 });
	const { error, output } = await postRows(5);
	expect(output.flat()).toEqual([]);
	expect(error).toMatchObject({ message: `${REACHED}`, httpCode: '429' });
	expect(error?.description).toBe(
		'Run this again in 20 minutes. To wait for it, use the option Wait If Rate-Limited (Minutes). 2 posts were created. 2 other items were not sent (items 3–4). Running this again creates existing posts again. To prevent this, set If the Post Exists to Skip first.',
	);
	expect(listStatuses()).toEqual([201, 201, 429]);
});

test('unsent items become errors that say so if the node continues', async () => {
	reject(POSTS, '45', { skip: 2 });
	const { output, error } = await postRows(4, {}, { onError: 'continueErrorOutput' });
	expect(error).toBeUndefined();
	expect([listRowsOf(output[0]), listRowsOf(output[1])]).toEqual([
		[0, 1],
		[2, 3],
	]);
	expect(output[1].map(({ json }) => json.error)).toEqual(
		[2, 3].map(() => matchError(`${REACHED}`)),
	);
	expect(output[1][1].json.error).toContain('Run this again in 45 seconds.');
	expect(listStatuses()).toEqual([201, 201, 429]);
});

test('publishes rows with uploaded files if uploads have their own limit', async () => {
	reject(/\/upload$/, '1200', { skip: 1, times: 9 });
	// The last row has the file of the first.
	const items = [1, 2, 3, 1].map((mark, index) => ({
		json: { text: `Row ${index + 1}` },
		binary: { data: createBinary(createPicture(mark)) },
	}));
	const { output } = await createPost(
		service,
		{ content: '={{ $json.text }}', media: { file: [{ binaryField: 'data' }] } },
		{ items, onError: 'continueRegularOutput' },
	);
	expect(listTexts()).toEqual(['Row 1', 'Row 4']);
	const unsent = expect.stringContaining('The hourly upload limit of Postiz is reached');
	expect(output[0].map(({ json }) => json.error ?? json.state)).toEqual([
		'scheduled',
		unsent,
		unsent,
		'scheduled',
	]);
});

describe('wait', () => {
	const wait = { waitAtLimit: 1 };

	test('applies to all requests, once for parallel uploads, and sends nothing twice', async () => {
		reject(POSTS, '1');
		reject(LOOK_UP, '1');
		reject(/\/find-slot\//, '1');
		reject(/\/upload$/, '1', { times: 3 });
		const { error } = await createPost(
			service,
			{ type: 'nextSlot', media: { file: [{ binaryField: 'a, b, c' }] }, options: wait },
			{
				items: createBinaryItems({
					a: createBinary(createPicture(1)),
					b: createBinary(createPicture(2)),
					c: createBinary(createPicture(3)),
				}),
			},
		);
		expect(error).toBeUndefined();
		expect(listStoredPosts(service)[0].parts[0].image).toHaveLength(3);
		expect(service.requests.filter(({ status }) => status === 429)).toHaveLength(6);
		expect(listStoredPosts(service)).toHaveLength(1);
	});

	test('does not apply to linking a post of Create with its row', async () => {
		const form = { type: 'schedule', date: FUTURE, content: 'Menu' };
		await createPost(service, form);
		reject(PUBLIC_POST, '1', { times: 2 });
		const upsert = { ...form, operation: 'upsert', rowId: 'May 1', options: wait };
		const { output } = await createOrUpdate(service, upsert);
		expect(output[0][0].json).toMatchObject({ outcome: 'unchanged' });
		const publicPosts = service.requests.filter(({ path }) => PUBLIC_POST.test(path));
		expect(publicPosts.map(({ status }) => status)).toEqual([429]);
	});
});

describe('a change in the calendar while the node waits', () => {
	/** Somebody edits the post once its change is rejected. */
	async function changeWhile(edit: (post: StoredPost) => unknown) {
		const form = { operation: 'upsert', rowId: 'May 1', type: 'draft', content: 'Menu' };
		await createOrUpdate(service, { ...form, date: FUTURE });
		const [post] = listStoredPosts(service);
		reject(POSTS, '62', { skip: 1 });
		const running = createOrUpdate(service, {
			...form,
			date: LATER,
			content: 'Menu',
			options: { waitAtLimit: 5 },
		});
		await waitForLimit(service);
		edit(post);
		return { post, ...(await running) };
	}

	test('is not overwritten by an earlier plan', async () => {
		const { post, error } = await changeWhile(({ parts }) => (parts[0].content = 'Our menu'));
		expect(error).toBeUndefined();
		expect(post).toMatchObject({ publishDate: LATER, parts: [{ content: 'Our menu' }] });
	});

	test('is not undone by an earlier decision for a row', async () => {
		const { post, error } = await changeWhile((own) => (own.state = 'QUEUE'));
		expect(error?.message).toBe(`The post “${post.id}” was changed in Postiz in the meantime`);
		expect(post).toMatchObject({ publishDate: FUTURE, state: 'QUEUE' });
	});

	test('is kept if it already made the planned change, and gets the new fingerprint', async () => {
		const { post, ...run } = await changeWhile((own) => (own.publishDate = LATER));
		expect(listHints(run)).toEqual(['The post was already in Postiz.']);
		expect(run.output[0][0].json).toMatchObject({ outcome: 'unchanged', postId: post.id });
		expect(listPostRequests(service).map(({ status }) => status)).toEqual([201, 429, 201]);
		expect(post.publishDate).toBe(LATER);
	});
});

describe('cancelling', () => {
	// n8n cuts off the request that is under way, and runs a node again that has Retry On Fail.
	const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	/** Resolves once the service got two posts. */
	async function waitForArrival(): Promise<void> {
		while (listPostRequests(service).length < 2) await pause(5);
	}
	const slowDown = () =>
		service.faults.push({ match: { path: POSTS }, kind: 'latency', delay: 100, times: 9 });

	test('changes no further post', async () => {
		const posts = [1, 2, 3].map(() => storePost(service, 'bluesky', { text: 'Old' }));
		slowDown();
		const { error } = await updatePost(
			service,
			'={{ $json.id }}',
			{ content: 'New' },
			{
				items: createJsonItems(posts.map(({ id }) => ({ id }))),
				node: RETRY,
				cancelWhen: waitForArrival(),
			},
		);
		expect(listTexts()).toEqual(['New', 'New', 'Old']);
		expect(error?.message).toContain('The execution was cancelled before this item was sent');
		expect(listPostRequests(service)).toHaveLength(2);
	});
});
