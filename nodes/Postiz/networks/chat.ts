import {
	NEEDS_TEXT,
	network,
	NO_FILES_IN_THREAD,
	NOT_HEVC,
	option,
	setting,
} from './defineNetwork';
import { MIB } from './limits';

const channel = (network: string, placeholder: string, idLike: RegExp) =>
	setting.locator(`${network} Channel`, 'channel', {
		required: true,
		tool: 'channels',
		idLike,
		rows: `${network} channels`,
		placeholder,
		description: `The ${network} channel to post in`,
	});

/** Discord (docs/api.md, Providers). */
export const discord = network('Discord', 'discord', {
	text: 'markdown',
	maxLength: 1980,
	rules: [
		{ of: 'files', max: 10 },
		{ of: 'videoBytes', max: 10 * MIB, note: 'only servers with enough boosts take it' },
		{ of: 'videoBytes', max: 100 * MIB, mayPass: true },
		NOT_HEVC,
	],
	fields: [channel('Discord', 'e.g. 1187654321098765432', /^\d{17,20}$/)],
});

/** Slack (docs/api.md, Providers). */
export const slack = network('Slack', 'slack', {
	maxLength: 400_000,
	rules: [
		NEEDS_TEXT,
		{ of: 'characters', max: 3000 },
		{ of: 'files', max: 49 },
		{ of: 'videos', max: 0, mayPass: true, remedy: 'Slack would not show the post at all.' },
		{ of: 'pictureType', not: ['webp'], note: 'Slack may not show the post at all' },
	],
	fields: [channel('Slack', 'e.g. C0123456789', /^[CDG][A-Z\d]{6,}$/)],
});

/** Twitch (docs/api.md, Providers). */
export const twitch = network('Twitch', 'twitch', {
	maxLength: 500,
	rules: [
		NEEDS_TEXT,
		{ of: 'files', max: 0, in: 'post', note: 'Twitch publishes only the text' },
		NO_FILES_IN_THREAD,
	],
	fields: [
		setting.choice('Announcement Color', 'announcementColor', {
			default: 'primary',
			options: [
				option('Blue', 'blue'),
				option('Channel Color', 'primary', "The channel's own color"),
				option('Green', 'green'),
				option('Orange', 'orange'),
				option('Purple', 'purple'),
			],
			description: 'Color of the announcement. Only used if Announcement is Yes.',
		}),
		setting.choice('Announcement', 'messageType', {
			default: 'message',
			options: [option('No', 'message'), option('Yes', 'announcement', 'Highlighted in the chat')],
			description: 'Whether to show the text as an announcement in the chat',
		}),
	],
});
