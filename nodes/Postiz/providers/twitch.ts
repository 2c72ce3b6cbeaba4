import { network, setting } from './declare';

/** Twitch (docs/api.md, Providers). */
export const twitch = network('Twitch', 'twitch', {
	maxLength: 500,
	ignoresLaterMedia: true,
	fields: [
		setting.choice('Announcement Color', 'announcementColor', {
			default: 'primary',
			options: [
				{ name: 'Blue', value: 'blue' },
				{ name: 'Channel Color', value: 'primary', description: "The channel's own color" },
				{ name: 'Green', value: 'green' },
				{ name: 'Orange', value: 'orange' },
				{ name: 'Purple', value: 'purple' },
			],
			description: 'Color of the announcement. Only used if Show As is Announcement.',
		}),
		setting.choice('Show As', 'messageType', {
			default: 'message',
			options: [
				{ name: 'Announcement', value: 'announcement', description: 'Highlighted in the chat' },
				{ name: 'Chat Message', value: 'message', description: 'An ordinary line in the chat' },
			],
			description: 'How the text appears in the chat',
		}),
	],
});
