import { Marked } from 'marked';

import type { Document } from './document';
import { parseHtml } from './parseHtml';
import { parsePlain } from './parsePlain';

/** Whom a text mentions: a company of LinkedIn by its name, anybody else by a handle. */
const MENTION = /^@(?:\[[^\]\n]{1,200}\]\(urn:[^)\s]{1,200}\)|\w[\w.-]*)/;

const markdown = new Marked({ gfm: true, breaks: true }).use({
	extensions: [
		{
			name: 'mention',
			level: 'inline',
			start: (source) => source.indexOf('@'),
			tokenizer(source) {
				const raw = MENTION.exec(source)?.[0];
				return raw === undefined ? undefined : { type: 'mention', raw };
			},
			// It stays what it is, underscores and brackets included.
			renderer: ({ raw }) => raw.replace(/</g, '&lt;'),
		},
	],
});

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
