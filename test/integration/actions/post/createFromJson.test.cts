import type { INodeParameters } from 'n8n-workflow';

import { getNetworkName } from '../../../../nodes/Postiz/networks';
import { findChannel, createPostItem } from '../../../service/client.cjs';
import type { Values } from '../../../service/schema.cjs';
import { listHints, createJsonItems, type NodeRunOptions } from '../../support/harness.cjs';
import {
	createFromJson,
	FUTURE,
	addDays,
	getOnlyBody,
	listPostRequests,
	RARELY,
	listStoredPosts,
} from '../../support/posts.cjs';
import { listCallsWithoutFacts, LOOK_UP, useService } from '../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const createItem = (identifier: string, settings: Values = {}) =>
	createPostItem(service, identifier, settings);
const createXPost = () => createItem('x', { who_can_reply_post: 'following' });

const send = async (
	json: unknown,
	form: INodeParameters = {},
	options: Partial<NodeRunOptions> = {},
) => await createFromJson(service, json, form, options);

test('rejects a repetition shorter than the wait for its first date, which would publish twice', async () => {
	const body = { type: 'schedule', date: addDays(10), inter: 9, posts: [createXPost()] };
	const { error } = await send(body);
	expect(error?.message).toContain('the post would go out twice');
	expect(listPostRequests(service)).toEqual([]);
	expect((await send({ ...body, inter: 11 })).error).toBeUndefined();
});

test('sends every field of a whole request body', async () => {
	const body = {
		type: 'schedule',
		date: FUTURE,
		shortLink: true,
		inter: RARELY,
		tags: [{ value: 'Launch', label: 'Launch' }],
		posts: [createXPost(), createItem('bluesky')],
	};
	const { error, output } = await send(
		'={{ $json.body }}',
		{ type: 'draft', options: { tags: 'Coffee' } },
		{ items: createJsonItems([{ body }]) },
	);
	expect(error).toBeUndefined();
	expect(getOnlyBody(service)).toEqual(body);
	// The last one shows which tags Postiz kept.
	expect(listCallsWithoutFacts(service)).toEqual([LOOK_UP, 'POST /posts', 'GET /posts']);
	expect(output[0].map(({ json }) => json)).toEqual(
		listStoredPosts(service).map(({ id, identifier }) =>
			expect.objectContaining({ outcome: 'created', postId: id, network: identifier }),
		),
	);
});

test('merges a post that a body has twice, and reports it', async () => {
	const run = await send(
		{ posts: [createXPost(), createXPost()] },
		{ options: { ifExists: 'skip' } },
	);
	expect(listStoredPosts(service)).toHaveLength(1);
	expect(listHints(run)).toContain('Item 0 has the same post twice.');
});

test('drops a lone `group`, and keeps its posts', async () => {
	expect((await send(JSON.stringify(createItem('bluesky')))).error).toBeUndefined();
	const [{ group }] = listStoredPosts(service);
	const run = await send(JSON.stringify({ ...createItem('bluesky'), group }));
	expect(run.error).toBeUndefined();
	expect(listStoredPosts(service).map(({ deleted }) => deleted)).toEqual([false, false]);
});

test('with Skip Validation, sends settings unchanged and reports problems in a hint', async () => {
	const settings = { who_can_reply_post: 'everyone', made_with_ai: 'false' };
	const skip = { options: { skipValidation: true } };
	const run = await send(JSON.stringify(createItem('x', settings)), skip);
	expect(run.error).toBeUndefined();
	expect(getOnlyBody(service).posts[0]).toMatchObject({ settings });
	expect(listHints(run)[1]).toBe('X: Made With AI must be true or false, not “false”.');
});

test('sends settings that only the instance knows, and every setting of an unknown network', async () => {
	const channel = findChannel(service, 'x');
	service.faults.push({
		match: { path: /integration-settings/ },
		kind: 'wrongJson',
		body: { output: { settings: { properties: { tone: {} } } } },
	});
	expect((await send([createItem('x', { tone: 'warm' })])).error).toBeUndefined();
	const others = { ...createItem('x'), settings: { state: 'draft' } };
	channel.identifier = 'vibes';
	service.state.channels = [channel];
	const { error } = await send([others]);
	expect(String(error?.message)).not.toContain('there is no setting');
});

test('names an unknown setting together with a wrong date', async () => {
	const posts = [createItem('x', { who_can_reply: 'following' })];
	const { error } = await send({ type: 'schedule', date: 'soon', posts });
	expect(error?.message).toBe(
		'“soon” cannot be read as a date; X: there is no setting “who_can_reply”',
	);
});

test.each<[network: string, Values, remedy: RegExp]>([
	['x', { who_can_reply: 'following' }, /Did you mean “who_can_reply_post”\?/],
	['bluesky', { board: '1' }, /^It has no settings\./],
])(
	'on %s, rejects the setting %j and suggests the right one',
	async (network, settings, remedy) => {
		const { error } = await send(JSON.stringify(createItem(network, settings)));
		const [key] = Object.keys(settings);
		expect(error?.message).toBe(`${getNetworkName(network)}: there is no setting “${key}”`);
		expect(error?.description).toMatch(remedy);
		expect(listPostRequests(service)).toEqual([]);
	},
);
