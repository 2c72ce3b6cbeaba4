import type { CharacterCount } from '../../../../providers/types';
import { parsePlain, toLines, type Block, type Span } from '../../../../text/document';
import { countCharacters } from '../../../../text/stored';
import { parseHtml } from '../../../../text/parseHtml';
import { parseAddress } from '../../../../values/webAddress';

/** Text that is HTML already. */
export class Html {
	constructor(readonly text: string) {}
}

type Value = Html | string | number | false | undefined | Value[];

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'\0': '',
};

/** A template of HTML. Everything put into it is escaped, unless it is a template itself. */
export function markup(strings: TemplateStringsArray, ...values: Value[]): Html {
	return new Html(strings.reduce((text, part, index) => text + write(values[index - 1]) + part));
}

function write(value: Value): string {
	if (value === undefined || value === false) return '';
	if (value instanceof Html) return value.text;
	if (Array.isArray(value)) return value.map(write).join('');
	return String(value).replace(/[&<>"'\0]/g, (character) => ENTITIES[character]!);
}

/** More of a text would only make the page large. */
const MAX_TEXT = 4000;

const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]/;
/** Names in the form that LinkedIn takes, and as people write them. */
const NAME =
	/@\[[^\]\n]{1,200}\]\([^)\s]{1,200}\)|(?<![\p{L}\p{N}_])[@#][\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/u;
const TOKEN = new RegExp(`(${LINK.source}|${NAME.source})`, 'giu');

/** The text of a part as readers see it, with links and names; what exceeds `limit` is marked. */
export function showText(
	content: string,
	{ length, limit = Infinity, count }: { length: number; limit?: number; count?: CharacterCount },
): Html {
	const document = content.includes('<') ? parseHtml(content) : parsePlain(content);
	const blocks = document.map(asLine);
	const text = toLines(blocks);
	const end = beforePair(text, Math.min(text.length, MAX_TEXT));
	const over = length > limit ? beforePair(text, overAt(text, limit, count)) : Infinity;
	const within: Html[] = [];
	const beyond: Html[] = [];
	let at = 0;
	const add = (piece: string, write: (shown: string) => Html) => {
		const shown = piece.slice(0, Math.max(0, end - at));
		const left = Math.max(0, over - at);
		at += piece.length;
		if (shown.slice(0, left)) within.push(write(shown.slice(0, left)));
		if (shown.slice(left)) beyond.push(write(shown.slice(left)));
	};
	for (const [index, block] of blocks.entries()) {
		if (index > 0) add('\n', (shown) => markup`${shown}`);
		for (const span of block.spans) {
			for (const token of span.href ? [span.text] : span.text.split(TOKEN)) {
				if (token) add(token, (shown) => look(block, span, link(span.href ?? token, shown)));
			}
		}
	}
	const rest = text.length - end;
	return markup`${within}${beyond.length > 0 && markup`<mark>${beyond}</mark>`}${
		rest > 0 && markup` <em>… and ${rest.toLocaleString('en-US')} more characters</em>`
	}`;
}

/** The first line of a text, cut to `max` characters. */
export function firstLine(content: string, max = 60): string {
	const start = content.slice(0, 5000);
	const document = start.includes('<') ? parseHtml(start) : parsePlain(start);
	const [line = ''] = document.map((block) => toLines([asLine(block)]).trim()).filter(Boolean);
	const characters = [...line.slice(0, 2 * max)];
	return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : line;
}

const asLine = ({ tag, spans }: Block): Block => ({
	tag,
	spans: [
		...(tag === 'li' ? [{ text: '• ' }] : []),
		...spans.map((span) => ({ ...span, text: resolved(span.text) })),
	],
});

/** The service resolves the ampersand first, so `&amp;lt;` becomes `<` as well. */
const resolved = (text: string) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>');

function look({ tag }: Block, { isBold, isUnderlined, mention }: Span, inner: Html): Html {
	const named = mention ? markup`<span class="name">${inner}</span>` : inner;
	const lined = isUnderlined ? markup`<u>${named}</u>` : named;
	return isBold || tag.startsWith('h') ? markup`<strong>${lined}</strong>` : lined;
}

/** A link if `token` is a web address, a name if it is one. */
function link(token: string, shown: string): Html {
	const address = /^https?:\/\//i.test(token) ? parseAddress(token) : undefined;
	if (address) return markup`<a href="${address.href}" rel="noopener noreferrer">${shown}</a>`;
	const [, name] = /^@\[([^\]]+)\]\([^)]*\)$/.exec(shown) ?? [];
	if (name) return markup`<span class="name">@${name}</span>`;
	return /^[@#]./.test(token) ? markup`<span class="name">${shown}</span>` : markup`${shown}`;
}

/** A place that does not divide a character. */
const beforePair = (text: string, at: number) =>
	/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;

/** Where a text exceeds its limit. */
function overAt(text: string, limit: number, count?: CharacterCount): number {
	// Links and emojis may count otherwise, so the place is looked for.
	let fits = 0;
	let exceeds = Math.min(text.length, limit * 4);
	while (exceeds - fits > 1) {
		const middle = (fits + exceeds) >> 1;
		if (countCharacters(text.slice(0, middle), count) <= limit) fits = middle;
		else exceeds = middle;
	}
	return fits;
}
