import { formatFingerprint, FINGERPRINT_SETTING, type Fingerprint } from '../../common/fingerprint';
import type { MediaFile } from '../../media/mediaFile';
import type { PostContent } from '../../posts/desiredPost';
import { withPlugs } from '../../settings/withPlugs';
import type { FileReference, PostPayload } from '../../transport/apiTypes';

/** Converts a post to the payload of `POST /posts` (docs/api.md, Creating posts, Files of a post). */
export function toPayload(
	{ target, parts, settings, settingFiles }: PostContent,
	references: Map<MediaFile, FileReference>,
): PostPayload {
	const getReference = (file: MediaFile) => references.get(file)!;
	const files = Object.entries(settingFiles).map(([name, file]) => {
		// A file in settings can't have more, such as an alt text.
		const { id, path } = getReference(file);
		return [name, { id, path }] as const;
	});
	return {
		integration: { id: target.id },
		value: parts.map(({ content, delay, files: images }) => ({
			content,
			image: images.map(getReference),
			...(delay === undefined ? {} : { delay }),
		})),
		settings: { ...withPlugs(settings), ...Object.fromEntries(files), __type: target.identifier },
	};
}

/** Adds the fingerprint of what the post was made from. */
export function withFingerprint(
	payload: PostPayload,
	fingerprint: Fingerprint,
	sendId: string,
	partCount = payload.value.length,
): PostPayload {
	const stored = { ...fingerprint, sendId, partCount };
	return {
		...payload,
		settings: { ...payload.settings, [FINGERPRINT_SETTING]: formatFingerprint(stored) },
	};
}
