/** Posts to try, and their files. */
import type { Values } from '../service/schema.cjs';

/** A file of a post, as far as it is known. */
export interface PostFile {
	kind: 'picture' | 'video';
	ending: string;
	bytes?: number;
	width?: number;
	height?: number;
	seconds?: number;
	fps?: number;
	codec?: string;
	transparent?: boolean;
	/** Its EXIF orientation rotates it. */
	turned?: boolean;
	/** It has no sound track. */
	isSilent?: boolean;
	/** In seconds. */
	coverAt?: number;
	alt?: string;
	/** The address of a video's cover. */
	thumbnail?: string;
}
/** A post as its network receives it: the post itself, and the later parts that are published. */
export interface NetworkPost {
	texts: string[];
	files: PostFile[][];
	settings: Values;
}
/** A post to try. */
export interface Sample {
	/** The text of the post; a short one by default. */
	text?: string;
	files?: PostFile[];
	/** The texts and files of later parts. */
	thread?: Array<{ text: string; files?: PostFile[] }>;
	settings?: Values;
	/** The files in settings, by key. */
	settingFiles?: Record<string, PostFile>;
	/** How many such posts the channel has within 24 hours, this one included. */
	postsPerDay?: number;
}

export const KB = 1024;
export const MB = KB * KB;

/** A picture that every network accepts. */
export const createPicture = (facts: Partial<PostFile> = {}): PostFile => ({
	kind: 'picture',
	ending: 'jpg',
	width: 400,
	height: 300,
	bytes: MB,
	...facts,
});
export const createVideo = (facts: Partial<PostFile> = {}): PostFile => ({
	kind: 'video',
	ending: 'mp4',
	width: 1080,
	height: 1920,
	seconds: 30,
	fps: 30,
	bytes: MB,
	...facts,
});
export const repeat = <T,>(count: number, value: T): T[] => Array<T>(count).fill(value);
export const createPictures = (count: number): Sample => ({
	files: repeat(count, createPicture()),
});
export const createVideos = (count: number): Sample => ({ files: repeat(count, createVideo()) });
export const createText = (count: number) => 'a'.repeat(count);

export const isVideo = ({ kind }: PostFile) => kind === 'video';
export const countLetters = (text: string) => Array.from(text).length;

export const toText = (value: unknown) => (typeof value === 'string' ? value : '');
export const toList = (value: unknown) => (Array.isArray(value) ? (value as Values[]) : []);
/** The places a post goes to, where it goes to several. */
export const listPlaces = (settings: Values) =>
	toList(settings.subreddit).map(({ value }) => (value ?? {}) as Values);
