import { Tokenizer } from 'htmlparser2';
import { Marked } from 'marked';

import { escapeAttribute, escapeHtml } from './escape';

const BOLD = { open: '<strong>', close: '</strong>' };
const UNDERLINED = { open: '<u>', close: '</u>' };
// Maps, because a text may name any tag, and plain objects know `constructor` too.
const FORMATS = new Map([
	['strong', BOLD],
	['b', BOLD],
	['u', UNDERLINED],
	['ins', UNDERLINED],
]);
const HEADINGS = new Map([
	['h1', 'h1'],
	['h2', 'h2'],
	['h3', 'h3'],
	['h4', 'h3'],
	['h5', 'h3'],
	['h6', 'h3'],
]);
const BLOCKS = new Set(
	'p div section article header footer main aside blockquote figure figcaption pre table tr dl dt dd ul ol li address details summary form'.split(
		' ',
	),
);
const HIDDEN = new Set(['script', 'style', 'title', 'template', 'noscript']);
const WEB_LINK = /^https?:/i;
const MAIL_OR_PHONE = /^(?:mailto|tel):([^?]+)/i;

/** What {@link readHtml} finds, in the order of the text; names of tags are in lower case. */
export interface HtmlReader {
	open(name: string, attributes: Map<string, string>): void;
	/** All of the text between two tags, entities resolved. */
	text(text: string): void;
	close(name: string): void;
}

/** Reads HTML tag by tag, in time that grows with its length only. */
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
				if (HIDDEN.has(name)) reader.close(name);
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

/**
 * Rewrites any HTML into the few tags that the service keeps, so that no text is lost: line breaks
 * and unknown blocks become paragraphs, bold becomes `strong`, numbered lists keep their numbers,
 * pictures become links (API: Content).
 */
export function htmlToServiceHtml(html: string, links: LinkStyle = 'kept'): string {
	return withParagraph(rewrite(html, links));
}

/** `spelledOut` writes the address behind the text, for networks that would show the address alone. */
export type LinkStyle = 'kept' | 'spelledOut';

function rewrite(html: string, links: LinkStyle): string {
	const writer = new ServiceHtmlWriter(links);
	readHtml(html, writer);
	return writer.finish();
}

// Without any `<p>` the service publishes the tags themselves.
function withParagraph(html: string): string {
	if (html.includes('<p>')) return html;
	return html
		.replace(/<\/?ul>/g, '')
		.replace(/<li>/g, '<p>- ')
		.replace(/<h[1-3]>/g, '<p>')
		.replace(/<\/(li|h[1-3])>/g, '</p>');
}

const markdown = new Marked({ gfm: true, breaks: true });

/**
 * Renders Markdown into the HTML that the service keeps, with an empty line between blocks as in
 * the source (API: Content).
 */
export function markdownToServiceHtml(source: string, links: LinkStyle = 'kept'): string {
	try {
		return withParagraph(renderMarkdown(source, links));
	} catch {
		// Nested deeper than the parser can follow: nobody's Markdown, but still a text.
		return rewrite(`<pre>\n${escapeHtml(source)}</pre>`, links);
	}
}

function renderMarkdown(source: string, links: LinkStyle): string {
	const tokens = markdown.lexer(source);
	const blocks: string[] = [];
	for (const token of tokens) {
		if (token.type === 'space' || token.type === 'def') continue;
		const list = Object.assign([token], { links: tokens.links });
		const block = rewrite(markdown.parser(list), links);
		if (block) blocks.push(block);
	}
	return blocks.join('<p></p>');
}

interface Format {
	open: string;
	close: string;
}

interface Link {
	/** Undefined where the service would not keep the link. */
	format?: Format;
	/** Of a link that is written out: an e-mail address, a phone number, or any where asked for. */
	address?: string;
	text: string;
}

interface Block {
	tag: string;
	html: string;
	hasText: boolean;
	endsWithSpace: boolean;
	/** A list item of which only the mark is there so far. */
	isItemStart: boolean;
	/** The first ones of the writer's formats, as far as they are written. */
	opened: Format[];
	/** Those that were spelled out in it. */
	addresses: Set<string>;
}

class ServiceHtmlWriter implements HtmlReader {
	private output = '';

	private block?: Block;

	/** The open tags that matter here, and how many there are of each name. */
	private readonly stack: string[] = [];

	private readonly depths = new Map<string, number>();

	/** What the text at this point is: each at most once, however deep the tags are nested. */
	private readonly formats: Format[] = [];

	private readonly formatDepths = new Map<Format, number>();

	private link?: Link;

	private readonly lists: Array<{ ordered: boolean; count: number }> = [];

	private openList = false;

	private isEmptyParagraph = false;

	/** In a `<pre>` a line break counts only where something follows. */
	private lineBreakWaits = false;

	private isPreStart = false;

	constructor(private readonly links: LinkStyle) {}

