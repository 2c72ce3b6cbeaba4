import { parseTweet } from 'twitter-text';

/** Pieces that end at a space if possible: the parser takes seconds for a huge text without any. */
const PIECES = /[^]{1,4000}(?=\s|$)|[^]{1,4000}/g;

/** The weight of a text on X, in which addresses and wide characters count more than others. */
export function tweetLength(text: string): number {
	return (text.match(PIECES) ?? []).reduce(
		(sum, piece) => sum + parseTweet(piece).weightedLength,
		0,
	);
}
