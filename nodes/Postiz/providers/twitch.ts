import { NEEDS_TEXT, network, NO_FILES_IN_THREAD, option, setting } from './declare';

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
