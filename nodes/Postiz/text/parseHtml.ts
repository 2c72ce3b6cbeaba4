import type { Block, BlockTag, Document, Span } from './document';
import { OpenTags, tokenize } from './html';

const BOLD = ['strong', 'b'];
const UNDERLINED = ['u', 'ins'];
/** Inline tags with a meaning. */
const INLINE = [...BOLD, ...UNDERLINED, 'a', 'span'];
const PARAGRAPHS =
	'p div section article header footer main aside blockquote figure figcaption pre table tr dl dt dd ul ol li address details summary form';
/** Block tags and what they become. A map, as an object would also have `constructor`. */
const BLOCKS = new Map<string, BlockTag>([
	...PARAGRAPHS.split(' ').map((name) => [name, 'p'] as const),
	['h1', 'h1'],
	['h2', 'h2'],
	...['h3', 'h4', 'h5', 'h6'].map((name) => [name, 'h3'] as const),
]);
/** Further tags in Markdown. Not `title`, for one: it would hide all that follows, and is rather meant as a word. */
const OTHERS =
	'br hr img input i em s strike del sub sup code kbd mark small big font center q abbr tt samp var li td th thead tbody tfoot caption picture source video audio iframe script style';
const KNOWN = new Set([...BLOCKS.keys(), ...INLINE, ...OTHERS.split(' ')]);
for (const word of ['address', 'form']) KNOWN.delete(word);

/** True for the name of an HTML tag; unlike `<Name>`, it is in lower or upper case. */
export const isHtmlTag = (name: string): boolean =>
	KNOWN.has(name === name.toUpperCase() ? name.toLowerCase() : name);

const LOOKS = ['isBold', 'isUnderlined', 'href', 'mention'] as const;
const WEB_LINK = /^https?:/i;
const MAIL_OR_PHONE = /^(?:mailto|tel):([^?]+)/i;

/** Parses any HTML without losing text: list numbers are kept, pictures and videos become links, all else becomes paragraphs. */
export function parseHtml(html: string): Document {
	const builder = new DocumentBuilder();
	// On Telegram, no paragraph may have these.
	for (const token of tokenize(html.replace(/[\u2028\u2029]/g, '<br>'))) {
		if (token.type === 'open') builder.open(token.name, token.attributes);
		else if (token.type === 'close') builder.close(token.name);
		else builder.text(token.text);
	}
	return builder.finish();
}

interface OpenBlock extends Block {
	/** The tag that started it, as long as it is empty or has only the mark of a list entry. */
	startedBy?: 'p' | 'li';
}

class DocumentBuilder {
	private readonly document: Document = [];
	private block?: OpenBlock;
	private readonly tags = new OpenTags();
	/** Without `href` if the service wouldn't keep it. An `address` for mail or phone is written out. */
	private link?: { href?: string; address?: string; text: string };
	private mention?: Span['mention'];
	private readonly lists: Array<{ isOrdered: boolean; count: number }> = [];
	/** In a `<pre>`, a line break only counts if something follows. */
	private lineBreakWaits = false;
	private isPreStart = false;

	open(name: string, attributes: Map<string, string>): void {
		const tag = BLOCKS.get(name);
		this.tags.follow({ type: 'open', name });
		switch (name) {
			case 'br':
				return this.breakLine();
			case 'hr':
				return this.emptyParagraph();
			case 'img':
			case 'iframe':
			case 'video':
			case 'audio':
				return this.embedded(attributes);
			case 'input':
				if (attributes.get('type')?.toLowerCase() !== 'checkbox') return;
				return this.text(attributes.has('checked') ? '☑ ' : '☐ ');
			case 'a':
				return this.startLink(attributes.get('href') ?? '');
			case 'ul':
			case 'ol':
				return this.startList(name === 'ol', attributes);
			case 'li':
				return this.item();
			case 'td':
			case 'th':
				return this.hasText() ? this.text(' ') : undefined;
			case 'pre':
				this.isPreStart = true;
				return this.startBlock('p');
		}
		if (name === 'span' && attributes.get('data-mention-id')) this.mention = attributes;
		// The first block of a list entry continues after its mark.
		if (!tag || this.block?.startedBy === 'li') return;
		this.startBlock(tag, name === 'p' ? name : undefined);
	}

	text(text: string): void {
		if (this.tags.has('pre')) return this.preformatted(text);
		const folded = text.replace(/[ \t\r\n\f]+/g, ' ');
		const written = this.isBehindSpace() ? folded.replace(/^ /, '') : folded;
		if (written) this.write(written);
	}

	close(name: string): void {
		this.tags.follow({ type: 'close', name });
		if (name === 'a') this.endLink();
		if (name === 'span') this.mention = undefined;
		if (!BLOCKS.has(name)) return;
		const isList = name === 'ul' || name === 'ol';
		const { startedBy } = this.block ?? {};
		if (name === 'p' && startedBy === 'p') this.endEmptyParagraph();
		else if (isList || name === 'li' || startedBy !== 'li') this.endBlock();
		if (isList) this.lists.pop();
	}

