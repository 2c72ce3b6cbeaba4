import type { TextForm } from '../providers/types';
import { joinDocuments, parsePlain, type Document } from './document';
import { parseHtml } from './parseHtml';
import { parseMarkdown } from './parseMarkdown';

/** How a text was written; the values of the option Text Format. */
export const CONTENT_FORMATS = ['automatic', 'plain', 'markdown', 'html', 'asIs'] as const;
/** Text by a model is Markdown, unless it is HTML. */
export type ContentFormat = (typeof CONTENT_FORMATS)[number] | 'model';

/** Texts as written, which are joined with empty lines between them. */
export interface WrittenText {
	texts: string[];
	format: ContentFormat;
}

/** The texts that aren't blank. */
export const withoutBlank = ({ texts }: WrittenText) => texts.filter((text) => text.trim() !== '');

/** Parses texts as one document. */
export function toDocument(text: WrittenText, form: TextForm): Document {
	return joinDocuments(withoutBlank(text).map((one) => parserFor(one, text.format, form)(one)));
}

/** True if every character is to be published as it is. */
export function isPlain({ texts, format }: WrittenText, form: TextForm): boolean {
	return texts.every((text) => parserFor(text, format, form) === parsePlain);
}

function parserFor(text: string, format: ContentFormat, form: TextForm) {
	const mayBeHtml = format === 'automatic' || format === 'model';
	if (format === 'html' || (mayBeHtml && isServiceHtml(text))) return parseHtml;
	const isMarkdown = format === 'markdown' || format === 'model';
	return isMarkdown && form !== 'markdown' ? parseMarkdown : parsePlain;
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
