import type { IDataObject } from 'n8n-workflow';

import { channelRow } from '../channels/row';
import { plannedReference } from '../media/mediaFile';
import { findProvider, providerName } from '../providers';
import type { PlannedPost } from '../publishing/types';
import { visibleText } from '../text/stored';
import { withPlainChannel } from '../transport/channels';
import type { ImageRef, ListedPost, SharedFields } from '../transport/types';
import { utcDate } from '../values/date';
import { madeAt } from '../values/madeAt';
import { isObject, tryJson } from '../values/read';
import { stateWord } from '../values/state';
import { isOverdue } from './overdue';
import { keyIn, withoutKey } from '../values/postKey';
import type { PreviewPart } from './preview';
import { FAILURE_FIELDS, failureFields } from './reason';

/** A post as items show it; at `now` (ms), it may be overdue (docs/api.md, Listing posts). */
export function postRow(post: ListedPost, now = Date.now()): IDataObject {
	const { integration: { providerIdentifier: identifier, ...channel } = {} } = post;
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
		settings: shownSettings(post),
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

/** The row of a post that was to be changed: with what was, and the tags that don't exist. */
export const changedRow = (
	whole: WholePost,
	changed: string[],
	missingTags: string[] = [],
): IDataObject =>
	inOrder({
		...toDetails(whole),
		outcome: changed.length > 0 ? 'changed' : 'unchanged',
		changed,
		...(missingTags.length > 0 && { missingTags }),
	});

function shownSettings({ settings }: ListedPost): IDataObject | null {
	const parsed = parseSettings(settings);
	return parsed && withoutKey(parsed);
}

/** Parses the settings of a row; null if they are invalid or the instance doesn't list any. */
export function parseSettings(settings: unknown): IDataObject | null {
	const parsed = typeof settings === 'string' ? tryJson(settings) : settings;
	return isObject(parsed) ? parsed : null;
}

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
			'This post was sent to the inbox of the TikTok app, where you finish it by hand. Once it is out, link it with Post > Find Published Content and Post > Link Published Content.';
	} else if (PROFILE.test(releaseURL ?? '')) {
		postUrlNote = `The network told Postiz only the address of the profile, ${releaseURL}, not that of this post. Such a post gets no metrics.`;
	}
	return { postUrl: (postUrlNote === null && releaseURL) || null, postUrlNote };
}

/** A post with all its parts; without parts if the instance has no previews. */
export interface WholePost {
	listed: ListedPost;
	parts: PreviewPart[];
}

/** The names of a post's tags. */
export function tagsOf({ listed, parts: [first] }: WholePost): string[] {
	return first?.tags ?? (listed.tags ?? []).flatMap(({ tag }) => tag?.name ?? []);
}

/** Tags that were sent but not stored, because the service doesn't know them. */
export function missingTags(tags: SharedFields['tags'], whole: WholePost): string[] {
	const names = tagsOf(whole);
	return tags.map(({ label }) => label).filter((label) => !names.includes(label));
}

/** When a post was made, in ms, from its preview or else its ID; undefined if neither tells. */
export const whenMade = ({ listed: { id }, parts: [first] }: WholePost) =>
	first?.createdAt ?? madeAt(id);

/** A complete post as items show it: flat, with files, thread and failure. `missing` names what is unreadable. */
export function toDetails({ listed, parts }: WholePost): IDataObject {
	const row = postRow(withSettings(listed, parts));
	// Most posts are fetched without a list, which is the only source of it.
	delete row.creationMethod;
	return inOrder({ ...row, ...missingInList(listed), ...onlyInPreview(parts) });
}

/** The row of a post with the settings of its preview, if the instance doesn't list any (docs/api.md, Releases). */
export function withSettings(listed: ListedPost, [first]: PreviewPart[]): ListedPost {
	return first && listed.settings === undefined ? { ...listed, settings: first.settings } : listed;
}

const missingInList = (listed: ListedPost): IDataObject =>
	lacksReleaseId(listed) ? { missing: ['releaseId'] } : {};

/** The `releaseId` of a published post that isn't linked to the network (docs/api.md, Missing content). */
export const RELEASE_MISSING = 'missing';

/** True for a published post that was fetched without a list. */
export function lacksReleaseId({ state, releaseId }: ListedPost): boolean {
	return state === 'PUBLISHED' && releaseId === undefined;
}

/** Like {@link toDetails}, but as the service returns it, with its HTML. */
export function toRawDetails({ listed, parts }: WholePost): IDataObject {
	const row = withPlainChannel(withSettings(listed, parts));
	return { ...row, ...missingInList(listed), ...onlyInPreview(parts, true) };
}

/** What only the preview contains: files, thread and failure. `isRaw` keeps the HTML of the thread. */
export function onlyInPreview([first, ...later]: PreviewPart[], isRaw = false): IDataObject {
	if (!first) return { missing: ['media', 'thread', ...FAILURE_FIELDS] };
	return {
		...failureFields(first),
		media: first.image.map(toMedia),
		thread: later.map(({ content, image, delay }) => ({
			...(isRaw ? { content } : { text: visibleText(content) }),
			delay,
			media: image.map(toMedia),
		})),
	};
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

/** An existing post as a planned one; without a preview, it lacks files and further parts. */
export function toPlannedPost({ listed, parts }: WholePost): PlannedPost {
	const { id = '', name = '', providerIdentifier: identifier = '' } = listed.integration ?? {};
	const label = `The post (${providerName(identifier)}, ${name})`;
	const settings = parts[0]?.settings ?? parseSettings(listed.settings) ?? {};
	const shown = parts.map(({ content, image, delay }) => ({
		content,
		files: image.map(plannedReference),
		...(delay > 0 && { delay }),
	}));
	return {
		origin: 'calendar',
		key: keyIn(settings),
		target: { id, name, identifier, provider: findProvider(identifier), label },
		settings: withoutKey(settings),
		settingFiles: {},
		parts: shown.length > 0 ? shown : [{ content: listed.content ?? '', files: [] }],
	};
}
