import type { Markup } from '../networks/networkTypes';
import { renderOpeningTag, tokenize } from './html';

// `content.ts` parses what a person wrote into a document, and writes it for a network; `splitText.ts` writes it in
// several pieces. `storedText.ts` reads what the service stores: its length, what readers see, and whether it is the same.

/** Text with the same formatting. */
export interface Span {
	text: string;
	isBold?: boolean;
	isUnderlined?: boolean;
	/** The web address of a link. */
	href?: string;
	/** The attributes of the tag that the service's editor uses for a mention. */
	mention?: Map<string, string>;
}

/** A paragraph, heading or list entry: one line of a post, in any format. Without text, it is an empty line. */
export interface Block {
	tag: 'p' | 'h1' | 'h2' | 'h3' | 'li';
	spans: Span[];
}

/** Parses plain text: a paragraph per line. */
export function parsePlain(text: string): Block[] {
	return text
		.split(/\r\n|[\r\n\u2028\u2029]/)
		.map((line) => ({ tag: 'p', spans: line === '' ? [] : [{ text: line }] }));
}

export const getBlockText = ({ spans }: Block) => spans.map(({ text }) => text).join('');

/** The text of a document, with a line per block. */
export const getDocumentText = (document: Block[]) => document.map(getBlockText).join('\n');

/** Joins documents, with an empty line between them. */
export function joinDocuments(documents: Block[][]): Block[] {
	return documents.flatMap((document, index) =>
		index === 0 ? document : [{ tag: 'p', spans: [] }, ...document],
	);
}

/** Groups adjacent elements with the same key. */
export function groupAdjacent<T>(elements: T[], getKey: (element: T) => unknown) {
	const groups: Array<[T, ...T[]]> = [];
	for (const element of elements) {
		const last = groups.at(-1);
		if (last && getKey(last[0]) === getKey(element)) last.push(element);
		else groups.push([element]);
	}
	return groups;
}

/** Renders a document in the format that arrives unchanged on a network (docs/api.md, Safe forms). */
export function renderHtml(document: Block[], markup: Markup): string {
	const { escape } = FORMATS[markup];
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

/** Converts blocks for a network: on most, links and list marks become text. */
export function toNetworkBlocks(document: Block[], markup: Markup): Block[] {
	return document.flatMap(FORMATS[markup].toBlocks);
}

/** Converts lists, headings and links to text, for networks that only know lines. */
function toLine(block: Block): Block {
	const { tag, spans } = block;
	const mark = tag === 'li' ? [{ text: '- ' }] : [];
	return { tag: 'p', spans: [...mark, ...writeOutLinks(spans)] };
}

/** Appends the address of each link, unless the text contains it. */
function writeOutLinks(spans: Span[]): Span[] {
	const shownLinks = new Set<string>();
	return groupAdjacent(spans, ({ href }) => href).flatMap((group) => {
		const [{ href }] = group;
		if (!href) return group;
		const isShown = shownLinks.has(href) || group.some(({ text }) => text.includes(href));
		shownLinks.add(href);
		const texts = group.map((span) => ({ ...span, href: undefined }));
		return isShown ? texts : [...texts, { text: ` (${href})` }];
	});
}

// Networks without bold text get bold Unicode letters, which would break addresses and names.
const ADDRESS_OR_NAME = /(\S*@\[[^\]\n]{0,200}\]\(urn:\S*|\S*(?:https?:\/\/|www\.|[@#])\S*)/i;

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

/** How each format escapes text, and what replaces a block. */
const FORMATS: Record<
	Markup,
	{ escape: (text: string) => string; toBlocks: (block: Block) => Block[] }
> = {
	plain: { escape: escapeOnce, toBlocks: toPlainLine },
	markdown: { escape: escapeOnce, toBlocks: (block) => [block] },
	html: { escape: escapeForHtml, toBlocks: (block) => [block] },
	telegram: {
		escape: (text) => escapeTwice(text.replace(TELEGRAM_ENTITY, '&amp;')),
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

/** Spaces at the ends stay outside, as `**bold **` isn't bold in Markdown. */
function wrap(html: string, tag: string): string {
	const inner = html.trim();
	if (inner === '') return html;
	const start = html.indexOf(inner);
	return `${html.slice(0, start)}<${tag}>${inner}</${tag}>${html.slice(start + inner.length)}`;
}

function escapeOnce(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

// Also without the semicolon.
const TELEGRAM_ENTITY = /&(?=#|(?:amp|gt|lt|quot)(?![a-z]))/gi;
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
	return escapeTwice(
		text.replace(POSSIBLE_ENTITY, (run) => (hasEntity(run) ? `&amp;${run.slice(1)}` : run)),
	);
}

// Only escape an ampersand twice if necessary, as that counts more.
function escapeTwice(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&amp;lt;').replace(/>/g, '&amp;gt;');
}
