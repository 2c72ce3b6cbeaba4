import type { IDataObject } from 'n8n-workflow';

import { isObject, tryParseJson } from '../common/parseValue';
import { hideUrlSecrets, ignoreProblem, quote, shorten } from '../common/problem';
import { getNetworkName } from '../networks';
import { getDocumentText } from '../text/document';
import { parseHtml } from '../text/parseHtml';
import type { ListedPost } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import type { PreviewPart } from './calendarPost';
import { findRemedy } from './failureRemedy';
import {
	findOnlineState,
	getNetwork,
	parseStoredFailure,
	type FailedPost,
	type StoredFailure,
} from './storedFailure';

/** What to do, by why a post failed, as a keyword for workflows (docs/api.md, Reason of a failure). */
const REMEDIES_BY_KIND = {
	refused: 'Fix the cause with Post > Update, and enter a new date.',
	reconnect: 'Reconnect the channel in Postiz, then give the post a new date with Post > Update.',
	disabled: 'Enable the channel in Postiz, then give the post a new date with Post > Update.',
	retrying:
		'Postiz is still trying: look again in an hour. Deleting the post in Postiz cancels the attempt.',
};
type FailureKind = keyof typeof REMEDIES_BY_KIND | 'unclear';

/** What to do about a post that may be online. */
const checkNetworkFirst = (network: string) =>
	`It may be online: look at ${getNetworkName(network) || 'the network'} first. If it is not there, delete the post and run this again.`;

/** What the service stores in words of its own, in lower case. */
const SERVICE_TEXTS = new Map<string, [kind: FailureKind, sentence: string]>([
	[
		'refresh channel needed',
		['reconnect', 'The channel must be reconnected in Postiz (“Refresh channel needed”)'],
	],
	['channel disabled', ['disabled', 'The channel is disabled in Postiz (“Channel disabled”)']],
	['no post', ['refused', 'Postiz no longer found the post when it was due (“No Post”)']],
	[
		'already posted',
		['unclear', 'Postiz considered the post already published (“Already posted”)'],
	],
]);

/** Why a post failed, for people and for workflows. */
export interface Failure {
	kind: FailureKind;
	/** What happened, in a sentence without what to do; may be empty. */
	cause: string;
	/** What to do. */
	remedy: string;
	/** Both in a single line; what to do comes first if the post may be online. */
	summary: string;
	/** Certainly nothing is online, and nothing tries again. */
	failedForGood: boolean;
	isStillTrying: boolean;
}

/**
 * Why a post failed, from its preview, and whether it is online (docs/api.md, Reason of a failure). `now` is in ms by the
 * service's clock.
 */
export function explainFailure(post: FailedPost, now = Date.now()): Failure {
	const failure = parseStoredFailure((post.parts[0]?.error ?? '').trim());
	const onlineState = findOnlineState(failure, post, now);
	const failedForGood = onlineState === 'no';
	const network = getNetwork(failure, post);
	const [kind, cause] = describeFailure(failure, failedForGood ? network : undefined);
	if (failedForGood) {
		const remedy = kind === 'unclear' ? REMEDIES_BY_KIND.refused : REMEDIES_BY_KIND[kind];
		return {
			kind,
			cause,
			remedy,
			summary: cause,
			failedForGood,
			isStillTrying: false,
		};
	}
	const isStillTrying = onlineState === 'stillTrying';
	const remedy = isStillTrying
		? REMEDIES_BY_KIND.retrying
		: getOnlineRemedy(failure.message, network, onlineState === 'yes');
	const quotedCause =
		failure.type === 'bad_body' && cause !== '' ? `Postiz says: “${cause}”` : cause;
	return {
		kind: isStillTrying ? 'retrying' : 'unclear',
		cause,
		remedy,
		summary: [remedy, quotedCause].filter(Boolean).join(' '),
		failedForGood,
		isStillTrying,
	};
}

/** What to do about a post that is online, or may be. */
function getOnlineRemedy(message: string, network: string, isOnline: boolean): string {
	const remedy = findRemedy(message, network, true);
	if (remedy || !isOnline) return remedy ?? checkNetworkFirst(network);
	return `It is online. Only a later part, or a repetition of it, failed. Look at ${getNetworkName(network) || 'the network'} before you change it.`;
}

const TIMEOUT = /timed?[ -]?out/i;

/**
 * The kind of a failure, and what happened: in the words of the service, or else those of the network. If it is final,
 * `network` is given, and may add a remedy.
 */
