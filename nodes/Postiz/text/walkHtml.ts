import { Tokenizer } from 'htmlparser2';

/** Callbacks of {@link walkHtml}, in document order. Tag names are in lower case. */
export interface HtmlVisitor {
	open(name: string, attributes: Map<string, string>): void;
	/** All text between two tags, with entities resolved. */
	text(text: string): void;
	close(name: string): void;
}

/** Tags with hidden content. */
export const HIDDEN_TAGS = new Set(['script', 'style', 'title', 'template', 'noscript']);

export class OpenTags {
	private readonly names: string[] = [];
	/** Counts by name, as searching tens of thousands of tags would be slow. */
	private readonly depths = new Map<string, number>();

	get last(): string {
		return this.names.at(-1) ?? '';
	}

	/** True within a tag with hidden content. */
	get areHidden(): boolean {
		return HIDDEN_TAGS.has(this.last);
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

/** Walks through HTML, in linear time. */
export function walkHtml(html: string, visitor: HtmlVisitor): void {
	let text = '';
	let name = '';
	let attributes = new Map<string, string>();
	let attribute = '';
	let value = '';
	const endText = () => {
		if (text !== '') visitor.text(text);
		text = '';
	};
	const open = () => {
		endText();
		visitor.open(name, attributes);
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
			onopentagend: open,
			onselfclosingtag() {
				open();
				// Hidden tags can't be nested.
				if (HIDDEN_TAGS.has(name)) visitor.close(name);
			},
			onclosetag(start, end) {
				endText();
				visitor.close(html.slice(start, end).toLowerCase());
			},
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
}

// The tokenizer replaces invalid numbers itself, but can't handle hundreds of digits.
function characterOf(code: number): string {
	return Number.isNaN(code) ? '\ufffd' : String.fromCodePoint(code);
}
