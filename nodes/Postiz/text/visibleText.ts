import { readHtml } from './readHtml';

const LINE_TAGS = ['p', 'li', 'h1', 'h2', 'h3'];

/** What people read: a line per paragraph, heading and list entry (docs/api.md, Conversion). */
export function visibleText(content: string): string {
	if (!content.includes('<')) return content;
	const lines: string[] = [];
	let line: string | undefined;
	const endLine = () => {
		if (line !== undefined) lines.push(line);
		line = undefined;
	};
	// A paragraph right behind the mark of an entry belongs to it.
	let isAtMark = false;
	const isInItem = (tag: string) => tag === 'p' && isAtMark;
	readHtml(content, {
		open(tag) {
			if (!LINE_TAGS.includes(tag) || isInItem(tag)) return;
			endLine();
			isAtMark = tag === 'li';
			line = isAtMark ? '- ' : '';
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
	// The service resolves the ampersand first: what stands as `&amp;lt;` becomes `<`, too.
	return lines
		.join('\n')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/\u00a0/g, ' ');
}

/** A visible text without its web addresses, which Postiz may have shortened. */
export const withoutLinks = (text: string) => text.replace(/https?:\/\/\S+/gi, '');
