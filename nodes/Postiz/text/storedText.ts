import { parseTweet } from 'twitter-text';

import { removeUnstorable } from '../common/mapTexts';
import type { CharacterCount, Markup } from '../networks/networkTypes';
import { type Block, groupAdjacent, parsePlain } from './document';
import { escapeText, type HtmlToken, renderOpeningTag, tokenize } from './html';
import { parseTokens } from './parseHtml';

/** The tags that the service stores (docs/api.md, Sanitizing). */
const STORED_TAGS = new Set('p br strong u a ul li h1 h2 h3 span'.split(' '));
/** The parts of a content that the service stores, with all tags closed. */
function sanitize(content: string): HtmlToken[] {
	return tokenize(content.replace(/\r\n?/g, '\n')).filter(
		(token) => token.type === 'text' || STORED_TAGS.has(token.name),
	);
}

const renderTokens = (tokens: HtmlToken[]): string =>
	tokens
		.map((token) => {
			if (token.type === 'text') return escapeText(token.text);
			return token.type === 'open'
				? renderOpeningTag(token.name, token.attributes)
				: `</${token.name}>`;
		})
		.join('');

/** True if the service finds no text, or nobody sees any, so that a post requires a file (docs/api.md, Parts of a post). */
export function isBlank(content: string): boolean {
	const stored = content.includes('<') ? renderTokens(sanitize(content)) : content;
	return removeUnstorable(stored.replace(/<[^>]*>|\p{Cf}/gu, '')).trim() === '';
}

/** What the service counts: the text for plain networks or, without a bare `<p>`, the stored content. */
export function getCountedText(content: string): string {
	const tokens = sanitize(content);
	const hasParagraph = tokens.some(
		(token) => token.type === 'open' && token.name === 'p' && token.attributes.size === 0,
	);
	return hasParagraph ? toPlainText(tokens) : renderTokens(tokens);
}

/** What a plain network gets (docs/api.md, Conversion). */
function toPlainText(tokens: HtmlToken[]): string {
	/** How many of these are open. */
	const open: Record<string, number> = { strong: 0, u: 0, li: 0 };
	// The address of a link replaces its text.
	let isInAddress = false;
	let plain = '';
	for (const token of tokens) {
		if (token.type === 'text') {
			if (isInAddress) continue;
			const text = resolveEntities(token.text);
			const letters = open.strong ? text.replace(/[a-z\d]/gi, BOLD_LETTER) : text;
			plain += open.u ? letters.replace(/[\p{L}\p{N}]/gu, '$&\u0332') : letters;
			continue;
		}
		const { type, name } = token;
		if (name in open) open[name] = open[name]! + (type === 'open' ? 1 : -1);
		if (name === 'a') {
			const address = type === 'open' ? token.attributes.get('href') : undefined;
			isInAddress = address !== undefined;
			plain += resolveEntities(address ?? '');
		} else if (type === 'open' && (name === 'li' || (name === 'p' && !open.li))) {
			plain += `${plain && '\n'}${name === 'li' ? '- ' : ''}`;
		}
	}
	return plain;
}

/** Stands for all of them, as they count the same. */
const BOLD_LETTER = '𝗮';

/** What a network counts: the text that it gets, without tags. */
export function getDeliveredText(content: string, markup: Markup = 'plain'): string {
	if (!['plain', 'x'].includes(markup)) return getVisibleText(content);
	return content.includes('<') ? getCountedText(content) : content;
}

const LINE_TAGS = ['p', 'li', 'h1', 'h2', 'h3'];

/** What a reader sees: a line per paragraph, heading and list entry (docs/api.md, Conversion). */
export function getVisibleText(content: string): string {
	if (!content.includes('<')) return content;
	const lines: string[] = [];
	let isInLine = false;
	// The first paragraph of an entry follows its mark.
	let isAtMark = false;
	for (const token of sanitize(content)) {
		if (token.type === 'text') {
			if (!isInLine && token.text.trim() === '') continue;
			lines.push((isInLine ? (lines.pop() ?? '') : '') + token.text);
			isInLine = true;
			isAtMark = false;
		} else if (LINE_TAGS.includes(token.name) && !(token.name === 'p' && isAtMark)) {
			isInLine = token.type === 'open';
			if (!isInLine) continue;
			isAtMark = token.name === 'li';
			lines.push(isAtMark ? '- ' : '');
		}
	}
	return resolveBasicEntities(lines.join('\n'));
}

/** The service resolves the ampersand first, so `&amp;lt;` becomes `<` as well. */
const resolveBasicEntities = (text: string): string =>
	text
		.replace(/\u00a0/g, ' ')
		.replace(/&gt;/g, '>')
		.replace(/&lt;/g, '<');

const resolveEntities = (text: string) => resolveBasicEntities(text.replace(/&nbsp;/g, ' '));

/** Counts characters like the service, or like the network if that is more (docs/api.md, Lengths). */
export function countCharacters(content: string, count: CharacterCount = 'plain'): number {
	const text = getCountedText(content);
	return Math.max(text.length, NETWORK_COUNTS[count](text));
}

const NETWORK_COUNTS: Record<CharacterCount, (text: string) => number> = {
	plain: () => 0,
	x: countTweetCharacters,
	mastodon: countTootCharacters,
};

const LINK = /https?:\/\/[^\s<>/]*\.[^\s<>]*[^\s<>.,;:!?"')\]]/gi;

/** The characters of a text on Mastodon, where every link counts 23. */
function countTootCharacters(text: string): number {
	return [...text.replace(LINK, 'x'.repeat(23))].length;
}

/** Split at spaces if possible, as the parser takes seconds for a huge text without any. */
const TEXT_PIECES = /[^]{1,4000}(?=\s|$)|[^]{1,4000}/g;

/** The weight of a text on X, where addresses and wide characters count differently. */
export function countTweetCharacters(text: string): number {
	const pieces = text.match(TEXT_PIECES) ?? [];
	return pieces.reduce((sum, piece) => sum + parseTweet(piece).weightedLength, 0);
}

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
