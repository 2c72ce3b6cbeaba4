import type { FileInspector } from '../../media/fileInspector';
import type { MediaFile } from '../../media/mediaFile';
import { canApplyTo, needsOpenFiles } from '../../networks/measures';
import { isLimit } from '../../networks/rules';
import type { PostContent, Part } from '../../posts/desiredPost';
import { getPartLimits, getRules } from '../../posts/limits/partLimits';

/** Adds facts about the files of a post, where rules of its network need them. */
export async function fetchAndAddFileFacts<T extends PostContent>(
	post: T,
	inspector: Pick<FileInspector, 'inspectAndAddFacts'>,
): Promise<T> {
	const parts = post.parts.map(async (part, index) => {
		const files = part.files.map(async (file) =>
			needsFacts(post, part, index, file) ? await inspector.inspectAndAddFacts(file) : file,
		);
		return { ...part, files: await Promise.all(files) };
	});
	const settingFiles = Object.entries(post.settingFiles).map(
		async ([key, file]) =>
			[
				key,
				checksSettingFile(post, key) ? await inspector.inspectAndAddFacts(file) : file,
			] as const,
	);
	return {
		...post,
		parts: await Promise.all(parts),
		settingFiles: Object.fromEntries(await Promise.all(settingFiles)),
	};
}

/** True if a file must be opened to validate it. */
const needsFacts = (post: PostContent, part: Part, index: number, file: MediaFile): boolean =>
	getPartLimits(post, part, index).some(
		({ measure }) =>
			needsOpenFiles(measure) &&
			canApplyTo(measure, file) &&
			(measure !== 'pictureSizes' || part.files.length > 1),
	);

/** True if a rule checks the file of a setting. */
const checksSettingFile = (post: PostContent, key: string): boolean =>
	getRules(post).some((rule) => !isLimit(rule) && rule.settingFile === key);
