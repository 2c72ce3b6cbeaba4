import { Tokenizer } from 'htmlparser2';

/** A piece of HTML: the start or end of a tag, in lower case, or all text between two tags, with entities resolved. */
export type HtmlToken =
	| { type: 'open'; name: string; attributes: Map<string, string> }
	| { type: 'text'; text: string }
	| { type: 'close'; name: string };

/** Nothing in these is text. */
const HIDDEN_TAGS = new Set(['script', 'style', 'title', 'template', 'noscript']);

export class OpenTags {
	private readonly names: string[] = [];
	/** Counts by name, as searching tens of thousands of tags would be slow. */
	private readonly depths = new Map<string, number>();

	get last(): string {
		return this.names.at(-1) ?? '';
	}

	has(name: string): boolean {
		return (this.depths.get(name) ?? 0) > 0;
	}

	push(name: string): void {
		this.names.push(name);
		this.count(name, 1);
	}

	/** Closes the innermost tag and returns it; empty if there is none. */
	pop(): string {
		const { last } = this;
		this.names.pop();
		this.count(last, -1);
		return last;
	}

	private count(name: string, step: number): void {
		this.depths.set(name, (this.depths.get(name) ?? 0) + step);
	}
}

/** Reads any HTML, in linear time, without hidden tags and what is in them. */
export function tokenize(html: string): HtmlToken[] {
	const tokens: HtmlToken[] = [];
	/** The hidden tags that are open; all have the name of the outermost one. */
	const hidden: string[] = [];
	let text = '';
	let name = '';
	let attributes = new Map<string, string>();
	let attribute = '';
	let value = '';
	const endText = () => {
		if (text !== '' && hidden.length === 0) tokens.push({ type: 'text', text });
		text = '';
	};
	const open = (isClosed: boolean) => {
		endText();
		if (hidden.length === 0 && !HIDDEN_TAGS.has(name))
			tokens.push({ type: 'open', name, attributes });
		else if (!isClosed && name === (hidden[0] ?? name)) hidden.push(name);
	};
	const close = (closed: string) => {
		endText();
		if (hidden.length === 0) tokens.push({ type: 'close', name: closed });
		else if (closed === hidden[0]) hidden.pop();
	};
	const tokenizer = new Tokenizer(
		{ decodeEntities: true },
		{
			onopentagname(start, end) {
				name = html.slice(start, end).toLowerCase();
				attributes = new Map();
			},
			onattribname(start, end) {
				attribute = html.slice(start, end).toLowerCase();
				value = '';
			},
			onattribdata: (start, end) => (value += html.slice(start, end)),
			onattribentity: (code) => (value += characterOf(code)),
			onattribend() {
				if (!attributes.has(attribute)) attributes.set(attribute, value);
			},
			onopentagend: () => open(false),
			onselfclosingtag: () => open(true),
			onclosetag: (start, end) => close(html.slice(start, end).toLowerCase()),
			ontext: (start, end) => (text += html.slice(start, end)),
			ontextentity: (code) => (text += characterOf(code)),
			oncomment: endText,
			oncdata: endText,
			ondeclaration: endText,
			onprocessinginstruction: endText,
			onend: endText,
		},
	);
	tokenizer.write(html);
	tokenizer.end();
	return tokens;
}

// The tokenizer replaces invalid numbers itself, but can't handle hundreds of digits.
function characterOf(code: number): string {
	return Number.isNaN(code) ? '\ufffd' : String.fromCodePoint(code);
}

/** Text as the service writes it in HTML. */
export function escaped(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/\u00a0/g, '&nbsp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;');
}

const KEPT_ATTRIBUTE = /^(?:href|class|data-[\w.-]+)$/;

/** The start of a tag as the service writes it, with the attributes that it keeps (docs/api.md, Sanitizing). */
export function openingTag(
	name: string,
	attributes: Map<string, string>,
	kept = KEPT_ATTRIBUTE,
): string {
	const written = [...attributes]
		.filter(([key]) => kept.test(key))
		.map(([key, value]) => ` ${key}="${escaped(value).replace(/"/g, '&quot;')}"`);
	return `<${name}${written.join('')}>`;
}
