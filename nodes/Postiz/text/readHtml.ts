import { Tokenizer } from 'htmlparser2';

/** What {@link readHtml} finds, in the order of the text; names of tags are in lower case. */
export interface HtmlReader {
	open(name: string, attributes: Map<string, string>): void;
	/** All of the text between two tags, entities resolved. */
	text(text: string): void;
	close(name: string): void;
}

/** Tags whose content nobody is meant to see. */
export const HIDDEN_TAGS = new Set(['script', 'style', 'title', 'template', 'noscript']);

/** Reads HTML tag by tag, in time that only grows with its length. */
export function readHtml(html: string, reader: HtmlReader): void {
	let text = '';
	let name = '';
	let attributes = new Map<string, string>();
	let attribute = '';
	let value = '';
	const endText = () => {
		if (text !== '') reader.text(text);
		text = '';
	};
	const open = () => {
		endText();
		reader.open(name, attributes);
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
				// Nothing can follow in it that is hidden with it.
				if (HIDDEN_TAGS.has(name)) reader.close(name);
			},
			onclosetag(start, end) {
				endText();
				reader.close(html.slice(start, end).toLowerCase());
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

// The tokenizer replaces impossible numbers itself, but cannot add up hundreds of digits.
function characterOf(code: number): string {
	return Number.isNaN(code) ? '\ufffd' : String.fromCodePoint(code);
}
