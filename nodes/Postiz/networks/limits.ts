import type { IDataObject } from 'n8n-workflow';

import type { ImageRef } from '../transport/apiTypes';
import { count } from '../common/wording';

/** In pixels. */
export interface PixelSize {
	width: number;
	height: number;
}

/** What is known of a file. */
export interface FileFacts {
	/** Undefined if it is only known after the upload. */
	kind?: 'image' | 'video';
	/** The extension of its path, without the dot. */
	ending: string;
	/** Its size, if it was measured or is of the item. */
	bytes?: number;
	/** The size of a picture or video, if it was measured. */
	pixels?: PixelSize;
	hasAlpha?: boolean;
	/** A photo whose EXIF orientation turns it to the side or upside down. */
	isTurned?: boolean;
	/** Of a video, if it was measured. */
	seconds?: number;
	fps?: number;
	codec?: string;
	isSilent?: boolean;
	alt?: string;
	/** In ms. */
	coverAt?: number;
	cover?: unknown;
	/** An upload. */
	reference?: ImageRef;
}

/** A number, or the least and the most, as long as the kind of files is unknown. */
export type Amount = number | [least: number, most: number];

/** How to say what is measured. */
interface Words {
	name: string;
	/** The name of one, if it is a number of things. */
	one?: string;
	/** Formats a value that isn't a number of things. */
	show?: (value: number) => string;
}

type ReadFile = (file: FileFacts) => string | number | undefined;

/** What is measured: a part's text, all its files, each picture or video, or what a channel gets in a day. */
export type Measurement = Words &
	/** Of a text as the network is handed it; without `read`, Postiz' own count of characters. */
	(
		| { of: 'text'; read?: (text: string) => number }
		| { of: 'files'; read: (files: FileFacts[]) => Amount | undefined }
		| { of: 'picture'; read: ReadFile }
		| { of: 'video'; read: ReadFile }
		| { of: 'day' }
	);

/** A megabyte, in bytes. */
export const MIB = 1_048_576;

const show = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });
const pixels = (value: number) => `${show(value)} pixels`;

