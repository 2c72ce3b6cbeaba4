import type { IDataObject } from 'n8n-workflow';

import { channelRow } from '../channels/row';
import { visibleText } from '../text/stored';
import { withPlainChannel } from '../transport/channels';
import type { ImageRef, ListedPost } from '../transport/types';
import { utcDate } from '../values/date';
import { withoutKey } from '../values/postKey';
import { stateWord } from '../values/words';
import { isOverdue } from './overdue';
import { parseSettings, type CalendarPost } from './post';
import { FAILURE_FIELDS, failureFields } from './reason';

/** A post as items show it; at `now` (ms), it may be overdue (docs/api.md, Listing posts). */
export function postRow(post: ListedPost, now = Date.now()): IDataObject {
	const { integration: { providerIdentifier: identifier, ...channel } = {} } = post;
	const settings = parseSettings(post.settings);
	return inOrder({
		postId: post.id,
		state: stateWord(post.state),
		overdue: isOverdue(post, now),
		text: visibleText(post.content ?? ''),
		date: utcDate(post.publishDate) ?? null,
		...linkOf(post),
		previewUrl: post.previewUrl,
		releaseId: post.releaseId,
		postGroup: post.group,
		...channelRow({ ...channel, identifier }),
		intervalInDays: post.intervalInDays,
		creationMethod: post.creationMethod,
		tags: (post.tags ?? []).flatMap(({ tag }) => (tag?.name ? [tag.name] : [])),
		settings: settings && withoutKey(settings),
	});
}

/** The keys of all operations that output posts, as people look for them: n8n shows the first ones first. */
const POST_KEYS = [
	...[
		'channelName',
		'providerName',
		'outcome',
		'reason',
		'changed',
		'state',
		'overdue',
		...FAILURE_FIELDS,
	],
	...['date', 'text', 'thread', 'media', 'files', 'tags', 'missingTags', 'intervalInDays'],
	...['postUrl', 'postUrlNote', 'previewUrl', 'provider', 'channelId', 'postId'],
	...['releaseId', 'postGroup', 'creationMethod', 'settings', 'missing'],
];
/** What people map into a sheet before a post has it. */
const ALWAYS = new Set(['date', 'postUrl']);

/** A row of a post with the keys of {@link POST_KEYS} in their order; what is unknown or empty is left out. */
export function inOrder(row: IDataObject): IDataObject {
	const known = POST_KEYS.filter(
		(key) => (row[key] ?? undefined) !== undefined || (ALWAYS.has(key) && key in row),
	);
	return Object.fromEntries(known.map((key) => [key, row[key]])) as IDataObject;
}

/** A complete post: its row with files, thread and failure. `missing` names what is unreadable. */
export function detailedRow(
	{ parts, ...listed }: CalendarPost,
	/** With `isRaw`, as the service returns it, with its HTML. */
	{ isRaw = false, now = Date.now() } = {},
): IDataObject {
	const [first, ...later] = parts;
	// Most releases list no settings (docs/api.md, Releases).
	const { settings = first?.settings } = listed;
	const post = { ...listed, ...(settings !== undefined && { settings }) };
	const row = {
		...(isRaw ? withPlainChannel(post) : postRow(post, now)),
		...(lacksReleaseId(post) && { missing: ['releaseId'] }),
		...(first
			? {
					...failureFields(first),
					media: first.image.map(toMedia),
					thread: later.map(({ content, image, delay }) => ({
						...(isRaw ? { content } : { text: visibleText(content) }),
						delay,
						media: image.map(toMedia),
					})),
				}
			: { missing: ['media', 'thread', ...FAILURE_FIELDS] }),
	};
	return isRaw ? row : inOrder(row);
}

function toMedia({ id, path, alt, thumbnail, thumbnailTimestamp }: ImageRef): IDataObject {
	return {
		id,
		path,
		...(alt && { alt }),
		...(thumbnail && { cover: thumbnail }),
		...(typeof thumbnailTimestamp === 'number' && { coverAtSecond: thumbnailTimestamp / 1000 }),
	};
}

/** {@link detailedRow} of a post that was fetched, mostly without a list, which alone has its `creationMethod`. */
export const fetchedRow = (post: CalendarPost) =>
	detailedRow({ ...post, creationMethod: undefined });

/** The row of a post that was to be changed: with what was, and the tags that don't exist. */
export const changedRow = (
	post: CalendarPost,
	changed: string[],
	missingTags: string[] = [],
): IDataObject =>
	inOrder({
		...fetchedRow(post),
		outcome: changed.length > 0 ? 'changed' : 'unchanged',
		changed,
		...(missingTags.length > 0 && { missingTags }),
	});

const INBOX = /^https?:\/\/(?:www\.)?tiktok\.com\/messages(?:[/?#]|$)/i;
// Posts of these networks have longer paths, such as /p/ID, /@user/post/ID or /@user/video/ID.
const PROFILE =
	/^https?:\/\/(?:www\.)?(?:instagram\.com|threads\.(?:com|net)|tiktok\.com)(?:\/[^/?#]*)?\/?(?:[?#]|$)/i;

/** The address of a post, or why a published post has none (docs/api.md, Links of published posts). */
export function linkOf({ state, releaseURL }: Pick<ListedPost, 'state' | 'releaseURL'>) {
	let postUrlNote: string | null = null;
	if (!releaseURL && state === 'PUBLISHED') postUrlNote = 'Postiz has no link to this post.';
	else if (INBOX.test(releaseURL ?? '')) {
		postUrlNote =
			'This post was sent to the inbox of the TikTok app, where you finish it by hand. Once it is out, link it in the calendar of Postiz.';
	} else if (PROFILE.test(releaseURL ?? '')) {
		postUrlNote = `The network told Postiz only the address of the profile, ${releaseURL}, not that of this post. Such a post gets no metrics.`;
	}
	return { postUrl: (postUrlNote === null && releaseURL) || null, postUrlNote };
}

/** The `releaseId` of a published post that isn't linked to the network (docs/api.md, Missing content). */
export const RELEASE_MISSING = 'missing';

/** True for a published post that was fetched without a list. */
export const lacksReleaseId = ({ state, releaseId }: ListedPost): boolean =>
	state === 'PUBLISHED' && releaseId === undefined;
