import { network, setting } from './declare';

const channel = (network: string, placeholder: string) =>
	setting.locator(`${network} Channel`, 'channel', {
		required: true,
		tool: 'channels',
		rows: `${network} channels`,
		whenEmpty: `Invite the Postiz app to a channel on ${network}, then choose Refresh List (⋮).`,
		placeholder,
		description: `The ${network} channel to post in`,
	});

/** Discord (docs/api.md, Providers). */
export const discord = network('Discord', 'discord', {
	text: 'markdown',
	maxLength: 1980,
	fields: [channel('Discord', 'e.g. 1187654321098765432')],
});

/** Slack (docs/api.md, Providers). */
export const slack = network('Slack', 'slack', {
	maxLength: 400_000,
	fields: [channel('Slack', 'e.g. C0123456789')],
});
