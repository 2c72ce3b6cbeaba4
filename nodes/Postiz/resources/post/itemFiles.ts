import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import {
	hasPostableEnding,
	nameFiles,
	readMedia,
	toImageRef,
	withoutFragment,
	type NamedFile,
} from '../../post/media';
import { Problem } from '../../post/problem';
import { buildSettings } from '../../post/settings';
import type { ImageRef, Target } from '../../post/types';
import type { SettingField } from '../../providers/types';
import { shortUrl } from '../../transport/localFile';
import type { Uploads, UploadSource } from '../../transport/upload';

/** The files that settings such as a cover or a thumbnail name. Throws {@link Problem}. */
export function readSettingFiles(
	{ provider, identifier, label }: Pick<Target, 'provider' | 'identifier' | 'label'>,
	entry: IDataObject,
	binary: IBinaryKeyData,
): Map<SettingField, NamedFile> {
	const files = new Map<SettingField, NamedFile>();
	buildSettings(identifier, provider, entry, {}, (value, field) => {
		const name = `${label}: ${field.displayName}`;
		const [file, ...more] = nameFiles(readMedia(value, name), binary, name);
		if (more.length > 0) throw new Problem(`${name} takes one file`, 'Name only one.');
		if (file) files.set(field, file);
	});
	return files;
}

/** The uploads of the execution, and what one item says of its files. */
export interface MediaSession {
	uploads: Uploads;
	itemIndex: number;
	downloadAllowed: boolean;
}

function toUpload(
	{ itemIndex, downloadAllowed }: MediaSession,
	file: Exclude<NamedFile, { from: 'upload' }>,
): UploadSource {
	return {
		itemIndex,
		file: file.from === 'url' ? { url: file.url } : file,
		forPost: true,
		downloadAllowed,
	};
}

/**
 * References that show the type of each file, for the checks before anything is uploaded. Throws
 * {@link Problem} for a file that would be refused.
 */
export async function previewFiles(
	session: MediaSession,
	files: NamedFile[],
): Promise<Map<NamedFile, ImageRef>> {
	const previews = new Map<NamedFile, ImageRef>();
	for (const file of files) {
		if (file.from === 'upload') {
			if (!hasPostableEnding(file.path)) {
				throw new Problem(
					`The uploaded file ${shortUrl(file.path)} cannot be posted`,
					'A post takes PNG, JPEG, GIF and WebP pictures and MP4 videos, and their paths must end so.',
				);
			}
			previews.set(file, { id: file.id, path: file.path });
			continue;
		}
		const type = await session.uploads.check(toUpload(session, file));
		const path =
			file.from === 'url' ? withoutFragment(file.url) : `${file.field}.${type?.extension}`;
		previews.set(file, { id: path, path });
	}
	return previews;
}

/** The references with which posts name these files, uploaded where they are not yet. */
export async function uploadFiles(
	session: MediaSession,
	files: NamedFile[],
): Promise<Map<NamedFile, ImageRef>> {
	const uploaded = await Promise.all(
		files.map(async (file): Promise<[NamedFile, ImageRef]> => {
			if (file.from === 'upload') return [file, toImageRef(file, file.alt)];
			const { id, path } = await session.uploads.upload(toUpload(session, file));
			return [file, toImageRef({ id, path }, file.alt)];
		}),
	);
	return new Map(uploaded);
}
