import { Lexer, Marked, type Token } from 'marked';

import { type Block, joinDocuments, parsePlain } from './document';
import { isHtmlTag, parseHtml } from './parseHtml';

// "@[Acme](urn:li:organization:1)" is a company on LinkedIn, "@acme_coffee" a handle.
const MENTION = /^@(?:\[[^\]\n]{1,200}\]\(urn:[^)\s]{1,200}\)|\w[\w.-]*)/;

// "<p", "</p"
const TAG = /^ {0,3}<\/?([a-z][\w-]*)/i;

/** Returns false to leave HTML to Marked, or undefined to make `<Name>` text. */
function skipUnlessHtml(source: string): false | undefined {
	const name = TAG.exec(source)?.[1];
	return name === undefined || isHtmlTag(name) ? false : undefined;
}

// "example.com/menu": an address without https://, as models write it, but not a file such as "menu.pdf".
const BARE_ADDRESS =
	/^(?!.*\.(?:html?|php|md|pdf|txt|docx?|png|jpe?g|gif|js|ts|py)$)(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?:[:/?#]|$)/iu;

const escapeAttribute = (text: string) =>
	text.replace(/&(?!#?\w+;)/g, '&amp;').replace(/"/g, '&quot;');

/** Escapes an address, but keeps it as written. Marked would percent-encode it. */
const escapeAddress = (address: string) =>
	// In a text, these characters would end the address.
	escapeAttribute(address.replace(/[\s<]/g, encodeURIComponent));

const markdown = new Marked({ gfm: true, breaks: true }).use({
	tokenizer: {
		html: skipUnlessHtml,
		tag: skipUnlessHtml,
		// Networks turn "www.example.com" into a link themselves.
		url: (source) => (/^www\./i.test(source) ? undefined : false),
		// "2*3*4" is a multiplication.
		emStrong: (source, _masked, before) =>
			/[\d*]/.test(before ?? '') && /^\*+\d/.test(source) ? undefined : false,
	},
	renderer: {
		link({ href, tokens }) {
			const address = BARE_ADDRESS.test(href) ? `https://${href}` : href;
			return `<a href="${escapeAddress(address)}">${this.parser.parseInline(tokens)}</a>`;
		},
		image({ href, tokens }) {
			const alt = this.parser.parseInline(tokens, this.parser.textRenderer);
			return `<img src="${escapeAddress(href)}" alt="${escapeAttribute(alt)}">`;
		},
	},
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

/** Matches possible formatting marks. For each mark, Marked scans the rest of the paragraph. */
const POSSIBLE_MARK = /[^\p{L}\p{N}\s]|\s{2}/gu;
const MAX_MARKS = 500;
const hasManyMarks = (source: string) => (source.match(POSSIBLE_MARK)?.length ?? 0) > MAX_MARKS;

/**
 * Marked takes quadratic time for the marks of a paragraph. A paragraph with many marks is parsed line by line, and a
 * line with many marks stays text.
 */
class BoundedLexer extends Lexer {
	override inlineTokens(source: string, tokens: Token[] = []): Token[] {
		// A line break at the end would be lost.
		for (const piece of hasManyMarks(source) ? source.split(/(?=\n)/) : [source]) {
			if (hasManyMarks(piece)) tokens.push({ type: 'text', raw: piece, text: piece });
			else super.inlineTokens(piece, tokens);
		}
		return tokens;
	}
}

/** Parses Markdown, with an empty line between blocks as in the source. */
export function parseMarkdown(source: string): Block[] {
	try {
		const blocks = new BoundedLexer(markdown.defaults)
			.lex(source)
			.map((token) => parseHtml(markdown.parser([token])));
		// A rule has no text: the empty line between its neighbours is enough.
		return joinDocuments(blocks.filter((block) => block.some(({ spans }) => spans.length > 0)));
	} catch (error) {
		rethrowUnlessTooDeep(error);
		// Not real Markdown, so it is text.
		return parsePlain(source);
	}
}

/** Rethrows an error, unless the Markdown was too deeply nested for the parser. */
function rethrowUnlessTooDeep(error: unknown): void {
	if (!(error instanceof RangeError)) throw error;
}
