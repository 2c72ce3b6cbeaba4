import type { IDataObject } from 'n8n-workflow';

import type { PostizClient } from '../transport/client';
import type { ImageRef } from '../transport/types';
import { isObject } from '../values/read';

/** A part of a post as its preview shows it. */
export interface PreviewPart {
	id: string;
	content: string;
	image: ImageRef[];
	/** Minutes. */
	delay: number;
	settings: IDataObject;
	group?: string;
	state?: string;
	publishDate?: string;
	intervalInDays?: number;
	failureReason?: string;
	releaseURL?: string;
	integrationId?: string;
	/** By name. */
	tags: string[];
}

/**
 * The post with this ID and its later parts, in order; nothing if there is none, or if the instance
 * has no previews. It also finds posts of other workspaces: only to be asked for IDs that
 * `GET /posts` listed with the same credential (docs/api.md, Preview of a post).
 */
export async function readPreview(client: PostizClient, id: string): Promise<PreviewPart[]> {
	const body = await client.publicPost(id);
	return Array.isArray(body) ? body.filter(isObject).map(toPart) : [];
}

function toPart(row: IDataObject): PreviewPart {
	const image = parsed(row.image);
	const settings = parsed(row.settings);
	const tags = Array.isArray(row.tags) ? row.tags : [];
	return {
		id: String(row.id ?? ''),
		content: String(row.content ?? ''),
		image: Array.isArray(image) ? (image as ImageRef[]) : [],
		delay: Number(row.delay ?? 0) || 0,
		settings: isObject(settings) ? settings : {},
		group: text(row.group),
		state: text(row.state),
		publishDate: text(row.publishDate),
		intervalInDays: Number(row.intervalInDays ?? 0) || undefined,
		failureReason: text(row.error),
		releaseURL: text(row.releaseURL),
		integrationId: isObject(row.integration) ? text(row.integration.id) : undefined,
		tags: tags.flatMap((entry: unknown) => {
			const tag = isObject(entry) && isObject(entry.tag) ? entry.tag : entry;
			return isObject(tag) && typeof tag.name === 'string' ? [tag.name] : [];
		}),
	};
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return undefined;
	}
}
