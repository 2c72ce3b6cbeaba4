import { findCellError } from '../common/parseValue';
import { quote } from '../common/text';
import { describeChatCode } from './chatMarkup';
import { normalizeIfAutomatic } from './content';
import { findModelMark } from './modelMarks';
import { normalizeText } from './normalizeText';
import { isHtmlTag } from './parseHtml';
import { type TextInput, getNonBlankTexts, type ContentFormat } from './textInput';

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
export const findTextNotes = (text: TextInput, network?: string): string[] =>
	getNonBlankTexts(text).flatMap((source) => [
		...(normalizeIfAutomatic(source, text.format)?.changes ??
			findLeftoverNotes(source, text.format)),
		...(source.includes('`') ? [] : findMistakeNotes(source, network)),
	]);

function findMistakeNotes(source: string, network?: string): string[] {
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

/** Notes on what nobody intends to publish, but the chosen format keeps. */
function findLeftoverNotes(source: string, format: ContentFormat): string[] {
	const mark = source.includes('`') ? undefined : findModelMark(source);
	if (mark) return [`${quote(mark)} is a mark of a model, and published as it is written`];
	return format === 'asIs' ? findUnknownTagNotes(source) : [];
}

/** Notes what would be parsed as a tag but isn't one, such as `<me@example.com>`. */
function findUnknownTagNotes(html: string): string[] {
	const unknownTag = [...html.matchAll(/<([a-z][^\s<>]*)[^<>]*>/gi)].find(
		([, name = '']) => !isHtmlTag(name.toLowerCase().replace(/\/$/, '')),
	);
	if (!unknownTag) return [];
	return [`${quote(unknownTag[0])} is read as a tag and not published. Write &lt; instead of <`];
}

const MARKDOWN_MARK = /\*\*[^\s*][^*\n]*\*\*|!?\[[^[\]\n]+\]\(https?:\/\/[^\s()]+\)/;

const HTML_TAG =
	/<(?:p|br|b|strong|i|em|u|ul|ol|li|h[1-6]|img|div|span|blockquote|figure|a)(?:\s[^<>]*|\/)?>/i;

/** The first markup that Automatic would publish as it is; undefined without one. */
export function findUnconvertedMarkup(
	text: string,
): { found: string; format: 'HTML' | 'Markdown' } | undefined {
	const { text: normalized, isHtml } = normalizeText(text);
	if (isHtml) return undefined;
	const html = HTML_TAG.exec(normalized)?.[0];
	if (html !== undefined) return { found: html, format: 'HTML' };
	const markdown = MARKDOWN_MARK.exec(normalized)?.[0];
	return markdown === undefined ? undefined : { found: markdown, format: 'Markdown' };
}
