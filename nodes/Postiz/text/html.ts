import { Parser } from 'htmlparser2';

/** A piece of HTML: the start or end of a tag, in lower case, or all text between two tags, with entities resolved. */
export type HtmlToken =
	| { type: 'open'; name: string; attributes: Map<string, string> }
	| { type: 'text'; text: string }
	| { type: 'close'; name: string };

/** Their content is not text. */
const HIDDEN_TAGS = new Set(['script', 'style', 'title', 'template', 'noscript']);
/** They have no end tag. */
export const VOID_TAGS = new Set(
	'br hr img input source area base col embed link meta wbr'.split(' '),
);

/** The parser can't handle hundreds of digits. */
const HUGE_ENTITY = /&#(?:\d{9,}|x[\da-f]{9,});?/gi;

/** Nobody nests tags so deep, and the parser would take quadratic time. */
const MAX_DEPTH = 1000;

/** Treats tags that are nested too deep as empty. */
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

/** Reads any HTML. All tags are closed in their order; hidden ones are left out with their content. */
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

/** Text as the service writes it in HTML. */
export function escapeText(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/\u00a0/g, '&nbsp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;');
}

const KEPT_ATTRIBUTE = /^(?:href|class|data-[\w.-]+)$/;

/** The start of a tag as the service writes it, with the attributes that it keeps (docs/api.md, Sanitizing). */
export function renderOpeningTag(name: string, attributes: Map<string, string>): string {
	const written = [...attributes]
		.filter(([key]) => KEPT_ATTRIBUTE.test(key))
		.map(([key, value]) => ` ${key}="${escapeText(value).replace(/"/g, '&quot;')}"`);
	return `<${name}${written.join('')}>`;
}