function duration(seconds: number): string {
	if (seconds < 60) return `${show(Math.round(seconds * 10) / 10)} s`;
	const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
	return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`;
}

function megabytes(value: number): string {
	return value < MIB / 2 ? `${show(Math.ceil(value / 1024))} KB` : `${show(value / MIB)} MB`;
}

/** Whether a network counts an emoji as one, if it counts them differently. */
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const HASHTAG = /(?<![\p{L}\p{N}_&/#])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}\p{M}_]+/gu;
const MENTION = /(?<![\p{L}\p{N}_@/.])@[\w.]+/gu;
const CASHTAG = /(?<![\w$])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![\w$])/gi;
const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]/gi;

const different = (text: string, pattern: RegExp) =>
	new Set(text.match(pattern)?.map((found) => found.toLowerCase())).size;

function emojiBytes(text: string): number {
	if (!EMOJI.test(text)) return [...text].length;
	const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
	let sum = 0;
	for (const { segment } of graphemes) {
		sum += EMOJI.test(segment) ? Buffer.byteLength(segment) : [...segment].length;
	}
	return sum;
}

const isVideo = ({ kind }: FileFacts) => kind === 'video';
const isImage = ({ kind }: FileFacts) => kind === 'image';
const isGif = ({ ending }: FileFacts) => ending === 'gif';

function ofKind(files: FileFacts[], isIt: (file: FileFacts) => boolean): Amount {
	const least = files.filter(isIt).length;
	return [least, least + files.filter(({ kind }) => kind === undefined).length];
}

const excluding = (files: FileFacts[], isIt: (file: FileFacts) => boolean) =>
	files.some(isIt) ? files.length - 1 : undefined;

const sizeOf = ({ pixels: size }: FileFacts) => size && `${size.width}x${size.height}`;

const measurePixels =
	(measure: (width: number, height: number) => number) =>
	({ pixels: size }: FileFacts) =>
		size && measure(size.width, size.height);
const shorter = measurePixels(Math.min);
const longer = measurePixels(Math.max);
const ratio = measurePixels((width, height) => width / height);
const elongation = measurePixels((width, height) => Math.max(width / height, height / width));
const bothSides = measurePixels((width, height) => width + height);
const millions = measurePixels((width, height) => (width * height) / 1_000_000);

const hasCover = ({ cover, reference }: FileFacts) => Boolean(cover ?? reference?.thumbnail);
const isCoverAfterEnd = ({ coverAt, reference, seconds = Infinity }: FileFacts) =>
	(coverAt ?? reference?.thumbnailTimestamp ?? 0) / 1000 > seconds;

const several = (one: string) => one.replace(/^\w+/, '$&s');
const textMeasure = (one: string, read: (text: string) => number, name = several(one)) =>
	({ of: 'text', name, one, read }) as const;
const filesMeasure = (one: string, read: (files: FileFacts[]) => Amount | undefined) =>
	({ of: 'files', name: several(one), one, read }) as const;
const pictureMeasure = (name: string, read: ReadFile, how?: Words['show']) =>
	({ of: 'picture', name, read, show: how }) as const;
const videoMeasure = (name: string, read: ReadFile, how?: Words['show']) =>
	({ of: 'video', name, read, show: how }) as const;

/** What rules can measure. */
export const MEASURES = {
	length: { of: 'text', name: 'characters', one: 'character' },
	characters: textMeasure('character', (text) => (text.trim() === '' ? 0 : [...text].length)),
	utf16: textMeasure('character', ({ length }) => length, 'characters (an emoji counts two)'),
	bytes: textMeasure('byte', (text) => Buffer.byteLength(text)),
	emojiBytes: textMeasure('character', emojiBytes, 'characters (an emoji counts as its bytes)'),
	hashtags: textMeasure('hashtag', (text) => text.match(HASHTAG)?.length ?? 0),
	mentions: textMeasure('mention', (text) => text.match(MENTION)?.length ?? 0),
	cashtags: textMeasure('cashtag (such as $ACME)', (text) => different(text, CASHTAG)),
	links: textMeasure('link', (text) => different(text, LINK), 'different links'),

	files: filesMeasure('file', ({ length }) => length),
	pictures: filesMeasure('picture', (files) => ofKind(files, isImage)),
	videos: filesMeasure('video', (files) => ofKind(files, isVideo)),
	besideVideo: filesMeasure('file beside a video', (files) => excluding(files, isVideo)),
	besideGif: filesMeasure('file beside a GIF', (files) => excluding(files, isGif)),
	afterFirst: filesMeasure('file after the first', ({ length }) => Math.max(0, length - 1)),
	afterFirstVideo: filesMeasure('file after a video', ([first, ...others]) =>
		first && isVideo(first) ? others.length : undefined,
	),
	videosAfterPicture: filesMeasure('video after a picture', ([first, ...others]) =>
		first && isImage(first) ? others.filter(isVideo).length : undefined,
	),
	videosWithoutCover: filesMeasure(
		'video without a cover',
		(files) => files.filter((file) => isVideo(file) && !hasCover(file)).length,
	),
	coversAfterEnd: filesMeasure(
		'cover after the end of the video',
		(files) => files.filter(isCoverAfterEnd).length,
	),
	sizes: filesMeasure(
		'size of pictures',
		(files) => new Set(files.filter(isImage).flatMap((file) => sizeOf(file) ?? [])).size,
	),
	transparent: filesMeasure(
		'transparent picture',
		(files) => files.filter(({ hasAlpha }) => hasAlpha).length,
	),
	turned: filesMeasure(
		'picture turned by EXIF',
		(files) => files.filter(({ isTurned }) => isTurned).length,
	),
	turnedAndLarge: filesMeasure(
		'picture over 976 KB turned by EXIF',
		(files) => files.filter(({ isTurned, bytes = 0 }) => isTurned && bytes > 976 * 1024).length,
	),

	pictureType: pictureMeasure('type', ({ ending }) => ending),
	pictureSize: pictureMeasure('size in pixels', sizeOf),
	pictureBytes: pictureMeasure('size', ({ bytes }) => bytes, megabytes),
	pictureRatio: pictureMeasure('ratio (width : height)', ratio, show),
	shorterSide: pictureMeasure('shorter side', shorter, pixels),
	longerSide: pictureMeasure('longer side', longer, pixels),
	elongation: pictureMeasure('ratio of the longer to the shorter side', elongation, show),
	bothSides: pictureMeasure('width and height together', bothSides, pixels),
	megapixels: pictureMeasure('number of pixels', millions, (value) => `${show(value)} million`),
	altLength: pictureMeasure(
		'alt text',
		({ alt, reference }) => (alt ?? reference?.alt)?.length,
		(value) => count(value, 'character'),
	),

	seconds: videoMeasure('duration', ({ seconds }) => seconds, duration),
	videoBytes: videoMeasure('size', ({ bytes }) => bytes, megabytes),
	videoRatio: videoMeasure('ratio (width : height)', ratio, show),
	videoWidth: videoMeasure('width', ({ pixels: size }) => size?.width, pixels),
	videoShorter: videoMeasure('shorter side', shorter, pixels),
	videoLonger: videoMeasure('longer side', longer, pixels),
	fps: videoMeasure(
		'frame rate',
		({ fps }) => fps && Math.round(fps * 100) / 100,
		(value) => `${show(value)} frames per second`,
	),
	codec: videoMeasure('codec', ({ codec }) => codec),

	postsADay: { of: 'day', name: 'posts within 24 hours', one: 'post within 24 hours' },
} satisfies Record<string, Measurement>;

const UNOPENED: Measure[] = ['pictureType', 'altLength'];
const OF_JPEG: Measure[] = ['turned', 'turnedAndLarge'];
const OPENED: Measure[] = ['sizes', 'coversAfterEnd', 'transparent', ...OF_JPEG];

/** True for what can only be measured once files were opened. */
export const isInside = (of: Measure): boolean =>
	['picture', 'video'].includes(MEASURES[of].of) ? !UNOPENED.includes(of) : OPENED.includes(of);

/** True if what is measured inside files can be found in this one. */
export function mayHave(of: Measure, { kind, ending }: FileFacts): boolean {
	if (kind === undefined) return true;
	if (OF_JPEG.includes(of)) return /^jpe?g$/i.test(ending);
	return MEASURES[of].of === 'files' || (MEASURES[of].of === 'video') === (kind === 'video');
}

/** The name of something that rules can measure. */
export type Measure = keyof typeof MEASURES;

/** What becomes of a post that breaks a rule; it is refused if nothing is said. */
interface Consequence {
	/** Refused, but another release or another account may take it. */
	mayPass?: true;
	/** Only in such posts. */
	when?: Condition;
}

/** Settings for which a rule holds. */
export interface Condition {
	/** Such as `in a story`. */
	words: string;
	holds: (settings: IDataObject) => boolean;
}

/** A number, type or size that a network limits. */
export interface Limit extends Consequence {
	of: Measure;
	min?: number;
	max?: number;
	oneOf?: string[];
	not?: string[];
	/** Only in the post itself, or only in the later parts of its thread. */
	in?: 'post' | 'thread';
	/** Only in parts with files. */
	beside?: 'files';
	/** It goes out, but this becomes of it: the end of a sentence. */
	note?: string;
	/** How to fix it, if that isn't to keep to the limit. */
	remedy?: string;
}

/** What else is wrong with a post. */
export interface Mistake extends Consequence {
	/** The label of a setting, or of a field of the form. */
	field: string;
	/** What is wrong with it, after the label. */
	is: string;
	breaks: (settings: IDataObject, post: PostFacts) => unknown;
	/** It goes out, but may not be what people mean. */
	note?: true;
	/** The service refuses it in drafts, too. */
	inDrafts?: true;
	remedy?: string;
}

/** What a network refuses, changes or leaves out (docs/providers.md). */
export type Rule = Limit | Mistake;

/** What a {@link Mistake} sees of a post. */
export interface PostFacts {
	/** What readers see of the first part. */
	text: string;
	/** Of the first part. */
	files: readonly FileFacts[];
	laterParts: number;
	/** The extension and the size of a file in a setting, as far as they are known. */
	fileIn: (key: string) => { ending: string; bytes?: number } | undefined;
}

/** True for a rule that measures something. */
export const isLimit = (rule: Rule): rule is Limit => 'of' in rule;

/** What a post must be like, without the subject: `at most 4 pictures`, `duration 3 s to 15 min`. */
export function describeLimit(limit: Limit): string {
	const { of, oneOf, not } = limit;
	const { name, one }: Words = MEASURES[of];
	if (oneOf) return `${name} ${describeAmount(oneOf)}`;
	if (not) return `no ${describeAmount(not)}`;
	if (one === undefined) return `${name} ${describeRange(limit)}`;
	return `${describeRange(limit)} ${[limit.max, limit.min].includes(1) && limit.max !== 0 ? one : name}`;
}

/** A list of types or sizes: `JPG or PNG`. */
export const describeAmount = (values: string[]) =>
	values
		.map((value) => (value === 'webp' ? 'WebP' : value.replace(/^[a-z]+$/, getUpperBound)))
		.join(' or ');

const getUpperBound = (word: string) => word.toUpperCase();

function describeRange({ of, min = -Infinity, max = Infinity }: Limit): string {
	const { show = String, one }: Words = MEASURES[of];
	const shown = (value: number) => (one ? value.toLocaleString('en') : show(value));
	if (max === 0) return 'no';
	if (min === max) return `exactly ${shown(max)}`;
	if (max === Infinity) return `at least ${shown(min)}`;
	if (min === -Infinity) return `at most ${shown(max)}`;
	const [unit = ''] = / [a-z].*$/.exec(shown(max)) ?? [];
	return `${shown(min).replace(unit, '')} to ${shown(max)}`;
}
