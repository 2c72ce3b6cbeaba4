import type { INodeParameters } from 'n8n-workflow';

import { stateWord } from '../../../../nodes/Postiz/values/state';
import { findChannel } from '../../../service/client.cjs';
import { jsonItems, type NodeRunOptions } from '../../support/harness.cjs';
import { createPost, FUTURE, postRequests, storedPosts, storePost } from '../../support/posts.cjs';
import { callsOf, useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });

/** Schedules posts on the day of FUTURE. */
const create = async (
	ifSame: string,
	{ options, ...parameters }: INodeParameters & { options?: INodeParameters } = {},
	more: Partial<NodeRunOptions> = {},
) =>
	await createPost(
		service,
		{
			type: 'schedule',
			date: FUTURE,
			...parameters,
			options: { ifSame, ...options },
		},
		more,
	);
const rows = (texts: string[]) => ({ items: jsonItems(texts.map((text) => ({ text }))) });
const FROM_ROW = { content: '={{ $json.text }}' };

test('what is there is skipped and named', async () => {
	const there = storePost(service, 'bluesky');
	const { output, error } = await create('skip');
	expect(error).toBeUndefined();
	expect(postRequests(service)).toEqual([]);
	const { id: channelId, name: channelName } = findChannel(service, 'bluesky');
	expect(output[0].map(({ json }) => json)).toEqual([
		{
			postId: there.id,
			channelId,
			channelName,
			provider: 'bluesky',
			providerName: 'Bluesky',
			state: stateWord(there.state),
			date: there.publishDate,
			text: 'Fresh beans',
			skipped: true,
			previewUrl: expect.stringContaining(`/p/${there.id}`),
		},
	]);
});

test('fail names the post that is there, and harms no other item', async () => {
	const there = storePost(service, 'bluesky');
	const { output } = await create('fail', FROM_ROW, {
		...rows(['Fresh beans', 'New beans']),
		onError: 'continueRegularOutput',
	});
	expect(output[0].map(({ json }) => json.error ?? 'created')).toEqual([
		expect.stringContaining(`the post “${there.id}” has it, dated 2099-03-04 `),
		'created',
	]);
});

test('a row that stands twice in a sheet goes out once, and the calendar is read once', async () => {
	const { output } = await create('skip', FROM_ROW, rows(['One', 'Two', 'One']));
	expect(storedPosts(service)).toHaveLength(2);
	expect(output[0].map(({ json }) => [json.skipped, json.sameAsItem])).toEqual([
		[undefined, undefined],
		[undefined, undefined],
		[true, 0],
	]);
	expect(callsOf(service).filter((call) => call === 'GET /posts')).toHaveLength(1);
});
