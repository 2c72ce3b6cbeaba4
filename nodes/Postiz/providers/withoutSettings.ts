import type { Provider, TextForm } from './types';

const provider = (
	identifier: string,
	displayName: string,
	maxLength: number,
	text: TextForm = 'plain',
): Provider => ({ identifier, displayName, maxLength, text, fields: [] });

/** The networks that know no settings of their own (docs/api.md, Providers). */
export const providersWithoutSettings: Provider[] = [
	provider('bluesky', 'Bluesky', 300),
	provider('kick', 'Kick', 500),
	provider('mastodon', 'Mastodon', 500),
	provider('nostr', 'Nostr', 100_000),
	provider('telegram', 'Telegram', 4096, 'telegram'),
	provider('threads', 'Threads', 500),
	provider('vk', 'VK', 2048),
];
