/** Networks without settings. */
import { extractUrlsWithIndices } from 'twitter-text';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import { createCodecNote, createFileSample, createRule } from './ruleBuilders.cjs';
import { createPicture } from './samples.cjs';

/** Mastodon's own count: every link is 23 characters. */
function countTootCharacters(toot: string): number {
	const links = extractUrlsWithIndices(toot, { extractUrlsWithoutProtocol: false });
	return links.reduce((sum, { url }) => sum + 23 - url.length, toot.length);
}

export const networksWithoutSettings: Record<string, Network> = {
	threads: { name: 'Threads', max: 500, fetches: true, noAnalytics: true },
	mastodon: {
		name: 'Mastodon',
		max: 500,
		counts: 'mastodon',
		details: ['alt'],
		noAnalytics: true,
		failsWith: (_settings, published) =>
			countTootCharacters(published) > 500
				? 'Validation failed: Text character limit of 500 exceeded'
				: undefined,
	},
	bluesky: {
		name: 'Bluesky',
		max: 300,
		details: ['alt'],
		noAnalytics: true,
		rulesInWords: 'Up to 4 pictures or a single video.',
	},
	telegram: { name: 'Telegram', max: 4096, text: 'telegram', noAnalytics: true },
	nostr: { name: 'Nostr', max: 100_000, noAnalytics: true },
	vk: { name: 'VK', max: 2048, noAnalytics: true },
	kick: { name: 'Kick', max: 500, drops: 'laterMedia', onlyDrafts: true, noAnalytics: true },
};

export const rulesWithoutSettings: Rule[] = [
	createCodecNote('bluesky mastodon telegram', 'AV1', 'HEVC'),
	createRule('bluesky', 'noted', '1 picture over 976 KB rotated by EXIF', [976, 977], (kilobytes) =>
		createFileSample(createPicture({ turned: true, bytes: kilobytes * 1024 })),
	),
];
