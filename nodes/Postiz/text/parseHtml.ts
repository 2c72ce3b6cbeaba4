import type { Block, Span } from './document';
import { type HtmlToken, VOID_TAGS, tokenize } from './html';

const PARAGRAPHS =
	'p div section article header footer main aside blockquote figure figcaption pre table tr dl dt dd ul ol address details summary form';
/** The blocks for block tags. A map, as a tag may be named `constructor`. */
const BLOCKS = new Map<string, Block['tag']>([
	...PARAGRAPHS.split(' ').map((name) => [name, 'p'] as const),
	['h1', 'h1'],
	['h2', 'h2'],
	...['h3', 'h4', 'h5', 'h6'].map((name) => [name, 'h3'] as const),
]);
/** The formatting of inline tags. */
const INLINE_FORMATTING = new Map<string, Formatting>([
	...['strong', 'b'].map((name) => [name, { isBold: true }] as const),
	...['u', 'ins'].map((name) => [name, { isUnderlined: true }] as const),
]);
// Without `title`: in a text, it is more likely a word than a tag, and would hide all that follows.
const OTHER_TAGS =
	'a span li br hr img input i em s strike del sub sup code kbd mark small big font center q abbr tt samp var td th thead tbody tfoot caption picture source video audio iframe script style';
const KNOWN_TAGS = new Set([
	...BLOCKS.keys(),
	...INLINE_FORMATTING.keys(),
	...OTHER_TAGS.split(' '),
]);
// In a text, these are more likely words as well.
for (const name of ['address', 'form']) KNOWN_TAGS.delete(name);

/** True for the name of an HTML tag in lower or upper case: `<Form>` is more likely a placeholder. */
export const isHtmlTag = (name: string): boolean =>
	KNOWN_TAGS.has(name === name.toUpperCase() ? name.toLowerCase() : name);

type Formatting = Omit<Span, 'text'>;
type Tag = Extract<HtmlToken, { type: 'open' }>;

/** What the enclosing tags of a piece of HTML determine. */
interface TagContext {
	formatting: Formatting;
	isPreformatted?: boolean;
	list?: { isOrdered: boolean; count: number };
}

/**
 * Parses any HTML without losing text. List numbers become text, pictures and videos become links, other tags
 * paragraphs.
 */
export function parseHtml(html: string): Block[] {
	// Telegram rejects these separators in a paragraph. HTML ignores a line break right after `<pre>`.
	const source = html
		.replace(/[\u2028\u2029]/g, '<br>')
		.replace(/(<pre\b[^<>]*>)(?:\r\n|\r|\n)/gi, '$1');
	return parseTokens(tokenize(source));
}

/** Parses the tokens of {@link tokenize}; with `isPreformatted`, every space and line break counts. */
export const parseTokens = (tokens: HtmlToken[], { isPreformatted = false } = {}): Block[] =>
	new HtmlReader(tokens).read({ formatting: {}, isPreformatted });

class HtmlReader {
	private readonly document: Block[] = [];
	private block?: Block;
	/** True if the block only has the mark of a list entry so far. */
	private isAfterListMark = false;
	/** True after a space, and at the start of a block. */
	private isAfterSpace = true;
	private readonly tokens: Iterator<HtmlToken>;

	constructor(tokens: HtmlToken[]) {
		this.tokens = tokens[Symbol.iterator]();
	}

	read(context: TagContext): Block[] {
		this.readChildren(context);
		this.endBlock();
		return this.document;
	}

	/** Reads up to the end of the enclosing tag. */
	private readChildren(context: TagContext): void {
		for (let { value } = this.tokens.next(); value; { value } = this.tokens.next()) {
			const token = value as HtmlToken;
			if (token.type === 'close') return;
			if (token.type === 'text') this.addText(token.text, context);
			else if (VOID_TAGS.has(token.name)) this.readVoidElement(token, context);
			else this.readElement(token, context);
		}
	}

	private readVoidElement({ name, attributes }: Tag, context: TagContext): void {
		if (name === 'br') this.breakLine();
		else if (name === 'hr') this.addEmptyParagraph();
		else if (name === 'img') this.readMedia(attributes, context);
		else if (name === 'input' && attributes.get('type')?.toLowerCase() === 'checkbox')
			this.addText(attributes.has('checked') ? '☑ ' : '☐ ', context);
	}