function describeFailure(
	failure: StoredFailure,
	network?: string,
): [kind: FailureKind, cause: string] {
	const { type, message, exception, answer } = failure;
	if (type === 'plain')
		return SERVICE_TEXTS.get(message.toLowerCase()) ?? ['unclear', findMessage(message)];
	const ownMessage = findMessage(message);
	const networkMessage = ownMessage || findMessage(answer);
	const quotedMessage = networkMessage && ` (“${networkMessage}”)`;
	const timedOut = `The network did not answer Postiz in time${quotedMessage}`;
	if (type === 'timeout') return ['refused', timedOut];
	const remedy = network === undefined ? undefined : findRemedy(networkMessage, network);
	const messageWithRemedy = remedy && `${remedy} Postiz says: “${networkMessage}”`;
	if (type === 'bad_body') {
		const withoutReason =
			network === undefined ? '' : "The network rejected the post and didn't say why";
		return ['refused', messageWithRemedy ?? (networkMessage || withoutReason)];
	}
	if (type === 'refresh_token') {
		const signedOut = `The network no longer accepts the sign-in${quotedMessage}`;
		return ['reconnect', messageWithRemedy ?? `${signedOut}: reconnect the channel in Postiz`];
	}
	const failed = `Postiz failed to publish the post${quotedMessage}`;
	return [
		'refused',
		messageWithRemedy ?? (TIMEOUT.test(`${ownMessage} ${exception}`) ? timedOut : failed),
	];
}

const MAX_DEPTH = 8;
/** In characters. Pages can be huge; the beginning is enough. */
const MAX_READ = 20_000;
const MAX_MESSAGE_LENGTH = 300;
/** Where networks put messages for people, the best ones first (docs/api.md, Reason of a failure). */
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

/** How Meta says that it could not process a file. */
const UNPROCESSED_FILE = /^\s*\{.*"status(?:_code)?"\s*:\s*"(?:ERROR|EXPIRED)"/s;

/** The message for people in a text, a page, or JSON, as a single line; empty if there is none. */
function findMessage(value: unknown, depth = 0): string {
	if (depth > MAX_DEPTH) return '';
	if (isObject(value))
		return MESSAGE_KEYS.map((key) => findMessage(value[key], depth + 1)).find(Boolean) ?? '';
	if (typeof value !== 'string') return '';
	const parsed = findMessage(tryParseJson(value), depth + 1);
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

/** Where a stack trace begins. */
const STACK =
	/at Object|\bat (?:async |native|file:|node:|\/|[A-Z]:\\|[^\s()]{1,200} \((?:[^()\s]{1,300}:\d+|native|<anonymous>)\))|[Ss]tack_?[Tt]race/;
/** A value after `token`, `key` and the like, if it contains a digit. */
const SECRET =
	/((?:bearer|basic|token|key|secret|password|signature)[\\"']{0,4} ?[=:]? ?[\\"']{0,4})(?=[^\s"'\\&,;)]*\d)[^\s"'\\&,;)]{4,}/gi;
/** A long run of letters and digits. */
const TOKEN = /(?<![\w/.%-])(?=[\w.-]*\d)(?=[\w.-]*[a-z])[\w-][\w.-]{39,}/gi;

/** Text as a single line of limited length, without stack traces and secrets; empty if it is meaningless. */
function cleanMessage(text: string): string {
	const line = text.replace(/(?:[\s\p{Cc}\u202a-\u202e\u2066-\u2069]|\\n)+/gu, ' ');
	const redacted = hideUrlSecrets(line).replace(SECRET, '$1…').replace(TOKEN, '…');
	const words = (redacted.split(STACK)[0] ?? '').trim();
	return UNINFORMATIVE.test(words) ? '' : shorten(words, MAX_MESSAGE_LENGTH);
}

/** The fields of an item about a failure; none if the post didn't fail (docs/api.md, Reason of a failure). */
export function toFailureFields(parts: PreviewPart[], now?: number): IDataObject {
	const [first] = parts;
	if (first?.state !== 'ERROR') return {};
	const { summary, kind, failedForGood } = explainFailure({ parts }, now);
	return { reason: summary, reasonKind: kind, maybePublished: !failedForGood };
}

/**
 * Why a post isn't published, judging by its channel, and what to do; unknown if channels can't be listed
 * (docs/api.md, Posts that do not go out).
 */
export async function explainOverdue(client: PostizClient, { integration }: ListedPost) {
	const channels = await client.listChannels().catch(ignoreProblem);
	const known = channels?.find(({ id }) => id === integration.id);
	if (!channels || (known && !known.disabled)) {
		return {
			reason: 'unknown',
			sentence: 'The Postiz worker may be down, or the channel must be reconnected',
			advice:
				'Check the notifications of Postiz, and on your own instance, that its worker is running. It then publishes posts that are up to two days late. Give others a new date with Post > Update.',
		};
	}
	const { name = integration.id, providerIdentifier } = integration;
	const network = getNetworkName(known?.identifier ?? providerIdentifier);
	const label = `Its channel ${quote(known?.name ?? name)}${network && ` (${network})`}`;
	return known
		? {
				reason: 'channelDisabled',
				sentence: `${label} is disabled in Postiz`,
				advice: REMEDIES_BY_KIND.disabled,
			}
		: {
				reason: 'channelGone',
				sentence: `${label} is no longer connected in Postiz`,
				advice: 'Reconnect the channel in Postiz, and create a new post.',
			};
}
