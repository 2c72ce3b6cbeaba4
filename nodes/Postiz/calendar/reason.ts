import type { IDataObject } from 'n8n-workflow';

import { providerName } from '../providers';
import { toLines } from '../text/document';
import { parseHtml } from '../text/parseHtml';
import type { PostizClient } from '../transport/client';
import type { ListedPost } from '../transport/types';
import { hideSecrets, ignoreProblem, quote, shorten } from '../values/problem';
import { idIn, isObject, propertiesOf, tryJson } from '../values/read';
import type { PreviewPart } from './post';
import { todoFor } from './todo';

/** What to do, by why a post failed, as a keyword for workflows (docs/api.md, Reason of a failure). */
const ADVICE = {
	refused: 'Correct what the reason says with Post > Update and enter a new date.',
	reconnect: 'Reconnect the channel in Postiz, then give the post a new date with Post > Update.',
	disabled: 'Enable the channel in Postiz, then give the post a new date with Post > Update.',
	unclear: 'Check the network first. Only if the post is not there, delete it and create it anew.',
};

/** What to do about a failed post. */
export const adviceFor = ({ kind, maybeOnline }: ReturnType<typeof parseFailure>) =>
	ADVICE[maybeOnline ? 'unclear' : kind];

/** What the service stores in words of its own, in lower case. */
const PLAIN_TEXTS = new Map<string, [kind: keyof typeof ADVICE, sentence: string]>([
	[
		'refresh channel needed',
		['reconnect', 'The channel must be reconnected in Postiz (“Refresh channel needed”)'],
	],
	['channel disabled', ['disabled', 'The channel is disabled in Postiz (“Channel disabled”)']],
	['no post', ['unclear', 'Postiz no longer found the post when it was due (“No Post”)']],
	[
		'already posted',
		['unclear', 'Postiz considered the post already published (“Already posted”)'],
	],
]);

const LOOK_FIRST = 'The post may be online anyway: check the network before you publish it again';
const PARTLY_OUT = 'The post itself may be online; a later part failed';

/**
 * Parses why a post failed from the `error` of its preview; one with a `link` was published before a later part, or a
 * repetition, failed (docs/api.md, Reason of a failure). The sentence is for people, a single line, and null if unknown.
 */
export function parseFailure(error = '', link?: string | null) {
	const stored = error.trim();
	const [kind, words] = PLAIN_TEXTS.get(stored.toLowerCase()) ?? parseStored(stored);
	const maybeOnline = Boolean(link) || kind === 'unclear';
	const own = maybeOnline ? words.replace(/[.\s]+$/, '') : words;
	const doubt = maybeOnline && own !== '' ? LOOK_FIRST : '';
	const sentence = [own, link ? PARTLY_OUT : doubt].filter(Boolean).join('. ');
	return { kind, sentence: sentence || null, maybeOnline };
}

