import { plannedUpload, type MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import type { RuledFile } from '../../../networks/rules.cjs';

/** A file of the table of rules, as the node knows it once it was measured. */
export function fileOf({
	kind,
	ending,
	width,
	height,
	transparent,
	isSilent,
	alt,
	thumbnail,
	...file
}: RuledFile): MediaFile {
	const { bytes, seconds, fps, codec, coverAt } = file;
	const upload = plannedUpload({
		id: '1',
		path: `https://media.example/1.${ending}`,
		alt,
		thumbnail,
	});
	const pixels = width && height ? { width, height } : undefined;
	const own = {
		...upload,
		bytes,
		pixels,
		hasAlpha: transparent,
		coverAt: coverAt && coverAt * 1000,
	};
	return kind === 'video' ? { ...own, seconds, fps, codec, isSilent } : own;
}
