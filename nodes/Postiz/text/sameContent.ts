import { groupAdjacent } from '../common/collections';
import { isSameAddress } from '../common/webAddress';
import { isShortenedFrom } from './comparableTexts';
import { type Block, parsePlain } from './document';
import { parseTokens } from './parseHtml';
import { sanitize, getVisibleText } from './storedText';

/**
 * True if the service stores `written` as `stored`, or if both look the same and have the same links, such as after
 * editing in Postiz. With `isShortened`, Postiz may have shortened links.
 */
export function isSameContent(
	written: string,
	stored: string,
	{ isShortened = false }: { isShortened?: boolean } = {},
): boolean {
	const isHtml = written.includes('<');
	// The service may remove all tags and keep entities.
	const documents = [
		parseForComparison(written, { isHtml }),
		parseForComparison(stored, { isHtml: isHtml || stored.includes('<') }),
	];
	const [writtenKey, storedKey] = documents.map((document) =>
		JSON.stringify(document, keepOnlyMentionId),
	);
	if (writtenKey === storedKey) return true;
	return isShortened && isShortenedFrom(getComparableText(written), getComparableText(stored));
}

/** Parses a stored content, and keeps all spaces. */
const parseForComparison = (content: string, { isHtml }: { isHtml: boolean }): Block[] =>
	isHtml ? parseTokens(sanitize(content), { isPreformatted: true }) : parsePlain(content);

/** The editor of the service rewrites other attributes. */
const keepOnlyMentionId = (_key: string, value: unknown) =>
	value instanceof Map ? (value.get('data-mention-id') as unknown) : value;

/** Returns a key that is the same for contents with the same look and links, however they are written. */
export function getComparableText(content: string): string {
	const links = parseForComparison(content, { isHtml: content.includes('<') }).flatMap(
		({ spans }) => groupAdjacent(spans, ({ href }) => href),
	);
	// The addresses that the text doesn't show.
	const targets = links.flatMap((spans) => {
		const [{ href }] = spans;
		const text = spans.map((span) => span.text).join('');
		return href && !isSameAddress(text, href) ? [href] : [];
	});
	return [getVisibleText(content), ...targets].join(' ').replace(/\s+/g, ' ').trim();
}
