import { toLines } from '../text/document';
import { parseHtml } from '../text/parseHtml';
import { hideSecrets, shorten } from '../values/problem';
import { isObject, tryJson } from '../values/read';

/** In characters. */
const MAX_WORDS = 300;
const MAX_DEPTH = 8;
/** Where networks put messages for people, the best ones first (docs/api.md, Reason of a failure). */
const KEYS = ['error_user_msg', 'error_description', 'detail', 'message', 'error'];
const SAYS_NOTHING =
	/^(?:unknown(?: error)?|error|ok|null|undefined|activity task failed)?[^\p{L}\p{N}]*$/iu;

/** The message for people in a text, or the text itself; a single line. Empty for anything else. */
export function wordsIn(text: unknown): string {
	if (typeof text !== 'string') return '';
	return messageIn(text) || (isPage(text) ? '' : clean(text));
}

/** The message for people in a text, a page, or JSON; empty if none is found. */
function messageIn(value: unknown, depth = 0): string {
	if (depth > MAX_DEPTH) return '';
	if (isObject(value)) {
		return KEYS.map((key) => messageIn(value[key], depth + 1)).find(Boolean) ?? '';
	}
	if (typeof value !== 'string') return '';
	const parsed = parsedJson(value.trim());
	if (parsed !== undefined) return messageIn(parsed, depth + 1);
	return isPage(value) ? wordsOfPage(value) : clean(value);
}

/** Parses JSON objects, lists and strings; undefined for anything else. */
export const parsedJson = (text: string): unknown =>
	/^[{["]/.test(text) ? tryJson(text) : undefined;

// Pages can be huge; the beginning is enough.
const MAX_READ = 20_000;
const PAGE = /^\s*<(?:!doctype|\?xml|html|head|body)\b|<\/[a-z][a-z\d]*\s*>/i;

export const isPage = (text: string) => PAGE.test(text.slice(0, MAX_READ));

/** The title of a page, or its visible text. */
function wordsOfPage(html: string): string {
	const page = html.slice(0, MAX_READ);
	const title = /<title\b[^>]*>([^<]*)/i.exec(page)?.[1] ?? '';
	return [title, page].map((part) => clean(toLines(parseHtml(part)))).find(Boolean) ?? '';
}

/** Where a stack trace begins: on its own lines, or within a line. */
const STACK_LINES = /(?:[\r\n]|\\n)[ \t]*at\s/;
const STACK_INLINE =
	/at Object|\bat async |\bat [^\s()]{1,200} \((?:[^()\s]{1,300}:\d+|native|<anonymous>)\)|\bat (?:file:|node:|\/|[A-Z]:\\)\S{1,300}:\d|[Ss]tack_?[Tt]race/;

/** Text as a single line of limited length, without stack traces and secrets; empty if it is meaningless. */
function clean(text: string): string {
	const read = before(text.slice(0, MAX_READ), STACK_LINES)
		.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
		.replace(/\[object \w+\]/gi, ' ');
	const shown = hideTokens(hideSecrets(read)).replace(/ +/g, ' ');
	const line = before(shown, STACK_INLINE).trim();
	return SAYS_NOTHING.test(line) ? '' : shorten(line, MAX_WORDS);
}

function before(text: string, pattern: RegExp): string {
	const begin = text.search(pattern);
	return begin < 0 ? text : text.slice(0, begin);
}

/** Removes anything that looks like a token or a password. */
function hideTokens(text: string): string {
	return (
		text
			.replace(/\b(Bearer|Basic) (?=\S*[\d=])[\w.~+/=-]{8,}/gi, '$1 …')
			.replace(/((?:token|key|secret|password|signature)["']?\s?=\s?["']?)[^\s"'&,;)]+/gi, '$1…')
			.replace(/((?:token|key|secret|password|signature): ?)(?=\S*\d)[^\s"'&,;)]{10,}/gi, '$1…')
			// In JSON, including nested JSON strings.
			.replace(/((?:token|key|secret|password|signature)\\*["']\s?:\s?\\*["'])[^"'\\]+/gi, '$1…')
			.replace(/(?<![\w/.%-])(?=[\w.-]*\d)(?=[\w.-]*[a-z])[\w-][\w.-]{39,}/gi, '…')
	);
}
