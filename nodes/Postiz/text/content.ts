import type { Markup } from '../networks/networkTypes';
import { type Block, joinDocuments, parsePlain, getDocumentText } from './document';
import { escapeMarkdown, normalizeText } from './normalizeText';
import { parseHtml } from './parseHtml';
import { parseMarkdown } from './parseMarkdown';
import { hasEntity, hasTelegramEntity, renderHtml, toNetworkBlocks } from './renderHtml';
import { parseSlack } from './slackLinks';

/** How a text was written; the values of the option Text Format. */
export const TEXT_FORMATS = ['automatic', 'plain', 'markdown', 'html', 'asIs'] as const;

/** With `model`, a model wrote the text: Markdown, unless it is HTML. */
export type TextFormat = (typeof TEXT_FORMATS)[number] | 'model';

/** Texts as written. They are joined with empty lines between them. */
export interface TextInput {
	texts: string[];
	format: TextFormat;
}

export const getNonBlankTexts = ({ texts }: TextInput) =>
	texts.filter((text) => text.trim() !== '');

/** Converts a text, by its format, into the markup that arrives unchanged on a network (docs/api.md, Content). */
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

/**
 * Renders a document for a network, without tags if its lines arrive unchanged (docs/api.md, Safe forms). `plain` is
 * the original text, if it has no formatting.
 */
export function renderContent(document: Block[], markup: Markup, plain?: string): string {
	const lines = plain ?? getDocumentText(toNetworkBlocks(document, markup));
	if (lines.trim() === '') return '';
	const isFormatted = plain === undefined && /<(?!\/?p>)/.test(renderHtml(document, markup));
	const hasResolvedEntity = (markup === 'telegram' ? hasTelegramEntity : hasEntity)(lines);
	// Articles and mails require paragraphs, and outside of them, `<` starts a tag.
	const needsParagraph =
		isFormatted ||
		markup === 'html' ||
		lines.includes('<') ||
		(markup === 'telegram' && hasResolvedEntity);
	const isHarmedByParagraph = hasResolvedEntity || /^[\r\n]|\u00a0/.test(lines);
	// "&" and ">" count more outside of a paragraph.
	const isShorterInParagraph = !isHarmedByParagraph && /[&>]/.test(lines);
	return needsParagraph || isShorterInParagraph ? renderHtml(document, markup) : lines;
}

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

/** Returns the normalized texts and the parser for them. */
function normalizeTexts(input: TextInput, markup: Markup) {
	const { format } = input;
	// Networks with Markdown render it themselves.
	const isMarkdown = markup !== 'markdown' && (format === 'markdown' || format === 'model');
	return getNonBlankTexts(input).map((source) => {
		const asWritten = { text: source, isHtml: format === 'html', isSlack: false };
		const { text, isHtml, isSlack } = normalizeIfAutomatic(source, format) ?? asWritten;
		if (isHtml) return { text, parse: parseHtml };
		if (isSlack) return { text, parse: parseSlack };
		if (!isMarkdown) return { text, parse: parsePlain };
		return { text: format === 'model' ? escapeMarkdown(text) : text, parse: parseMarkdown };
	});
}

/** Normalizes a text, unless somebody chose its format. */
export const normalizeIfAutomatic = (text: string, format: TextFormat) =>
	format === 'automatic' || format === 'model'
		? normalizeText(text, { isMarkdown: format === 'model' })
		: undefined;
