import type { IDataObject } from 'n8n-workflow';

import { explainOverduePost } from '../calendar/explainOverduePost';
import { summarizeFailure } from '../calendar/failures/explainFailure';
import { toOutputColumns, toPostOutput } from '../calendar/postOutput';
import { fetchCompleteParts } from '../calendar/publicPost';
import type { ChannelAlert } from '../channels/channelAlerts';
import { limitTime } from '../common/limitTime';
import { ignoreIfProblem } from '../common/problem';
import type { AlertKind, ReasonKind } from '../common/reasonKind';
import { capitalize, joinNames } from '../common/text';
import { getNetworkName } from '../networks';
import type { ListedPost } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import type { PostEvent } from './findPostEvents';
import type { EventName } from './triggerFields';

/** A slow response for one post must not delay the other events. */
const PUBLIC_POST_TIMEOUT_MS = 5000;

/** Why a post failed or is overdue, or a channel needs attention. */
interface EventReason {
	/** For people. */
	reason: string | null;
	/** A keyword for workflows. */
	reasonKind: ReasonKind;
	/** True if a failed post may be online anyway. */
	maybePublished?: boolean;
}

/**
 * Orders the columns of an output, the most important first. All events have the same columns, as n8n takes the order
 * in a table from its first rows.
 */
function toEventOutput(
	event: EventName,
	output: IDataObject,
	why: Partial<EventReason> = {},
): IDataObject {
	const { channel = null, when, text = null, link = null, postId = null, date, ...rest } = output;
	const { reason = null, reasonKind = null, maybePublished = null } = why;
	return {
		event,
		channel,
		when,
		text,
		link,
		reason,
		reasonKind,
		maybePublished,
		postId,
		date,
		...rest,
	};
}

/** Creates the output of a post's event. For a failed or overdue post, fetches the reason until the `deadline`. */
export async function fetchPostEventOutput(
	client: PostizClient,
	event: PostEvent,
	{ timezone, deadline }: { timezone: string; deadline: number },
) {
	const output = toPostOutput(event.post, timezone, client.serviceNow());
	return toEventOutput(event.name, output, await fetchReason(client, event, deadline));
}

async function fetchReason(
	client: PostizClient,
	{ name, post }: PostEvent,
	deadline: number,
): Promise<EventReason | undefined> {
	if (name === 'postPublished') return undefined;
	const fetchInTime = async <T>(request: Promise<T>) =>
		await limitTime(request.catch(ignoreIfProblem), deadline - Date.now());
	if (name === 'postOverdue') {
		const channels = await fetchInTime(client.fetchChannels());
		const { reasonKind, cause } = explainOverduePost(post, channels);
		return { reason: cause, reasonKind };
	}
	const parts = await fetchInTime(fetchCompleteParts(client, post.id, PUBLIC_POST_TIMEOUT_MS));
	return summarizeFailure({ ...post, parts }, client.serviceNow());
}

/** The reasons for alerts without a message from Postiz. */
const ALERT_REASONS: Partial<Record<AlertKind, string>> = {
	disabled: 'It is disabled in Postiz',
	gone: 'It was removed from Postiz',
};

/** Creates the output of a channel that needs attention. Postiz doesn't always say which channel it is. */
export function createAlertOutput(
	alert: ChannelAlert,
	serviceNow: number,
	timezone: string,
): IDataObject {
	const { reasonKind, channel, message, candidates = [] } = alert;
	const date = new Date(serviceNow).toISOString();
	const output = toOutputColumns({ target: channel, date }, timezone);
	const names = candidates.map(({ name }) => name);
	if (names.length > 1) {
		const network = getNetworkName(channel.identifier);
		const description = `one or more of ${names.length} channels (${joinNames(names)})`;
		output.channel = network ? `${network}: ${description}` : capitalize(description);
	}
	const why = {
		reason: message ?? ALERT_REASONS[reasonKind] ?? null,
		reasonKind,
	};
	const group = channel.customer && { group: channel.customer.name };
	return toEventOutput('channelNeedsAttention', { ...output, ...group }, why);
}

const EXAMPLE_CHANNEL = {
	id: 'example',
	name: 'Acme Coffee',
	identifier: 'linkedin-page',
	disabled: false,
};
const EXAMPLES: Record<PostEvent['name'], { post: Partial<ListedPost>; why?: EventReason }> = {
	postPublished: {
		post: {
			state: 'PUBLISHED',
			releaseId: 'urn:li:share:1',
			releaseURL: 'https://www.linkedin.com/feed/update/urn:li:share:1',
		},
	},
	postFailed: {
		post: { state: 'ERROR' },
		why: { reason: 'The text is too long', reasonKind: 'refused', maybePublished: false },
	},
	postOverdue: {
		post: { state: 'QUEUE' },
		why: { reason: 'Its channel is disabled in Postiz', reasonKind: 'channelDisabled' },
	},
};

/** Creates an example output for an event that has not happened yet. */
export function createExampleOutput(
	event: EventName,
	serviceNow: number,
	timezone: string,
): IDataObject {
	if (event === 'channelNeedsAttention') {
		const channel = { ...EXAMPLE_CHANNEL, disabled: true };
		return {
			...createAlertOutput({ reasonKind: 'disabled', channel }, serviceNow, timezone),
			example: true,
		};
	}
	const { post, why } = EXAMPLES[event];
	const { identifier: providerIdentifier, ...channel } = EXAMPLE_CHANNEL;
	const examplePost: ListedPost = {
		id: 'example',
		content: 'Example: the winter menu is here',
		publishDate: new Date(serviceNow).toISOString(),
		state: 'QUEUE',
		integration: { ...channel, providerIdentifier },
		...post,
	};
	return {
		...toEventOutput(event, toPostOutput(examplePost, timezone, serviceNow), why),
		example: true,
	};
}
