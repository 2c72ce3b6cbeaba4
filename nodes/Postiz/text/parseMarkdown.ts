import { Marked } from 'marked';

import type { Document } from './document';
import { parseHtml } from './parseHtml';
import { parsePlain } from './parsePlain';

const markdown = new Marked({ gfm: true, breaks: true });

/** Reads Markdown, with an empty line between blocks as in the source. */
export function parseMarkdown(source: string): Document {
	try {
		return parseBlocks(source);
	} catch {
		// Nested deeper than the parser can follow: nobody's Markdown, but still a text.
		return parsePlain(source);
	}
}

function parseBlocks(source: string): Document {
	const tokens = markdown.lexer(source);
	const document: Document = [];
	for (const token of tokens) {
		if (token.type === 'space' || token.type === 'def') continue;
		const list = Object.assign([token], { links: tokens.links });
		const blocks = parseHtml(markdown.parser(list));
		if (document.length > 0 && blocks.length > 0) document.push({ tag: 'p', spans: [] });
		document.push(...blocks);
	}
	return document;
}
