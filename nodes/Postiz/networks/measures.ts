import { formatCount } from '../common/text';
import { LINK_IN_TEXT } from '../common/webAddress';
import type { FileFacts } from './fileFacts';

/** A number, or the range of possible numbers while the kind of a file is unknown. */
export type CountRange = number | [least: number, most: number];

/** The words for a measure in messages. */
export interface MeasureWords {
	name: string;
	/** The name of one thing, if things are counted. */
	singular?: string;
	/** Formats the value, if nothing is counted. */
	format?: (value: number) => string;
}

type MeasureFile = (file: FileFacts) => string | number | undefined;

/** What is measured: the text of a part, all its files, each picture or video, or the posts of a channel in a day. */
export type Measure = MeasureWords &
	/** `read` gets a text as the network does; without it, text/characterCount.ts counts the characters. */
	(
		| { appliesTo: 'text'; read?: (text: string) => number }
		| { appliesTo: 'files'; read: (files: FileFacts[]) => CountRange | undefined }
		| { appliesTo: 'picture'; read: MeasureFile }
		| { appliesTo: 'video'; read: MeasureFile }
		| { appliesTo: 'day' }
	);

/** In bytes. Shown as 1 MB, as networks write it. */
export const MIB = 1_048_576;

const formatNumber = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });
const formatPixels = (value: number) => `${formatNumber(value)} pixels`;

