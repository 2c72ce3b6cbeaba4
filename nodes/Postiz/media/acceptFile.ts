import { Problem } from '../values/problem';
import { withoutQuery } from '../values/webAddress';
import { isPostablePath, MAX_BYTES, type FileType } from './fileType';
import type { LocalFile } from './localFile';

/** What the files of an operation are for, which decides about their types. */
export type Takes = 'anyUpload' | 'postMedia' | 'pictures';

/** The type of a file that the service accepts. */
export function acceptFile(
	{ label, type, size, foreign }: Pick<LocalFile, 'label' | 'type' | 'size' | 'foreign'>,
	takes: Takes,
): FileType {
	if (size === 0) {
		throw new Problem(
			`${label} is empty`,
			'There is nothing to upload. Give another file, or check the node that created it.',
		);
	}
	if (!type && foreign) {
		throw new Problem(
			`${label} is ${foreign.is}`,
			`Its content decides, not its name. ${foreign.todo}`,
		);
	}
	if (!type) {
		throw new Problem(
			`${label} is not of a type that Postiz accepts`,
			'Its content decides, not its name: posts can have JPEG, PNG, GIF and WebP pictures and MP4 videos. Convert it first. A web address must lead to the file itself, without signing in.',
		);
	}
	refusePath(`.${type.extension}`, takes, label);
	if (size > MAX_BYTES[type.kind]) throw tooLarge(label, type.kind, size);
	return type;
}

const KINDS = { image: 'pictures', video: 'videos' };

/** The problem of a file above {@link MAX_BYTES}; `size` is undefined if reading stopped there. */
export function tooLarge(label: string, kind: FileType['kind'], size?: number): Problem {
	const limit = megabytes(MAX_BYTES[kind]);
	const has = size === undefined ? `more than ${limit}` : megabytes(size);
	return new Problem(
		`${label} has ${has} MB; the maximum for ${KINDS[kind]} is ${limit} MB`,
		'Make it smaller first.',
	);
}

/** Refuses the path of a video. `label` names it in messages. */
export function refuseVideo(path: string, label: string): void {
	if (!/\.mp4$/i.test(withoutQuery(path))) return;
	throw new Problem(
		`${label} is a video; Images allows only pictures`,
		'Use a JPEG, PNG, GIF or WebP picture instead.',
	);
}

/** Refuses the path of an upload that can't be used. */
export function refusePath(path: string, takes: Takes, label: string): void {
	if (takes === 'pictures') refuseVideo(path, label);
	if (takes === 'postMedia' && !isPostablePath(path)) throw unpostable(path, label);
}

function unpostable(path: string, label: string): Problem {
	const extension = /\.(\w{1,5})$/.exec(path)?.[1];
	if (isPostablePath(path.toLowerCase())) {
		return new Problem(
			`${label} cannot be posted: its path must end in lowercase letters`,
			'Upload the file with Media > Upload File, and use the path that it returns.',
		);
	}
	if (extension === 'mp4s') {
		return new Problem(
			`${label} cannot be posted: this Postiz names MP4 files wrongly`,
			'Newer releases of Postiz do not: update it.',
		);
	}
	return new Problem(
		extension
			? `${label} is of type ${extension.toUpperCase()}, which posts cannot have`
			: `${label} cannot be posted`,
		'Posts can have PNG, JPEG, GIF and WebP pictures and MP4 videos, with paths that end in these types. Convert it first.',
	);
}

/** Formats a size in bytes, in MB. */
export function megabytes(bytes: number): string {
	return String(Math.ceil((bytes / 1_048_576) * 10) / 10);
}
