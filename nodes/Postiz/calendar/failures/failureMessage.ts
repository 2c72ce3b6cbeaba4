import { tryParseJson } from '../../common/parseJson';
import { hideUrlSecrets, shorten } from '../../common/text';
import { isObject } from '../../common/value';
import { getDocumentText } from '../../text/document';
import { parseHtml } from '../../text/parseHtml';

const MAX_DEPTH = 8;
/** In characters. Longer texts are huge web pages. */
const MAX_READ = 20_000;
const MAX_MESSAGE_LENGTH = 300;
/** The keys of messages for people in responses, the best first (docs/api.md, Reason of a failure). */
const MESSAGE_KEYS = [
	'error_user_msg',
	'error_description',
	'detail',
	'message',
	'error',
	'error_message',
];
const WEB_PAGE = /^\s*<(?:!doctype|\?xml|html|head|body)\b|<\/[a-z][a-z\d]*\s*>/i;
const UNINFORMATIVE =
	/^(?:unknown(?: error)?|error|ok|null|undefined|activity task failed)?[^\p{L}\p{N}]*$/iu;

/** Matches Meta's response if it couldn't process a file. */
const UNPROCESSED_FILE = /^\s*\{.*"status(?:_code)?"\s*:\s*"(?:ERROR|EXPIRED)"/s;

/** Extracts the message for people from a text, a web page or JSON, as a single line; empty if there is none. */
export function extractFailureMessage(value: unknown, depth = 0): string {
	if (depth > MAX_DEPTH) return '';
	if (isObject(value))
		return (
			MESSAGE_KEYS.map((key) => extractFailureMessage(value[key], depth + 1)).find(Boolean) ?? ''
		);
	if (typeof value !== 'string') return '';
	const parsed = extractFailureMessage(tryParseJson(value), depth + 1);
	if (parsed) return parsed;
	const text = value.slice(0, MAX_READ);
	if (UNPROCESSED_FILE.test(text)) {
		const code = /\b22\d{5}\b/.exec(text)?.[0];
		return `The network could not process the files${code ? `: ${code}` : ''}`;
	}
	if (!WEB_PAGE.test(text)) return cleanMessage(text);
	const title = /<title\b[^>]*>([^<]*)/i.exec(text)?.[1] ?? '';
	const page =
		cleanMessage(getDocumentText(parseHtml(title))) ||
		cleanMessage(getDocumentText(parseHtml(text)));
	return page && `The network answered with a web page: ${page}`;
}

const STACK =
	/at Object|\bat (?:async |native|file:|node:|\/|[A-Z]:\\|[^\s()]{1,200} \((?:[^()\s]{1,300}:\d+|native|<anonymous>)\))|[Ss]tack_?[Tt]race/;
/** Matches a value after `token`, `key` and the like, if it contains a digit. */
const SECRET =
	/((?:bearer|basic|token|key|secret|password|signature)[\\"']{0,4} ?[=:]? ?[\\"']{0,4})(?=[^\s"'\\&,;)]*\d)[^\s"'\\&,;)]{4,}/gi;
/** Matches a long run of letters and digits. */
const TOKEN = /(?<![\w/.%-])(?=[\w.-]*\d)(?=[\w.-]*[a-z])[\w-][\w.-]{39,}/gi;

/**
 * Cleans a message: a single line of limited length, without stack traces and secrets. Empty if it is uninformative.
 */
function cleanMessage(text: string): string {
	const line = text.replace(/(?:[\s\p{Cc}\u202a-\u202e\u2066-\u2069]|\\n)+/gu, ' ');
	const redacted = hideUrlSecrets(line).replace(SECRET, '$1…').replace(TOKEN, '…');
	const message = (redacted.split(STACK)[0] ?? '').trim();
	return UNINFORMATIVE.test(message) ? '' : shorten(message, MAX_MESSAGE_LENGTH);
}
