import type { IDataObject } from 'n8n-workflow';

import { findProvider } from '../providers';
import type { PostRow } from '../transport/types';
import { visibleText } from './html';

/**
 * A network's name for people, or its identifier where the node does not know it; empty where the
 * service gave none.
 */
export function providerName(identifier: string | null | undefined): string {
	return findProvider(identifier ?? '')?.displayName ?? String(identifier ?? '');
}

/** A post as `GET /posts` lists it, made flat: settings parsed, tags as names (API: Endpoints). */
export function simplifyPost(post: PostRow): IDataObject {
	const { integration, settings } = post;
	const provider = integration?.providerIdentifier ?? '';
	return {
		id: post.id,
		state: post.state,
		text: visibleText(post.content ?? ''),
		content: post.content ?? '',
		publishDate: post.publishDate,
		releaseURL: post.releaseURL ?? null,
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

function parseSettings(settings: unknown): IDataObject {
	try {
		const parsed: unknown = typeof settings === 'string' ? JSON.parse(settings) : settings;
		const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
		return isObject ? (parsed as IDataObject) : {};
	} catch {
		return {};
	}
}
