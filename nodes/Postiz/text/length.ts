import type { CharacterCount } from '../providers/types';
import { tweetLength } from './tweetLength';
import { visibleText } from './visibleText';

/**
 * Characters of a content as the service counts them: in UTF-16 units of what a plain network is
 * handed; without a paragraph, of the escaped text. On X the larger of that and of X's own weight
 * counts (docs/api.md, Lengths).
 */
export function countCharacters(content: string, count: CharacterCount = 'plain'): number {
	const text = content.includes('<p>')
		? visibleText(content, { withLetters: true })
		: escaped(content);
	return count === 'x' ? Math.max(text.length, tweetLength(text)) : text.length;
}

// Tags stay what they are, and so do entities.
function escaped(content: string): string {
	return content
		.replace(/&(?!#?\w+;)/g, '&amp;')
		.replace(/\u00a0/g, '&nbsp;')
		.replace(/<(?![a-z/!])/gi, '&lt;')
		.replace(/(<[a-z/!][^>]*>)|>/gi, (_all, tag: string | undefined) => tag ?? '&gt;');
}
