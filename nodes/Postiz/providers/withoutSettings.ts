import { network } from './declare';

const BLUESKY_MEDIA = { videoAlone: true, maxImages: 4 };

/** Networks without settings of their own (docs/api.md, Providers). */
export const providersWithoutSettings = [
	network('Bluesky', 'bluesky', {
		maxLength: 300,
		media: BLUESKY_MEDIA,
		laterMedia: BLUESKY_MEDIA,
		fileDetails: ['alt'],
	}),
	network('Kick', 'kick', {
		maxLength: 500,
		onlyDrafts: true,
		ignoresLaterMedia: true,
	}),
	network('Mastodon', 'mastodon', {
		maxLength: 500,
		count: 'mastodon',
		fileDetails: ['alt'],
	}),
	network('Nostr', 'nostr', { maxLength: 100_000 }),
	network('Telegram', 'telegram', { maxLength: 4096, text: 'telegram' }),
	network('Threads', 'threads', { maxLength: 500, fetchesFiles: true }),
	network('VK', 'vk', { maxLength: 2048 }),
];
