import type { IDataObject } from 'n8n-workflow';

import { channelOf } from '../../service/client.cjs';
import { stableId } from '../../service/state.cjs';
import { callLoadOptions, hintsOf, jsonItems, type NodeRunOptions } from '../support/harness.cjs';
import { createPost } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const ROASTERS = `group:${stableId('group-roasters')}`;
/** The networks of the channels that this group has. */
const OF_ROASTERS = ['x', 'linkedin', 'facebook', 'instagram'];

/** Leaves only the first channel of each of these networks. */
function connectOnly(...identifiers: string[]): void {
	const ids = identifiers.map((identifier) => channelOf(service, identifier));
	service.state.channels = service.state.channels.filter(({ id }) => ids.includes(id));
}

/** Drafts for rows with the column Platforms. */
const run = async (platforms: unknown[], options: Partial<NodeRunOptions> = {}) =>
	await createPost(
		service,
		{
			type: 'draft',
			channels: '={{ $json.Platforms }}',
			networkSettings: {},
		},
		{ items: jsonItems(platforms.map((Platforms) => ({ Platforms }) as IDataObject)), ...options },
	);

const ids = (...identifiers: string[]) =>
	identifiers.map((identifier) => channelOf(service, identifier));

describe('a column Platforms', () => {
	beforeEach(() => connectOnly('x', 'linkedin', 'bluesky'));

	test('one bad row does not harm the others', async () => {
		const { error, output } = await run(['X', 'Myspace', 'LinkedIn', '', 'Bluesky, Nowhere'], {
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(output[0].map(({ json, pairedItem }) => [json.network, pairedItem])).toEqual([
			['x', { item: 0 }],
			['linkedin', { item: 2 }],
		]);
		expect(output[1].map(({ json }) => String(json.error).split('.')[0])).toEqual([
			'No channel, group or network is called “Myspace”',
			'No channel is selected',
			'No channel, group or network is called “Nowhere”',
		]);
		expect(output[1].map(({ json }) => json.Platforms)).toEqual([
			'Myspace',
			'',
			'Bluesky, Nowhere',
		]);
	});
});

describe('a group', () => {
	const all = () => OF_ROASTERS.map((identifier) => channelOf(service, identifier, 1));

	test('leaves disabled channels out, and a hint names them', async () => {
		const [x] = all();
		service.state.channels.find(({ id }) => id === x)!.disabled = true;
		const result = await run([ROASTERS, ROASTERS]);
		expect(result.error).toBeUndefined();
		expect(result.output[0].map(({ json }) => json.channelId)).toEqual([
			...all().slice(1),
			...all().slice(1),
		]);
		expect(hintsOf(result)).toContain(
			`These channels of the chosen groups were left out, as they are disabled in Postiz: X: Acme Roasters.`,
		);
		const named = await run([[ROASTERS, x]]);
		expect(named.error?.message).toBe('X: Acme Roasters is disabled in Postiz');
	});
});

describe('the list of Channels', () => {
	const rows = async () => await callLoadOptions('getChannelsAndGroups', { service });

	test('has the groups, with how many channels can be posted to, and then the channels', async () => {
		const options = await rows();
		const own = service.state.channels.filter(
			({ customerId, disabled }) => customerId === stableId('group-coffee') && !disabled,
		);
		expect(options.slice(0, 2)).toEqual([
			{ name: `All of Acme Coffee (${own.length})`, value: `group:${stableId('group-coffee')}` },
			{ name: 'All of Acme Roasters (4)', value: ROASTERS },
		]);
		expect(options).toHaveLength(2 + service.state.channels.length);
		expect(options).toEqual(
			expect.arrayContaining([
				{ name: 'Bluesky: acme-coffee.bsky.social (Acme Coffee)', value: ids('bluesky')[0] },
				{ name: 'X (Twitter): Acme Coffee', value: ids('x')[0] },
				{
					name: 'Mastodon: Acme Coffee Archive – disabled in Postiz',
					value: channelOf(service, 'mastodon', 1),
				},
			]),
		);
		const names = options.slice(2).map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		expect(callsOf(service)).toEqual([LOOK_UP]);
	});

	test('of groups has these alone, with one for any, else a filter would be red until one is chosen', async () => {
		expect(await callLoadOptions('getGroups', { service })).toEqual([
			{ name: 'Any Group', value: '' },
			{ name: 'Acme Coffee', value: stableId('group-coffee') },
			{ name: 'Acme Roasters', value: stableId('group-roasters') },
		]);
	});

	test('says so if no channel is connected', async () => {
		service.state.channels = [];
		expect(await rows()).toEqual([
			{
				name: '⚠ No channel is connected',
				value: '',
				description: 'Connect one under Channels in Postiz, then choose Refresh List (⋮).',
			},
		]);
	});
});
