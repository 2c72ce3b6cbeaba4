import { Marked } from 'marked';

import { joinDocuments, parsePlain, type Document } from './document';
import { parseHtml } from './parseHtml';

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
		const blocks = markdown.lexer(source).map((token) => parseHtml(markdown.parser([token])));
		return joinDocuments(blocks.filter(({ length }) => length > 0));
	} catch (error) {
		refuseUnlessTooDeep(error);
		// Nobody's Markdown, but still a text.
		return parsePlain(source);
	}
}

/** Throws the error again unless it says that something is nested too deep for the parser. */
function refuseUnlessTooDeep(error: unknown): void {
	if (!(error instanceof RangeError)) throw error;
}
