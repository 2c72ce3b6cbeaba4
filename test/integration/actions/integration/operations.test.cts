import type { INodeParameters } from 'n8n-workflow';

import { getNetworkName } from '../../../../nodes/Postiz/networks';
import { findChannelId, findChannel } from '../../../service/client.cjs';
import { createJsonItems, TOOL } from '../../support/harness.cjs';
import { callListSearch, callLoadOptions } from '../../support/callMethods.cjs';
import { createChannelLocator, selectChannels, createRunner } from '../../support/posts.cjs';
import { listCalls, LOOK_UP, useService } from '../../support/useService.cjs';

const service = useService();

const run = createRunner(service, 'integration');

const findOwnChannel = (identifier: string) => findChannel(service, identifier);

describe('Find Free Slot', () => {
	test('returns the time in UTC and looks up channels once for all items', async () => {
		const { output, error } = await run('findSlot', createChannelLocator('={{ $json.id }}'), {
			items: createJsonItems(
				['bluesky', 'x', 'bluesky'].map((identifier) => ({
					id: findChannelId(service, identifier),
				})),
			),
		});
		expect(error).toBeUndefined();
		const [first, second, third] = output[0].map(({ json }) => json);
		expect(first).toEqual({
			channelId: findChannelId(service, 'bluesky'),
			channel: 'Bluesky: acme-coffee.bsky.social',
			network: 'bluesky',
			when: expect.stringMatching(/ (09|15):00 UTC$/),
			date: expect.stringMatching(/^\d{4}-\d\d-\d\dT(09|15):00:00\.000Z$/),
		});
		expect(second.network).toBe('x');
		expect(third).toEqual(first);
		expect(listCalls(service).map((call) => call.split('/')[1])).toEqual([
			'integrations',
			'find-slot',
			'find-slot',
		]);
	});

	test.each([
		{
			title: 'an unknown channel',
			id: () => 'no-such-channel',
			message: 'no channel is named “no-such-channel”',
		},
		{
			title: 'a disabled channel',
			id: () => service.state.channels.find(({ disabled }) => disabled)!.id,
			message: 'is disabled in Postiz',
		},
	])('sends no request for $title, which the service never answers', async ({ id, message }) => {
		const { error } = await run('findSlot', createChannelLocator(id()));
		expect(error?.message).toContain(message);
		expect(service.requests.filter(({ path }) => path.includes('find-slot'))).toEqual([]);
	});
});

describe('Get Settings and Tools', () => {
	test('returns rules, settings and tools with one request per channel', async () => {
		const channelId = findChannelId(service, 'pinterest');
		const { output } = await run('getSettings', createChannelLocator(channelId), {
			items: createJsonItems([{}, {}]),
		});
		expect(output[0].map(({ json }) => json)).toEqual(
			Array(2).fill({
				channelId,
				channel: 'Pinterest: Acme Coffee',
				network: 'pinterest',
				rules: expect.stringContaining('Pinterest'),
				maxLength: 500,
				settings: expect.anything(),
				tools: [expect.objectContaining({ methodName: 'boards' })],
			}),
		);
		expect(listCalls(service)).toEqual([LOOK_UP, `GET /integration-settings/${channelId}`]);
	});
});

