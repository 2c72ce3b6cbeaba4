import type { INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../../service/server.cjs';
import { jsonItems, type NodeRunOptions } from '../../support/harness.cjs';
import { channelEntry, createPost, storedPosts, onChannels } from '../../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../../support/useService.cjs';

// A verified account on X may write 4,000 characters, any other 280 (docs/api.md, Lengths).
const service = useService({ hourlyLimit: 1000 });

const channelsOn = (identifier: string) =>
	service.state.channels.filter((channel) => channel.identifier === identifier);
const question = (index = 0) => `GET /integration-settings/${channelsOn('x')[index].id}`;
const verify = (index = 0) => {
	channelsOn('x')[index].verified = true;
};

const post = async (
	content: string | string[],
	{
		options = {},
		indexes = [0],
		...more
	}: { indexes?: number[]; options?: Partial<NodeRunOptions> } & {
		parameters?: INodeParameters;
	} = {},
) =>
	await createPost(
		service,
		{
			content: '={{ $json.text }}',
			...onChannels(...indexes.map((index) => channelEntry(service, 'x', {}, index))),
			combineItems: true,
			...more.parameters,
		},
		{ items: jsonItems([content].flat().map((text) => ({ text }))), ...options },
	);

const TOO_LONG = 'X: 281 of 280 characters';

test.each([
	['a text that any account may write', 'x'.repeat(280)],
	['one that only fits in a paragraph', '&'.repeat(280)],
])('is not asked for %s', async (_what, text) => {
	const { error } = await post(text);
	expect(error).toBeUndefined();
	expect(callsOf(service)).toEqual([LOOK_UP, 'POST /posts']);
	expect(storedPosts(service)[0].parts[0].shown).toBe(text);
});

test('lets a verified account write more', async () => {
	verify();
	const { error } = await post('x'.repeat(4000));
	expect(error).toBeUndefined();
	expect(callsOf(service)).toEqual([LOOK_UP, question(), 'POST /posts']);
});

test('refuses what the account may not write before a request is spent', async () => {
	const { error } = await post('x'.repeat(281));
	expect(error?.message).toBe(TOO_LONG);
	expect(callsOf(service)).toEqual([LOOK_UP, question()]);
});

test('is asked once for each channel, however many items and parts are long', async () => {
	verify();
	verify(1);
	const { error } = await post(['x'.repeat(281), 'y'.repeat(300), 'z'.repeat(4000)], {
		indexes: [0, 1],
		parameters: { thread: { segment: [{ content: '={{ $json.text }}' }] } },
	});
	expect(error).toBeUndefined();
	expect(callsOf(service).slice(0, 3).sort()).toEqual([question(0), question(1), LOOK_UP].sort());
	expect(callsOf(service).slice(3)).toEqual(['POST /posts']);
	expect(storedPosts(service)).toHaveLength(6);
});

test.each<[string, INodeParameters]>([
	['a draft', { type: 'draft' }],
	['a text that is not checked', { options: { skipValidation: true }, type: 'draft' }],
])('is not asked for %s', async (_what, parameters) => {
	const { error } = await post('x'.repeat(281), { parameters });
	expect(error).toBeUndefined();
	expect(callsOf(service)).toEqual([LOOK_UP, 'POST /posts']);
});

test('is asked once for an article, which has a limit of its own but is in no release yet', async () => {
	const settings = { post_type: 'article', article_title: 'Menu', article_status: 'published' };
	const { error } = await createPost(service, {
		content: 'x'.repeat(5000),
		...onChannels(channelEntry(service, 'x', { settings })),
	});
	expect(error).toBeUndefined();
	expect(callsOf(service)).toEqual([LOOK_UP, question(), 'POST /posts']);
});

test.each<[string, Partial<FaultRule>]>([
	['an older instance, which has no such call', { kind: 'status', status: 404 }],
	['an answer that makes no sense', { kind: 'wrongJson', body: { output: 'none' } }],
	['no limit in the answer', { kind: 'wrongJson', body: { output: { maxLength: '4000' } } }],
	['a page of something else', { kind: 'html502', times: 3 }],
])('the service decides silently: %s', async (_why, fault) => {
	const silent = { match: { path: /integration-settings/ }, ...fault } as FaultRule;
	verify();
	service.faults.push({ ...silent });
	const good = await post('x'.repeat(281));
	expect(good.error).toBeUndefined();
	expect(storedPosts(service)).toHaveLength(1);

	channelsOn('x')[0].verified = false;
	service.faults.push({ ...silent });
	const { error } = await post('x'.repeat(281));
	expect(error?.message).toMatch(/^Channel \(X, Acme Coffee\): Postiz says the text is too long:/);
});
