import type { IDataObject } from 'n8n-workflow';

import { channelRow } from '../channels/row';
import { visibleText } from '../text/visibleText';
import type { ListedPost } from '../transport/types';
import { tryJson } from '../values/json';
import { isObject } from '../values/read';
import { stateWord } from '../values/state';
import { utcDate } from '../values/time';
import { linkOf } from './link';
import { isOverdue } from './overdue';

/**
 * A post of the service as all outputs show it: flat, with its state in words, its date in UTC, settings
 * parsed, tags as names and its own link (docs/api.md, Listing posts). `now`, in ms, says whether it is
 * overdue.
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
