import {
	custom,
	isDefined,
	isString,
	isUrl,
	matches,
	optional,
	string,
	type Fields,
} from '../schema.cjs';

/** Pixels of a picture. */
export interface Size {
	width: number;
	height: number;
}
export type FileReference = {
	id: string;
	path: string;
	alt?: string;
	/** Address of a picture that is a video's cover. */
	thumbnail?: string;
	/** The position of a video's cover, in ms. */
	thumbnailTimestamp?: number;
};
export interface Segment {
	/** The ID of the part that it replaces. */
	id?: string;
	content: string;
	image: FileReference[];
	/** In minutes. */
	delay?: number;
}
/** Any file with these letters in its URL counts as a video. */
export const isVideo = (path: string) => path.includes('mp4');

/** The endings that a media path must have, before any query. */
export const POSTABLE_ENDINGS = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.mp4'];

const hasEnding = (endings: string[]) =>
	custom(
		(value) =>
			typeof value === 'string' && endings.some((ending) => value.split('?')[0].endsWith(ending)),
		`File must have a valid extension: ${endings.slice(0, -1).join(', ')}, or ${endings.at(-1)}`,
	);
export const hasPostableEnding = hasEnding(POSTABLE_ENDINGS);

/** The keys of a FileReference whose path must have one of the endings. */
export const createMediaFields = (endings: string[]): Fields => ({
	id: string(isDefined, isString),
	path: string(isDefined, hasEnding(endings), isString),
	alt: optional(string(isString)),
	thumbnail: optional(string(isUrl)),
});
export const mediaFields = createMediaFields(POSTABLE_ENDINGS);

/** A URL with a scheme or `www.`, or an empty text, as the service checks it. */
const LINK =
	/^(|https?:\/\/(?:www\.|(?!www))[a-zA-Z0-9][a-zA-Z0-9-]+[a-zA-Z0-9]\.[^\s]{2,}|www\.[a-zA-Z0-9][a-zA-Z0-9-]+[a-zA-Z0-9]\.[^\s]{2,}|https?:\/\/(?:www\.|(?!www))[a-zA-Z0-9]+\.[^\s]{2,}|www\.[a-zA-Z0-9]+\.[^\s]{2,})$/;
export const isLink = matches(LINK, 'Invalid URL');

/** A reference to another post, which is replaced with its URL on publication. */
export const POST_REFERENCE = /\(post:([^()\s]+)\)/g;
export const mentionsPost = (value: unknown) =>
	typeof value === 'string' && value.search(POST_REFERENCE) >= 0;

export const label: Fields = { value: string(isString), label: string(isString) };
