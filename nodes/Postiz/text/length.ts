import { parseTweet } from 'twitter-text';

import type { CharacterCount } from '../providers/types';
import { countedText } from './stored';

/** Counts characters like the service, or like the network if that is more (docs/api.md, Lengths). */
export function countCharacters(content: string, count: CharacterCount = 'plain'): number {
	const text = countedText(content);
	return Math.max(text.length, OWN_COUNTS[count](text));
}

const OWN_COUNTS: Record<CharacterCount, (text: string) => number> = {
	plain: () => 0,
	x: tweetLength,
	mastodon: tootLength,
};

const LINK = /https?:\/\/[^\s<>/]*\.[^\s<>]*[^\s<>.,;:!?"')\]]/gi;

/** The characters of a text on Mastodon, where every link counts 23. */
function tootLength(text: string): number {
	return [...text.replace(LINK, 'x'.repeat(23))].length;
}

/** Split at spaces if possible, as the parser takes seconds for a huge text without any. */
const PIECES = /[^]{1,4000}(?=\s|$)|[^]{1,4000}/g;

/** The weight of a text on X, where addresses and wide characters count differently. */
export function tweetLength(text: string): number {
	const pieces = text.match(PIECES) ?? [];
	return pieces.reduce((sum, piece) => sum + parseTweet(piece).weightedLength, 0);
}
