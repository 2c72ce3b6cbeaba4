import { findCellError } from '../common/errorText';
import { quote } from '../common/text';
import { allNetworks } from '../networks';
import { normalizeIfAutomatic, type TextInput, getNonBlankTexts, type TextFormat } from './content';
import { findModelMark } from './modelMarks';
import { normalizeText } from './normalizeText';
import { isHtmlTag } from './parseHtml';

/** Placeholders of templates and models. Unlike code, they only contain names; before `(`, brackets are a link. */
const UNFILLED_PLACEHOLDER = new RegExp(
	[
		// "{{ first_name }}"
		'\\{\\{ *[\\w$][\\w$ .-]{0,60}\\}\\}',
		// "[Your Name]"
		'\\[(?:insert|your|add|enter)\\s[^[\\]\\n]{1,60}\\](?!\\()',
		// "<insert link here>"
		'<(?:insert|your|add|enter)\\s[^<>\\n]{1,60}>',
		// "[[first name]]"
		'\\[\\[[a-z][\\w .-]{0,60}\\]\\](?!\\()',
		// "[company name]", "[link here]"
		'\\[(?:(?:company|brand|product|event|website) )?(?:link|url|name|date|time|city)(?: here)?\\](?!\\()',
	].join('|'),
	'i',
);

// "%FIRST_NAME%" in capitals, "TODO: …" at the start.
const PLACEHOLDER_IN_CAPITALS =
	/(?<![\w%])%[A-Z][A-Z\d]+(?:_[A-Z\d]+)*%(?![\w%])|^\s*TODO:[^\n]{0,60}/;

/**
 * Finds possible mistakes in a text: changes made before it is published, unfilled placeholders, errors of formulas,
 * and codes of chat apps other than `network`. Returns sentences.
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
		...(cellError === undefined ? [] : [`${quote(cellError)} looks like a formula error`]),
	];
}

/** Describes the first code of a chat app in a text for another network. Undefined if there is none. */
function describeChatCode(text: string, network?: string): string | undefined {
	const others = allNetworks.filter(({ identifier }) => identifier !== network);
	const [chatCode] = others.flatMap(({ chatCode: code }) => code?.exec(text)?.[0] ?? []);
	return chatCode && `${quote(chatCode)} is a chat code, and is published as text`;
}

/** Finds unintended text that the chosen format keeps. */
function findLeftoverNotes(source: string, format: TextFormat): string[] {
	const mark = source.includes('`') ? undefined : findModelMark(source);
	if (mark) return [`${quote(mark)} is a model’s mark, and is published as written`];
	return format === 'asIs' ? findUnknownTagNotes(source) : [];
}

/** Finds text that the service mistakes for a tag, such as `<me@example.com>`. */
function findUnknownTagNotes(html: string): string[] {
	const unknownTag = [...html.matchAll(/<([a-z][^\s<>]*)[^<>]*>/gi)].find(
		([, name = '']) => !isHtmlTag(name.toLowerCase().replace(/\/$/, '')),
	);
	if (!unknownTag) return [];
	return [`${quote(unknownTag[0])} is read as a tag and not published. Write &lt; instead of <`];
}

// "**bold**", "[name](https://example.com)"
const MARKDOWN_MARK = /\*\*[^\s*][^*\n]*\*\*|!?\[[^[\]\n]+\]\(https?:\/\/[^\s()]+\)/;

const HTML_TAG =
	/<(?:p|br|b|strong|i|em|u|ul|ol|li|h[1-6]|img|div|span|blockquote|figure|a)(?:\s[^<>]*|\/)?>/i;

/** Finds the first markup that the Text Format Automatic publishes as written; undefined if there is none. */
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
