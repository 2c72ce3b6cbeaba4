import type { IDataObject } from 'n8n-workflow';

import { toChannelColumns } from '../channels/channelLabel';
import { formatDateTimeWithZone } from '../common/date';
import { removeFingerprint } from '../common/fingerprint';
import { toUtcDate } from '../common/serviceTime';
import { isEmpty } from '../common/value';
import { getVisibleText } from '../text/storedText';
import type { Channel, ListedPost, FileReference } from '../transport/apiTypes';
import { toApiPost } from '../transport/knownProperties';
import { isOverdue, getTags, type CalendarPost } from './calendarPost';
import { toFailureFields } from './failures/explainFailure';
import { getLink } from './postLink';
import { parseSettings, type PublicPart } from './publicPost';
import { getStateName } from './stateNames';

/** In the order of the output: n8n shows the first keys first. */
const COLUMNS = [
	...['outcome', 'event', 'status', 'toFix', 'channel', 'when', 'changed'],
	...['reason', 'reasonKind', 'maybePublished'],
	...['text', 'length', 'number', 'note', 'link', 'postId'],
	...['state', 'overdue', 'date', 'thread', 'media', 'files', 'tags', 'missingTags'],
	...['sameAs', 'intervalInDays', 'previewUrl', 'network', 'channelId'],
	...['releaseId', 'postGroup', 'creationMethod', 'settings', 'missing'],
];

/**
 * Arranges the columns of any output about a post or channel, and adds `channel` and `when`. Leaves out empty values and
 * unknown keys. `timezone` is an IANA name, `date` is in UTC.
 */
export function toOutputColumns(
	{ target, date, ...fields }: IDataObject & { target?: Partial<Channel>; date?: string },
	timezone: string,
): IDataObject {
	const output: IDataObject = {
		...fields,
		date,
		...(target && toChannelColumns(target)),
		...(date !== undefined && { when: formatDateTimeWithZone(date, timezone) }),
	};
	// Without an outcome, the state is the most important column.
	const keys = 'outcome' in output || 'event' in output ? COLUMNS : ['state', ...COLUMNS];
	const isGiven = (value: unknown) => value !== false && !isEmpty(value);
	const given = keys.filter((key) => isGiven(output[key]));
	return Object.fromEntries(given.map((key) => [key, output[key]])) as IDataObject;
}

/** Creates the output of a listed post (docs/api.md, Listing posts). */
export function toPostOutput(post: ListedPost, timezone: string, serviceNow: number): IDataObject {
	const { id, name, providerIdentifier: identifier } = post.integration;
	const settings = parseSettings(post.settings);
	return toOutputColumns(
		{
			target: { id, name, identifier },
			postId: post.id,
			state: getStateName(post.state),
			overdue: isOverdue(post, serviceNow),
			text: getVisibleText(post.content ?? ''),
			date: toUtcDate(post.publishDate),
			...getLink(post),
			previewUrl: post.previewUrl,
			releaseId: post.releaseId,
			postGroup: post.group,
			intervalInDays: post.intervalInDays,
			creationMethod: post.creationMethod,
			tags: getTags(post),
			settings: settings && removeFingerprint(settings),
		},
		timezone,
	);
}

/** Like {@link toPostOutput}, with files, thread and failure. `missing` names the fields that are unreadable. */
export function toDetailedPostOutput(
	{ parts, ...post }: CalendarPost,
	timezone: string,
	serviceNow: number,
): IDataObject {
	const output = toPostOutput(
		{ ...post, settings: post.settings ?? parts?.[0]?.settings },
		timezone,
		serviceNow,
	);
	const details = getDetails(
		parts,
		({ content }) => ({ text: getVisibleText(content) }),
		serviceNow,
	);
	return toOutputColumns({ ...output, ...details }, timezone);
}

/** Like {@link toDetailedPostOutput}, but with the service's own fields and HTML. */
export const toRawPostOutput = (
	{ parts, ...post }: CalendarPost,
	serviceNow: number,
): IDataObject => ({
	...toApiPost({ ...post, settings: post.settings ?? parts?.[0]?.settings }),
	...getDetails(parts, ({ content }) => ({ content }), serviceNow),
});

function getDetails(
	parts: CalendarPost['parts'],
	toText: (part: PublicPart) => IDataObject,
	serviceNow: number,
): IDataObject {
	const [first, ...later] = parts ?? [];
	if (!first) return { missing: ['media', 'thread', 'reason'] };
	return {
		...toFailureFields(parts, serviceNow),
		media: first.image.map(toMedia),
		thread: later.map((part) => ({
			...toText(part),
			delay: part.delay,
			media: part.image.map(toMedia),
		})),
	};
}

function toMedia({ id, path, alt, thumbnail, thumbnailTimestamp }: FileReference): IDataObject {
	return {
		id,
		path,
		...(alt && { alt }),
		...(thumbnail && { cover: thumbnail }),
		...(typeof thumbnailTimestamp === 'number' && { coverAtSecond: thumbnailTimestamp / 1000 }),
	};
}
