import type { IDataObject } from 'n8n-workflow';

import { providerName } from '../providers';
import { visibleText } from '../text/visibleText';
import type { ListedPost } from '../transport/types';
import { tryJson } from '../values/json';
import { isObject } from '../values/read';
import { linkOf } from './link';
import { isOverdue } from './overdue';

/** The states of a post as people know them (docs/api.md, Listing posts). */
export const POST_STATES: Record<string, string> = {
	DRAFT: 'Draft',
	ERROR: 'Failed',
	PUBLISHED: 'Published',
	QUEUE: 'Scheduled',
};

/**
 * A post as `GET /posts` lists it, made flat: settings parsed, tags as names, its own link. `now`, in
 * ms, says whether it is overdue.
 */
export function simplifyPost(post: ListedPost, now = Date.now()): IDataObject {
	const { integration, settings } = post;
	const provider = integration?.providerIdentifier ?? '';
	return {
		id: post.id,
		state: post.state,
		overdue: isOverdue(post, now),
		text: visibleText(post.content ?? ''),
		content: post.content ?? '',
		publishDate: post.publishDate,
		releaseURL: post.releaseURL ?? null,
		...linkOf(post),
		releaseId: post.releaseId ?? null,
		group: post.group ?? null,
		channelId: integration?.id ?? null,
		channelName: integration?.name ?? null,
		provider,
		providerName: providerName(provider),
		intervalInDays: post.intervalInDays ?? null,
		creationMethod: post.creationMethod ?? null,
		tags: (post.tags ?? []).flatMap(({ tag }) => (tag?.name ? [tag.name] : [])),
		settings: parseSettings(settings),
	};
}

/** The settings of a row, which are JSON there; empty if they cannot be read. */
export function parseSettings(settings: unknown): IDataObject {
	const parsed = typeof settings === 'string' ? tryJson(settings) : settings;
	return isObject(parsed) ? parsed : {};
}