	finish(): Document {
		this.endBlock();
		return this.document;
	}

	private hasText(): boolean {
		return (this.block?.spans.length ?? 0) > 0;
	}

	/** Also true at the start of a block. */
	private isBehindSpace(): boolean {
		return this.block?.spans.at(-1)?.text.endsWith(' ') ?? true;
	}

	private preformatted(text: string): void {
		// HTML ignores a line break right after `<pre>`.
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
		if (!this.lineBreakWaits) return;
		this.lineBreakWaits = false;
		this.breakLine();
	}

	private write(text: string): void {
		this.writeWaitingBreak();
		this.block ??= { tag: 'p', spans: [] };
		const { spans } = this.block;
		const span = this.styled(text);
		const last = spans.at(-1);
		if (last && LOOKS.every((look) => last[look] === span[look])) last.text += text;
		else spans.push(span);
		delete this.block.startedBy;
		if (this.link) this.link.text += text;
	}

	private styled(text: string): Span {
		const isIn = (tags: string[]) => tags.some((tag) => this.tags.has(tag));
		return {
			text,
			...(isIn(BOLD) && { isBold: true }),
			...(isIn(UNDERLINED) && { isUnderlined: true }),
			...(this.link?.href && { href: this.link.href }),
			...(this.mention && { mention: this.mention }),
		};
	}

	private startBlock(tag: BlockTag, startedBy?: OpenBlock['startedBy']): void {
		this.endBlock();
		this.block = { tag, spans: [], startedBy };
	}

	private endBlock(): void {
		const { block } = this;
		this.block = undefined;
		this.lineBreakWaits = false;
		if (!block || block.spans.length === 0) return;
		this.document.push({ tag: block.tag, spans: withoutSpacesAtEnd(block.spans) });
	}

	// For `<p></p>`, and for `</p>` alone. Lists have no empty lines.
	private endEmptyParagraph(): void {
		if (this.lists.length === 0) this.emptyParagraph();
		else if (this.block?.startedBy !== 'li') this.endBlock();
	}

	private emptyParagraph(): void {
		this.endBlock();
		this.document.push({ tag: 'p', spans: [] });
	}

	private breakLine(): void {
		this.writeWaitingBreak();
		if (this.block?.startedBy === 'li') return;
		if (!this.block || !this.hasText()) return this.emptyParagraph();
		const { tag } = this.block;
		// The service doesn't support line breaks within list entries.
		if (tag !== 'li') this.startBlock(tag);
		else if (!this.isBehindSpace()) this.write(' ');
	}

	private startList(isOrdered: boolean, attributes: Map<string, string>): void {
		this.endBlock();
		const start = parseInt(attributes.get('start') ?? '', 10);
		this.lists.push({ isOrdered, count: (Number.isNaN(start) ? 1 : start) - 1 });
	}

	private item(): void {
		const list = this.lists.at(-1);
		this.startBlock(list?.isOrdered ? 'p' : 'li');
		if (list?.isOrdered) this.write(`${++list.count}. `);
		if (this.block) this.block.startedBy = 'li';
	}

	private embedded(attributes: Map<string, string>): void {
		const alt = (attributes.get('alt') ?? attributes.get('title') ?? '')
			.replace(/\s+/g, ' ')
			.trim();
		const src = withoutLineBreaks(attributes.get('src') ?? '');
		if (!WEB_LINK.test(src)) return this.text(alt);
		const outer = this.link;
		// Links can't be nested: a click leads to where the outer one leads.
		if (outer?.href) return this.write(alt || src);
		this.startLink(src);
		this.write(alt || src);
		this.endLink();
		this.link = outer;
	}

	private startLink(target: string): void {
		const href = withoutLineBreaks(target);
		this.link = {
			text: '',
			...(WEB_LINK.test(href) ? { href } : { address: MAIL_OR_PHONE.exec(href)?.[1] }),
		};
	}

	private endLink(): void {
		const { link } = this;
		this.link = undefined;
		if (!link?.address || link.text.includes(link.address)) return;
		this.write(this.hasText() ? ` (${link.address})` : link.address);
	}
}

function withoutSpacesAtEnd(spans: Span[]): Span[] {
	const kept = [...spans];
	for (let last = kept.pop(); last; last = kept.pop()) {
		// `/ +$/` would be quadratic for long runs of spaces.
		let end = last.text.length;
		while (last.text[end - 1] === ' ') end--;
		if (end > 0) return [...kept, { ...last, text: last.text.slice(0, end) }];
	}
	return [];
}

// As browsers read addresses.
function withoutLineBreaks(address: string): string {
	return address.replace(/[\t\r\n]/g, '').trim();
}
