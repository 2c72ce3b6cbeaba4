import { parseTweet } from 'twitter-text';

import type { CharacterCount } from '../networks/networkTypes';
import { getCountedText } from './storedText';

/** Counts characters like the service, or like the network if that is more (docs/api.md, Lengths). */
export function countCharacters(content: string, count: CharacterCount = 'plain'): number {
	const text = getCountedText(content);
	return Math.max(text.length, NETWORK_COUNTS[count](text));
}

const NETWORK_COUNTS: Record<CharacterCount, (text: string) => number> = {
	plain: () => 0,
	x: countTweetCharacters,
	mastodon: countTootCharacters,
};

// "https://example.com/menu", without a full stop behind it.
const MASTODON_LINK = /https?:\/\/[^\s<>/]*\.[^\s<>]*[^\s<>.,;:!?"')\]]/gi;

/** Counts characters like Mastodon, where every link counts 23. */
function countTootCharacters(text: string): number {
	return [...text.replace(MASTODON_LINK, 'x'.repeat(23))].length;
}

// Matches pieces of at most 4,000 characters, which end before a space if possible. The parser takes seconds for a huge
// text.
const TEXT_PIECES = /[^]{1,4000}(?=\s|$)|[^]{1,4000}/g;

/** Weighs a text like X, where addresses and wide characters count differently. */
export function countTweetCharacters(text: string): number {
	const pieces = text.match(TEXT_PIECES) ?? [];
	return pieces.reduce((sum, piece) => sum + parseTweet(piece).weightedLength, 0);
}
