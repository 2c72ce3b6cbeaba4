import { Parser } from 'htmlparser2';
import { Marked } from 'marked';

import { escapeAttribute, escapeHtml } from './escape';

const INLINE_TAGS: Record<string, string> = { strong: 'strong', b: 'strong', u: 'u', ins: 'u' };
const HEADINGS: Record<string, string> = {
	h1: 'h1',
	h2: 'h2',
	h3: 'h3',
	h4: 'h3',
	h5: 'h3',
	h6: 'h3',
};
const BLOCKS = new Set(
	'p div section article header footer main aside blockquote figure figcaption pre table tr dl dt dd ul ol li address details summary form'.split(
		' ',
	),
);
const HIDDEN = new Set(['script', 'style', 'head', 'title', 'template', 'noscript']);
const WEB_LINK = /^https?:/i;
const MAIL_OR_PHONE = /^(?:mailto|tel):([^?]+)/i;

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
	const parser = new Parser(
		{
			onopentag: (name, attributes) => writer.open(name, attributes),
			ontext: (text) => writer.text(text),
			onclosetag: (name) => writer.close(name),
		},
		{ decodeEntities: true, lowerCaseTags: true },
	);
	parser.end(html);
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
	const tokens = markdown.lexer(source);
	const blocks: string[] = [];
	for (const token of tokens) {
		if (token.type === 'space' || token.type === 'def') continue;
		const list = Object.assign([token], { links: tokens.links });
		const block = rewrite(markdown.parser(list), links);
		if (block) blocks.push(block);
	}
	return withParagraph(blocks.join('<p></p>'));
}

interface InlineTag {
	name: string;
	open: string;
	close: string;
	/** Of a link that is written out: an e-mail address, a phone number, or any where asked for. */
	address?: string;
}

interface Block {
	tag: string;
	html: string;
	hasText: boolean;
	endsWithSpace: boolean;
}

class ServiceHtmlWriter {
	private output = '';

	private block?: Block;

	private readonly inline: InlineTag[] = [];

	private readonly lists: Array<{ ordered: boolean; count: number }> = [];

	private hiddenDepth = 0;

	private preDepth = 0;

	private openList = false;

	constructor(private readonly links: LinkStyle) {}

	open(name: string, attributes: Record<string, string>): void {
		if (HIDDEN.has(name)) this.hiddenDepth++;
		if (this.hiddenDepth > 0) return;
		if (name === 'br') return this.breakLine();
		if (name === 'hr') return this.emptyParagraph();
		if (name === 'img') return this.picture(attributes);
		if (name === 'input') return this.checkbox(attributes);
		if (name === 'pre') this.preDepth++;
		if (name === 'ul' || name === 'ol') {
			this.endBlock();
			this.lists.push({ ordered: name === 'ol', count: Number(attributes.start ?? 1) - 1 });
			return;
		}
		if (name === 'li') return this.item();
		if (HEADINGS[name]) return this.startBlock(HEADINGS[name]);
		if (name === 'p' && this.block?.tag === 'li' && !this.block.hasText) return;
		if (BLOCKS.has(name)) return this.startBlock('p');
		if ((name === 'td' || name === 'th') && this.block?.hasText) this.text(' ');
		this.openInline(name, attributes);
	}

	text(text: string): void {
		if (this.hiddenDepth > 0) return;
		if (this.preDepth > 0) {
			text.split(/\r\n|\r|\n/).forEach((line, index, lines) => {
				if (index > 0 && !(index === lines.length - 1 && line === '')) this.breakLine();
				if (line) this.write(line);
			});
			return;
		}
		const folded = text.replace(/[ \t\r\n\f]+/g, ' ');
		const atStart = !this.block?.hasText || this.block.endsWithSpace;
		const written = atStart ? folded.replace(/^ /, '') : folded;
		if (written) this.write(written);
	}

	close(name: string): void {
		if (HIDDEN.has(name)) {
			this.hiddenDepth = Math.max(0, this.hiddenDepth - 1);
			return;
		}
		if (this.hiddenDepth > 0) return;
		if (name === 'pre') this.preDepth = Math.max(0, this.preDepth - 1);
		if (name === 'ul' || name === 'ol') {
			this.endBlock();
			this.lists.pop();
			if (this.lists.length === 0) this.endList();
			return;
		}
		if (name === 'p' && !this.block && this.lists.length === 0) {
			// `<p></p>` is an empty line to the service.
			this.emptyParagraph();
			return;
		}
		if (HEADINGS[name] || BLOCKS.has(name)) {
			if (name === 'p' && this.block && !this.block.hasText && this.block.tag === 'p') {
				this.block = undefined;
				this.emptyParagraph();
				return;
			}
			this.endBlock();
			return;
		}
		this.closeInline(name);
	}