	private readElement(tag: Tag, context: TagContext): void {
		const { name, attributes } = tag;
		switch (name) {
			case 'ul':
			case 'ol': {
				this.endBlock();
				const count = (parseInt(attributes.get('start') ?? '', 10) || 1) - 1;
				this.readChildren({ ...context, list: { isOrdered: name === 'ol', count } });
				return this.endBlock();
			}
			case 'li':
				this.startBlock(context.list?.isOrdered ? 'p' : 'li');
				if (context.list?.isOrdered) this.write(`${++context.list.count}. `, context.formatting);
				this.isAfterListMark = true;
				return this.readChildren(context);
			case 'a': {
				const href = parseWebAddress(attributes.get('href'));
				return this.readChildren({ ...context, formatting: { ...context.formatting, href } });
			}
			case 'iframe':
			case 'video':
			case 'audio':
				this.readMedia(attributes, context);
				return this.readChildren(context);
			case 'td':
			case 'th':
				this.addText(' ', context);
				return this.readChildren(context);
			default:
				return this.readFormatted(tag, context);
		}
	}

	private readFormatted({ name, attributes }: Tag, context: TagContext): void {
		const mention = name === 'span' && attributes.get('data-mention-id') && attributes;
		const formatting = {
			...context.formatting,
			...INLINE_FORMATTING.get(name),
			...(mention && { mention }),
		};
		const isPreformatted = name === 'pre' || context.isPreformatted;
		const block = BLOCKS.get(name);
		// The first block of a list entry continues after its mark.
		if (block && !this.isAfterListMark) this.startBlock(block);
		this.readChildren({ ...context, formatting, isPreformatted });
		if (!block || this.isAfterListMark) return;
		// Lists have no empty lines.
		if (name === 'p' && this.block?.spans.length === 0 && !context.list) this.addEmptyParagraph();
		else this.endBlock();
	}

	private readMedia(attributes: Map<string, string>, { formatting }: TagContext): void {
		const src = parseWebAddress(attributes.get('src'));
		const alt = (attributes.get('alt') ?? attributes.get('title') ?? '')
			.replace(/\s+/g, ' ')
			.trim();
		const label = alt || src;
		// Links can't be nested, so the outer link applies.
		if (label) this.write(label, { ...formatting, href: formatting.href ?? src });
	}

	private addText(text: string, { formatting, isPreformatted }: TagContext): void {
		if (isPreformatted) {
			text.split(/\r\n|\r|\n/).forEach((line, index) => {
				if (index > 0) this.breakLine();
				if (line) this.write(line, formatting);
			});
			return;
		}
		const collapsed = text.replace(/[ \t\r\n\f]+/g, ' ');
		const written = this.isAfterSpace ? collapsed.replace(/^ /, '') : collapsed;
		if (written) this.write(written, formatting);
	}

	private write(text: string, formatting: Formatting): void {
		this.block ??= { tag: 'p', spans: [] };
		const { spans } = this.block;
		const last = spans.at(-1);
		const hasSameFormatting =
			last?.isBold === formatting.isBold &&
			last?.isUnderlined === formatting.isUnderlined &&
			last?.href === formatting.href &&
			last?.mention === formatting.mention;
		if (last && hasSameFormatting) last.text += text;
		else spans.push({ text, ...formatting });
		this.isAfterListMark = false;
		this.isAfterSpace = text.endsWith(' ');
	}

	private startBlock(tag: Block['tag']): void {
		this.endBlock();
		this.block = { tag, spans: [] };
	}

	private endBlock(): void {
		const { tag = 'p', spans = [] } = this.block ?? {};
		this.block = undefined;
		this.isAfterListMark = false;
		this.isAfterSpace = true;
		for (let last = spans.pop(); last; last = spans.pop()) {
			// Without the lookbehind, long runs of spaces would take quadratic time.
			const text = last.text.replace(/(?<! ) +$/, '');
			if (text === '') continue;
			this.document.push({ tag, spans: [...spans, { ...last, text }] });
			return;
		}
	}

	private addEmptyParagraph(): void {
		this.endBlock();
		this.document.push({ tag: 'p', spans: [] });
	}

	private breakLine(): void {
		if (this.isAfterListMark) return;
		if (!this.block?.spans.length) this.addEmptyParagraph();
		// The service doesn't support line breaks within list entries.
		else if (this.block.tag === 'li') this.addText(' ', { formatting: {} });
		else this.endBlock();
	}
}

/** Cleans the address of a link. Undefined unless it is a web address. */
function parseWebAddress(written = ''): string | undefined {
	const address = written.replace(/[\t\r\n]/g, '').trim();
	return /^https?:/i.test(address) ? address : undefined;
}
