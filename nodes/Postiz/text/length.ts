import type { CharacterCount } from '../providers/types';
import { visibleText } from './html';

const LINK = /https?:\/\/[^\s<>"]+/gi;
const LINK_LENGTH = 23;
const AMPERSAND_LENGTH = '&amp;'.length;
// One emoji of any number of characters: keycaps, flags, joined and coloured ones. `©` and `®` are
// letters unless a variation selector follows.
const EMOJI =
	/[#*\d]\ufe0f?\u20e3|\p{RI}{1,2}|(?![©®](?!\ufe0f))\p{ExtPict}[\p{EMod}\p{M}\u{e0020}-\u{e007f}]*(?:\u200d\p{ExtPict}?[\p{EMod}\p{M}\u{e0020}-\u{e007f}]*)*/gu;
const EMOJI_LENGTH = 2;

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
	const weighed = (weight: number) => () => {
		length += weight;
		return '';
	};
	const rest = text
		.replace(LINK, weighed(LINK_LENGTH))
		.normalize('NFC')
		.replace(EMOJI, weighed(EMOJI_LENGTH))
		.replace(/&/g, weighed(AMPERSAND_LENGTH));
	for (const character of rest) length += characterWeight(character);
	return length;
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
