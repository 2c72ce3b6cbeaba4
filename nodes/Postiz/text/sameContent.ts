import { type Block, parsePlain, groupAdjacent } from './document';
import { parseTokens } from './parseHtml';
import { sanitize, getVisibleText } from './storedText';

/**
 * True if a stored content is what the service makes of the written one, or looks the same with the same links, such as
 * after a visit to its editor. With `isShortened`, links may have been replaced with short ones.
 */
export function isSameContent(
	written: string,
	stored: string,
	{ isShortened = false }: { isShortened?: boolean } = {},
): boolean {
	const isHtml = written.includes('<');
	// Without its tags, what is stored may still have entities.
	const documents = [
		parseStored(written, { isHtml }),
		parseStored(stored, { isHtml: isHtml || stored.includes('<') }),
	];
	const [writtenKey, storedKey] = documents.map((document) =>
		JSON.stringify(document, keepOnlyMentionId),
	);
	if (writtenKey === storedKey) return true;
	return isShortened && isShortenedFrom(getComparableText(written), getComparableText(stored));
}

/** A stored content, with all of its spaces. */
const parseStored = (content: string, { isHtml }: { isHtml: boolean }): Block[] =>
	isHtml ? parseTokens(sanitize(content), { isPreformatted: true }) : parsePlain(content);

/** The editor of the service rewrites other attributes. */
const keepOnlyMentionId = (_key: string, value: unknown) =>
	value instanceof Map ? (value.get('data-mention-id') as unknown) : value;

/** A key for contents that look the same and lead to the same addresses, however they are written. */
export function getComparableText(content: string): string {
	const links = parseStored(content, { isHtml: content.includes('<') }).flatMap(({ spans }) =>
		groupAdjacent(spans, ({ href }) => href),
	);
	// The addresses that the text doesn't show.
	const targets = links.flatMap((spans) => {
		const [{ href }] = spans;
		const text = spans.map((span) => span.text).join('');
		return href && normalizeAddress(text) !== normalizeAddress(href) ? [href] : [];
	});
	return [getVisibleText(content), ...targets].join(' ').replace(/\s+/g, ' ').trim();
}

const normalizeAddress = (address: string) =>
	address
		.trim()
		.replace(/^https?:\/\//i, '')
		.replace(/\/$/, '');

const ADDRESS = /https?:\/\/[^\s/?#]+\S*/gi;

/** Removes web addresses, which Postiz may have shortened. */
export const removeLinks = (text: string) => text.replace(ADDRESS, '');

/** True if the texts only differ in links that Postiz replaced with short ones. */
function isShortenedFrom(written: string, stored: string): boolean {
	const hosts = findLinkHosts(written);
	return (
		removeLinks(written) === removeLinks(stored) &&
		// If links aren't shortened, the stored address is the same.
		!findLinkHosts(stored).some((host) => hosts.includes(host))
	);
}

const findLinkHosts = (text: string): string[] =>
	(text.match(ADDRESS) ?? []).map((address) => address.split(/[/?#]/)[2]!.toLowerCase());
