import type { TextKind } from './providers.cjs';

/**
 * What becomes of a post's content on its way to a platform.
 * API: Content is HTML to the service.
 */
const KEPT_TAGS = new Set(['p', 'strong', 'u', 'a', 'ul', 'li', 'h1', 'h2', 'h3', 'span']);
const LINE_TAGS = new Set(['p', 'li', 'h1', 'h2', 'h3']);
const HEADING_MARKS: Record<string, string> = { h1: '# ', h2: '## ', h3: '### ' };
const LINK = /https?:\/\/\S+/g;
const LINK_WEIGHT = 23;
const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00a0',
};

type Token =
	| { kind: 'text'; text: string }
	| { kind: 'open'; tag: string; href?: string }
	| { kind: 'close'; tag: string };

const decode = (text: string) =>
	text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
		if (name) return ENTITIES[name.toLowerCase()] ?? whole;
		const code = hex ? parseInt(hex, 16) : Number(decimal);
		return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});

const encode = (text: string) =>
	text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Reads HTML as a browser does: a `<` before a letter or `/` opens a tag, even one that never ends. */
function tokenize(html: string): Token[] {
	const tokens: Token[] = [];
	const markup = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)([^>]*)(?:>|$)/gi;
	let end = 0;
	const addText = (raw: string) => raw && tokens.push({ kind: 'text', text: decode(raw) });
	for (const match of html.matchAll(markup)) {
		addText(html.slice(end, match.index));
		end = match.index + match[0].length;
		const tag = match[2]?.toLowerCase();
		if (!tag || !KEPT_TAGS.has(tag)) continue;
		const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(match[3]);
		if (match[1]) tokens.push({ kind: 'close', tag });
		else
			tokens.push({
				kind: 'open',
				tag,
				...(href && { href: decode(href[1] ?? href[2] ?? href[3]) }),
			});
	}
	addText(html.slice(end));
	return tokens;
}

const serialize = (tokens: Token[]) =>
	tokens
		.map((token) => {
			if (token.kind === 'text') return encode(token.text);
			if (token.kind === 'close') return `</${token.tag}>`;
			const href =
				token.href === undefined ? '' : ` href="${encode(token.href).replace(/"/g, '&quot;')}"`;
			return `<${token.tag}${href}>`;
		})
		.join('');

/** Bold sans-serif letters of Unicode, which plain platforms show as bold. */
const boldLetters = (text: string) =>
	text.replace(/[A-Za-z0-9]/g, (letter) => {
		const [first, bold] = /[A-Z]/.test(letter)
			? ['A', 0x1d5d4]
			: /[a-z]/.test(letter)
				? ['a', 0x1d5ee]
				: ['0', 0x1d7ec];
		return String.fromCodePoint(bold + letter.charCodeAt(0) - first.charCodeAt(0));
	});

const underlinedLetters = (text: string) => text.replace(/\p{L}|\p{N}/gu, '$&\u0332');

function render(tokens: Token[], kind: 'plain' | 'markdown' | 'bare'): string {
	const lines: string[] = [];
	let line: string | undefined;
	let bold = false;
	let underlined = false;
	let link: string | undefined;
	let isAtMark = false;
	const write = (text: string) => {
		line = (line ?? '') + text;
		isAtMark = false;
	};
	const endLine = () => {
		if (line !== undefined) lines.push(line);
		line = undefined;
	};
	for (const token of tokens) {
		if (token.kind === 'text') {
			if (line === undefined && token.text.trim() === '') continue;
			if (link !== undefined && kind === 'plain') continue;
			let text = token.text;
			if (kind === 'plain' && bold) text = boldLetters(text);
			if (kind === 'plain' && underlined) text = underlinedLetters(text);
			write(text);
			continue;
		}
		const opens = token.kind === 'open';
		if (LINE_TAGS.has(token.tag)) {
			const insideItem = token.tag === 'p' && isAtMark;
			if (!insideItem) endLine();
			if (opens && !insideItem) line = '';
			if (opens && token.tag === 'li') {
				write('- ');
				isAtMark = true;
			}
			if (opens && kind === 'markdown') write(HEADING_MARKS[token.tag] ?? '');
		} else if (token.tag === 'strong') {
			bold = opens;
			if (kind === 'markdown') write('**');
		} else if (token.tag === 'u') {
			underlined = opens;
			if (kind === 'markdown') write('__');
		} else if (token.tag === 'a') {
			if (opens) link = token.href;
			if (link !== undefined && kind === 'markdown') write(opens ? '[' : `](${link})`);
			if (link !== undefined && kind === 'plain' && !opens) write(link);
			if (!opens) link = undefined;
		}
	}
	endLine();
	return lines.join('\n') + (kind === 'markdown' ? '\n' : '');
}

/** The text (or HTML) that a platform of the given kind is handed for the stored content. */
export function publishedText(content: string, kind: TextKind): string {
	if (!content.includes('<')) return content;
	const tokens = tokenize(content);
	const hasParagraph = tokens.some((token) => token.kind === 'open' && token.tag === 'p');
	return hasParagraph && kind !== 'html' ? render(tokens, kind) : serialize(tokens);
}

/** The content without its HTML: what lengths and emptiness are judged by. */
export function bareText(content: string): string {
	return content.includes('<') ? render(tokenize(content), 'bare') : content;
}

/** Code points that X counts once; all others are wide and count double. */
const isNarrow = (point: number) =>
	point <= 0x10ff ||
	(point >= 0x2000 && point <= 0x200d) ||
	(point >= 0x2010 && point <= 0x201f) ||
	(point >= 0x2032 && point <= 0x2037);

/** The weight of a text on X: a link counts 23, a wide character two. */
function weightOnX(text: string): number {
	const links = text.match(LINK) ?? [];
	const graphemes = [...new Intl.Segmenter('en').segment(text.replace(LINK, ''))];
	return graphemes.reduce((sum, { segment }) => {
		const isEmoji = segment.length > 1 && /\p{Extended_Pictographic}/u.test(segment);
		if (isEmoji) return sum + 2;
		const points = [...segment].map((character) => character.codePointAt(0)!);
		return sum + points.reduce((weight, point) => weight + (isNarrow(point) ? 1 : 2), 0);
	}, links.length * LINK_WEIGHT);
}

/** The length that a provider's maximum is compared with: an `&` counts as the `&amp;` it becomes. */
export function countedLength(content: string, countAs?: 'x'): number {
	const text = bareText(content).replace(/&/g, '&amp;');
	return countAs === 'x' ? weightOnX(text) : text.length;
}
