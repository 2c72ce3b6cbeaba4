import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import { MIB } from './measures';
import { NEEDS_TEXT, NO_FILES_IN_THREAD, NOT_HEVC } from './ruleBuilders';
import { setting } from './settingBuilders';

const createChannelField = (network: string, placeholder: string, idPattern: RegExp) =>
	setting.locator(`${network} Channel`, 'channel', {
		required: true,
		channelTool: 'channels',
		idPattern,
		optionsLabel: `${network} channels`,
		placeholder,
		description: `The ${network} channel to post in`,
	});

export const discord = defineNetwork('Discord', 'discord', {
	color: '#4752c4',
	markup: 'markdown',
	maxLength: 1980,
	// "<:party:1187654321098765432>", "<t:1767225600:R>", "<@1187654321098765432>"
	chatCode: /<a?:\w{2,32}:\d+>|<t:\d+(?::[tTdDfFR])?>|<@[!&]?\d{15,}>|<#\d{15,}>/,
	rules: [
		{ measure: 'files', max: 10 },
		{
			measure: 'videoBytes',
			max: 10 * MIB,
			note: 'only servers with enough boosts accept it',
		},
		{ measure: 'videoBytes', max: 100 * MIB, mayBeAccepted: true },
		NOT_HEVC,
	],
	fields: [createChannelField('Discord', 'e.g. 1187654321098765432', /^\d{17,20}$/)],
});

export const slack = defineNetwork('Slack', 'slack', {
	color: '#4a154b',
	maxLength: 400_000,
	// "<@U012AB3CD>", "<#C012AB3CD|general>", "<!here>"
	chatCode: /<(?:@[UW]|#C|!subteam\^S)[A-Z\d]{6,}(?:\|[^<>\n]*)?>|<!(?:here|channel|everyone)>/,
	rules: [
		NEEDS_TEXT,
		{ measure: 'codePoints', max: 3000 },
		{ measure: 'files', max: 49 },
		{
			measure: 'videos',
			max: 0,
			mayBeAccepted: true,
			remedy: 'Slack would not show the post at all.',
		},
		{ measure: 'pictureType', noneOf: ['webp'], note: 'Slack may not show the post at all' },
	],
	fields: [createChannelField('Slack', 'e.g. C0123456789', /^[CDG][A-Z\d]{6,}$/)],
});

export const twitch = defineNetwork('Twitch', 'twitch', {
	maxLength: 500,
	rules: [
		NEEDS_TEXT,
		{ measure: 'files', max: 0, in: 'firstPart', note: 'Twitch publishes only the text' },
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
