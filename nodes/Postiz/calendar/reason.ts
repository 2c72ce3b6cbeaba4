import type { IDataObject } from 'n8n-workflow';

import { shorten } from '../values/problem';
import { idIn, isObject, propertiesOf } from '../values/read';
import { todoFor } from './failureAdvice';
import { isPage, parsedJson, wordsIn } from './failureWords';
import type { PreviewPart } from './preview';

/** Why a post failed, as a keyword for workflows. See docs/api.md, Reason of a failure. */
export type FailureKind =
	'refused' | 'reconnect' | 'disabled' | 'timedOut' | 'unconfirmed' | 'serviceError' | 'unknown';

interface PostFailure {
	kind: FailureKind;
	/** For people: a single line of at most {@link MAX_SENTENCE} characters; null if unknown. */
	sentence: string | null;
	/** The network may have published it anyway. */
	maybeOnline: boolean;
}

/** In characters. */
export const MAX_SENTENCE = 500;

const inBrackets = (words: string) => words && ` (“${words}”)`;

/** What to say of each kind, and what to do. Where that is missing, the post may be online. */
const KINDS: Record<FailureKind, { say: (words: string) => string; advice?: string }> = {
	refused: {
		say: (words) => words || "The network rejected the post and didn't say why",
		advice: 'Correct what the reason says with Post > Update and enter a new date.',
	},
	reconnect: {
		say: (words) =>
			`The network no longer accepts the sign-in${inBrackets(words)}: reconnect the channel in Postiz`,
		advice: 'Reconnect the channel in Postiz, then give the post a new date with Post > Update.',
	},
	disabled: {
		say: (words) => words,
		advice: 'Enable the channel in Postiz, then give the post a new date with Post > Update.',
	},
	timedOut: {
		say: (words) => `The network did not answer Postiz in time${inBrackets(words)}`,
	},
	unconfirmed: { say: (words) => words },
	serviceError: { say: (words) => `Postiz failed to publish the post${inBrackets(words)}` },
	unknown: { say: (words) => words },
};

/** What the service stores in words of its own, in lower case. */
const PLAIN_TEXTS = new Map<string, [kind: FailureKind, sentence: string]>([
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

/** How to tell the kinds from each other; the first that is true counts. */
const SIGNS: Array<[kind: FailureKind, isIt: (stored: Stored) => boolean]> = [
	['timedOut', ({ isOutOfTime }) => isOutOfTime],
	['unconfirmed', ({ own }) => saysUnconfirmed(own)],
	['refused', ({ type, own }) => type === 'bad_body' || REFUSED.test(own)],
	['reconnect', ({ type }) => type === 'refresh_token' || type === 'disconnect'],
	['timedOut', ({ isJob, own, type }) => isJob && TIMED_OUT.test(`${own} ${type}`)],
	['serviceError', ({ isJob }) => isJob],
	['unknown', () => true],
];

/** The service's own types of errors; others are classes of exceptions. */
const OWN_TYPES = ['bad_body', 'refresh_token', 'disconnect'];
const JOB_TIMED_OUT = /ToClose timeout|"timeoutType"/i;
const TIMED_OUT = /timed?[ -]?out/i;
/** The network refused it, although the service took that for an exception of its own. */
const REFUSED = /\b(?:ETELEGRAM: |status(?: code)? )4\d\d\b/;

const saysUnconfirmed = (words: string) =>
	/\b(?:couldn['’]t|could not|never|not)(?: be)? confirm(?:ed)?\b/i.test(words) &&
	/\b(?:publish|post|sent|online)/i.test(words);

const LOOK_FIRST = 'The post may be online anyway: check the network before you publish it again';
const PARTLY_OUT = 'The post itself may be online; a later part failed';

/**
 * Parses why a post failed from the `error` of its preview; one with a `link` was published before a later part, or a
 * repetition, failed (docs/api.md, Reason of a failure).
 */
export function parseFailure(error = '', link?: string | null): PostFailure {
	const [kind, words] = kindOf(error.trim());
	const maybeOnline = Boolean(link) || KINDS[kind].advice === undefined;
	const own = maybeOnline ? words.replace(/[.\s]+$/, '') : words;
	const doubt = maybeOnline && own !== '' ? LOOK_FIRST : '';
	const sentence = [own, link ? PARTLY_OUT : doubt].filter(Boolean).join('. ');
	return { kind, sentence: sentence ? shorten(sentence, MAX_SENTENCE - 1) : null, maybeOnline };
}

function kindOf(text: string): [kind: FailureKind, sentence: string] {
	const plain = PLAIN_TEXTS.get(text.toLowerCase());
	if (plain) return plain;
	const stored = takeApart(text);
	const [kind] = SIGNS.find(([, isIt]) => isIt(stored))!;
	const { words, identifier } = stored;
	const todo = ['refused', 'reconnect'].includes(kind) ? todoFor(words, identifier) : undefined;
	return [kind, todo ? `${todo} Postiz says: “${words}”` : KINDS[kind].say(words)];
}

type Stored = ReturnType<typeof takeApart>;

/** What is stored: the type of the error, the words of the service, and these or else those of the network. */
function takeApart(text: string) {
	const parsed = parsedJson(text);
	const causes = causesOf(parsed);
	const [outermost] = causes;
	if (!outermost) {
		const words = wordsIn(text);
		const isOutOfTime = JOB_TIMED_OUT.test(text);
		return { isJob: false, type: '', identifier: '', isOutOfTime, own: words, words };
	}
	const isOwn = ({ type }: IDataObject) => OWN_TYPES.includes(String(type));
	const { type, failure, message, details } = causes.find(isOwn) ?? outermost;
	const own = wordsIn(isObject(failure) ? failure.message : message);
	return {
		isJob: true,
		type: String(type),
		identifier: idIn(detailOf(details).identifier),
		isOutOfTime: causes.some(({ timeoutType }) => typeof timeoutType === 'string'),
		own,
		words: own || wordsOfNetwork(details),
	};
}

const MAX_CAUSES = 8;

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

const detailOf = (details: unknown) =>
	propertiesOf(Array.isArray(details) ? details[0] : undefined);

/** The network's answer to the service, from the details of a failure. */
function wordsOfNetwork(details: unknown): string {
	const { json } = detailOf(details);
	const words = wordsIn(json);
	return words && isPage(String(json)) ? `The network answered with a web page: ${words}` : words;
}

/** The fields of an item about a failure; all null if the post didn't fail (docs/api.md, Reason of a failure). */
export function failureFields({ state, error, releaseURL }: Partial<PreviewPart>): IDataObject {
	if (state !== 'ERROR') return { reason: null, reasonKind: null, maybePublished: null };
	const { kind, sentence, maybeOnline } = parseFailure(error, releaseURL);
	return { reason: sentence, reasonKind: kind, maybePublished: maybeOnline };
}

/** The names of {@link failureFields}. */
export const FAILURE_FIELDS = Object.keys(failureFields({}));

const ONLY_IF_MISSING =
	'Check the network first. Only if the post is not there, delete it and create it anew.';

/** What to do about a failed post. */
export function adviceFor({ kind, maybeOnline }: PostFailure): string {
	const advice = (!maybeOnline && KINDS[kind].advice) || ONLY_IF_MISSING;
	return kind === 'unknown' ? `${advice} The notifications of Postiz may say more.` : advice;
}
