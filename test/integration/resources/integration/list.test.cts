import type { INodeParameters } from 'n8n-workflow';

import { providerName } from '../../../../nodes/Postiz/providers';
import { callListSearch, jsonItems, runNode } from '../../support/harness.cjs';
import { useService } from '../../support/useService.cjs';
import { onChannels } from '../../support/posts.cjs';

const service = useService();

const getMany = async (parameters: INodeParameters = {}, items?: object[]) =>
	await runNode({
		service,
		parameters: { resource: 'integration', operation: 'list', ...parameters },
		items: items && jsonItems(items as never),
	});

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

	test('leaves out what is no channel, and says what is missing of one', async () => {
		service.faults.push({
			match: { path: /integrations$/ },
			kind: 'wrongJson',
			body: [null, { id: 'a', name: null, identifier: 'x' }],
		});
		const { output } = await getMany();
		expect(output[0].map(({ json }) => json)).toEqual([
			{
				channelId: 'a',
				channelName: null,
				provider: 'x',
				providerName: 'X',
				...{ profile: null, disabled: false, groupId: null, groupName: null },
			},
		]);
	});

	test('leaves disabled channels out where they are not wanted', async () => {
		const { output } = await getMany({ returnAll: true, filters: { includeDisabled: false } });
		expect(output[0]).toHaveLength(service.state.channels.length - 1);
		expect(output[0].every(({ json }) => json.disabled === false)).toBe(true);
	});

	test('finds a group by its name', async () => {
		const { output, error } = await getMany({
			returnAll: true,
			filters: { group: 'acme roasters' },
		});
		expect(error).toBeUndefined();
		expect(new Set(output[0].map(({ json }) => json.groupName))).toEqual(
			new Set(['Acme Roasters']),
		);
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
