import type { TextForm } from '../providers/types';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';
import type { Document } from './document';
import { parseHtml } from './parseHtml';
import { parseMarkdown } from './parseMarkdown';
import { parsePlain } from './parsePlain';
import { renderDocument } from './render';

/** How a person wrote the text; the values of the option Text Format. */
export type ContentFormat = 'automatic' | 'plain' | 'markdown' | 'html' | 'asIs';

/** Where a text goes. */
export interface TextTarget {
	form: TextForm;
	/** True for a content that the network's limit allows. */
	fits: (content: string) => boolean;
}

/**
 * Brings a text into the form in which it arrives on a network with every character that a person
 * wrote (docs/api.md, Content). Throws {@link Problem} for an unknown format.
 */
export function toServiceContent(text: string, format: ContentFormat, target: TextTarget): string {
	const { form } = target;
	switch (format) {
		case 'asIs':
			return text;
		case 'html':
			return render(text, parseHtml, form);
		case 'markdown':
			return form === 'markdown' ? plainContent(text, target) : render(text, parseMarkdown, form);
		case 'plain':
			return plainContent(text, target);
		case 'automatic':
			return isServiceHtml(text) ? render(text, parseHtml, form) : plainContent(text, target);
		default:
			throw new Problem(
				`Text Format cannot be ${quote(format)}`,
				'Allowed: automatic, plain, markdown, html, asIs.',
			);
	}
}

/** As {@link toServiceContent}, for several texts that become one, with an empty line between them. */
export function joinTexts(texts: string[], format: ContentFormat, target: TextTarget): string {
	const written = texts.filter((text) => text.trim() !== '');
	if (written.length <= 1 || format === 'asIs') {
		return toServiceContent(written.join('\n\n'), format, target);
	}
	const documents = written.map((text) => parserFor(text, format)(text));
	const joined = documents.flatMap((document, index) =>
		index === 0 ? document : [{ tag: 'p' as const, spans: [] }, ...document],
	);
	return renderDocument(joined, target.form);
}

function parserFor(text: string, format: ContentFormat): (text: string) => Document {
	if (format === 'markdown') return parseMarkdown;
	return format === 'html' || (format === 'automatic' && isServiceHtml(text))
		? parseHtml
		: parsePlain;
}

function render(text: string, parse: (text: string) => Document, form: TextForm): string {
	return text.trim() === '' ? '' : renderDocument(parse(text), form);
}

const ENTITY = /&#?\w+;/;
const NO_BREAK_SPACE = '\u00a0';
/** These count more outside of a paragraph. */
const COUNTS_MORE = /[&>]/;

/** A text without tags, as it is or with a paragraph for each line, whichever arrives whole. */
function plainContent(text: string, { form, fits }: TextTarget): string {
	if (text.trim() === '') return text;
	const wrapped = () => renderDocument(parsePlain(text), form);
	// Articles and mails need their paragraphs; outside of one, a `<` starts a tag.
	if (form === 'html' || text.includes('<')) return wrapped();
	const hasEntity = ENTITY.test(text);
	// Telegram resolves entities itself.
	if (form === 'telegram' && hasEntity) return wrapped();
	const isHarmedByParagraph = hasEntity || text.includes(NO_BREAK_SPACE);
	if (!isHarmedByParagraph) return COUNTS_MORE.test(text) ? wrapped() : text;
	return !fits(text) && fits(wrapped()) ? wrapped() : text;
}

const BLOCK_START = /\s*<(p|h[1-3]|ul)(?:\s[^<>]*)?>/y;

/** True if the whole text is paragraphs, headings or lists, so that it is meant as HTML. */
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
