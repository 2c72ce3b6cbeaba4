import { findCellError } from '../common/parseValue';
import { quote } from '../common/text';
import type { Markup } from '../networks/networkTypes';
import {
	type Block,
	hasEntity,
	hasTelegramEntity,
	joinDocuments,
	parsePlain,
	renderHtml,
	getDocumentText,
	toNetworkBlocks,
} from './document';
import { describeChatCode, parseSlack } from './chatMarkup';
import { findModelMark } from './modelMarks';
import { escapeMarkdown, normalizeText } from './normalizeText';
import { isHtmlTag, parseHtml } from './parseHtml';
import { parseMarkdown } from './parseMarkdown';

/** Converts a text into the format that arrives unchanged on a network (docs/api.md, Content). */
export function toContent(text: TextInput, markup: Markup): string {
	if (text.format === 'asIs') {
		if (text.texts.length === 1) return text.texts[0]!;
		const texts = getNonBlankTexts(text);
		const hasParagraphs = texts.some((source) => source.includes('<p>'));
		return texts.join(hasParagraphs ? '<p></p>' : '\n\n');
	}
	const texts = normalizeTexts(text, markup);
	const isPlain = texts.every(({ parse }) => parse === parsePlain);
	// Line breaks of plain text stay as they are.
	const lines = isPlain ? texts.map((part) => part.text).join('\n\n') : undefined;
	return renderContent(parseTexts(texts), markup, lines);
}

/** Writes a document, or `plain` text, for a network: without tags if its lines arrive unchanged (docs/api.md, Safe forms). */
export function renderContent(document: Block[], markup: Markup, plain?: string): string {
	const lines = plain ?? getDocumentText(toNetworkBlocks(document, markup));
	if (lines.trim() === '') return '';
	const isFormatted = plain === undefined && /<(?!\/?p>)/.test(renderHtml(document, markup));
	const isResolved = (markup === 'telegram' ? hasTelegramEntity : hasEntity)(lines);
	// Articles and mails require paragraphs, and outside of them, `<` starts a tag.
	const needsParagraph =
		isFormatted ||
		markup === 'html' ||
		lines.includes('<') ||
		(markup === 'telegram' && isResolved);
	const isHarmedByParagraph = isResolved || /^[\r\n]|\u00a0/.test(lines);
	// These characters count more outside of a paragraph.
	const isShorterInParagraph = !isHarmedByParagraph && /[&>]/.test(lines);
	return needsParagraph || isShorterInParagraph ? renderHtml(document, markup) : lines;
}

/** How a text was written; the values of the option Text Format. */
export const CONTENT_FORMATS = ['automatic', 'plain', 'markdown', 'html', 'asIs'] as const;
/** Text by a model is Markdown, unless it is HTML. */
export type ContentFormat = (typeof CONTENT_FORMATS)[number] | 'model';

/** Texts as written, which are joined with empty lines between them. */
export interface TextInput {
	texts: string[];
	format: ContentFormat;
}

/** The texts that aren't blank. */
export const getNonBlankTexts = ({ texts }: TextInput) =>
	texts.filter((text) => text.trim() !== '');

/** Parses texts as one document. */
export const toDocument = (text: TextInput, markup: Markup): Block[] =>
	parseTexts(normalizeTexts(text, markup));

const parseTexts = (texts: ReturnType<typeof normalizeTexts>): Block[] =>
	joinDocuments(texts.map((part) => part.parse(part.text)));

/** Normalizes a text that has no formatting, such as a title. */
export function normalizeLine(line: string): string {
	const { text, isHtml, isSlack } = normalizeText(line);
	if (isSlack) return getDocumentText(parseSlack(text));
	return isHtml ? getDocumentText(parseHtml(text)) : text;
}

/**
 * A placeholder of a template such as `{{name}}`, which only contains names, unlike code; or one of a model such as
 * `[Your Name]`, which isn't a link.
 */
const UNFILLED_PLACEHOLDER = new RegExp(
	[
		'\\{\\{ *[\\w$][\\w$ .-]{0,60}\\}\\}',
		'\\[(?:insert|your|add|enter)\\s[^[\\]\\n]{1,60}\\](?!\\()',
		'<(?:insert|your|add|enter)\\s[^<>\\n]{1,60}>',
		'\\[\\[[a-z][\\w .-]{0,60}\\]\\](?!\\()',
		'\\[(?:(?:company|brand|product|event|website) )?(?:link|url|name|date|time|city)(?: here)?\\](?!\\()',
	].join('|'),
	'i',
);