function formatDuration(seconds: number): string {
	const tenths = Math.round(seconds * 10) / 10;
	if (tenths < 60) return `${formatNumber(tenths)} s`;
	const rounded = Math.round(seconds);
	const [minutes, rest] = [Math.floor(rounded / 60), rounded % 60];
	return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`;
}

function formatBytes(value: number): string {
	return value < MIB / 2
		? `${formatNumber(Math.ceil(value / 1024))} KB`
		: `${formatNumber(value / MIB)} MB`;
}

/** For networks that count the bytes of an emoji. */
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const HASHTAG = /(?<![\p{L}\p{N}_&/#])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}\p{M}_]+/gu;
const MENTION = /(?<![\p{L}\p{N}_@/.])@[\w.]+/gu;
const CASHTAG = /(?<![\w$])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![\w$])/gi;

const countDistinct = (text: string, pattern: RegExp) =>
	new Set(text.match(pattern)?.map((match) => match.toLowerCase())).size;

function countEmojiAsBytes(text: string): number {
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
const isGif = ({ extension }: FileFacts) => extension === 'gif';

function countKind(files: FileFacts[], isOfKind: (file: FileFacts) => boolean): CountRange {
	const least = files.filter(isOfKind).length;
	return [least, least + files.filter(({ kind }) => kind === undefined).length];
}

const countOthers = (files: FileFacts[], isOfKind: (file: FileFacts) => boolean) =>
	files.some(isOfKind) ? files.length - 1 : undefined;

const formatSize = ({ pixels }: FileFacts) => pixels && `${pixels.width}x${pixels.height}`;

const computeFromPixels =
	(measure: (width: number, height: number) => number) =>
	({ pixels }: FileFacts) =>
		pixels && measure(pixels.width, pixels.height);
const getShorterSide = computeFromPixels(Math.min);
const getLongerSide = computeFromPixels(Math.max);
const getRatio = computeFromPixels((width, height) => width / height);
const getElongation = computeFromPixels((width, height) =>
	Math.max(width / height, height / width),
);
const addSides = computeFromPixels((width, height) => width + height);
const countMegapixels = computeFromPixels((width, height) => (width * height) / 1_000_000);

const hasCover = ({ cover, reference }: FileFacts) => Boolean(cover ?? reference?.thumbnail);
const isCoverAfterEnd = ({ coverAt, reference, seconds = Infinity }: FileFacts) =>
	(coverAt ?? reference?.thumbnailTimestamp ?? 0) / 1000 > seconds;

const pluralize = (singular: string) => singular.replace(/^(?:transparent )?\w+/, '$&s');
const createTextMeasure = (
	singular: string,
	read: (text: string) => number,
	name = pluralize(singular),
) => ({ appliesTo: 'text', name, singular, read }) as const;
const createFilesMeasure = (
	singular: string,
	read: (files: FileFacts[]) => CountRange | undefined,
) => ({ appliesTo: 'files', name: pluralize(singular), singular, read }) as const;
const createFileCountMeasure = (
	singular: string,
	isCounted: (file: FileFacts) => boolean | undefined,
) => createFilesMeasure(singular, (files) => files.filter(isCounted).length);
const createPictureMeasure = (name: string, read: MeasureFile, format?: MeasureWords['format']) =>
	({ appliesTo: 'picture', name, read, format }) as const;
const createVideoMeasure = (name: string, read: MeasureFile, format?: MeasureWords['format']) =>
	({ appliesTo: 'video', name, read, format }) as const;

export const MEASURES = {
	postizLength: { appliesTo: 'text', name: 'characters', singular: 'character' },
	codePoints: createTextMeasure('character', (text) => (text.trim() === '' ? 0 : [...text].length)),
	codeUnits: createTextMeasure(
		'character',
		({ length }) => length,
		'characters (an emoji counts two)',
	),
	bytes: createTextMeasure('byte', (text) => Buffer.byteLength(text)),
	emojiBytes: createTextMeasure(
		'character',
		countEmojiAsBytes,
		'characters (an emoji counts as its bytes)',
	),
	hashtags: createTextMeasure('hashtag', (text) => text.match(HASHTAG)?.length ?? 0),
	mentions: createTextMeasure('mention', (text) => text.match(MENTION)?.length ?? 0),
	cashtags: createTextMeasure('cashtag (such as $ACME)', (text) => countDistinct(text, CASHTAG)),
	links: createTextMeasure('link', (text) => countDistinct(text, LINK_IN_TEXT), 'different links'),

	files: createFilesMeasure('file', ({ length }) => length),
	pictures: createFilesMeasure('picture', (files) => countKind(files, isImage)),
	videos: createFilesMeasure('video', (files) => countKind(files, isVideo)),
	filesBesideVideo: createFilesMeasure('file beside a video', (files) =>
		countOthers(files, isVideo),
	),
	filesBesideGif: createFilesMeasure('file beside a GIF', (files) => countOthers(files, isGif)),
	filesAfterFirst: createFilesMeasure('file after the first', ({ length }) =>
		Math.max(0, length - 1),
	),
	filesAfterVideo: createFilesMeasure('file after a video', ([first, ...others]) =>
		first && isVideo(first) ? others.length : undefined,
	),
	videosAfterPicture: createFilesMeasure('video after a picture', ([first, ...others]) =>
		first && isImage(first) ? others.filter(isVideo).length : undefined,
	),
	videosWithoutCover: createFileCountMeasure(
		'video without a cover',
		(file) => isVideo(file) && !hasCover(file),
	),
	coversAfterEnd: createFileCountMeasure('cover after the end of the video', isCoverAfterEnd),
	pictureSizes: createFilesMeasure(
		'size of pictures',
		(files) => new Set(files.filter(isImage).flatMap((file) => formatSize(file) ?? [])).size,
	),
	transparentPictures: createFileCountMeasure('transparent picture', ({ hasAlpha }) => hasAlpha),
	rotatedPictures: createFileCountMeasure('picture rotated by EXIF', ({ isRotated }) => isRotated),
	largeRotatedPictures: createFileCountMeasure(
		'picture over 976 KB rotated by EXIF',
		({ isRotated, bytes = 0 }) => isRotated && bytes > 976 * 1024,
	),

	pictureType: createPictureMeasure('type', ({ extension }) => extension),
	pictureSize: createPictureMeasure('size in pixels', formatSize),
	pictureBytes: createPictureMeasure('size', ({ bytes }) => bytes, formatBytes),
	pictureRatio: createPictureMeasure('ratio (width : height)', getRatio, formatNumber),
	pictureShorterSide: createPictureMeasure('shorter side', getShorterSide, formatPixels),
	pictureLongerSide: createPictureMeasure('longer side', getLongerSide, formatPixels),
	elongation: createPictureMeasure(
		'ratio of the longer to the shorter side',
		getElongation,
		formatNumber,
	),
	widthPlusHeight: createPictureMeasure('sum of width and height', addSides, formatPixels),
	megapixels: createPictureMeasure(
		'number of pixels',
		countMegapixels,
		(value) => `${formatNumber(value)} million`,
	),
	altLength: createPictureMeasure(
		'alt text',
		({ alt, reference }) => (alt ?? reference?.alt)?.length,
		(value) => formatCount(value, 'character'),
	),

	seconds: createVideoMeasure('duration', ({ seconds }) => seconds, formatDuration),
	videoBytes: createVideoMeasure('size', ({ bytes }) => bytes, formatBytes),
	videoRatio: createVideoMeasure('ratio (width : height)', getRatio, formatNumber),
	videoWidth: createVideoMeasure('width', ({ pixels }) => pixels?.width, formatPixels),
	videoShorterSide: createVideoMeasure('shorter side', getShorterSide, formatPixels),
	videoLongerSide: createVideoMeasure('longer side', getLongerSide, formatPixels),
	fps: createVideoMeasure(
		'frame rate',
		({ fps }) => fps && Math.round(fps * 100) / 100,
		(value) => `${formatNumber(value)} frames per second`,
	),
	codec: createVideoMeasure('codec', ({ codec }) => codec),

	postsPerDay: {
		appliesTo: 'day',
		name: 'posts within 24 hours',
		singular: 'post within 24 hours',
	},
} satisfies Record<string, Measure>;

const KNOWN_WITHOUT_OPENING: MeasureName[] = ['pictureType', 'altLength'];
const ONLY_IN_JPEG: MeasureName[] = ['rotatedPictures', 'largeRotatedPictures'];
const NEED_OPEN_FILES: MeasureName[] = [
	'pictureSizes',
	'coversAfterEnd',
	'transparentPictures',
	...ONLY_IN_JPEG,
];

/** True if files must be opened to measure it. */
export const needsOpenFiles = (name: MeasureName): boolean =>
	['picture', 'video'].includes(MEASURES[name].appliesTo)
		? !KNOWN_WITHOUT_OPENING.includes(name)
		: NEED_OPEN_FILES.includes(name);

/** True if a measure that needs open files can apply to this one. */
export function canApplyTo(name: MeasureName, { kind, extension }: FileFacts): boolean {
	if (kind === undefined) return true;
	if (ONLY_IN_JPEG.includes(name)) return /^jpe?g$/i.test(extension);
	return (
		MEASURES[name].appliesTo === 'files' ||
		(MEASURES[name].appliesTo === 'video') === (kind === 'video')
	);
}

export type MeasureName = keyof typeof MEASURES;
