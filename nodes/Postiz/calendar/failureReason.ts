import type { IDataObject } from 'n8n-workflow';

import { ignoreProblem } from '../common/problem';
import { quote } from '../common/text';
import { getNetworkName } from '../networks';
import type { ListedPost } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import type { PublicPart } from './calendarPost';
import { findFailureMessage } from './failureMessage';
import { findFailureRemedy } from './failureRemedy';
import {
	findOnlineState,
	getNetwork,
	parseStoredFailure,
	type FailedPost,
	type StoredFailure,
} from './storedFailure';

/** What to do about a failed post, by its `reasonKind` (docs/api.md, Reason of a failure). */
const REMEDIES_BY_KIND = {
	refused: 'Fix the cause with Post > Update, and enter a new date.',
	reconnect: 'Reconnect the channel in Postiz, then give the post a new date with Post > Update.',
	disabled: 'Enable the channel in Postiz, then give the post a new date with Post > Update.',
	retrying:
		'Postiz is still trying: look again in an hour. Deleting the post in Postiz cancels the attempt.',
};
type FailureKind = keyof typeof REMEDIES_BY_KIND | 'unclear';

/** What to do about a post that may be online. */
const getCheckNetworkRemedy = (network: string) =>
	`It may be online: look at ${getNetworkName(network) || 'the network'} first. If it is not there, delete the post and run this again.`;

/** The plain texts that Postiz stores, in lower case. */
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
		kind: isStillTrying ? 'retrying' : 'unclear',
		cause,
		remedy,
		summary: [remedy, quotedCause].filter(Boolean).join(' '),
		failedForGood: false,
		isStillTrying,
	};
}

/** Explains a failure after which certainly nothing is online. */
function explainFinalFailure(failure: StoredFailure, network: string): Failure {
	const [kind, cause] = describeFailure(failure, network);
	const remedy = REMEDIES_BY_KIND[kind === 'unclear' ? 'refused' : kind];
	return { kind, cause, remedy, summary: cause, failedForGood: true, isStillTrying: false };
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
): [kind: FailureKind, cause: string] {
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
			kind: 'unknown',
			cause: 'The Postiz worker may be down, or the channel must be reconnected',
			remedy:
				'Check the notifications of Postiz, and on your own instance, that its worker is running. It then publishes posts that are up to two days late. Give others a new date with Post > Update.',
		};
	}
	const { name = integration.id, providerIdentifier } = integration;
	const network = getNetworkName(known?.identifier ?? providerIdentifier);
	const label = `Its channel ${quote(known?.name ?? name)}${network && ` (${network})`}`;
	return known
		? {
				kind: 'channelDisabled',
				cause: `${label} is disabled in Postiz`,
				remedy: REMEDIES_BY_KIND.disabled,
			}
		: {
				kind: 'channelGone',
				cause: `${label} is no longer connected in Postiz`,
				remedy: 'Reconnect the channel in Postiz, and create a new post.',
			};
}
