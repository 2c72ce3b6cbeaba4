import type { Provider } from './types';

const provider = (
	identifier: string,
	displayName: string,
	maxLength: number,
	more: Partial<Provider> = {},
): Provider => ({ identifier, displayName, maxLength, fields: [], ...more });

const BLUESKY_MEDIA = { videoAlone: true, maxImages: 4 };

/** The networks without settings of their own (docs/api.md, Providers). */
export const providersWithoutSettings: Provider[] = [
	provider('bluesky', 'Bluesky', 300, { media: BLUESKY_MEDIA, laterMedia: BLUESKY_MEDIA }),
	provider('kick', 'Kick', 500, { onlyDrafts: true, ignoresLaterMedia: true }),
	provider('mastodon', 'Mastodon', 500),
	provider('nostr', 'Nostr', 100_000),
	provider('telegram', 'Telegram', 4096, { text: 'telegram' }),
	provider('threads', 'Threads', 500, { fetchesFiles: true }),
	provider('vk', 'VK', 2048),
];