/** Others are only placeholders in capitals, or at the start. */
const PLACEHOLDER_IN_CAPITALS =
	/(?<![\w%])%[A-Z][A-Z\d]+(?:_[A-Z\d]+)*%(?![\w%])|^\s*TODO:[^\n]{0,60}/;

/**
 * Notes on a text, in sentences: what is published differently from how it was written, unfilled placeholders, errors of
 * formulas, and codes of chats other than `network`.
 */
export const findMarkupNotes = (text: TextInput, network?: string): string[] =>
	getNonBlankTexts(text).flatMap((source) => [
		...(normalizeIfAutomatic(source, text.format)?.changes ?? noteLeftovers(source, text.format)),
		...(source.includes('`') ? [] : noteMistakes(source, network)),
	]);

function noteMistakes(source: string, network?: string): string[] {
	const code = describeChatCode(source, network);
	const [placeholder] = [UNFILLED_PLACEHOLDER, PLACEHOLDER_IN_CAPITALS].flatMap(
		(pattern) => pattern.exec(source)?.[0].trim() ?? [],
	);
	const cellError = findCellError(source);
	return [
		...(code ? [code] : []),
		...(placeholder === undefined ? [] : [`${quote(placeholder)} is not filled in`]),
		...(cellError === undefined ? [] : [`${quote(cellError)} looks like the error of a formula`]),
	];
}

function normalizeTexts(text: TextInput, markup: Markup) {
	const { format } = text;
	const isMarkdown = format === 'markdown' || format === 'model';
	const parse = isMarkdown && markup !== 'markdown' ? parseMarkdown : parsePlain;
	return getNonBlankTexts(text).map((source) => {
		const normalized = normalizeIfAutomatic(source, format);
		const isHtml = format === 'html' || normalized?.isHtml === true;
		const parseText = normalized?.isSlack ? parseSlack : parse;
		const normalizedText = normalized?.text ?? source;
		const isEscaped = format === 'model' && !isHtml && parse === parseMarkdown;
		return {
			text: isEscaped ? escapeMarkdown(normalizedText) : normalizedText,
			parse: isHtml ? parseHtml : parseText,
		};
	});
}

/** Notes on what nobody intends to publish, but the chosen format keeps. */
function noteLeftovers(source: string, format: ContentFormat): string[] {
	const mark = source.includes('`') ? undefined : findModelMark(source);
	if (mark) return [`${quote(mark)} is a mark of a model, and published as it is written`];
	return format === 'asIs' ? noteUnknownTag(source) : [];
}

/** Notes what would be parsed as a tag but isn't one, such as `<me@example.com>`. */
function noteUnknownTag(html: string): string[] {
	const unknownTag = [...html.matchAll(/<([a-z][^\s<>]*)[^<>]*>/gi)].find(
		([, name = '']) => !isHtmlTag(name.toLowerCase().replace(/\/$/, '')),
	);
	if (!unknownTag) return [];
	return [`${quote(unknownTag[0])} is read as a tag and not published. Write &lt; instead of <`];
}

/** Undefined if somebody chose the format. */
const normalizeIfAutomatic = (text: string, format: ContentFormat) =>
	format === 'automatic' || format === 'model'
		? normalizeText(text, { isMarkdown: format === 'model' })
		: undefined;

const MARKDOWN = /\*\*[^\s*][^*\n]*\*\*|!?\[[^[\]\n]+\]\(https?:\/\/[^\s()]+\)/;

const HTML =
	/<(?:p|br|b|strong|i|em|u|ul|ol|li|h[1-6]|img|div|span|blockquote|figure|a)(?:\s[^<>]*|\/)?>/i;

/** The first markup that Automatic would publish as it is; undefined without one. */
export function findMarkup(
	text: string,
): { found: string; format: 'HTML' | 'Markdown' } | undefined {
	const { text: normalized, isHtml } = normalizeText(text);
	if (isHtml) return undefined;
	const html = HTML.exec(normalized)?.[0];
	if (html !== undefined) return { found: html, format: 'HTML' };
	const markdown = MARKDOWN.exec(normalized)?.[0];
	return markdown === undefined ? undefined : { found: markdown, format: 'Markdown' };
}
