import type { IDataObject } from 'n8n-workflow';

import { findChannelId } from '../../service/client.cjs';
import { createStableId } from '../../service/state.cjs';
import { listHints, createJsonItems, type NodeRunOptions } from '../support/harness.cjs';
import { callLoadOptions } from '../support/callMethods.cjs';
import { createPost } from '../support/posts.cjs';
import { listCalls, LOOK_UP, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const ROASTERS = `group:${createStableId('group-roasters')}`;
/** The networks of the channels that this group has. */
const OF_ROASTERS = ['x', 'linkedin', 'facebook', 'instagram'];

/** Drafts for rows with the column Platforms. */
const run = async (platforms: unknown[], options: Partial<NodeRunOptions> = {}) =>
	await createPost(
		service,
		{ type: 'draft', channels: '={{ $json.Platforms }}' },
		{
			items: createJsonItems(platforms.map((Platforms) => ({ Platforms }) as IDataObject)),
			...options,
		},
	);

test('one bad row in a Platforms column does not affect the others', async () => {
	const rows = ['Telegram', 'Myspace', 'Threads', '', 'Bluesky, Nowhere'];
	const { error, output } = await run(rows, { onError: 'continueErrorOutput' });
	expect(error).toBeUndefined();
	expect(output[0].map(({ json, pairedItem }) => [json.network, pairedItem])).toEqual([
		['telegram', { item: 0 }],
		['threads', { item: 2 }],
	]);
	expect(output[1].map(({ json }) => [json.Platforms, String(json.error).split('.')[0]])).toEqual([
		['Myspace', 'No channel, group or network is named “Myspace”'],
		['', 'No channel is selected'],
		['Bluesky, Nowhere', 'No channel, group or network is named “Nowhere”'],
	]);
});

test('a group skips disabled channels, and a hint names them', async () => {
	const [x, ...others] = OF_ROASTERS.map((identifier) => findChannelId(service, identifier, 1));
	service.state.channels.find(({ id }) => id === x)!.disabled = true;
	const result = await run([ROASTERS, ROASTERS]);
	expect(result.error).toBeUndefined();
	const ids = result.output[0].map(({ json }) => json.channelId);
	expect(ids).toEqual([...others, ...others]);
	expect(listHints(result)).toContain(
		`These channels of the chosen groups were skipped because they are disabled in Postiz: X: Acme Roasters.`,
	);
	const named = await run([[ROASTERS, x]]);
	expect(named.error?.message).toBe('X: Acme Roasters is disabled in Postiz');
});

describe('the list of Channels', () => {
	const listOptions = async () => await callLoadOptions('getChannelsAndGroups', { service });

	test('lists groups with their number of usable channels, then channels', async () => {
		const options = await listOptions();
		const own = service.state.channels.filter(
			({ customerId, disabled }) => customerId === createStableId('group-coffee') && !disabled,
		);
		expect(options.slice(0, 2)).toEqual([
			{
				name: `All of Acme Coffee (${own.length})`,
				value: `group:${createStableId('group-coffee')}`,
			},
			{ name: 'All of Acme Roasters (4)', value: ROASTERS },
		]);
		expect(options).toHaveLength(2 + service.state.channels.length);
		expect(options).toEqual(
			expect.arrayContaining([
				{
					name: 'Bluesky: acme-coffee.bsky.social (Acme Coffee)',
					value: findChannelId(service, 'bluesky'),
				},
				{ name: 'X (Twitter): Acme Coffee', value: findChannelId(service, 'x') },
				{
					name: 'Mastodon: Acme Coffee Archive – disabled in Postiz',
					value: findChannelId(service, 'mastodon', 1),
				},
			]),
		);
		const names = options.slice(2).map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		expect(listCalls(service)).toEqual([LOOK_UP]);
	});

	test('lists only groups for a filter, with “any” as the default that n8n accepts', async () => {
		expect(await callLoadOptions('getGroups', { service })).toEqual([
			{ name: 'Any Group', value: '' },
			{ name: 'Acme Coffee', value: createStableId('group-coffee') },
			{ name: 'Acme Roasters', value: createStableId('group-roasters') },
		]);
	});
});