	open(name: string, attributes: Map<string, string>): void {
		if (this.isHidden()) {
			if (HIDDEN.has(name)) this.push(name);
			return;
		}
		if (name === 'br') return this.breakLine();
		if (name === 'img') return this.picture(attributes);
		if (name === 'input') return this.checkbox(attributes);
		const startsBlock = BLOCKS.has(name) || HEADINGS.has(name) || name === 'hr';
		if (startsBlock && this.stack.at(-1) === 'p') this.close('p');
		if (name === 'hr') return this.emptyParagraph();
		if (name === 'a' && this.isOpen('a')) this.close('a');
		if (startsBlock || HIDDEN.has(name) || FORMATS.has(name) || name === 'a') this.push(name);
		this.enter(name, attributes);
	}

	text(text: string): void {
		if (this.isHidden()) return;
		if (this.isOpen('pre')) return this.preformatted(text);
		const folded = text.replace(/[ \t\r\n\f]+/g, ' ');
		const atStart = !this.block?.hasText || this.block.endsWithSpace;
		const written = atStart ? folded.replace(/^ /, '') : folded;
		if (written) this.write(written);
	}

	close(name: string): void {
		if (this.isOpen(name)) {
			// What is hidden may hold stray tags of any kind.
			if (this.isHidden() && !HIDDEN.has(name)) return;
			while (this.pop() !== name);
			return;
		}
		if (this.isHidden()) return;
		if (name === 'br') this.breakLine();
		if (name === 'p') this.endEmptyParagraph();
	}

	finish(): string {
		while (this.stack.length > 0) this.pop();
		this.endBlock();
		this.endList();
		return this.output;
	}

	private enter(name: string, attributes: Map<string, string>): void {
		if (name === 'a') return this.startLink(attributes.get('href') ?? '');
		const format = FORMATS.get(name);
		if (format) return this.addFormat(format);
		if (name === 'ul' || name === 'ol') {
			this.endBlock();
			const start = parseInt(attributes.get('start') ?? '', 10);
			this.lists.push({ ordered: name === 'ol', count: (Number.isNaN(start) ? 1 : start) - 1 });
			return;
		}
		if (name === 'li') return this.item();
		if ((name === 'td' || name === 'th') && this.block?.hasText) return this.text(' ');
		if (name === 'pre') this.isPreStart = true;
		const tag = HEADINGS.get(name) ?? (BLOCKS.has(name) ? 'p' : undefined);
		// What a list item starts with is written behind its mark, lines of code excepted.
		if (tag === undefined || (this.block?.isItemStart && name !== 'pre')) return;
		this.startBlock(tag);
		this.isEmptyParagraph = name === 'p';
	}

	private leave(name: string): void {
		if (name === 'a') return this.endLink();
		const format = FORMATS.get(name);
		if (format) return this.removeFormat(format);
		if (name === 'ul' || name === 'ol') {
			this.endBlock();
			this.lists.pop();
			if (this.lists.length === 0) this.endList();
			return;
		}
		if (HIDDEN.has(name)) return;
		if (name === 'p' && this.isEmptyParagraph) return this.endEmptyParagraph();
		if (name === 'li' || !this.block?.isItemStart) this.endBlock();
	}

	private push(name: string): void {
		this.stack.push(name);
		this.depths.set(name, (this.depths.get(name) ?? 0) + 1);
	}

	private pop(): string | undefined {
		const name = this.stack.pop();
		if (name === undefined) return undefined;
		this.depths.set(name, (this.depths.get(name) ?? 0) - 1);
		this.leave(name);
		return name;
	}

	private isOpen(name: string): boolean {
		return (this.depths.get(name) ?? 0) > 0;
	}

	private isHidden(): boolean {
		return HIDDEN.has(this.stack.at(-1) ?? '');
	}

	private preformatted(text: string): void {
		// HTML ignores a line break right behind `<pre>`.
		const shown = this.isPreStart ? text.replace(/^(?:\r\n|\r|\n)/, '') : text;
		this.isPreStart = false;
		shown.split(/\r\n|\r|\n/).forEach((line, index) => {
			if (index > 0) {
				this.writeWaitingBreak();
				this.lineBreakWaits = true;
			}
			if (line) this.write(line);
		});
	}

	private writeWaitingBreak(): void {
		if (this.lineBreakWaits) {
			this.lineBreakWaits = false;
			this.breakLine();
		}
	}

	private write(text: string): void {
		this.writeWaitingBreak();
		this.block ??= this.newBlock('p');
		// Spaces may yet be cut off at the end of the block, and look the same in any format.
		if (/[^ ]/.test(text)) this.openFormats(this.block);
		this.block.html += escapeHtml(text);
		this.block.hasText = true;
		this.block.isItemStart = false;
		this.block.endsWithSpace = text.endsWith(' ');
		this.isEmptyParagraph = false;
		if (this.link) this.link.text += text;
	}

	private addFormat(format: Format): void {
		const depth = this.formatDepths.get(format) ?? 0;
		this.formatDepths.set(format, depth + 1);
		if (depth === 0) this.formats.push(format);
	}

