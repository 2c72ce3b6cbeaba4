import { removeLinks } from './shortLinks';

// "menu", "コ": in scripts without spaces between words, each character counts as a word.
const WORD =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

const toWords = (text: string) =>
	new Set(removeLinks(text).normalize('NFKC').toLowerCase().match(WORD));

/** True if texts share most words, or both have none: one may be an edited version of the other. */
export function areSimilarTexts(first: string, second: string): boolean {
	const [words, others] = [toWords(first), toWords(second)];
	if (words.size === 0 || others.size === 0) return words.size === others.size;
	const common = [...words].filter((word) => others.has(word)).length;
	return common * 4 > words.size + others.size;
}
