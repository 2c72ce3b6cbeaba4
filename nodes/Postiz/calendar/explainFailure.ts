import type { IDataObject } from 'n8n-workflow';

import { getNetworkName } from '../networks';
import type { PublicPart } from './publicPost';
import { findFailureMessage } from './failureMessage';
import { findFailureRemedy } from './failureRemedy';
import {
	getNetwork,
	parseStoredFailure,
	type FailedPost,
	type StoredFailure,
} from './storedFailure';
import { findOnlineState } from './onlineState';

/** What to do about a failed post, by its `reasonKind` (docs/api.md, Reason of a failure). */
export const REMEDIES_BY_KIND = {
	refused: 'Fix the cause with Post > Update, and enter a new date.',
	reconnect: 'Reconnect the channel in Postiz, then give the post a new date with Post > Update.',
	disabled: 'Enable the channel in Postiz, then give the post a new date with Post > Update.',
	retrying:
		'Postiz is still trying: look again in an hour. Deleting the post in Postiz cancels the attempt.',
};
type ReasonKind = keyof typeof REMEDIES_BY_KIND | 'unclear';

/** What to do about a post that may be online. */
const getCheckNetworkRemedy = (network: string) =>
	`It may be online: look at ${getNetworkName(network) || 'the network'} first. If it is not there, delete the post and run this again.`;

/** The plain texts that Postiz stores, in lower case. */
const SERVICE_TEXTS = new Map<string, [reasonKind: ReasonKind, sentence: string]>([
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
	reasonKind: ReasonKind;
	/** What happened, in a sentence without what to do; may be empty. */
	cause: string;
	/** What to do. */
	remedy: string;
	/** Both in a single line; what to do comes first if the post may be online. */
	reason: string;
	/** Certainly nothing is online, and nothing tries again. */
	failedForGood: boolean;
	isStillTrying: boolean;
}

/**
 * Why a post failed, from its public data, and whether it is online (docs/api.md, Reason of a failure). `now` is in ms by the
 * service's clock.
 */
export function explainFailure(post: FailedPost, now: number): Failure {
	const failure = parseStoredFailure((post.parts[0]?.error ?? '').trim());
	const network = getNetwork(failure, post);
	const onlineState = findOnlineState(failure, post, now);
	if (onlineState === 'no') return explainFinalFailure(failure, network);
	const [, cause] = describeFailure(failure);
	const isStillTrying = onlineState === 'stillTrying';
	const remedy = isStillTrying
		? REMEDIES_BY_KIND.retrying
		: getOnlineRemedy(failure.message, network, { isOnline: onlineState === 'yes' });
	const quotedCause =
		failure.type === 'bad_body' && cause !== '' ? `Postiz says: “${cause}”` : cause;
	return {
		reasonKind: isStillTrying ? 'retrying' : 'unclear',
		cause,
		remedy,
		reason: [remedy, quotedCause].filter(Boolean).join(' '),
		failedForGood: false,
		isStillTrying,
	};
}

/** Explains a failure after which certainly nothing is online. */
function explainFinalFailure(failure: StoredFailure, network: string): Failure {
	const [reasonKind, cause] = describeFailure(failure, network);
	const remedy = REMEDIES_BY_KIND[reasonKind === 'unclear' ? 'refused' : reasonKind];
	return {
		reasonKind,
		cause,
		remedy,
		reason: cause,
		failedForGood: true,
		isStillTrying: false,
	};
}

/** What to do about a post that is online, or may be. */
function getOnlineRemedy(
	message: string,
	network: string,
	{ isOnline }: { isOnline: boolean },
): string {
	const remedy = findFailureRemedy(message, network, { isOnline: true });
	if (remedy || !isOnline) return remedy ?? getCheckNetworkRemedy(network);
	return `It is online. Only a later part, or a repetition of it, failed. Look at ${getNetworkName(network) || 'the network'} before you change it.`;
}

const TIMEOUT = /timed?[ -]?out/i;

/**
 * The kind of a failure, and what happened in the words of Postiz, or else of the network. `network` is only given if
 * nothing is online: then there may also be a remedy.
 */
function describeFailure(
	failure: StoredFailure,
	network?: string,
): [reasonKind: ReasonKind, cause: string] {
	const { type, message, exception, response } = failure;
	if (type === 'plain')
		return SERVICE_TEXTS.get(message.toLowerCase()) ?? ['unclear', findFailureMessage(message)];
	const ownMessage = findFailureMessage(message);
	const networkMessage = ownMessage || findFailureMessage(response);
	const quotedMessage = networkMessage && ` (“${networkMessage}”)`;
	const timedOut = `The network did not answer Postiz in time${quotedMessage}`;
	if (type === 'timeout') return ['refused', timedOut];
	const remedy = network === undefined ? undefined : findFailureRemedy(networkMessage, network);
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

/**
 * The fields of an item about a failure; none if the post didn't fail (docs/api.md, Reason of a failure). `now` is in ms by
 * the service's clock.
 */
export function toFailureFields(parts: PublicPart[], now: number): IDataObject {
	const [first] = parts;
	if (first?.state !== 'ERROR') return {};
	const { reason, reasonKind, failedForGood } = explainFailure({ parts }, now);
	return { reason, reasonKind, maybePublished: !failedForGood };
}
