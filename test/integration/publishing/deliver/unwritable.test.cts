/** What Postiz takes, but cannot write: it fails in the middle of a request. */
import type { INodeParameters } from 'n8n-workflow';

import { jsonItems, type NodeRunOptions } from '../../support/harness.cjs';
import { createPost, FUTURE, postRequests, storedPosts } from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

const CONTINUE: Partial<NodeRunOptions> = { onError: 'continueErrorOutput' };
const FAILED = 'Postiz failed (status 500) [item 1]';

/** Posts rows in one request; what has “bad” in it cannot be written. */
async function run(
	rows: string[],
	more: INodeParameters = {},
	options: Partial<NodeRunOptions> = CONTINUE,
) {
	service.state.unwritable = 'bad';
	return await createPost(
		service,
		{
			type: 'schedule',
			date: FUTURE,
			content: '={{ $json.text }}',
			combineItems: true,
			...more,
		},
		{ items: jsonItems(rows.map((text) => ({ text }))), ...options },
	);
}

const texts = () =>
	storedPosts(service).map(({ parts }) => parts.map(({ content }) => content).join(' + '));

test('a row that cannot be written keeps none of the others back, and is named', async () => {
	const { output } = await run(['One', 'Two bad', 'Three', 'Four']);
	expect(texts()).toEqual(['One', 'Three', 'Four']);
	expect(output[0].map(({ json }) => json.postId)).toEqual(
		storedPosts(service).map(({ id }) => id),
	);
	expect(output[1].map(({ json, pairedItem }) => [pairedItem, json.error])).toEqual([
		[
			{ item: 1 },
			`Postiz didn't create this item: ${FAILED}. The node checked: none of its posts exist. Run it again. If it fails again, Postiz cannot store something in it.`,
		],
	]);
	expect(postRequests(service)).toHaveLength(2);
});

describe('a thread that breaks off in the middle', () => {
	const thread = { thread: { segment: [{ content: '={{ $json.text }} goes on' }] } };

	test('is not called created, and it is said what to do', async () => {
		const { output } = await run(['One', 'Two', 'Three'], {
			thread: { segment: [{ content: '={{ $json.text === "Two" ? "bad" : "on" }}' }] },
		});
		expect(texts()).toEqual(['One + on', 'Two', 'Three + on']);
		const [, { id }] = storedPosts(service);
		expect(output[0].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(output[1].map(({ json }) => json.error)).toEqual([
			`Channel (Bluesky, acme-coffee.bsky.social): Postiz has only 1 of the 2 parts of this thread: ${FAILED}. The post ${id} is only the beginning of the thread. Delete it with Post > Delete, then run this item again.`,
		]);
	});

	test('is not sent again by Retry On Fail', async () => {
		const { error } = await run(
			['One'],
			{ thread: { segment: [{ content: 'bad' }] } },
			{ node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(error?.message).toContain('Postiz has only 1 of the 2 parts of this thread');
		expect(texts()).toEqual(['One']);
	});

	test('an older one with the same text is not taken for it', async () => {
		await run(['One'], thread);
		service.faults.push({
			match: { method: 'POST', path: /\/posts$/ },
			kind: 'status',
			status: 503,
		});
		const { output } = await run(['One'], { thread: { segment: [{ content: 'Another end' }] } });
		expect(texts()).toEqual(['One + One goes on']);
		expect(output[0]).toEqual([]);
		expect(output[1].map(({ json }) => json.error)).toEqual([
			expect.stringContaining('It is unclear whether Postiz created this item'),
		]);
	});
});
