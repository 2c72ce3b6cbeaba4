import type { INodeParameters } from 'n8n-workflow';

import { providerName } from '../../../../nodes/Postiz/providers';
import { callListSearch, callLoadOptions, jsonItems, runNode } from '../../support/harness.cjs';
import { useService } from '../../support/useService.cjs';
import { onChannels } from '../../support/posts.cjs';

const service = useService();

const getMany = async (parameters: INodeParameters = {}, items?: object[]) =>
	await runNode({
		service,
		parameters: { resource: 'integration', operation: 'list', ...parameters },
		items: items && jsonItems(items as never),
	});

const group = (name: string) => service.state.groups.find((entry) => entry.name === name)!;

describe('Get Many', () => {
	test('returns every channel as the service lists it', async () => {
		const { output, error } = await getMany({ returnAll: true });
		expect(error).toBeUndefined();
		const channels = output[0].map(({ json }) => json);
		expect(channels).toHaveLength(service.state.channels.length);
		for (const channel of service.state.channels) {
			const customer = service.state.groups.find(({ id }) => id === channel.customerId);
			expect(channels).toContainEqual({
				channelId: channel.id,
				channelName: channel.name,
				provider: channel.identifier,
				providerName: providerName(channel.identifier),
				disabled: channel.disabled,
				profile: channel.profile,
				groupId: customer?.id ?? null,
				groupName: customer?.name ?? null,
			});
		}
		expect(service.requests).toHaveLength(1);
	});

	test('returns channels with the names of Postiz if they are not simplified', async () => {
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

	test('marks disabled channels, also where the service leaves the mark out', async () => {
		service.faults.push({
			match: { path: /integrations$/ },
			kind: 'wrongJson',
			body: [
				{ id: 'a', name: 'A', identifier: 'x' },
				{ id: 'b', name: 'B', identifier: 'x', disabled: true },
			],
		});
		const { output } = await getMany();
		expect(output[0].map(({ json }) => json.disabled)).toEqual([false, true]);
	});

	test('leaves disabled channels out where they are not wanted', async () => {
		const { output } = await getMany({ returnAll: true, filters: { includeDisabled: false } });
		expect(output[0]).toHaveLength(service.state.channels.length - 1);
		expect(output[0].every(({ json }) => json.disabled === false)).toBe(true);
	});

	test.each([
		['a group by its name', { group: 'acme roasters' }, ['Acme Roasters']],
		[
			'networks by their names',
			{ providers: '={{ "Mastodon, LinkedIn" }}' },
			['linkedin', 'mastodon'],
		],
		['networks as rows', { providers: '={{ [{ provider: "mastodon" }] }}' }, ['mastodon']],
	])('finds %s', async (_kind, filters, expected) => {
		const { output, error } = await getMany({ returnAll: true, filters });
		expect(error).toBeUndefined();
		const key = 'group' in filters ? 'groupName' : 'provider';
		const found = new Set(output[0].map(({ json }) => json[key]));
		expect([...found].sort()).toEqual(expected);
	});

	test.each([
		[
			{ group: 'Acme Roaster' },
			'Group: no group of channels is called “Acme Roaster”',
			'Groups: Acme Coffee, Acme Roasters.',
		],
		[{ providers: '={{ "Linkedn" }}' }, 'Networks: no network is called “Linkedn”', 'Connected: '],
	])('refuses %j, which nothing is called', async (filters, message, advice) => {
		const { error } = await getMany({ filters });
		expect(error).toMatchObject({ message, description: expect.stringContaining(advice) });
	});

	test('hands on what is known of channels, and nothing else', async () => {
		const customer = { id: 'g', name: 'G' };
		const row = { id: 'a', name: 'A', identifier: 'x', picture: 'p', profile: 'a', customer };
		service.faults.push({
			match: { path: /integrations$/ },
			kind: 'wrongJson',
			body: [{ ...row, token: 'network-token', customer: { ...customer, orgId: 'network-token' } }],
		});
		const { output, run: kept } = await getMany();
		expect(output[0].map(({ json }) => json)).toEqual([
			{
				channelId: 'a',
				channelName: 'A',
				provider: 'x',
				providerName: 'X',
				profile: 'a',
				disabled: false,
				groupId: 'g',
				groupName: 'G',
			},
		]);
		expect(JSON.stringify(kept)).not.toContain('network-token');
	});

	test('leaves out what is no channel, and takes a missing name for none', async () => {
		service.faults.push({
			match: { path: /integrations$/ },
			kind: 'wrongJson',
			body: [null, 'x', { id: 'a', name: null, identifier: 'x' }],
		});
		const { output, error } = await getMany();
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json)).toEqual([
			{
				channelId: 'a',
				channelName: null,
				provider: 'x',
				providerName: 'X',
				profile: null,
				disabled: false,
				groupId: null,
				groupName: null,
			},
		]);
	});

	test.each([
		[{ group: '={{ ({ a: 1 }) }}' }, 'Group cannot be “{"a":1}”'],
		[{ name: '={{ ["a"] }}' }, 'Name Contains cannot be “["a"]”'],
	])('refuses %j before it asks', async (filters, message) => {
		expect((await getMany({ filters })).error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});
});

describe('the channel picker', () => {
	const search = async (provider: string, filter?: string) => {
		const { results } = await callListSearch(
			'searchChannels',
			{
				service,
				parameters: { ...onChannels({ provider: 'x' }, { provider }) },
				path: 'parameters.networkSettings.network[1].integrationId',
			},
			filter,
		);
		return results;
	};
	const names = async (provider: string, filter?: string) =>
		(await search(provider, filter)).map(({ name }) => name);

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

	test('shows all channels where the network is detected or unknown', async () => {
		const all = service.state.channels.length;
		expect(await names('')).toHaveLength(all);
		expect(await names('other')).toHaveLength(all);
		expect((await names('')).at(-1)).toContain('disabled');
	});
});

test('the group picker shows the groups', async () => {
	expect(await callLoadOptions('getGroups', { service })).toEqual([
		{ name: 'Any Group', value: '' },
		{ name: 'Acme Coffee', value: group('Acme Coffee').id },
		{ name: 'Acme Roasters', value: group('Acme Roasters').id },
	]);
});