/** The service's own types of errors; others are classes of exceptions. */
const OWN_TYPES = ['bad_body', 'refresh_token', 'disconnect'];
const JOB_TIMED_OUT = /ToClose timeout|"timeoutType":\s*"/i;
const TIMED_OUT = /timed?[ -]?out/i;
/** The network refused it, although the service took that for an exception of its own. */
const REFUSED = /\b(?:ETELEGRAM: |status(?: code)? )4\d\d\b/;
/** The network may have taken it. */
const UNCONFIRMED =
	/^(?=.*\b(?:publish|post|sent|online)).*\b(?:couldn['’]t|could not|never|not)(?: be)? confirm/i;

/** The kind of a failure, and what to say: the words of the service, or else those of the network. */
function parseStored(stored: string): [kind: keyof typeof ADVICE, sentence: string] {
	const causes = causesOf(tryJson(stored));
	const [cause = { message: stored }] = [
		...causes.filter(({ type }) => OWN_TYPES.includes(String(type))),
		...causes,
	];
	const type = String(cause.type);
	const own = wordsIn(isObject(cause.failure) ? cause.failure.message : cause.message);
	const detail = propertiesOf([cause.details].flat()[0]);
	const words = own || wordsIn(detail.json);
	const inBrackets = words && ` (“${words}”)`;
	const late = `The network did not answer Postiz in time${inBrackets}`;
	if (JOB_TIMED_OUT.test(stored)) return ['unclear', late];
	if (causes.length === 0 || UNCONFIRMED.test(own)) return ['unclear', words];
	const todo = todoFor(words, idIn(detail.identifier));
	const advised = todo && `${todo} Postiz says: “${words}”`;
	if (type === 'bad_body' || REFUSED.test(own)) {
		return ['refused', advised ?? (words || "The network rejected the post and didn't say why")];
	}
	if (OWN_TYPES.includes(type)) {
		const ended = `The network no longer accepts the sign-in${inBrackets}`;
		return ['reconnect', advised ?? `${ended}: reconnect the channel in Postiz`];
	}
	const failed = `Postiz failed to publish the post${inBrackets}`;
	return ['unclear', TIMED_OUT.test(`${own} ${type}`) ? late : failed];
}

const MAX_DEPTH = 8;

/** The chain of causes of a failure, outermost first; empty for anything else. */
function causesOf(stored: unknown): IDataObject[] {
	const causes: IDataObject[] = [];
	let { cause } = propertiesOf(stored);
	while (isObject(cause) && causes.length < MAX_DEPTH) {
		causes.push(cause);
		({ cause } = cause);
	}
	return causes;
}

/** In characters. Pages can be huge; the beginning is enough. */
const MAX_READ = 20_000;
const MAX_WORDS = 300;
/** Where networks put messages for people, the best ones first (docs/api.md, Reason of a failure). */
const KEYS = ['error_user_msg', 'error_description', 'detail', 'message', 'error'];
const PAGE = /^\s*<(?:!doctype|\?xml|html|head|body)\b|<\/[a-z][a-z\d]*\s*>/i;
const SAYS_NOTHING =
	/^(?:unknown(?: error)?|error|ok|null|undefined|activity task failed)?[^\p{L}\p{N}]*$/iu;

/** The message for people in a text, a page, or JSON, as a single line; empty if there is none. */
function wordsIn(value: unknown, depth = 0): string {
	if (depth > MAX_DEPTH) return '';
	if (isObject(value)) return KEYS.map((key) => wordsIn(value[key], depth + 1)).find(Boolean) ?? '';
	if (typeof value !== 'string') return '';
	const said = wordsIn(tryJson(value), depth + 1);
	if (said) return said;
	const text = value.slice(0, MAX_READ);
	if (!PAGE.test(text)) return clean(text);
	const title = /<title\b[^>]*>([^<]*)/i.exec(text)?.[1] ?? '';
	const page = clean(toLines(parseHtml(title))) || clean(toLines(parseHtml(text)));
	return page && `The network answered with a web page: ${page}`;
}

/** Where a stack trace begins. */
const STACK =
	/at Object|\bat (?:async |native|file:|node:|\/|[A-Z]:\\|[^\s()]{1,200} \((?:[^()\s]{1,300}:\d+|native|<anonymous>)\))|[Ss]tack_?[Tt]race/;
/** What stands behind such a word, if it has a digit. */
const SECRET =
	/((?:bearer|basic|token|key|secret|password|signature)[\\"']{0,4} ?[=:]? ?[\\"']{0,4})(?=[^\s"'\\&,;)]*\d)[^\s"'\\&,;)]{4,}/gi;
/** A long run of letters and digits. */
const TOKEN = /(?<![\w/.%-])(?=[\w.-]*\d)(?=[\w.-]*[a-z])[\w-][\w.-]{39,}/gi;

/** Text as a single line of limited length, without stack traces and secrets; empty if it is meaningless. */
function clean(text: string): string {
	const line = text.replace(/(?:[\s\p{Cc}\u202a-\u202e\u2066-\u2069]|\\n)+/gu, ' ');
	const shown = hideSecrets(line).replace(SECRET, '$1…').replace(TOKEN, '…');
	const words = (shown.split(STACK)[0] ?? '').trim();
	return SAYS_NOTHING.test(words) ? '' : shorten(words, MAX_WORDS);
}

/** The fields of an item about a failure; none if the post didn't fail (docs/api.md, Reason of a failure). */
export function failureFields({ state, error, releaseURL }: Partial<PreviewPart>): IDataObject {
	if (state !== 'ERROR') return {};
	const { kind, sentence, maybeOnline } = parseFailure(error, releaseURL);
	return { reason: sentence, reasonKind: kind, maybePublished: maybeOnline };
}

/**
 * Why a post isn't published, judging by its channel, and what to do; unknown if channels can't be listed
 * (docs/api.md, Posts that do not go out).
 */
export async function whyOverdue(client: PostizClient, { integration }: ListedPost) {
	const channels = await client.channels().catch(ignoreProblem);
	const known = channels?.find(({ id }) => id === integration.id);
	if (!channels || (known && !known.disabled)) {
		return {
			reason: 'unknown',
			sentence:
				'The worker of Postiz, which publishes posts, may be down or have lost it, or its channel must be reconnected',
			advice:
				'The notifications of Postiz show whether the channel must be reconnected. On your own instance, check that the worker of Postiz is running. Postiz then publishes posts that are at most two days late; give others a new date with Post > Update.',
		};
	}
	const { name = integration.id, providerIdentifier } = integration;
	const network = providerName(known?.identifier ?? providerIdentifier);
	const label = `Its channel ${quote(known?.name ?? name)}${network && ` (${network})`}`;
	return known
		? {
				reason: 'channelDisabled',
				sentence: `${label} is disabled in Postiz`,
				advice: ADVICE.disabled,
			}
		: {
				reason: 'channelGone',
				sentence: `${label} is no longer connected in Postiz`,
				advice: 'Connect the channel in Postiz again, and create a new post.',
			};
}
