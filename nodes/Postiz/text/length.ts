import type { CharacterCount } from '../providers/types';
import { plainText } from './plainText';
import { tweetLength } from './tweetLength';

/**
 * Characters of a content as the service counts them, in UTF-16 units. On X the larger of that and of
 * X's own weight counts (docs/api.md, Lengths).
 */
export function countCharacters(content: string, count: CharacterCount = 'plain'): number {
	const text = plainText(content);
	return count === 'x' ? Math.max(text.length, tweetLength(text)) : text.length;
}
