import type { PlannedFile } from '../media/plannedFile';
import type { ImageRef, PostItem } from '../transport/types';
import type { PlannedPost } from './types';

/**
 * A planned post as `POST /posts` takes it; `references` has what its uploaded files are called
 * (docs/api.md, Creating posts, Files of a post).
 */
export function toPostItem(
	{ target, parts, settings, settingFiles }: PlannedPost,
	references: Map<PlannedFile, ImageRef>,
): PostItem {
	const referenceTo = (file: PlannedFile) => references.get(file)!;
	const files = Object.entries(settingFiles).map(([name, file]) => {
		// A setting has no place for what else is known of a file, such as its alt text.
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
		settings: { ...settings, ...Object.fromEntries(files), __type: target.identifier },
	};
}

/** All files that a post names. */
export function filesOfPost({ parts, settingFiles }: PlannedPost): PlannedFile[] {
	return [...parts.flatMap(({ files }) => files), ...Object.values(settingFiles)];
}
