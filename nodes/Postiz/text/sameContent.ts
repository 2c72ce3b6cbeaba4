import { parsePlain, type Document } from './document';
import { parseHtml } from './parseHtml';
import { sanitize, toHtml, visibleText } from './stored';

/** What makes a content another one; the editor of the service writes other attributes anew. */
const TELLING_ATTRIBUTE = /^(?:href|data-mention-id)$/;

/**
 * True if a stored content is what the service makes of the written one, or looks the same with the same links, such as
 * after a visit to its editor. With `isShortened`, links may have been replaced with short ones.
 */
export function isSameContent(
	written: string,
	stored: string,
	{ isShortened = false }: { isShortened?: boolean } = {},
): boolean {
	if (written === stored) return true;
	const [isWrittenHtml, isStoredHtml] = [written, stored].map((content) => content.includes('<'));
	if (isWrittenHtml && asStored(written) === asStored(stored)) return true;
	if (isWrittenHtml !== isStoredHtml && asDocument(written) === asDocument(stored)) return true;
	return isShortened && isShortenedFrom(comparableText(written), comparableText(stored));
}

const asStored = (content: string) => toHtml(sanitize(content), TELLING_ATTRIBUTE);

function asDocument(content: string): string {
	const document: Document = content.includes('<') ? parseHtml(content) : parsePlain(content);
	return JSON.stringify(document);
}

/** A key for contents that look the same and lead to the same addresses, however they are written. */
export function comparableText(content: string): string {
	const targets = content.includes('<') ? hiddenTargets(content) : [];
	return [visibleText(content), ...targets].join(' ').replace(/\s+/g, ' ').trim();
}

/** The addresses of links that the text doesn't show. */
function hiddenTargets(content: string): string[] {
	const links: Array<{ target: string; text: string }> = [];
	let isInLink = false;
	for (const token of sanitize(content)) {
		const link = links.at(-1);
		if (token.type === 'text') {
			if (link && isInLink) link.text += token.text;
		} else if (token.name === 'a') {
			const target = token.type === 'open' ? token.attributes.get('href') : undefined;
			isInLink = target !== undefined;
			if (isInLink) links.push({ target: target!.trim(), text: '' });
		}
	}
	return links.filter(({ text, target }) => bare(text) !== bare(target)).map((a) => a.target);
}

/** Normalizes an address. */
const bare = (address: string) =>
	address
		.trim()
		.replace(/^https?:\/\//i, '')
		.replace(/\/$/, '');

const ADDRESS = /https?:\/\/[^\s/?#]+\S*/gi;

/** Removes web addresses, which Postiz may have shortened. */
export const withoutLinks = (text: string) => text.replace(ADDRESS, '');

/** True if the texts only differ in links that Postiz replaced with short ones. */
function isShortenedFrom(written: string, stored: string): boolean {
	const hosts = linkHosts(written);
	return (
		withoutLinks(written) === withoutLinks(stored) &&
		// If links aren't shortened, the stored address is the same.
		!linkHosts(stored).some((host) => hosts.includes(host))
	);
}

const linkHosts = (text: string): string[] =>
	(text.match(ADDRESS) ?? []).map((address) => address.split(/[/?#]/)[2]!.toLowerCase());
