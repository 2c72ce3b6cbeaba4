import type { CharacterCount } from '../providers/types';
import { visibleText } from './html';

const LINK = /https?:\/\/[^\s<>"]+/gi;
const LINK_LENGTH = 23;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Characters of a segment as the service counts them: without its tags and with `&` as five. On X
 * links count 23 and characters outside the Latin range, emoji included, two (API: Content, Providers).
 */
export function countCharacters(content: string, count: CharacterCount = 'plain'): number {
	const text = visibleText(content);
	return count === 'x' ? weightedLength(text) : text.replace(/&/g, '&amp;').length;
}

function weightedLength(text: string): number {
	let length = 0;
	const rest = text.replace(LINK, () => {
		length += LINK_LENGTH;
		return '';
	});
	for (const { segment } of SEGMENTER.segment(rest.normalize('NFC'))) {
		length += /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment)
			? 2
			: [...segment].reduce((sum, character) => sum + characterWeight(character), 0);
	}
	return length + 4 * (rest.match(/&/g)?.length ?? 0);
}

// X counts these ranges of characters once and all others twice.
function characterWeight(character: string): number {
	const code = character.codePointAt(0) ?? 0;
	const single =
		code <= 0x10ff ||
		(code >= 0x2000 && code <= 0x200d) ||
		(code >= 0x2010 && code <= 0x201f) ||
		(code >= 0x2032 && code <= 0x2037);
	return single ? 1 : 2;
}
