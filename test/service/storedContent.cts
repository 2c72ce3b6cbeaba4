/** How an instance changes the links in a content before it stores it. */
import type { Context } from './http.cjs';
import { createId } from './state.cjs';

/** Matches names such as `ASP.net`, too. */
const ANY_LINK = /https?:\/\/[^\s<]+|\b(?:[a-z\d-]+\.)+(?:com|net|org|io|example)\b[^\s<]*/gi;
const HTTP_ADDRESS = /https?:\/\/[^\s<>"]+/gi;
const SHORTENER = 'https://short.example/';

/** Replaces addresses with short links; an address that is there twice gets one. */
function shortenLinks(content: string): string {
	const addresses = content.match(HTTP_ADDRESS) ?? [];
	const shortLinks = new Map(
		addresses.map((address) => [
			address,
			address.startsWith(SHORTENER) ? address : SHORTENER + createId().slice(-6),
		]),
	);
	return content.replace(HTTP_ADDRESS, (address) => shortLinks.get(address)!);
}

export function toStoredContent(
	content: string,
	{ identifier, shortLink }: { identifier: string; shortLink: boolean },
	{ shortensLinks, stripsLinksOnX }: Pick<Context, 'shortensLinks' | 'stripsLinksOnX'>,
): string {
	if (stripsLinksOnX && identifier === 'x') return content.replace(ANY_LINK, '');
	return shortensLinks && shortLink ? shortenLinks(content) : content;
}
