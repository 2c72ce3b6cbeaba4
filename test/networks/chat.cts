/** Chats: Discord, Slack and Twitch. */
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import { createCodecNote } from './ruleBuilders.cjs';
import { choice, picker } from './settingBuilders.cjs';

export const discord: Network = {
	name: 'Discord',
	max: 1980,
	text: 'markdown',
	settings: {
		channel: picker('Discord Channel', 'channels', {
			like: '1187654321098765432',
			description: 'From channels',
		}),
	},
};

export const slack: Network = {
	name: 'Slack',
	max: 400_000,
	settings: {
		channel: picker('Slack Channel', 'channels', {
			like: 'C0123456789',
			description: 'From channels',
		}),
	},
};

export const twitch: Network = {
	name: 'Twitch',
	max: 500,
	drops: 'laterMedia',
	settings: {
		messageType: choice('Announcement', ['message', 'announcement']),
		announcementColor: choice('Announcement Color', [
			'primary',
			'blue',
			'green',
			'orange',
			'purple',
		]),
	},
};

export const chatRules: Rule[] = [createCodecNote('discord', 'AV1', 'HEVC')];
