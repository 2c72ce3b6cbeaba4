import { Parser } from 'htmlparser2';

/** A piece of HTML: the start or end of a tag, in lower case, or all text between two tags, with entities resolved. */
export type HtmlToken =
	| { type: 'open'; name: string; attributes: Map<string, string> }
	| { type: 'text'; text: string }
	| { type: 'close'; name: string };

/** Tags whose content is not text. */
const HIDDEN_TAGS = new Set(['script', 'style', 'title', 'template', 'noscript']);
/** Tags without an end tag. */
export const VOID_TAGS = new Set(
	'br hr img input source area base col embed link meta wbr'.split(' '),
);

// "&#123456789;". The parser can't handle hundreds of digits.
const HUGE_ENTITY = /&#(?:\d{9,}|x[\da-f]{9,});?/gi;

/** Real HTML is never nested this deep, and the parser would take quadratic time. */
const MAX_DEPTH = 1000;

/** Treats tags that are too deeply nested as empty. */
class BoundedParser extends Parser {
	depth = 0;
	private isDeep = false;

	override onopentagname(start: number, end: number): void {
		this.isDeep = this.depth >= MAX_DEPTH;
		super.onopentagname(start, end);
	}

	override isVoidElement(name: string): boolean {
		return this.isDeep || super.isVoidElement(name);
	}
}

/** Splits any HTML into tokens. Adds missing end tags, and drops {@link HIDDEN_TAGS} and their content. */
export function tokenize(html: string): HtmlToken[] {
	const tokens: HtmlToken[] = [];
	let hiddenDepth = 0;
	let hasTags = false;
	const parser = new BoundedParser({
		onopentag(name, attributes, isImplied) {
			// A lone `</p>` is an empty paragraph only after another tag.
			if (isImplied && name === 'p' && !hasTags) return;
			hasTags = true;
			parser.depth++;
			if (HIDDEN_TAGS.has(name)) hiddenDepth++;
			else if (hiddenDepth === 0)
				tokens.push({ type: 'open', name, attributes: new Map(Object.entries(attributes)) });
		},
		ontext(text) {
			if (hiddenDepth > 0) return;
			const last = tokens.at(-1);
			if (last?.type === 'text') last.text += text;
			else tokens.push({ type: 'text', text });
		},
		onclosetag(name) {
			if (!hasTags) return;
			parser.depth--;
			if (HIDDEN_TAGS.has(name)) hiddenDepth--;
			else if (hiddenDepth === 0 && !VOID_TAGS.has(name)) tokens.push({ type: 'close', name });
		},
	});
	parser.end(html.replace(HUGE_ENTITY, '\ufffd'));
	return tokens;
}

/** Escapes text for HTML like the service. */
export function escapeText(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/\u00a0/g, '&nbsp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;');
}

// "href", "data-mention-id"
const KEPT_ATTRIBUTE = /^(?:href|class|data-[\w.-]+)$/;

/** Renders a start tag like the service, with the attributes that it keeps (docs/api.md, Sanitizing). */
export function renderOpeningTag(name: string, attributes: Map<string, string>): string {
	const written = [...attributes]
		.filter(([key]) => KEPT_ATTRIBUTE.test(key))
		.map(([key, value]) => ` ${key}="${escapeText(value).replace(/"/g, '&quot;')}"`);
	return `<${name}${written.join('')}>`;
}
