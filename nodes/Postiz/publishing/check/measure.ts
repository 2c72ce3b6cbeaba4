import type { MediaFile } from '../../media/mediaFile';
import { MEASURES, type Measure, type MeasureWords } from '../../providers/measures';
import type { TextForm } from '../../providers/types';
import { handedText } from '../../text/stored';

/** A number of which only the least and the most are known, as long as files are unknown. */
type Amount = [least: number, most: number];

const exactly = (amount: number): Amount => [amount, amount];

const isVideo = ({ kind }: MediaFile) => kind === 'video';
const isImage = ({ kind }: MediaFile) => kind === 'image';

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

type TextMeasure = 'characters' | 'utf16' | 'bytes' | 'emojiBytes' | 'hashtags' | 'mentions';

const OF_TEXT: Record<TextMeasure | 'cashtags' | 'links', (text: string) => number> = {
	characters: (text) => (text.trim() === '' ? 0 : [...text].length),
	utf16: (text) => text.length,
	bytes: (text) => Buffer.byteLength(text),
	emojiBytes,
	hashtags: (text) => text.match(HASHTAG)?.length ?? 0,
	mentions: (text) => text.match(MENTION)?.length ?? 0,
	cashtags: (text) => different(text, CASHTAG),
	links: (text) => different(text, LINK),
};

function ofKind(files: MediaFile[], isIt: (file: MediaFile) => boolean): Amount {
	const least = files.filter(isIt).length;
	return [least, least + files.filter(({ kind }) => kind === undefined).length];
}

const besides = (files: MediaFile[], isIt: (file: MediaFile) => boolean) =>
	files.some(isIt) ? exactly(files.length - 1) : undefined;

const sizeOf = ({ pixels }: MediaFile) => pixels && `${pixels.width}x${pixels.height}`;

const OF_FILES: Partial<Record<Measure, (files: MediaFile[]) => Amount | undefined>> = {
	files: ({ length }) => exactly(length),
	pictures: (files) => ofKind(files, isImage),
	videos: (files) => ofKind(files, isVideo),
	besideVideo: (files) => besides(files, isVideo),
	besideGif: (files) => besides(files, ({ ending }) => ending === 'gif'),
	afterFirst: ({ length }) => exactly(Math.max(0, length - 1)),
	afterFirstVideo: ([first, ...others]) =>
		first && isVideo(first) ? exactly(others.length) : undefined,
	videosAfterPicture: ([first, ...others]) =>
		first && isImage(first) ? exactly(others.filter(isVideo).length) : undefined,
	videosWithoutCover: (files) =>
		exactly(
			files.filter((file) => isVideo(file) && !file.cover && !file.reference?.thumbnail).length,
		),
	sizes: (files) =>
		exactly(new Set(files.filter(isImage).flatMap((file) => sizeOf(file) ?? [])).size),
	coversAfterEnd: (files) =>
		exactly(
			files.filter(
				({ coverAt, reference, seconds = Infinity }) =>
					(coverAt ?? reference?.thumbnailTimestamp ?? 0) / 1000 > seconds,
			).length,
		),
	transparent: (files) => exactly(files.filter(({ hasAlpha }) => hasAlpha).length),
};

type OfFile = (file: MediaFile) => string | number | undefined;

const byPixels =
	(measure: (width: number, height: number) => number): OfFile =>
	({ pixels }) =>
		pixels && measure(pixels.width, pixels.height);

const ratio = byPixels((width, height) => width / height);
const bytes: OfFile = (file) => file.bytes;

const OF_FILE: Partial<Record<Measure, OfFile>> = {
	pictureType: ({ ending }) => ending,
	pictureSize: sizeOf,
	pictureBytes: bytes,
	pictureRatio: ratio,
	shorterSide: byPixels(Math.min),
	longerSide: byPixels(Math.max),
	elongation: byPixels((width, height) => Math.max(width / height, height / width)),
	bothSides: byPixels((width, height) => width + height),
	megapixels: byPixels((width, height) => (width * height) / 1_000_000),
	altLength: ({ alt, reference }) => (alt ?? reference?.alt)?.length,
	seconds: ({ seconds }) => seconds,
	videoBytes: bytes,
	videoRatio: ratio,
	videoWidth: byPixels((width) => width),
	videoShorter: byPixels(Math.min),
	videoLonger: byPixels(Math.max),
	fps: (file) => file.fps && Math.round(file.fps * 100) / 100,
	codec: (file) => file.codec,
};

/** Measures a text as its network does. */
export const measureText = (content: string, of: Measure, form?: TextForm): number =>
	OF_TEXT[of as TextMeasure](handedText(content, form));

/** Measures the files of a part together; undefined if there is nothing to measure. */
export const measureFiles = (files: MediaFile[], of: Measure): Amount | undefined =>
	OF_FILES[of]?.(files);

/** Measures each file of the rule's kind: its index, and what is known of it. */
export function measureEach(files: MediaFile[], of: Measure): Array<[number, string | number]> {
	if (of === 'firstType') return files[0]?.kind ? [[0, files[0].ending]] : [];
	const { of: what }: MeasureWords = MEASURES[of];
	const isMeant = what === 'video' ? isVideo : isImage;
	return files.flatMap((file, index): Array<[number, string | number]> => {
		const value = isMeant(file) ? OF_FILE[of]?.(file) : undefined;
		return value === undefined ? [] : [[index, value]];
	});
}
