import { escapeHtml } from './escape';

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

/** The text that a reader sees of service HTML: a line per paragraph or item, entities resolved. */
export function visibleText(content: string): string {
	if (!/<(p|h[1-3]|ul)[\s>]/.test(content)) return content;
	return content
		.replace(/<\/?ul(\s[^>]*)?>/g, '')
		.replace(/<li(\s[^>]*)?>/g, '$&- ')
		.replace(/<\/(p|h[1-3]|li)>\s*(?=<(p|h[1-3]|li)[\s>])/g, '\n')
		.replace(/<[^>]*>/g, '')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&quot;/g, '"')
		.replace(/&#39;/g, "'")
		.replace(/&nbsp;/g, ' ')
		.replace(/&amp;/g, '&');
}
