import type { IDataObject } from 'n8n-workflow';

import {
	createChannelFactsGetter,
	findChangedKeys,
} from '../../../nodes/Postiz/channels/channelFacts';
import { findNetwork } from '../../../nodes/Postiz/networks';
import type { ApiRequest, PostizClient } from '../../../nodes/Postiz/transport/client';
import { createFake } from '../../shared/fakes.cjs';

test.each<[string, IDataObject, string[]]>([
	['wordpress', { status: 'publish', categories: [], tags: [11] }, ['tags']],
	['x', { __type: 'x', made_with_ai: false, post_type: 'article' }, ['post_type']],
	['x', { who_can_reply_post: 'everyone', n8n: '1.a', 'plug--x-repost--delay': '0' }, []],
	['x', { mood: 'up', article_cover: { id: 'a' } }, ['article_cover']],
])('reads a post on %s with %j as %j', (identifier, settings, expected) => {
	expect(findChangedKeys(findNetwork(identifier)!.fields, settings)).toEqual(expected);
});

function createFacts(output: unknown) {
	const requestedIds: string[] = [];
	const client = createFake<PostizClient>({
		request: async ({ path }: ApiRequest) => {
			requestedIds.push(path);
			return await Promise.resolve({ output });
		},
	});
	return { requestedIds, getChannelFacts: createChannelFactsGetter(client) };
}

test.each([
	[
		{ maxLength: 280, settings: { type: 'object', properties: { title: {} } } },
		{ maxLength: 280, keys: ['title'] },
	],
	[{ maxLength: 'many', settings: 'No additional settings required' }, {}],
	[undefined, {}],
])('reads the output %j as %j', async (output, facts) => {
	expect(await createFacts(output).getChannelFacts('ch-1')).toEqual(facts);
});

test('looks up a channel once', async () => {
	const { requestedIds, getChannelFacts } = createFacts({});
	await Promise.all(['a', 'a', 'b'].map(getChannelFacts));
	expect(requestedIds).toEqual(['/integration-settings/a', '/integration-settings/b']);
});
