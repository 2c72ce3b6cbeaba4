import { removeUnstorable } from '../common/mapTexts';
import type { Markup } from '../networks/networkTypes';
import { escapeText, type HtmlToken, renderOpeningTag, tokenize } from './html';

/** The tags that the service stores (docs/api.md, Sanitizing). */
const STORED_TAGS = new Set('p br strong u a ul li h1 h2 h3 span'.split(' '));

/** Returns the tokens that the service stores of a content. */
export function sanitize(content: string): HtmlToken[] {
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

/** Returns the HTML that networks get, without what they drop, such as `<br>` (docs/api.md, Safe forms). */
export const getPublishedHtml = (content: string): string =>
	renderTokens(sanitize(content).filter((token) => token.type === 'text' || token.name !== 'br'));

/** True if the service or a reader sees no text, so the post requires a file (docs/api.md, Parts of a post). */
export function isBlank(content: string): boolean {
	const stored = content.includes('<') ? renderTokens(sanitize(content)) : content;
	// Tags, and invisible characters such as a zero-width space.
	return removeUnstorable(stored.replace(/<[^>]*>|\p{Cf}/gu, '')).trim() === '';
}

/**
 * Returns the text that the service counts: the text for a plain network, or without a bare `<p>`, the stored content.
 */
export function getCountedText(content: string): string {
	const tokens = sanitize(content);
	const hasParagraph = tokens.some(
		(token) => token.type === 'open' && token.name === 'p' && token.attributes.size === 0,
	);
	return hasParagraph ? toPlainText(tokens) : renderTokens(tokens);
}

/** Returns the text for networks without formatting (docs/api.md, Conversion). */
function toPlainText(tokens: HtmlToken[]): string {
	const openCounts: Record<string, number> = { strong: 0, u: 0, li: 0 };
	// The address of a link replaces its text.
	let isInAddress = false;
	let plain = '';
	for (const token of tokens) {
		if (token.type === 'text') {
			if (isInAddress) continue;
			const text = resolveEntities(token.text);
			const letters = openCounts.strong ? text.replace(/[a-z\d]/gi, BOLD_LETTER) : text;
			plain += openCounts.u ? letters.replace(/[\p{L}\p{N}]/gu, '$&\u0332') : letters;
			continue;
		}
		const { type, name } = token;
		if (name in openCounts) openCounts[name] = openCounts[name]! + (type === 'open' ? 1 : -1);
		if (name === 'a') {
			const address = type === 'open' ? token.attributes.get('href') : undefined;
			isInAddress = address !== undefined;
			plain += resolveEntities(address ?? '');
		} else if (type === 'open' && (name === 'li' || (name === 'p' && !openCounts.li))) {
			plain += `${plain && '\n'}${name === 'li' ? '- ' : ''}`;
		}
	}
	return plain;
}

/** Replaces any bold letter, as all count the same. */
const BOLD_LETTER = '𝗮';

/** Returns the text that a network gets, without tags. */
export function getPublishedText(content: string, markup: Markup = 'plain'): string {
	if (!['plain', 'x'].includes(markup)) return getVisibleText(content);
	return content.includes('<') ? getCountedText(content) : content;
}

const LINE_TAGS = ['p', 'li', 'h1', 'h2', 'h3'];

/** Returns the text that readers see, with a line per paragraph, heading and list entry (docs/api.md, Conversion). */
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
