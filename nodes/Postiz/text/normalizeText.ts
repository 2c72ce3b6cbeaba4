import { VOID_TAGS, tokenize } from './html';
import { removeModelMarks, removeThoughts } from './modelMarks';
import { isHtmlTag } from './parseHtml';
import { convertSlackLinks, hasSlackLink } from './slackLinks';

/**
 * Cleans a text with automatic format. Removes what feeds, sheets and models add, and converts entities and typed line
 * breaks. Keeps anything that may be intended. Returns the text, whether it is HTML or has Slack links, and notes on
 * the changes. Keeps entities and tags in Markdown, as its parser converts them.
 */
export function normalizeText(written: string, { isMarkdown = false } = {}) {
	const cleaned = applyConversions(written, CONVERSIONS);
	const isHtmlAlready = looksLikeHtml(cleaned.text, { isMarkdown });
	const canDecode = !isHtmlAlready && !isMarkdown;
	const decoded = applyConversions(cleaned.text, canDecode ? [ENTITY_CONVERSION] : []);
	const isHtml =
		isHtmlAlready || (canDecode && decoded.text !== written && looksLikeHtml(decoded.text));
	// Without block tags, only its line breaks separate lines.
	const text =
		isHtml && hasOnlyInlineTags(decoded.text) ? convertLineBreaks(decoded.text) : decoded.text;
	const hasSlackLinks = !isHtml && hasSlackLink(text);
	const converted = convertSlackLinks(text, { isMarkdown });
	const changes = [
		...cleaned.notes,
		...decoded.notes,
		...(hasLeftoverLineBreak(converted) ? ['“\\n” is published as typed'] : []),
		...(isHtml ? ['HTML tags are published as formatting'] : []),
		...(hasSlackLinks || converted !== text ? ['Slack links are published as links'] : []),
	];
	return { text: converted, isHtml, isSlack: hasSlackLinks && !isMarkdown, changes };
}

/** A conversion, and the note if it changes the text. */
type Conversion = [convert: (text: string) => string, note: string];

function applyConversions(written: string, conversions: Conversion[]) {
	const notes: string[] = [];
	let text = written;
	for (const [convert, note] of conversions) {
		const converted = convert(text);
		if (converted !== text) notes.push(note);
		text = converted;
	}
	return { text, notes };
}

