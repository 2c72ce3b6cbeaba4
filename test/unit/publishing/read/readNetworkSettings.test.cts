import type { IDataObject } from 'n8n-workflow';

import type { NetworkSettingsEntry } from '../../../../nodes/Postiz/posts/item';
import { readNetworkSettings } from '../../../../nodes/Postiz/publishing/read/readNetworkSettings';
import { catchProblem } from '../../support/catchProblem.cjs';
import { createFormContext } from './createFormContext.cjs';

const readNetwork = (entry: IDataObject): NetworkSettingsEntry =>
	readNetworkSettings(createFormContext({ networkSettings: { network: [entry] } }), 0, {})[0];

test('an entry has its network, its own text, and its fields', () => {
	const entry = { provider: 'x', who_can_reply_post: 'everyone', content: 'Short' };
	expect(readNetwork(entry)).toEqual({
		label: 'Network Settings (X)',
		identifier: 'x',
		onlyChannel: '',
		formSettings: entry,
		jsonSettings: {},
		text: 'Short',
		binary: {},
	});
});

test.each([
	['LinkedIn Page', 'linkedin-page'],
	['twitter', 'x'],
	['wrapcast', 'wrapcast'],
])('accepts the network %s', (provider, identifier) => {
	expect(readNetwork({ provider })).toMatchObject({
		identifier,
		formSettings: { provider: identifier },
	});
});

test('rejects an unknown network', () => {
	expect(catchProblem(() => readNetwork({ provider: 'Linkedn' }))).toEqual([
		'Network Settings: Network cannot be “Linkedn”',
		expect.stringContaining('choose Other Network'),
	]);
});

test.each<{ title: string; integrationId: unknown; channelId: string }>([
	{ title: 'an ID', integrationId: ' x-1 ', channelId: 'x-1' },
	{
		title: 'a picker that nobody filled in',
		integrationId: { __rl: true, mode: 'list', value: '' },
		channelId: '',
	},
	{ title: 'nothing', integrationId: undefined, channelId: '' },
])('reads the channel from $title', ({ integrationId, channelId }) => {
	const entry = { provider: 'x', integrationId: integrationId as IDataObject[string] };
	expect(readNetwork(entry).onlyChannel).toBe(channelId);
});

test('accepts JSON for a network unknown to the node', () => {
	const settings = { settingsJson: '{"own": 1}' };
	expect(readNetwork({ provider: 'other', providerIdentifier: ' vibes ', settings })).toMatchObject(
		{
			label: 'Network Settings (vibes)',
			identifier: 'vibes',
			jsonSettings: { own: 1 },
		},
	);
});

test.each<[IDataObject, string, string]>([
	[{}, 'Network Settings: no network is selected', 'Choose the network, or remove the entry.'],
	[
		{ provider: 'other', providerIdentifier: ' ' },
		'Network Settings: no network is selected',
		'use the identifier that Channel > Get Many returns as “network”',
	],
	[
		{ provider: 'vibes' },
		'Network Settings: Network cannot be “vibes”',
		'Use the identifier that Channel > Get Many returns as “network”.',
	],
	[
		{ provider: 'other', providerIdentifier: 'vibes', settings: { settingsJson: '[1]' } },
		'Network Settings (vibes): Settings (JSON) must be an object',
		'curly brackets',
	],
	[
		{ provider: 'x', content: { a: 1 } },
		'Network Settings (X): Custom Text must be text, not “{"a":1}”',
		'',
	],
])('%j: %s', (entry, message, advice) => {
	expect(catchProblem(() => readNetwork(entry))).toEqual([
		message,
		expect.stringContaining(advice),
	]);
});