	finish(): string {
		this.endBlock();
		this.endList();
		return this.output;
	}

	private write(text: string): void {
		this.block ??= this.newBlock('p');
		this.block.html += escapeHtml(text);
		this.block.hasText = true;
		this.block.endsWithSpace = text.endsWith(' ');
	}

	private startBlock(tag: string): void {
		this.endBlock();
		this.block = this.newBlock(tag);
	}

	private newBlock(tag: string): Block {
		const html = this.inline.map(({ open }) => open).join('');
		return { tag, html, hasText: false, endsWithSpace: false };
	}

	private endBlock(): void {
		const block = this.block;
		this.block = undefined;
		if (!block?.hasText) return;
		const closing = [...this.inline]
			.reverse()
			.map(({ close }) => close)
			.join('');
		const html = `${block.html.replace(/ +$/, '')}${closing}`.replace(/<(strong|u)><\/\1>/g, '');
		if (block.tag === 'li' && !this.openList) {
			this.output += '<ul>';
			this.openList = true;
		} else if (block.tag !== 'li') {
			this.endList();
		}
		this.output += `<${block.tag}>${html}</${block.tag}>`;
	}

	private endList(): void {
		if (this.openList) this.output += '</ul>';
		this.openList = false;
	}

	private emptyParagraph(): void {
		this.endBlock();
		this.endList();
		this.output += '<p></p>';
	}

	private breakLine(): void {
		if (!this.block?.hasText) return this.emptyParagraph();
		const { tag } = this.block;
		// The service knows no line break inside a list item.
		if (tag === 'li') return this.text(' ');
		this.startBlock(tag);
	}

	private item(): void {
		const list = this.lists.at(-1);
		if (list?.ordered) {
			list.count++;
			this.startBlock('p');
			this.write(`${list.count}. `);
		} else {
			this.startBlock('li');
		}
	}

	private checkbox({ type, ...attributes }: Record<string, string>): void {
		if (type === 'checkbox') this.text('checked' in attributes ? '☑ ' : '☐ ');
	}

	private picture({ src, alt }: Record<string, string>): void {
		if (!src || !WEB_LINK.test(src)) {
			if (alt) this.text(alt);
			return;
		}
		this.openInline('a', { href: src });
		this.write(alt || src);
		this.closeInline('a');
	}

	private openInline(name: string, attributes: Record<string, string>): void {
		const href = (attributes.href ?? '').trim();
		const tag =
			name === 'a' && WEB_LINK.test(href) && this.links === 'kept'
				? { open: `<a href="${escapeAttribute(href)}">`, close: '</a>' }
				: INLINE_TAGS[name]
					? { open: `<${INLINE_TAGS[name]}>`, close: `</${INLINE_TAGS[name]}>` }
					: { open: '', close: '' };
		const address = name === 'a' ? this.spelledOut(href) : undefined;
		this.inline.push({ name, ...tag, address });
		if (this.block) this.block.html += tag.open;
	}

	private closeInline(name: string): void {
		const index = this.inline.map((tag) => tag.name).lastIndexOf(name);
		if (index < 0) return;
		this.writeAddress(this.inline[index]);
		const closed = this.inline.splice(index);
		if (!this.block) return;
		this.block.html += [...closed]
			.reverse()
			.map(({ close }) => close)
			.join('');
		for (const tag of closed.slice(1)) {
			this.inline.push(tag);
			this.block.html += tag.open;
		}
	}

	// A network that shows links as their bare address would show `mailto:` before it.
	private spelledOut(href: string): string | undefined {
		if (WEB_LINK.test(href)) return this.links === 'spelledOut' ? href : undefined;
		return MAIL_OR_PHONE.exec(href)?.[1];
	}

	private writeAddress({ address }: InlineTag): void {
		if (!address || this.block?.html.includes(escapeHtml(address))) return;
		this.write(this.block?.hasText ? ` (${address})` : address);
	}
}