// "```markdown\nText\n```"
const FENCED_TEXT =
	/^\s*(```|~~~)(?:markdown|md|text|txt|plaintext|html|json)?[ \t]*\r?\n([^]*?)\r?\n\1\s*$/i;

/** Removes a code fence around the whole text, unless it names a programming language. */
export const removeFence = (text: string) => {
	const [, fence = '', inner = text] = FENCED_TEXT.exec(text) ?? [];
	return fence !== '' && inner.includes(fence) ? text : inner;
};

// "First.\\n\\nSecond": a backslash and an n before a new sentence or line.
const TYPED_LINE_BREAK =
	/(?:\\r)?\\n(?=(?:\\r)?\\n|\s*$|\s*[\p{Lu}\p{Lo}\p{N}\p{Extended_Pictographic}#@•*–-]|\s*https?:)/u;
// "C:\\new", "["\\n"]", "\\alpha": a backslash of a path, of code or of a formula.
const LITERAL_BACKSLASH = /[A-Za-z]:\\|\\\\|["'`/([]\\n|\\n["'`)\]]|^\\n|\\(?![rnt"])/;

function decodeLineBreaks(text: string): string {
	if (/[\r\n]/.test(text) || !TYPED_LINE_BREAK.test(text) || LITERAL_BACKSLASH.test(text))
		return text;
	return text
		.replace(/ ?(?:\\r)?\\n ?/g, '\n')
		.replace(/\\t/g, '\t')
		.replace(/\\"/g, '"');
}

// "Second.\\n" next to real line breaks, but not "\\nabla" of LaTeX.
const LEFTOVER_LINE_BREAK = /\\n(?![a-z])|[\p{L}\p{N}.,!?…]\\n/u;
const hasLeftoverLineBreak = (text: string) =>
	/[\r\n]/.test(text) &&
	LEFTOVER_LINE_BREAK.test(text) &&
	!LITERAL_BACKSLASH.test(text) &&
	!text.includes('`');

const CONVERSIONS: Conversion[] = [
	[removeThoughts, "the model's thoughts are not published"],
	[removeModelMarks, "the model's marks are not published"],
	[removeFence, 'the code fence around the text is not published'],
	[decodeLineBreaks, 'a typed “\\n” is published as a line break'],
];
const ENTITY_CONVERSION: Conversion = [
	decodeEntities,
	'entities such as &amp; are published as characters',
];

// "&amp;", "&#39;", "&#x27;"
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;
// "write &lt; instead of <", "HTML entities": the text is about entities.
const MENTIONS_ENTITIES =
	/(?:^|[\s"'“(])&(?:lt|gt|nbsp|quot|apos);(?=$|[\s"'”).,:])|\bentit(?:y|ies)\b/i;

function decodeEntities(text: string): string {
	if (text.includes('`') || MENTIONS_ENTITIES.test(text)) return text;
	return text.replace(ENTITY, toCharacter);
}

function toCharacter(entity: string): string {
	const [token] = tokenize(entity);
	// The parser would resolve the "&not" of "&notable;".
	return token?.type === 'text' && !token.text.endsWith(';') ? token.text : entity;
}

/** Keeps text that Markdown would drop: tags and entities in a text about them, and the brackets of numbered lists. */
export function escapeMarkdown(text: string): string {
	if (text.includes('`')) return text;
	const isAboutEntities = MENTIONS_ENTITIES.test(text);
	const escaped = text
		// "1) Roast" of a numbered list
		.replace(/^( {0,3}\d{1,9})\)/gm, '$1\\)')
		.replace(ENTITY, (entity) =>
			isAboutEntities || toCharacter(entity) === entity ? `&amp;${entity.slice(1)}` : entity,
		);
	if (looksLikeHtml(text)) return escaped;
	// "<p", "</p", "<!", "<?"
	return escaped.replace(/<(?:[!?]|\/?([a-z][\w-]*))/gi, (tag, name?: string) =>
		name === undefined || isHtmlTag(name) ? `&lt;${tag.slice(1)}` : tag,
	);
}

// `<a href="https://example.com">`, "</a>", "<br />"; captures "/", the name, the attributes and "/".
const TAG =
	/<(\/?)([a-z][a-z\d-]*)((?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*(\/?)>/gi;
// "<!-- comment -->", "<!doctype html>", "<body>": what pages, emails and editors add to HTML.
const DOCUMENT_TAG =
	/<!--[^<>]*-->|<!doctype\b[^<>]*>|<\/?(?:html|head|body|title|meta|link)\b[^<>]*>/gi;
const INLINE_TAGS = new Set(
	'a b strong i em u s strike del ins span br img small sub sup mark font'.split(' '),
);
const isInline = ([, , name = '']: RegExpExecArray) => INLINE_TAGS.has(name.toLowerCase());
// `href="https:`
const WEB_ADDRESS_ATTRIBUTE = /\b(?:href|src)\s*=\s*["']?https?:/i;
const CODE_TAG = /<(?:pre|code|script|style)\b/i;
const MENTIONS_TAGS = /\b(?:html|tags?|elements?|css|jsx|xml|markup)\b/i;

/** True if tags are certainly HTML: all are known and closed, and the text is not about them. */
function looksLikeHtml(written: string, { isMarkdown = false } = {}): boolean {
	const text = written.replace(DOCUMENT_TAG, '');
	const tags = [...text.matchAll(TAG)];
	const around = text.replace(TAG, '\n');
	const areKnown = tags.length > 0 && tags.every(([, , name = '']) => isHtmlTag(name));
	if (!areKnown || !areTagsClosed(tags) || text.includes('`') || /<[a-z/!]/i.test(around))
		return false;
	const isWhole = /^\s*<[^]*>\s*$/.test(text) && text.search(CODE_TAG) !== text.search(/\S/);
	if (isMarkdown) return isWhole && !tags.every(isInline);
	const isAboutMarkup = CODE_TAG.test(text) || MENTIONS_TAGS.test(around);
	return isWhole || !isAboutMarkup || tags.some(([tag]) => WEB_ADDRESS_ATTRIBUTE.test(tag));
}

function areTagsClosed(tags: RegExpExecArray[]): boolean {
	const open: string[] = [];
	for (const [, close, tagName = '', , isEmpty] of tags) {
		const name = tagName.toLowerCase();
		if (VOID_TAGS.has(name) || isEmpty) continue;
		if (!close) open.push(name);
		else if (open.pop() !== name) return false;
	}
	return open.length === 0;
}

const hasOnlyInlineTags = (html: string) => [...html.matchAll(TAG)].every(isInline);
// "<br>\n" is one line break. Without the lookbehind, long runs of spaces would take quadratic time.
const convertLineBreaks = (html: string) =>
	html.replace(/(<br\s*\/?>)?(?<![ \t])[ \t]*(?:\r\n|\r|\n)/gi, '<br>');
