// "https://example.com/menu?page=2"
const ADDRESS = /https?:\/\/[^\s/?#]+\S*/gi;

export const removeLinks = (text: string) => text.replace(ADDRESS, '');

/** True if comparable texts (sameContent.ts) only differ in links that Postiz may have shortened. */
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