describe('Look Up', () => {
	const search = (word: string): INodeParameters => ({
		...createChannelLocator(findChannelId(service, 'reddit')),
		methodName: 'subreddits',
		inputs: { input: [{ name: 'word', value: word }] },
	});

	test('returns an item for each row', async () => {
		const { output, error } = await run('lookUp', search('coffee'));
		expect(error).toBeUndefined();
		expect(output[0].length).toBeGreaterThan(0);
		expect(output[0][0].json).toEqual({
			id: expect.any(String),
			name: expect.stringMatching(/^\/r\//),
			title: expect.any(String),
		});
		expect(service.requests.at(-1)?.body).toEqual({
			methodName: 'subreddits',
			data: { word: 'coffee' },
		});
	});

	test('gives a model the data of the network unchanged', async () => {
		const inputs = { input: [{ name: 'subreddit', value: '/r/roasting' }] };
		const restrictions = { ...search(''), methodName: 'restrictions', inputs };
		const { output } = await run('lookUp', restrictions, { node: { type: TOOL } });
		expect(output[0].map(({ json }) => json)).toEqual([
			{ subreddit: '/r/roasting', allow: ['self'], is_flair_required: false, flairs: [] },
		]);
	});

	test('names a tool that the channel lacks', async () => {
		const { error } = await run('lookUp', { ...search('coffee'), methodName: 'boards' });
		expect(error?.message).toBe('Postiz has no tool “boards” for this channel');
	});

	test('tells a disconnected channel from a wrong key', async () => {
		findOwnChannel('reddit').disconnected = true;
		const { error } = await run('lookUp', search('coffee'));
		expect(error?.message).toBe('“Acme Coffee” must be reconnected');
		service.reset();
		const wrongKey = await run('lookUp', search('coffee'), { credentials: { apiKey: 'wrong' } });
		expect(wrongKey.error?.message).toBe("Postiz doesn't accept this API key");
	});

	test('rejects an input without a name before any request', async () => {
		const inputs = { input: [{ name: '={{ "" }}', value: 'coffee' }] };
		const { error } = await run('lookUp', { ...search('coffee'), inputs });
		expect(error?.message).toBe('Input 1 needs a name and a value');
		expect(service.requests).toEqual([]);
	});

	const createForm = (more: INodeParameters = {}) => ({
		resource: 'integration',
		operation: 'lookUp',
		...search('coffee'),
		...more,
	});

	test('offers the tools of the channel', async () => {
		const tools = await callLoadOptions('getChannelTools', { service, parameters: createForm() });
		expect(tools.map(({ value }) => value)).toEqual(['subreddits', 'restrictions']);
	});

	test('says when a channel has no tools', async () => {
		const parameters = createForm(createChannelLocator(findChannelId(service, 'bluesky')));
		expect(await callLoadOptions('getChannelTools', { service, parameters })).toEqual([
			expect.objectContaining({ name: '⚠ This channel has no tools', value: '' }),
		]);
	});
});

describe('Get Many', () => {
	const getMany = async (parameters: INodeParameters = {}) => await run('list', parameters);

	test('returns every channel as the service lists it', async () => {
		const { output, error } = await getMany({ returnAll: true });
		expect(error).toBeUndefined();
		const channels = output[0].map(({ json }) => json);
		expect(channels).toHaveLength(service.state.channels.length);
		for (const channel of service.state.channels) {
			const customer = service.state.groups.find(({ id }) => id === channel.customerId);
			expect(channels).toContainEqual({
				channelId: channel.id,
				channel: `${getNetworkName(channel.identifier)}: ${channel.name}`,
				status: channel.disabled ? 'disabled' : 'connected',
				network: channel.identifier,
				...(channel.profile && { profile: channel.profile }),
				...(customer && { group: customer.name, groupId: customer.id }),
			});
		}
		expect(service.requests.map(({ path }) => path)).toEqual([
			'/api/public/v1/integrations',
			'/api/public/v1/notifications',
		]);
	});

	test('shows which channels need reconnecting, and since when', async () => {
		service.loseConnection(findChannelId(service, 'threads'));
		service.faults.push({
			match: { path: /notifications$/ },
			kind: 'wrongJson',
			body: {},
		});
		const listStatuses = async () => {
			const { output } = await getMany({ returnAll: true, filters: { providers: ['threads'] } });
			return output[0].map(({ json: { status, since } }) => ({ status, since }));
		};
		// What can't be read is unknown.
		expect(await listStatuses()).toEqual([{}]);
		const since = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
		expect(await listStatuses()).toEqual([{ status: 'needs reconnecting', since }]);
	});

	test('returns only the channels of a group', async () => {
		const roasters = service.state.groups.find(({ name }) => name === 'Acme Roasters')!;
		const { output } = await getMany({ returnAll: true, filters: { group: roasters.id } });
		const { channels } = service.state;
		const members = channels.filter(({ customerId }) => customerId === roasters.id);
		expect(output[0].map(({ json }) => json.channelId)).toEqual(members.map(({ id }) => id));
	});

	test('returns channels as Postiz names their fields if Simplify is off', async () => {
		const { output } = await getMany({ returnAll: true, simplify: false });
		const { id, customerId, name, identifier, disabled, profile } = service.state.channels[0];
		const customer = service.state.groups.find((entry) => entry.id === customerId);
		expect(output[0][0].json).toEqual({
			id,
			name,
			identifier,
			picture: expect.stringMatching(/^http/),
			disabled,
			profile,
			...(customer && { customer: { id: customer.id, name: customer.name } }),
		});
	});

	test('returns them to an agent as well, also if Simplify is the text “false”', async () => {
		const parameters = { returnAll: true, simplify: 'false' };
		const { output } = await run('list', parameters, { node: { type: TOOL } });
		expect(output[0][0].json).toHaveProperty('disabled', false);
	});

	test('leaves out disabled channels if they are excluded', async () => {
		const { output } = await getMany({ returnAll: true, filters: { includeDisabled: false } });
		expect(output[0]).toHaveLength(service.state.channels.length - 1);
		expect(output[0].every(({ json }) => json.status === 'connected')).toBe(true);
	});
});

describe('Delete', () => {
	test('never outputs the answer, which holds the token of the network', async () => {
		const { id } = findOwnChannel('bluesky');
		const { output, run: kept } = await run('delete', createChannelLocator(id));
		expect(output[0].map(({ json }) => json)).toEqual([
			{
				deleted: true,
				channel: expect.stringMatching(/^Bluesky: /),
				network: 'bluesky',
				channelId: id,
			},
		]);
		expect(findOwnChannel('bluesky').deleted).toBe(true);
		expect(JSON.stringify(kept)).not.toContain('network-token');
	});

	test('reports a deletion once if the answer is lost or two items name the channel', async () => {
		const { id } = findOwnChannel('bluesky');
		service.faults.push({ match: { method: 'DELETE' }, kind: 'resetAfter' });
		const { output, error } = await run('delete', createChannelLocator(id), {
			items: createJsonItems([{}, {}]),
		});
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json.deleted)).toEqual([true, true]);
		const removals = listCalls(service).filter((call) => call.startsWith('DELETE'));
		expect(removals).toHaveLength(3);
	});

	test('removes a channel once that is entered by its ID and its handle', async () => {
		const { id, profile } = findOwnChannel('bluesky');
		const { output } = await run('delete', createChannelLocator('={{ $json.channel }}'), {
			items: createJsonItems([{ channel: id }, { channel: profile }]),
		});
		expect(output[0].map(({ json }) => json.channelId)).toEqual([id, id]);
		const removals = listCalls(service).filter((call) => call.startsWith('DELETE'));
		expect(removals).toHaveLength(1);
	});

	test('names the items whose channels were deleted before one fails', async () => {
		const ids = [findOwnChannel('bluesky').id, findOwnChannel('reddit').id, 'no-such-channel'];
		const { error } = await run('delete', createChannelLocator('={{ $json.id }}'), {
			items: createJsonItems(ids.map((id) => ({ id, row_number: ids.indexOf(id) + 2 }))),
		});
		expect(error?.description).toMatch(/ The channels of rows 2–3 were deleted\.$/);
	});

	test('fails if the channel still exists', async () => {
		service.faults.push({ match: { method: 'DELETE' }, kind: 'status', times: 3 });
		const { error } = await run('delete', createChannelLocator(findOwnChannel('bluesky').id));
		expect(error?.message).toBe('Postiz failed (status 500)');
	});
});

describe('the channel picker', () => {
	const search = async (network: string, filter?: string) => {
		const { results } = await callListSearch(
			'searchChannels',
			{
				service,
				parameters: { ...selectChannels({ provider: 'x' }, { provider: network }) },
				path: 'parameters.networkSettings.network[1].integrationId',
			},
			filter,
		);
		return results;
	};
	const listNames = async (network: string, filter?: string) =>
		(await search(network, filter)).map(({ name }) => name);

	test('shows the channels of the chosen network', async () => {
		expect(await search('x')).toEqual(
			['Acme Coffee', 'Acme Roasters'].map((name) => ({
				name: `X (Twitter): ${name}`,
				value: service.state.channels.find(
					(channel) => channel.identifier === 'x' && channel.name === name,
				)!.id,
			})),
		);
	});

	test('finds channels by the usual names of their network', async () => {
		for (const word of ['twitter', 'Acme R', 'x: acme r']) {
			expect(await listNames('', word)).toContain('X (Twitter): Acme Roasters');
		}
		expect(await listNames('', 'ig')).toContainEqual(expect.stringMatching(/^Instagram/));
	});
});
