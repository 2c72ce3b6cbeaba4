import type { Values } from '../schema.cjs';
import type { ImageRef, Segment } from './types.cjs';

/** Pixels of a picture. */
export interface Size {
	width: number;
	height: number;
}
/** A post on its way in, and the means to look at its files. */
export interface Candidate {
	segments: Segment[];
	settings: Values;
	/** Undefined if the file cannot be reached or measured. */
	measure: (path: string) => Promise<Size | undefined>;
}
/** What the service refuses, with its words. */
export interface Rule {
	message: string;
	breaks: (candidate: Candidate) => boolean | Promise<boolean>;
}
type Files = ImageRef[];
type Wrong = (files: Files) => boolean;

/** A video is whatever has these letters in its address. */
export const isVideo = (path: string) => path.includes('mp4');
const videosOf = (files: Files) => files.filter(({ path }) => isVideo(path));

export const none: Wrong = (files) => files.length === 0;
export const moreThan =
	(most: number): Wrong =>
	(files) =>
		files.length > most;
export const otherThan =
	(count: number): Wrong =>
	(files) =>
		files.length !== count;
export const hasVideo: Wrong = (files) => videosOf(files).length > 0;
export const beginsWithPicture: Wrong = (files) => files.length > 0 && !isVideo(files[0].path);
export const hasVideoAmongOthers: Wrong = (files) => hasVideo(files) && files.length > 1;
export const moreVideosThan =
	(most: number): Wrong =>
	(files) =>
		videosOf(files).length > most;
export const morePicturesThan =
	(most: number): Wrong =>
	(files) =>
		files.length - videosOf(files).length > most;
export const either =
	(...conditions: Wrong[]): Wrong =>
	(files) =>
		conditions.some((condition) => condition(files));

/** About the files of the post itself. */
export const inPost = (wrong: Wrong, message: string): Rule => ({
	message,
	breaks: ({ segments }) => wrong(segments[0].image),
});

/** About the files of each part of a thread, the post included. */
export const inAnyPart = (wrong: Wrong, message: string): Rule => ({
	message,
	breaks: ({ segments }) => segments.some(({ image }) => wrong(image)),
});

/** About the files of each later part. */
export const inLaterParts = (wrong: Wrong, message: string): Rule => ({
	message,
	breaks: ({ segments }) => segments.slice(1).some(({ image }) => wrong(image)),
});

export const hasThread = (message: string): Rule => ({
	message,
	breaks: ({ segments }) => segments.length > 1,
});

export const always = (message: string): Rule => ({ message, breaks: () => true });

/** The rule, for settings that fit the condition. */
export const onlyIf = (condition: (settings: Values) => boolean, rule: Rule): Rule => ({
	message: rule.message,
	breaks: (candidate) => condition(candidate.settings) && rule.breaks(candidate),
});

/** Each picture of the post must have one of the sizes. */
export const sizeOtherThan = (sizes: Size[], message: string): Rule => ({
	message,
	async breaks({ segments, measure }) {
		const found = await Promise.all(segments[0].image.map(async ({ path }) => await measure(path)));
		return !found.every((size) =>
			sizes.some(({ width, height }) => size?.width === width && size.height === height),
		);
	},
});

/** Several pictures of the post must have one size. */
export const unequalSizes = (message: string): Rule => ({
	message,
	async breaks({ segments, measure }) {
		const [{ image }] = segments;
		if (image.length < 2 || hasVideo(image)) return false;
		const found = await Promise.all(image.map(async ({ path }) => await measure(path)));
		const [first] = found;
		return !found.every(
			(size) => first && size?.width === first.width && size.height === first.height,
		);
	},
});
