import type { IDataObject } from 'n8n-workflow';

import { rulesFor } from '../providers';
import type { Provider, TextForm } from '../providers/types';
import { joinDocuments, parsePlain, type Document } from './document';
import { countCharacters } from './length';
import { parseHtml } from './parseHtml';
import { parseMarkdown } from './parseMarkdown';
import { hasEntity, hasTelegramEntity, renderDocument, renderLines } from './render';

/** How a text was written; the values of the option Text Format. */
export const CONTENT_FORMATS = ['automatic', 'plain', 'markdown', 'html', 'asIs'] as const;
/** Text by a model is Markdown, unless it is HTML. */
export type ContentFormat = (typeof CONTENT_FORMATS)[number] | 'model';

export interface TextTarget {
	form: TextForm;
	/** Counts characters like the service. */
	count: (content: string) => number;
	/** Max characters; two if only some accounts have the higher limit, the lower one first. */
	limits: number[];
}

/** What the text of a post with these settings must fit. */
export function toTextTarget(provider: Provider | undefined, settings: IDataObject): TextTarget {
	const { text: form, maxLength, minMaxLength } = rulesFor(provider, settings);
	return {
		form,
		count: (content) => countCharacters(content, provider?.count),
		limits: [minMaxLength, maxLength].filter((limit) => limit !== undefined),
	};
}

/** Converts a text into the format that arrives unchanged on a network (docs/api.md, Content). */
export function toServiceContent(text: string, format: ContentFormat, target: TextTarget): string {
	return format === 'asIs' ? text : joinTexts([text], format, target);
}

/** Like {@link toServiceContent}, for several texts with empty lines between them. */
export function joinTexts(texts: string[], format: ContentFormat, target: TextTarget): string {
	const written = texts.filter((text) => text.trim() !== '');
	if (format === 'asIs') {
		const hasParagraphs = written.some((text) => text.includes('<p>'));
		return written.join(hasParagraphs ? '<p></p>' : '\n\n');
	}
	const isPlain = written.every((text) => parserFor(text, format, target.form) === parsePlain);
	// Line breaks stay as they are.
	const whole = isPlain ? written.join('\n\n') : undefined;
	return writeText(parseTexts(written, format, target.form), target, whole);
}

/** Parses texts as one document. */
export function parseTexts(texts: string[], format: ContentFormat, form: TextForm): Document {
	return joinDocuments(texts.map((text) => parserFor(text, format, form)(text)));
}

/** Writes a document for a network; `text` is preferred if it arrives unchanged (docs/api.md, Safe forms). */
export function writeText(
	document: Document,
	target: TextTarget,
	text = renderLines(document, target.form),
): string {
	const wrap = () => renderDocument(document, target.form);
	return text === undefined ? wrap() : choose(text, wrap, target);
}

function parserFor(
	text: string,
	format: ContentFormat,
	form: TextForm,
): (text: string) => Document {
	switch (format) {
		case 'html':
			return parseHtml;
		case 'markdown':
			return form === 'markdown' ? parsePlain : parseMarkdown;
		case 'asIs':
		case 'plain':
			return parsePlain;
		case 'model':
			return isServiceHtml(text) ? parseHtml : parserFor(text, 'markdown', form);
		case 'automatic':
			return isServiceHtml(text) ? parseHtml : parsePlain;
	}
}

/** A text without tags: either as it is or with a paragraph per line, whichever arrives unchanged. */
function choose(text: string, wrap: () => string, { form, count, limits }: TextTarget): string {
	if (text.trim() === '') return '';
	const isResolved = (form === 'telegram' ? hasTelegramEntity : hasEntity)(text);
	// Articles and mails require paragraphs, and outside of them, `<` starts a tag.
	const needsParagraph =
		form === 'html' || text.includes('<') || (form === 'telegram' && isResolved);
	if (needsParagraph) return wrap();
	const isHarmedByParagraph = isResolved || /^[\r\n]|\u00a0/.test(text);
	// These characters count more outside of a paragraph.
	if (!isHarmedByParagraph) return /[&>]/.test(text) ? wrap() : text;
	const wrapped = wrap();
	for (const limit of limits) {
		if (count(text) <= limit) return text;
		if (count(wrapped) <= limit) return wrapped;
	}
	return text;
}

const MARKDOWN = /\*\*[^\s*][^*\n]*\*\*|\[[^[\]\n]+\]\(https?:\/\/[^\s()]+\)/;

const HTML =
	/<(?:p|br|b|strong|i|em|u|ul|ol|li|h[1-6]|img|div|span|blockquote|figure|a)(?:\s+[\w-]+=[^<>]*|\s*\/)?>/i;

/** Finds the first markup in a plain text that was surely meant as HTML or Markdown; undefined if there is none. */
export function markupIn(text: string): { found: string; format: 'HTML' | 'Markdown' } | undefined {
	const html = HTML.exec(text)?.[0];
	if (html !== undefined && !isServiceHtml(text)) return { found: html, format: 'HTML' };
	const markdown = MARKDOWN.exec(text)?.[0];
	return markdown === undefined ? undefined : { found: markdown, format: 'Markdown' };
}

const BLOCK_START = /\s*<(p|h[1-3]|ul)(?:\s[^<>]*)?>/y;

/** True if the whole text consists of paragraphs, headings or lists, which means HTML. */
function isServiceHtml(text: string): boolean {
	const end = text.trimEnd().length;
	let hasParagraph = false;
	let position = 0;
	while (position < end) {
		BLOCK_START.lastIndex = position;
		const tag = BLOCK_START.exec(text)?.[1];
		const close = tag === undefined ? -1 : text.indexOf(`</${tag}>`, BLOCK_START.lastIndex);
		if (tag === undefined || close < 0) return false;
		hasParagraph ||= tag === 'p';
		position = close + tag.length + 3;
	}
	return hasParagraph;
}
