import type { IDataObject } from 'n8n-workflow';

import { formatKey, KEY_SETTING, newKeyId, type PostKey } from '../values/postKey';
import type { MediaFile } from '../media/mediaFile';
import type { ImageRef, PostPayload } from '../transport/types';
import { isEmpty } from '../values/read';
import type { PlannedPost } from './types';

/** What `POST /posts` takes of a post, with its uploaded files (docs/api.md, Creating posts, Files of a post). */
export function toPayload(
	{ target, parts, settings, settingFiles }: PlannedPost,
	references: Map<MediaFile, ImageRef>,
): PostPayload {
	const referenceTo = (file: MediaFile) => references.get(file)!;
	const files = Object.entries(settingFiles).map(([name, file]) => {
		// Settings can't hold anything else about a file, such as its alt text.
		const { id, path } = referenceTo(file);
		return [name, { id, path }] as const;
	});
	return {
		integration: { id: target.id },
		value: parts.map(({ content, delay, files: images }) => ({
			content,
			image: images.map(referenceTo),
			...(delay === undefined ? {} : { delay }),
		})),
		settings: { ...withPlugs(settings), ...Object.fromEntries(files), __type: target.identifier },
	};
}

/** The payload with a key of what it was made from. */
export function withKey(payload: PostPayload, key: PostKey, id = newKeyId()): PostPayload {
	const stored = { ...key, id, parts: payload.value.length };
	return { ...payload, settings: { ...payload.settings, [KEY_SETTING]: formatKey(stored) } };
}

const PLUG_CHANNELS = /^(plug--.+--)integrations$/;

/** Adds what reposts and comments by other channels require (docs/api.md, Reposts and comments from other channels). */
export function withPlugs(settings: IDataObject): IDataObject {
	const plugs = Object.entries(settings).flatMap(([key, channels]) => {
		const plug = PLUG_CHANNELS.exec(key)?.[1];
		return plug === undefined || isEmpty(channels) ? [] : [plug];
	});
	return {
		...Object.fromEntries(plugs.map((plug) => [`${plug}delay`, '0'])),
		...settings,
		...Object.fromEntries(plugs.map((plug) => [`${plug}active`, true])),
	};
}

/** All files of a post. */
export function filesOfPost({ parts, settingFiles }: PlannedPost): MediaFile[] {
	return [...parts.flatMap(({ files }) => files), ...Object.values(settingFiles)];
}
