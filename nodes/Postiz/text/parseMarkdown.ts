import { Marked } from 'marked';

import { joinDocuments, parsePlain, type Document } from './document';
import { parseHtml } from './parseHtml';

/** A mention: a company on LinkedIn by its name, anybody else by a handle. */
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
			// Kept as it is, including underscores and brackets.
			renderer: ({ raw }) => raw.replace(/</g, '&lt;'),
		},
	],
});

/** Parses Markdown, with an empty line between blocks as in the source. */
export function parseMarkdown(source: string): Document {
	try {
		const blocks = markdown.lexer(source).map((token) => parseHtml(markdown.parser([token])));
		return joinDocuments(blocks.filter(({ length }) => length > 0));
	} catch (error) {
		refuseUnlessTooDeep(error);
		// Not real Markdown, but still a text.
		return parsePlain(source);
	}
}

/** Rethrows the error unless it is nested too deep for the parser. */
function refuseUnlessTooDeep(error: unknown): void {
	if (!(error instanceof RangeError)) throw error;
}
