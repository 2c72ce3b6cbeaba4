import type { IDataObject } from 'n8n-workflow';

import { toLines } from '../text/document';
import { parseHtml } from '../text/parseHtml';
import { hideSecrets, shorten } from '../values/problem';
import { isObject, propertiesOf, tryJson } from '../values/read';

/** Why a post failed, as a keyword for workflows. See docs/api.md, Reason of a failure. */
export type FailureKind =
	'refused' | 'reconnect' | 'disabled' | 'timedOut' | 'unconfirmed' | 'serviceError' | 'unknown';

export interface PostFailure {
	kind: FailureKind;
	/** For people: a single line of at most {@link MAX_SENTENCE} characters; null if unknown. */
	sentence: string | null;
	/** The network may have published it anyway. */
	maybeOnline: boolean;
}

/** In characters. */
export const MAX_SENTENCE = 500;
const MAX_WORDS = 300;

const LOOK_FIRST = 'The post may be online anyway: check the network before you publish it again';
const PARTLY_OUT = 'The post itself may be online; a later part failed';

/** What went wrong, in words; empty if there are none. */
type Cause = [kind: FailureKind, words: string];

/** The service's own types of errors. */
const KINDS = new Map<unknown, FailureKind>([
	['bad_body', 'refused'],
	['refresh_token', 'reconnect'],
	['disconnect', 'reconnect'],
]);

/** What the service stores without JSON. */
const PLAIN_TEXTS = new Map<string, Cause>([
	[
		'refresh channel needed',
		['reconnect', 'The channel must be reconnected in Postiz (“Refresh channel needed”)'],
	],
	['channel disabled', ['disabled', 'The channel is disabled in Postiz (“Channel disabled”)']],
	['no post', ['serviceError', 'Postiz no longer found the post when it was due (“No Post”)']],
	[
		'already posted',
		['unconfirmed', 'Postiz considered the post already published (“Already posted”)'],
	],
]);

/**
 * Parses why a post failed from the `error` of its preview; one with a `link` was published before a later part, or a
 * repetition, failed (docs/api.md, Reason of a failure).
 */
export function parseFailure(error: string | undefined, link?: string | null): PostFailure {
	const [kind, words] = causeIn((error ?? '').trim());
	const maybeOnline = Boolean(link) || !(kind in ADVICE);
	const own = maybeOnline ? words.replace(/[.\s]+$/, '') : words;
	const doubt = maybeOnline && own !== '' ? LOOK_FIRST : '';
	const sentence = [own, link ? PARTLY_OUT : doubt].filter(Boolean).join('. ');
	return { kind, sentence: sentence ? shorten(sentence, MAX_SENTENCE - 1) : null, maybeOnline };
}

function causeIn(stored: string): Cause {
	const plain = PLAIN_TEXTS.get(stored.toLowerCase());
	if (plain) return plain;
	const parsed = parsedJson(stored);
	const causes = causesOf(parsed);
	if (causes.length > 0) return causeOfJob(causes);
	// Before 2.12, there were no jobs, but the answer of the network.
	const { json, message } = propertiesOf(parsed);
	const isAnswer = typeof json === 'string';
	const words = isAnswer ? wordsOfNetwork([parsed]) || wordsIn(message) : wordsIn(stored);
	if (JOB_TIMED_OUT.test(stored)) return timedOut(words);
	return [saysUnconfirmed(words) ? 'unconfirmed' : 'unknown', words];
}

/** The fields of an item about a failure; all null if the post didn't fail (docs/api.md, Reason of a failure). */
export function failureFields({ state, error, releaseURL }: FailedPost): IDataObject {
	if (state !== 'ERROR') return { failureReason: null, failureKind: null, maybePublished: null };
	const { kind, sentence, maybeOnline } = parseFailure(error, releaseURL);
	return { failureReason: sentence, failureKind: kind, maybePublished: maybeOnline };
}

interface FailedPost {
	state?: string;
	error?: string;
	releaseURL?: string | null;
}

/** The names of {@link failureFields}. */
export const FAILURE_FIELDS = Object.keys(failureFields({}));

const ONLY_IF_MISSING =
	'Check the network first. Only if the post is not there, give it a new date with Post > Update.';

