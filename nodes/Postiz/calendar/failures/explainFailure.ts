import type { IDataObject } from 'n8n-workflow';

import type { FailureKind } from '../../common/reasonKind';
import { joinSentences } from '../../common/text';
import { getNetworkName } from '../../networks';
import { extractFailureMessage } from './failureMessage';
import { findNetworkRemedy } from './networkRemedies';
import { getOnlineStatus, type OnlineStatus } from './onlineStatus';
import {
	getNetworkOfFailure,
	parseStoredFailure,
	type FailedPost,
	type StoredFailure,
} from './storedFailure';

export const REMEDIES_BY_KIND: Record<Exclude<FailureKind, 'unclear'>, string> = {
	refused: 'Fix the cause with Post > Update, and enter a new date.',
	reconnect: 'Reconnect the channel in Postiz, then give the post a new date with Post > Update.',
	disabled: 'Enable the channel in Postiz, then give the post a new date with Post > Update.',
	retrying:
		'Postiz is still trying: look again in an hour. Deleting the post in Postiz cancels the attempt.',
};

const getCheckNetworkRemedy = (network: string) =>
	`It may be online: check ${getNetworkName(network) || 'the network'} first. If it is not there, delete the post and run this again.`;

/** Plain texts that Postiz stores as a failure, in lower case. */
const SERVICE_TEXTS = new Map<string, [reasonKind: FailureKind, cause: string]>([
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
export interface PostFailure {
	reasonKind: FailureKind;
	/** What happened, in the words of Postiz or the network. May be empty. */
	cause: string;
	/** What to do about the network's message, if the post isn't online and the message is known. */
	advice?: string;
	/** What to do in Postiz and with this node. */
	remedy: string;
	/** The output `reason`, in one line: the advice, or the remedy if the post may be online, and then the cause. */
	explanation: string;
	onlineStatus: OnlineStatus;
}

/**
 * Explains why a post failed and whether it is online, from its public data (docs/api.md, Reason of a failure).
 *
 * storedFailure.ts parses the failure that Postiz stores, and onlineStatus.ts compares it with finalFailures.ts.
 * failureMessage.ts extracts the message of the network, and networkRemedies.ts finds a remedy for the message.
 */
export function explainFailure(post: FailedPost, serviceNow: number): PostFailure {
	const failure = parseStoredFailure((post.parts?.[0]?.error ?? '').trim());
	const network = getNetworkOfFailure(failure, post);
	const onlineStatus = getOnlineStatus(failure, post, serviceNow);
	const isFinal = onlineStatus === 'failedForGood';
	const { reasonKind, cause, advice } = classifyFailure(failure, network, { isFinal });
	if (isFinal) {
		const remedy = REMEDIES_BY_KIND[reasonKind === 'unclear' ? 'refused' : reasonKind];
		const explanation = advice ? `${advice} ${quoteCause(cause)}` : cause;
		return { reasonKind, cause, advice, remedy, explanation, onlineStatus };
	}
	const isStillTrying = onlineStatus === 'stillTrying';
	const remedy = isStillTrying
		? REMEDIES_BY_KIND.retrying
		: getOnlineRemedy(failure.message, network, { isOnline: onlineStatus === 'online' });
	return {
		reasonKind: isStillTrying ? 'retrying' : 'unclear',
		cause,
		remedy,
		explanation: joinSentences(remedy, failure.type === 'bad_body' ? quoteCause(cause) : cause),
		onlineStatus,
	};
}

const quoteCause = (cause: string) => cause && `Postiz says: “${cause}”`;

/** Returns the remedy for a failed post that is or may be online. */
function getOnlineRemedy(
	message: string,
	network: string,
	{ isOnline }: { isOnline: boolean },
): string {
	const remedy = findNetworkRemedy(message, network, { isOnline: true });
	if (remedy || !isOnline) return remedy ?? getCheckNetworkRemedy(network);
	return `It is online. Only a later part, or a repetition of it, failed. Check ${getNetworkName(network) || 'the network'} before you change the post.`;
}

const TIMEOUT = /timed?[ -]?out/i;

/** Returns the kind and the cause of a failure. If it is final, also advice for a known message of the network. */
function classifyFailure(
	failure: StoredFailure,
	network: string,
	{ isFinal }: { isFinal: boolean },
): Pick<PostFailure, 'reasonKind' | 'cause' | 'advice'> {
	const { type, message, exception, response } = failure;
	const ownMessage = extractFailureMessage(message);
	if (type === 'plain') {
		const [reasonKind, cause] = SERVICE_TEXTS.get(message.toLowerCase()) ?? ['unclear', ownMessage];
		return { reasonKind, cause };
	}
	const networkMessage = ownMessage || extractFailureMessage(response);
	const quotedMessage = networkMessage && ` (“${networkMessage}”)`;
	const timedOut = `The network did not answer Postiz in time${quotedMessage}`;
	if (type === 'timeout') return { reasonKind: 'refused', cause: timedOut };
	const reasonKind = type === 'refresh_token' ? 'reconnect' : 'refused';
	const advice = isFinal ? findNetworkRemedy(networkMessage, network) : undefined;
	if (advice) return { reasonKind, cause: networkMessage, advice };
	if (type === 'bad_body') {
		const reasonUnknown = isFinal ? "The network rejected the post and didn't say why" : '';
		return { reasonKind, cause: networkMessage || reasonUnknown };
	}
	if (type === 'refresh_token') {
		const cause = `The network no longer accepts the sign-in${quotedMessage}: reconnect the channel in Postiz`;
		return { reasonKind, cause };
	}
	const failed = `Postiz failed to publish the post${quotedMessage}`;
	return {
		reasonKind,
		cause: TIMEOUT.test(`${ownMessage} ${exception}`) ? timedOut : failed,
	};
}

/** Creates the output fields of a failure. Empty if the post didn't fail. */
export function toFailureFields(parts: FailedPost['parts'], serviceNow: number): IDataObject {
	return parts?.[0]?.state === 'ERROR' ? summarizeFailure({ parts }, serviceNow) : {};
}

/** Summarizes for an output why a post failed. */
export function summarizeFailure(post: FailedPost, serviceNow: number) {
	const { explanation, reasonKind, onlineStatus } = explainFailure(post, serviceNow);
	return { reason: explanation, reasonKind, maybePublished: onlineStatus !== 'failedForGood' };
}
