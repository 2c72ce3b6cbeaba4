import {
	defaultTreeAdapter as tree,
	parseFragment,
	serialize,
	type DefaultTreeAdapterTypes,
} from 'parse5';
import { parseTweet } from 'twitter-text';

type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;
export type TextKind = 'plain' | 'markdown' | 'html';

/** A stored text without tags is published unchanged. */
const LOOKS_LIKE_TAG = /<\/?[a-z][\s\S]*>/i;
const HTML_TAGS = new Set('ul li h1 h2 h3 p strong u a'.split(' '));
const HEADING_MARKS: Record<string, string> = { h1: '# ', h2: '## ', h3: '### ' };

const escapeText = (text: string) =>
	text
		.replace(/&/g, '&amp;')
		.replace(/\u00a0/g, '&nbsp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;');
const escapeAttribute = (value: string) =>
	value
		.replace(/&/g, '&amp;')
		.replace(/\u00a0/g, '&nbsp;')
		.replace(/"/g, '&quot;');

/** Turns `&amp;lt;` into `<` at once, as it replaces ampersands first. */
const resolveForText = (escaped: string) =>
	escaped
		.replace(/&amp;/g, '&')
		.replace(/&nbsp;/g, ' ')
		.replace(/&gt;/g, '>')
		.replace(/&lt;/g, '<');

/** Decodes entities once, as it replaces ampersands last. */
const resolveForHtml = (escaped: string) =>
	escaped
		.replace(/&nbsp;/g, ' ')
		.replace(/&gt;/g, '>')
		.replace(/&lt;/g, '<')
		.replace(/&amp;/g, '&');

const getAttribute = ({ attrs }: Element, attributeName: string) =>
	attrs.find(({ name }) => name === attributeName)?.value;

/** Bold sans-serif letters of Unicode, which plain networks show as bold. */
const toBoldLetters = (text: string) =>
	text.replace(/[A-Za-z0-9]/g, (letter) => {
		const [first, bold] = /[A-Z]/.test(letter)
			? ['A', 0x1d5d4]
			: /[a-z]/.test(letter)
				? ['a', 0x1d5ee]
				: ['0', 0x1d7ec];
		return String.fromCodePoint(bold + letter.charCodeAt(0) - first.charCodeAt(0));
	});
const toUnderlinedLetters = (text: string) => text.replace(/\p{L}|\p{N}/gu, '$&\u0332');

const hasBareParagraph = (parent: Parent): boolean =>
	tree
		.getChildNodes(parent)
		.some(
			(node) =>
				tree.isElementNode(node) &&
				((node.tagName === 'p' && node.attrs.length === 0) || hasBareParagraph(node)),
		);

interface Style {
	bold?: boolean;
	underlined?: boolean;
	inItem?: boolean;
}

/** The text of a fragment, with a line for each paragraph. */
function renderPlainText(fragment: Parent): string {
	let text = '';
	const beginLine = () => {
		if (text !== '') text += '\n';
	};
	const walk = (parent: Parent, style: Style) => {
		for (const node of tree.getChildNodes(parent)) {
			if (tree.isTextNode(node)) {
				const styled = (piece: string) => {
					const letters = style.bold ? toBoldLetters(piece) : piece;
					return style.underlined ? toUnderlinedLetters(letters) : letters;
				};
				text += styled(resolveForText(escapeText(node.value)));
			} else if (tree.isElementNode(node)) {
				walkElement(node, style);
			}
		}
	};
	const walkElement = (element: Element, style: Style) => {
		const href = getAttribute(element, 'href');
		switch (element.tagName) {
			case 'p':
				if (!style.inItem) beginLine();
				return walk(element, style);
			case 'li':
				beginLine();
				text += '- ';
				return walk(element, { ...style, inItem: true });
			case 'strong':
				return walk(element, { ...style, bold: true });
			case 'u':
				return walk(element, { ...style, underlined: true });
			case 'a':
				if (href === undefined) return walk(element, style);
				text += resolveForText(escapeAttribute(href));
				return undefined;
			default:
				return walk(element, style);
		}
	};
	walk(fragment, {});
	return text;
}

function renderMarkdown(parent: Parent): string {
	return tree
		.getChildNodes(parent)
		.map((node) => {
			if (tree.isTextNode(node)) return resolveForText(escapeText(node.value));
			return tree.isElementNode(node) ? renderMarkdownElement(node) : '';
		})
		.join('');
}

function renderMarkdownElement(element: Element): string {
	const inside = renderMarkdown(element);
	const href = getAttribute(element, 'href');
	switch (element.tagName) {
		case 'p':
			return element.attrs.length === 0 ? `${inside}\n` : inside;
		case 'h1':
		case 'h2':
		case 'h3':
			return `${HEADING_MARKS[element.tagName]}${inside}\n`;
		case 'li':
			return `- ${inside}`;
		case 'strong':
			return `**${inside}**`;
		case 'u':
			return `__${inside}__`;
		case 'a':
			return href === undefined ? inside : `[${inside}](${resolveForText(escapeAttribute(href))})`;
		default:
			return inside;
	}
}

/** The HTML with the tags of HTML networks, and its entities decoded once. */
function renderHtml(fragment: Parent, mentionsById: boolean): string {
	const write = (parent: Parent): string =>
		tree
			.getChildNodes(parent)
			.map((node) => {
				if (tree.isTextNode(node)) return escapeText(node.value);
				if (!tree.isElementNode(node)) return '';
				const mention = getAttribute(node, 'data-mention-id');
				if (mentionsById && mention !== undefined) return escapeText(`@${mention}`);
				const inside = write(node);
				if (!HTML_TAGS.has(node.tagName)) return inside;
				const attributes = node.attrs.map(
					({ name, value }) => ` ${name}="${escapeAttribute(value)}"`,
				);
				return `<${node.tagName}${attributes.join('')}>${inside}</${node.tagName}>`;
			})
			.join('');
	return resolveForHtml(write(fragment));
}

/** Characters that change when a text is read and written as HTML. */
const CHANGED_AS_HTML = /[<>&\0\r\u00a0]/;

/** Converts a content to plain text, even if it isn't HTML. */
function convertToPlain(content: string): string {
	if (!CHANGED_AS_HTML.test(content)) return content;
	const fragment = parseFragment(content);
	return hasBareParagraph(fragment) ? renderPlainText(fragment) : serialize(fragment);
}

/**
 * What a stored content becomes on its way to a network of the given kind. `mentionsById` turns a
 * mention into the account's id, as on X.
 */
export function renderPublishedText(
	content: string,
	kind: TextKind,
	{ mentionsById = false } = {},
): string {
	if (!LOOKS_LIKE_TAG.test(content)) return content;
	if (kind === 'plain') return convertToPlain(content);
	const fragment = parseFragment(content);
	return kind === 'markdown' ? renderMarkdown(fragment) : renderHtml(fragment, mentionsById);
}

/** True if a stored content has no text. */
export const isEmpty = (content: string) => content.replace(/<[^>]*>/g, '').trim() === '';

/**
 * The length that a network's maximum is compared with, in UTF-16 units of the plain text. On X the
 * larger of that and of X's own weight counts, in which an address is 23 and a wide character 2.
 */
export function measureTextLength(content: string, countAs?: 'x'): number {
	const text = convertToPlain(content);
	return countAs === 'x' ? Math.max(text.length, parseTweet(text).weightedLength) : text.length;
}
