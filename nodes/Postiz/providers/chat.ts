import type { Provider, SettingField } from './types';

const channel: SettingField = {
	displayName: 'Room',
	name: 'channel',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	picker: {
		tool: 'channels',
		rows: 'rooms',
		whenEmpty: 'Invite the Postiz app to a room there, then open this list again.',
	},
	description: 'The channel of the server or workspace to post in',
};

/** Discord (API: Providers). */
export const discord: Provider = {
	identifier: 'discord',
	displayName: 'Discord',
	text: 'markdown',
	maxLength: 1980,
	fields: [{ ...channel, placeholder: 'e.g. 1187654321098765432' }],
};

/** Slack (API: Providers). */
export const slack: Provider = {
	identifier: 'slack',
	displayName: 'Slack',
	text: 'plain',
	maxLength: 400_000,
	fields: [{ ...channel, placeholder: 'e.g. C0123456789' }],
};
