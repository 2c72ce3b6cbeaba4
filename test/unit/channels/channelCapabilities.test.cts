import { createCapabilitiesFetcher } from '../../../nodes/Postiz/channels/channelCapabilities';
import type { ApiRequest } from '../../../nodes/Postiz/transport/apiRequest';
import type { PostizClient } from '../../../nodes/Postiz/transport/client';
import { createFake } from '../../shared/fakes.cjs';

function createFetcher(output: unknown) {
	const requestedIds: string[] = [];
	const client = createFake<PostizClient>({
		request: async ({ path }: ApiRequest) => {
			requestedIds.push(path);
			return await Promise.resolve({ output });
		},
	});
	return { requestedIds, fetchChannelCapabilities: createCapabilitiesFetcher(client) };
}

test.each([
	[
		{ maxLength: 280, settings: { type: 'object', properties: { title: {} } } },
		{ maxLength: 280, settingKeys: ['title'] },
	],
	[{ maxLength: 'many', settings: 'No additional settings required' }, {}],
	[undefined, {}],
])('reads the output %j as %j', async (output, facts) => {
	expect(await createFetcher(output).fetchChannelCapabilities('ch-1')).toEqual(facts);
});

test('looks up a channel once', async () => {
	const { requestedIds, fetchChannelCapabilities } = createFetcher({});
	await Promise.all(['a', 'a', 'b'].map(fetchChannelCapabilities));
	expect(requestedIds).toEqual(['/integration-settings/a', '/integration-settings/b']);
});
