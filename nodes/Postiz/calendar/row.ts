import type { IDataObject } from 'n8n-workflow';

import { channelRow } from '../channels/row';
import { visibleText } from '../text/visibleText';
import type { ListedPost } from '../transport/types';
import { tryJson } from '../values/json';
import { isObject } from '../values/read';
import { stateWord } from '../values/state';
import { utcDate } from '../values/time';
import { isOverdue } from './overdue';

/**
 * A post as all outputs show it: flat, with its state in words, its date in UTC, settings parsed, tags as names and
 * its own link; at `now`, in ms, it may be overdue (docs/api.md, Listing posts).
 */
export function postRow(post: ListedPost, now = Date.now()): IDataObject {
	const { integration: { providerIdentifier: identifier, ...channel } = {} } = post;
	return {
		postId: post.id,
		state: stateWord(post.state),
		overdue: isOverdue(post, now),
		text: visibleText(post.content ?? ''),
		date: utcDate(post.publishDate) ?? null,
		releaseURL: post.releaseURL ?? null,
		...linkOf(post),
		releaseId: post.releaseId ?? null,
		postGroup: post.group ?? null,
		...channelRow({ ...channel, identifier }),
		intervalInDays: post.intervalInDays ?? null,
		creationMethod: post.creationMethod ?? null,
		tags: (post.tags ?? []).flatMap(({ tag }) => (tag?.name ? [tag.name] : [])),
		settings: parseSettings(post.settings),
	};
}

/** The settings of a row, which are JSON there; empty if they cannot be read. */
export function parseSettings(settings: unknown): IDataObject {
	const parsed = typeof settings === 'string' ? tryJson(settings) : settings;
	return isObject(parsed) ? parsed : {};
}

const INBOX = /^https?:\/\/(?:www\.)?tiktok\.com\/messages(?:[/?#]|$)/i;
// Posts of these networks have longer paths, such as /p/ID, /@user/post/ID or /@user/video/ID.
const PROFILE =
	/^https?:\/\/(?:www\.)?(?:instagram\.com|threads\.(?:com|net)|tiktok\.com)(?:\/[^/?#]*)?\/?(?:[?#]|$)/i;

/** The address of a post, or why it is not known although the post is out (docs/api.md, Links of published posts). */
export function linkOf({ state, releaseURL }: Pick<ListedPost, 'state' | 'releaseURL'>) {
	let postUrlNote: string | null = null;
	if (!releaseURL && state === 'PUBLISHED') postUrlNote = 'Postiz has no link to this post.';
	else if (INBOX.test(releaseURL ?? '')) {
		postUrlNote =
			'This post was sent to the inbox of the TikTok app, where you finish it by hand. Once it is out, connect it with Post > Get Missing Content and Post > Link Missing Content.';
	} else if (PROFILE.test(releaseURL ?? '')) {
		postUrlNote =
			'The network told Postiz only the address of the profile, not that of this post. Such a post gets no figures.';
	}
	return { postUrl: (postUrlNote === null && releaseURL) || null, postUrlNote };
}