/** What to do about failures after which a post is certainly not online. */
const ADVICE: Partial<Record<FailureKind, string>> = {
	refused: 'Correct what the reason says with Post > Update and enter a new date.',
	reconnect: 'Reconnect the channel in Postiz, then give the post a new date with Post > Update.',
	disabled: 'Enable the channel in Postiz, then give the post a new date with Post > Update.',
};

/** What to do about a failed post. */
export function adviceFor({ kind, maybeOnline }: PostFailure): string {
	const advice = (!maybeOnline && ADVICE[kind]) || ONLY_IF_MISSING;
	return kind === 'unknown' ? `${advice} The notifications of Postiz may say more.` : advice;
}

const inBrackets = (words: string) => words && ` (“${words}”)`;

const timedOut = (words: string): Cause => [
	'timedOut',
	`The network did not answer Postiz in time${inBrackets(words)}`,
];

// --- Failed jobs of the service ---

const MAX_CAUSES = 8;
const JOB_TIMED_OUT = /ToClose timeout|"timeoutType"/i;
const TIMED_OUT = /time[ -]?out|timed[ -]?out|ETIMEDOUT/i;

const saysUnconfirmed = (words: string) =>
	/\b(?:couldn['’]t|could not|never|not)(?: be)? confirm(?:ed)?\b/i.test(words) &&
	/\b(?:publish|post|sent|online)/i.test(words);

/** The chain of causes of a failure, outermost first; empty for anything else. */
function causesOf(stored: unknown): IDataObject[] {
	const causes: IDataObject[] = [];
	let { cause } = propertiesOf(stored);
	while (isObject(cause) && causes.length < MAX_CAUSES) {
		causes.push(cause);
		({ cause } = cause);
	}
	return causes;
}

function causeOfJob(causes: IDataObject[]): Cause {
	const known = causes.find(({ type }) => KINDS.has(type));
	const cause: IDataObject = known ?? causes[0] ?? {};
	const own = wordsIn(isObject(cause.failure) ? cause.failure.message : cause.message);
	const words = own || wordsOfNetwork(cause.details);
	const kind = KINDS.get(known?.type);
	if (causes.some(({ timeoutType }) => typeof timeoutType === 'string')) return timedOut(words);
	if (saysUnconfirmed(own)) return ['unconfirmed', words];
	if (kind === 'refused') {
		return ['refused', words || "The network rejected the post and didn't say why"];
	}
	if (kind === 'reconnect') {
		const why = `The network no longer accepts the sign-in${inBrackets(words)}`;
		return ['reconnect', `${why}: reconnect the channel in Postiz`];
	}
	if (TIMED_OUT.test(own) || TIMED_OUT.test(String(cause.type))) return timedOut(words);
	return ['serviceError', `Postiz failed to publish the post${inBrackets(words)}`];
}

/** The network's answer to the service, from the details of a failure. */
function wordsOfNetwork(details: unknown): string {
	const { json } = propertiesOf(Array.isArray(details) ? details[0] : undefined);
	if (typeof json !== 'string') return '';
	const words = wordsIn(json);
	return words && isPage(json) ? `The network answered with a web page: ${words}` : words;
}

// --- Messages within any value ---

const MAX_DEPTH = 8;
/** Where networks put messages for people, the best ones first (docs/api.md, Reason of a failure). */
const KEYS = ['error_user_msg', 'error_description', 'detail', 'message', 'error'];
const SAYS_NOTHING =
	/^(?:unknown(?: error)?|error|ok|null|undefined|activity task failed)?[^\p{L}\p{N}]*$/iu;

/** The message for people in a text, or the text itself. Empty for anything else. */
function wordsIn(text: unknown): string {
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
function parsedJson(text: string): unknown {
	return /^[{["]/.test(text) ? tryJson(text) : undefined;
}

// Pages can be huge; the beginning is enough.
const MAX_READ = 20_000;
const PAGE = /^\s*<(?:!doctype|\?xml|html|head|body)\b|<\/[a-z][a-z\d]*\s*>/i;

const isPage = (text: string) => PAGE.test(text.slice(0, MAX_READ));

/** The title of a page, or its visible text. */
function wordsOfPage(html: string): string {
	const page = html.slice(0, MAX_READ);
	const title = /<title\b[^>]*>([^<]*)/i.exec(page)?.[1] ?? '';
	return clean(visibleWords(title)) || clean(visibleWords(page));
}

const visibleWords = (html: string) => toLines(parseHtml(html));

// --- Cleaning ---

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
