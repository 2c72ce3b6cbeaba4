/** Posts to validate, on a made-up network with only the rules of a test. */
import type { MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { findNetwork } from '../../../../nodes/Postiz/networks';
import type { Rule } from '../../../../nodes/Postiz/networks/rules';
import type { PostToValidate } from '../../../../nodes/Postiz/posts/limits/postToValidate';
import { createTarget } from '../createItem.cjs';

export const createJpeg = (more: Partial<MediaFile> = {}): MediaFile => ({
	kind: 'image',
	extension: 'jpg',
	...more,
});
export const createMp4 = (more: Partial<MediaFile> = {}): MediaFile => ({
	kind: 'video',
	extension: 'mp4',
	...more,
});
export const repeat = <T,>(amount: number, value: T) => Array<T>(amount).fill(value);
export const createPart = (content: string, ...files: MediaFile[]) => ({ content, files });
export const createPictures = (amount: number) =>
	createPart('Tea', ...repeat(amount, createJpeg()));

export function createPostWithRules(
	rules: Rule[],
	more: Partial<PostToValidate> = {},
): PostToValidate {
	const network = {
		...findNetwork('mastodon')!,
		maxLength: undefined,
		displayName: 'Vine',
		fields: [],
		rules,
	};
	return {
		target: { ...createTarget('mastodon'), network },
		parts: [createPart('Tea')],
		settings: {},
		settingFiles: {},
		source: 'formWithoutSettings',
		...more,
	};
}
