import { escapeHtml } from './escape';
import { readHtml } from './markup';

/** One paragraph per line, the form in which the service keeps every character (API: Content). */
export function paragraphs(text: string): string {
	return text
		.split(/\r\n|\r|\n/)
		.map((line) => `<p>${escapeHtml(line)}</p>`)
		.join('');
}

const BLOCK_START = /\s*<(p|h[1-3]|ul)(?:\s[^<>]*)?>/y;

/** True where the whole text is paragraphs, headings or lists, so that the service reads it as HTML. */
export function isServiceHtml(text: string): boolean {
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

const KEPT_TAGS = ['p', 'strong', 'u', 'a', 'ul', 'li', 'h1', 'h2', 'h3', 'span'];

/** True where the service keeps all of an HTML text: it drops other tags, `<br>` included, and a line
 * break inside a paragraph harms some networks (API: Content). */
export function isKeptWhole(html: string): boolean {
	return (
		!/[\r\n]/.test(html) &&
		[...html.matchAll(/<[/!]?([a-z][^\s/>]*)?/gi)].every(([, tag]) => KEPT_TAGS.includes(tag))
	);
}

const LINE_TAGS = ['p', 'li', 'h1', 'h2', 'h3'];

/**
 * The text that the service counts of a content: without tags, a line per paragraph, heading or
 * item, entities resolved. Without any `<` it takes a content as it is (API: Content).
 */
export function visibleText(content: string): string {
	if (!content.includes('<')) return content;
	const lines: string[] = [];
	let line: string | undefined;
	const endLine = () => {
		if (line !== undefined) lines.push(line);
		line = undefined;
	};
	// A paragraph right after the mark of an item belongs to it.
	let isAtMark = false;
	const isInItem = (tag: string) => tag === 'p' && isAtMark;
	readHtml(content, {
		open(tag) {
			if (!LINE_TAGS.includes(tag) || isInItem(tag)) return;
			endLine();
			isAtMark = tag === 'li';
			line = isAtMark ? ITEM_MARK : '';
		},
		text(text) {
			if (line === undefined && text.trim() === '') return;
			line = (line ?? '') + text;
			isAtMark = false;
		},
		close(tag) {
			if (LINE_TAGS.includes(tag) && !isInItem(tag)) endLine();
		},
	});
	endLine();
	return lines.join('\n').replace(/\u00a0/g, ' ');
}

const ITEM_MARK = '- ';
