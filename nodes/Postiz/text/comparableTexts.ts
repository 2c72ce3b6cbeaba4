// Compares texts of `getComparableText` (sameContent.ts).

// "https://example.com/menu?page=2"
const ADDRESS = /https?:\/\/[^\s/?#]+\S*/gi;

export const removeLinks = (text: string) => text.replace(ADDRESS, '');

/** True if comparable texts only differ in links that Postiz may have shortened. */
export function isShortenedFrom(written: string, stored: string): boolean {
	const links = findLinks(written);
	const storedLinks = findLinks(stored);
	// Short links stay as they are.
	const isShortLink = (link: string, index: number) =>
		link === storedLinks[index] || getHost(link) !== getHost(storedLinks[index]!);
	return (
		removeLinks(written) === removeLinks(stored) &&
		links.length === storedLinks.length &&
		links.every(isShortLink)
	);
}

const findLinks = (text: string): string[] => text.match(ADDRESS) ?? [];

const getHost = (address: string): string => address.split(/[/?#]/)[2]!.toLowerCase();

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
