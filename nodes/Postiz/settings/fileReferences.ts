import { quote } from '../common/text';
import { toObject, isEmpty } from '../common/value';
import { isWebAddress } from '../common/webAddress';
import { isPostablePath } from '../media/fileType';
import { hasType } from './hasType';

/** Describes what is wrong with a file reference; undefined if it is valid. */
export function describeInvalidFileReference(file: unknown): string | undefined {
	const { id, path, thumbnail } = toObject(file);
	if (!hasType(id, 'text') || !hasType(path, 'text')) {
		return `must have the id and path of an uploaded file, not ${quote(file)}`;
	}
	if (!isPostablePath(path as string)) {
		return `cannot be ${quote(path)}. Posts can only have files that end in .png, .jpg, .jpeg, .gif, .webp or .mp4, in lowercase letters`;
	}
	return describeInvalidCover(thumbnail);
}

/** Describes what is wrong with the address of a cover; undefined if it is valid. */
export function describeInvalidCover(thumbnail: unknown): string | undefined {
	return isEmpty(thumbnail) || (typeof thumbnail === 'string' && isWebAddress(thumbnail))
		? undefined
		: `has the cover ${quote(thumbnail)}; a cover must be a web address with a dot in its host`;
}
