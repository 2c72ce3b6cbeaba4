import type { TextForm } from '../providers/types';
import type { Block, Document, Span } from './document';

/**
 * Writes a text in the one form that arrives whole on a network, whatever the service makes of it on
 * the way (docs/api.md, Safe forms).
 */
export function renderDocument(document: Document, form: TextForm): string {
	const writer = WRITERS[form];
	let html = '';
	let isInList = false;
	for (const block of document) {
		const { tag, spans } = writer.block?.(block) ?? block;
		const isItem = tag === 'li';
		if (isItem !== isInList) html += isItem ? '<ul>' : '</ul>';
		isInList = isItem;
		const content = renderLinks(spans, writer);
		html += isItem ? writer.item(content) : `<${tag}>${content}</${tag}>`;
	}
	if (isInList) html += '</ul>';
	return html.includes('<p>') ? html : withParagraph(html);
}

/** How a network's form differs from the others. */
interface Writer {
	escape: (text: string) => string;
	item: (content: string) => string;
	/** A link stays one; otherwise its address is written behind its text. */
	keepsLinks: boolean;
	block?: (block: Block) => Block;
}

// Without the inner paragraph, Markdown networks would run the entries together.
const itemWithParagraph = (content: string) => `<li><p>${content}</p></li>`;

const isHeading = ({ tag }: Block) => tag !== 'p' && tag !== 'li';
// Only a paragraph starts a line there.
const headingAsLine = (block: Block): Block => (isHeading(block) ? { ...block, tag: 'p' } : block);

// Telegram is handed nothing but lines, bold and underlined text.
function forTelegram(block: Block): Block {
	const { tag, spans } = block;
	if (tag === 'li') return { tag: 'p', spans: [{ text: '- ' }, ...spans] };
	return { tag: 'p', spans: isHeading(block) ? spans.map(asBold) : spans };
}

const asBold = (span: Span): Span => ({ ...span, isBold: true });

const WRITERS: Record<TextForm, Writer> = {
	plain: {
		escape: escapeOnce,
		item: itemWithParagraph,
		keepsLinks: false,
		block: headingAsLine,
	},
	markdown: { escape: escapeOnce, item: itemWithParagraph, keepsLinks: true },
	html: { escape: escapeTwice, item: (content) => `<li>${content}</li>`, keepsLinks: true },
	telegram: {
		escape: escapeForTelegram,
		item: itemWithParagraph,
		keepsLinks: false,
		block: forTelegram,
	},
	x: { escape: escapeForX, item: itemWithParagraph, keepsLinks: false, block: headingAsLine },
};

function renderLinks(spans: Span[], writer: Writer): string {
	const written = new Set<string>();
	return groupBy(spans, ({ href }) => href)
		.map((group) => {
			const [{ href }] = group;
			const html = renderFormats(group, writer);
			if (!href) return html;
			if (writer.keepsLinks) return `<a href="${escapeAttribute(href)}">${html}</a>`;
			const isShown = written.has(href) || group.some(({ text }) => text.includes(href));
			written.add(href);
			return isShown ? html : `${html} (${writer.escape(href)})`;
		})
		.join('');
}

function renderFormats(spans: Span[], writer: Writer): string {
	return groupBy(spans, ({ isBold }) => Boolean(isBold))
		.map((bold) => {
			const html = groupBy(bold, ({ isUnderlined }) => Boolean(isUnderlined))
				.map((group) => {
					const text = group.map((span) => renderText(span, writer)).join('');
					return group[0].isUnderlined ? wrap(text, 'u') : text;
				})
				.join('');
			return bold[0].isBold ? wrap(html, 'strong') : html;
		})
		.join('');
}

function renderText({ text, mention }: Span, { escape }: Writer): string {
	if (!mention) return escape(text);
	const { id, label } = mention;
	return `<span data-mention-id="${escapeAttribute(id)}" data-mention-label="${escapeAttribute(label)}">${escape(text)}</span>`;
}

/** Spaces at the ends stay outside: Markdown does not take `**bold **` for bold. */
function wrap(html: string, tag: string): string {
	const inner = html.trim();
	if (inner === '') return html;
	const start = html.indexOf(inner);
	return `${html.slice(0, start)}<${tag}>${inner}</${tag}>${html.slice(start + inner.length)}`;
}

/** Neighbours with the same key, together. */
function groupBy<T>(elements: T[], keyOf: (element: T) => unknown): T[][] {
	const groups: T[][] = [];
	for (const element of elements) {
		const last = groups.at(-1);
		if (last && keyOf(last[0]) === keyOf(element)) last.push(element);
		else groups.push([element]);
	}
	return groups;
}

// Without any `<p>` the service publishes the tags themselves.
function withParagraph(html: string): string {
	return html
		.replace(/<\/?ul>/g, '')
		.replace(/<li>/g, '<p>- ')
		.replace(/<h[1-3]>/g, '<p>')
		.replace(/<\/(li|h[1-3])>/g, '</p>');
}

/** Escapes text for use between HTML tags. */
export function escapeOnce(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function escapeAttribute(text: string): string {
	return escapeOnce(text).replace(/"/g, '&quot;');
}

function escapeTwice(text: string): string {
	return escapeOnce(escapeOnce(text));
}

const ENTITY = /&(?=#?\w+;)/g;

// Telegram resolves entities itself. What it would not take for one counts less if escaped once.
function escapeForTelegram(text: string): string {
	return text
		.replace(ENTITY, '&amp;')
		.replace(/&/g, '&amp;')
		.replace(/</g, '&amp;lt;')
		.replace(/>/g, '&amp;gt;');
}

// Newer instances convert a tweet twice, older ones once: what begins like a tag must outlast both.
function escapeForX(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/<(?=[a-z/!])/gi, '&amp;lt;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;');
}