	private removeFormat(format: Format): void {
		const depth = this.formatDepths.get(format) ?? 0;
		if (depth > 1) {
			this.formatDepths.set(format, depth - 1);
			return;
		}
		this.formatDepths.delete(format);
		const index = this.formats.indexOf(format);
		if (this.block) this.closeFormats(this.block, index);
		this.formats.splice(index, 1);
	}

	private openFormats(block: Block): void {
		for (const format of this.formats.slice(block.opened.length)) {
			block.html += format.open;
			block.opened.push(format);
		}
	}

	private closeFormats(block: Block, from: number): void {
		for (const { close } of block.opened.splice(from).reverse()) block.html += close;
	}

	private startBlock(tag: string): void {
		this.endBlock();
		this.block = this.newBlock(tag);
	}

	private newBlock(tag: string): Block {
		return {
			tag,
			html: '',
			hasText: false,
			endsWithSpace: false,
			isItemStart: false,
			opened: [],
			addresses: new Set(),
		};
	}

	private endBlock(): void {
		const block = this.block;
		this.block = undefined;
		this.lineBreakWaits = false;
		this.isEmptyParagraph = false;
		if (!block?.hasText) return;
		block.html = withoutSpacesAtEnd(block.html);
		this.closeFormats(block, 0);
		if (block.tag === 'li' && !this.openList) {
			this.output += '<ul>';
			this.openList = true;
		} else if (block.tag !== 'li') {
			this.endList();
		}
		this.output += `<${block.tag}>${block.html}</${block.tag}>`;
	}

	private endList(): void {
		if (this.openList) this.output += '</ul>';
		this.openList = false;
	}

	// Of `<p></p>`, and of `</p>` alone. Lists have no empty lines.
	private endEmptyParagraph(): void {
		if (this.lists.length === 0) this.emptyParagraph();
		else if (!this.block?.isItemStart) this.endBlock();
	}

	// `<p></p>` is an empty line to the service.
	private emptyParagraph(): void {
		this.endBlock();
		this.endList();
		this.output += '<p></p>';
	}

	private breakLine(): void {
		this.writeWaitingBreak();
		if (this.block?.isItemStart) return;
		if (!this.block?.hasText) return this.emptyParagraph();
		const { tag } = this.block;
		// The service knows no line break inside a list item.
		if (tag !== 'li') this.startBlock(tag);
		else if (!this.block.endsWithSpace) this.write(' ');
	}

	private item(): void {
		const list = this.lists.at(-1);
		this.startBlock(list?.ordered ? 'p' : 'li');
		if (list?.ordered) {
			list.count++;
			this.write(`${list.count}. `);
		}
		if (this.block) this.block.isItemStart = true;
	}

	private checkbox(attributes: Map<string, string>): void {
		if (attributes.get('type')?.toLowerCase() !== 'checkbox') return;
		this.text(attributes.has('checked') ? '☑ ' : '☐ ');
	}

	private picture(attributes: Map<string, string>): void {
		const alt = (attributes.get('alt') ?? '').replace(/\s+/g, ' ').trim();
		const src = withoutLineBreaks(attributes.get('src') ?? '');
		if (!WEB_LINK.test(src)) {
			if (alt) this.text(alt);
			return;
		}
		const outer = this.link;
		// A link cannot hold another: what a reader would click on leads where the outer one leads.
		if (outer?.format) return this.write(alt || src);
		this.startLink(src);
		this.write(alt || src);
		this.endLink();
		this.link = outer;
	}

	private startLink(target: string): void {
		const href = withoutLineBreaks(target);
		this.link = { address: this.spelledOut(href), text: '' };
		if (!WEB_LINK.test(href) || this.links !== 'kept') return;
		this.link.format = { open: `<a href="${escapeAttribute(href)}">`, close: '</a>' };
		this.addFormat(this.link.format);
	}

	private endLink(): void {
		const { link } = this;
		this.link = undefined;
		if (!link) return;
		if (link.format) this.removeFormat(link.format);
		this.writeAddress(link);
	}

	// A network that shows links as their bare address would show `mailto:` before it.
	private spelledOut(href: string): string | undefined {
		if (WEB_LINK.test(href)) return this.links === 'spelledOut' ? href : undefined;
		return MAIL_OR_PHONE.exec(href)?.[1];
	}

	private writeAddress({ address, text }: Link): void {
		if (!address || text.includes(address) || this.block?.addresses.has(address)) return;
		this.write(this.block?.hasText ? ` (${address})` : address);
		this.block?.addresses.add(address);
	}
}

// `/ +$/` would look at each run of spaces once for each of its spaces.
function withoutSpacesAtEnd(text: string): string {
	let end = text.length;
	while (text[end - 1] === ' ') end--;
	return text.slice(0, end);
}

// As browsers read addresses.
function withoutLineBreaks(address: string): string {
	return address.replace(/[\t\r\n]/g, '').trim();
}
