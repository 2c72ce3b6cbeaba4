import type { IDataObject } from 'n8n-workflow';

import { visibleText } from '../text/visibleText';
import type { PostizClient } from '../transport/client';
import type { ImageRef, PostRow } from '../transport/types';
import { readPreview, type PreviewPart } from './preview';
import { simplifyPost } from './row';

/** A post with all its parts; none if the instance shows no preview of it. */
export interface WholePost {
	row: PostRow;
	parts: PreviewPart[];
}

/** Reads all of a post that the credential listed (docs/api.md, Preview of a post). */
export async function readWhole(client: PostizClient, row: PostRow): Promise<WholePost> {
	return { row, parts: await readPreview(client, row.id) };
}

const MISSING_WITHOUT_PREVIEW = ['media', 'thread', 'failureReason'];

/** A whole post as items show it: the post flat, with files, thread and the reason of a failure. */
export function toDetails({ row, parts }: WholePost): IDataObject {
	const simple = simplifyPost(row);
	if (parts.length === 0) return { ...simple, missing: MISSING_WITHOUT_PREVIEW };
	const [first, ...later] = parts;
	return {
		...simple,
		content: first.content,
		text: visibleText(first.content),
		settings: first.settings,
		failureReason: first.failureReason ?? null,
		media: first.image.map(toMedia),
		thread: later.map(({ content, image, delay }) => ({
			text: visibleText(content),
			content,
			delay,
			media: image.map(toMedia),
		})),
	};
}

function toMedia({ id, path, alt, thumbnail, thumbnailTimestamp }: ImageRef): IDataObject {
	return {
		id,
		path,
		alt: alt ?? null,
		cover: thumbnail ?? null,
		coverAtSecond: thumbnailTimestamp === undefined ? null : thumbnailTimestamp / 1000,
	};
}
