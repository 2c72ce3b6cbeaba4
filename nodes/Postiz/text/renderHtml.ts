import { groupAdjacent } from '../common/collections';
import { isSameAddress } from '../common/webAddress';
import type { Markup } from '../networks/networkTypes';
import type { Block, Span } from './document';
import { renderOpeningTag, tokenize } from './html';

/** Renders a document in the markup that arrives unchanged on a network (docs/api.md, Safe forms). */
export function renderHtml(document: Block[], markup: Markup): string {
	const { escape } = MARKUPS[markup];
	let html = '';
	let isInList = false;
	for (const { tag, spans } of toNetworkBlocks(document, markup)) {
		const isItem = tag === 'li';
		if (isItem !== isInList) html += isItem ? '<ul>' : '</ul>';
		isInList = isItem;
		const content = renderSpans(spans, escape);
		// Without the inner paragraph, Markdown networks would join the entries.
		html += isItem ? `<li><p>${content}</p></li>` : `<${tag}>${content}</${tag}>`;
	}
	return isInList ? `${html}</ul>` : html;
}

/** Converts blocks for a network. On most networks, links and list marks become text. */
export function toNetworkBlocks(document: Block[], markup: Markup): Block[] {
	return document.flatMap(MARKUPS[markup].toBlocks);
}

/** Converts a heading or list entry, and its links, to text. */
function toLine(block: Block): Block {
	const { tag, spans } = block;
	const mark = tag === 'li' ? [{ text: '- ' }] : [];
	return { tag: 'p', spans: [...mark, ...writeOutLinks(spans)] };
}

/** Appends the address of each link, unless the text has it. */
function writeOutLinks(spans: Span[]): Span[] {
	const shownLinks = new Set<string>();
	return groupAdjacent(spans, ({ href }) => href).flatMap((group): Span[] => {
		const [{ href }] = group;
		if (!href) return group;
		const text = group.map((span) => span.text).join('');
		if (isSameAddress(text, href)) {
			shownLinks.add(href);
			// Networks only turn an address into a link if it starts like this.
			const shown = LINK_START.test(text) ? text : text.replace(/\S+/, () => href);
			return [{ ...group[0], href: undefined, text: shown }];
		}
		const isShown = shownLinks.has(href) || text.includes(href);
		shownLinks.add(href);
		const texts = group.map((span) => ({ ...span, href: undefined }));
		return isShown ? texts : [...texts, { text: ` (${href})` }];
	});
}

const LINK_START = /^\s*(?:https?:\/\/|www\.)/i;

// "https://example.com", "#coffee", "@[Acme](urn:li:organization:1)"
const ADDRESS_OR_NAME = /(\S*@\[[^\]\n]{0,200}\]\(urn:\S*|\S*(?:https?:\/\/|www\.|[@#])\S*)/i;

/** Networks without bold text get bold Unicode letters, which would break addresses and names. */
function unformatNames(block: Block): Block {
	return {
		...block,
		spans: block.spans.flatMap((span) => {
			if (!span.isBold && !span.isUnderlined) return [span];
			const { text: spanText, mention } = span;
			if (mention) return [{ text: spanText, mention }];
			const pieces = spanText.split(ADDRESS_OR_NAME).filter(Boolean);
			return pieces.map((text) => (ADDRESS_OR_NAME.test(text) ? { text } : { ...span, text }));
		}),
	};
}

const toPlainLine = (block: Block) => [unformatNames(toLine(block))];

/** How each markup escapes text and renders blocks. */
const MARKUPS: Record<
	Markup,
	{ escape: (text: string) => string; toBlocks: (block: Block) => Block[] }
> = {
	plain: { escape: escapeOnce, toBlocks: toPlainLine },
	markdown: { escape: escapeOnce, toBlocks: (block) => [block] },
	html: { escape: escapeForHtml, toBlocks: (block) => [block] },
	telegram: {
		escape: (text) => escapeBracketsTwice(text.replace(TELEGRAM_ENTITY, '&amp;')),
		toBlocks: (block) => {
			const { tag, spans } = toLine(block);
			const heading = block.tag.startsWith('h') && { isBold: true };
			return [{ tag, spans: spans.map((span) => ({ ...span, ...heading })) }];
		},
	},
	x: {
		// Newer instances convert tweets twice, older ones once: a `<` must survive both.
		escape: (text) => escapeOnce(text).replace(/&lt;/g, '&amp;lt;'),
		toBlocks: toPlainLine,
	},
};

/** The tags around text, outermost first. */
const TAGS: Array<{
	getValue: (span: Span) => unknown;
	render: (html: string, span: Span) => string;
}> = [
	{
		getValue: ({ href }) => href,
		render: (html, { href = '' }) =>
			`<a href="${escapeOnce(href).replace(/"/g, '&quot;')}">${html}</a>`,
	},
	{ getValue: ({ isBold }) => isBold, render: (html) => wrap(html, 'strong') },
	{ getValue: ({ isUnderlined }) => isUnderlined, render: (html) => wrap(html, 'u') },
	{
		getValue: ({ mention }) => mention,
		render: (html, { mention = new Map() }) => `${renderOpeningTag('span', mention)}${html}</span>`,
	},
];

function renderSpans(
	spans: Span[],
	escape: (text: string) => string,
	[tag, ...inner] = TAGS,
): string {
	if (!tag) return spans.map(({ text }) => escape(text)).join('');
	return groupAdjacent(spans, (span) => tag.getValue(span) || undefined)
		.map((group) => {
			const html = renderSpans(group, escape, inner);
			return tag.getValue(group[0]) ? tag.render(html, group[0]) : html;
		})
		.join('');
}

/** Keeps outer spaces outside of the tag, as `**bold **` isn't bold in Markdown. */
function wrap(html: string, tag: string): string {
	const inner = html.trim();
	if (inner === '') return html;
	const start = html.indexOf(inner);
	return `${html.slice(0, start)}<${tag}>${inner}</${tag}>${html.slice(start + inner.length)}`;
}

function escapeOnce(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

// The "&" of "&amp;", "&lt" or "&#39;". Telegram doesn't need the semicolon.
const TELEGRAM_ENTITY = /&(?=#|(?:amp|gt|lt|quot)(?![a-z]))/gi;

// "&amp;", "&copy", "&#39;"
const POSSIBLE_ENTITY = /&#?\w+;?/g;

/** True if Telegram would resolve an entity in a text. */
export function hasTelegramEntity(text: string): boolean {
	return text.search(TELEGRAM_ENTITY) >= 0;
}

/** True if a browser would resolve an entity in a text without tags. */
export function hasEntity(text: string): boolean {
	const isResolved = (run: string) =>
		tokenize(run).some((token) => !('text' in token && token.text === run));
	return (text.match(POSSIBLE_ENTITY) ?? []).some(isResolved);
}

function escapeForHtml(text: string): string {
	return escapeBracketsTwice(
		text.replace(POSSIBLE_ENTITY, (run) => (hasEntity(run) ? `&amp;${run.slice(1)}` : run)),
	);
}

// Only escape an ampersand twice if necessary, as that counts more.
function escapeBracketsTwice(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&amp;lt;').replace(/>/g, '&amp;gt;');
}
