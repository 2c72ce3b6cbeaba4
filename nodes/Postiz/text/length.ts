import type { CharacterCount } from '../providers/types';
import { plainText } from './plainText';
import { tweetLength } from './tweetLength';

/** Characters as the service counts them; on X the weight if that is more (docs/api.md, Lengths). */
export function countCharacters(content: string, count: CharacterCount = 'plain'): number {
	const text = plainText(content);
	return count === 'x' ? Math.max(text.length, tweetLength(text)) : text.length;
}
