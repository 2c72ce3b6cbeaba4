import { count } from '../values/words';

/** How to name what a rule measures. */
export interface MeasureWords {
	/** What it is measured of: a part's text, all its files, or each picture or video. */
	of: 'text' | 'files' | 'picture' | 'video';
	name: string;
	/** The name of one, if it is a number of things. */
	one?: string;
	/** Formats a value that isn't a number of things. */
	show?: (value: number) => string;
	/** Each file must be opened to measure it. */
	isInside?: true;
}

const show = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });
const pixels = (value: number) => `${show(value)} pixels`;
const perSecond = (value: number) => `${show(value)} frames per second`;

function duration(seconds: number): string {
	if (seconds < 60) return `${show(Math.round(seconds * 10) / 10)} s`;
	const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
	return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`;
}

function bytes(value: number): string {
	return value < MIB / 2 ? `${show(Math.ceil(value / 1024))} KB` : `${show(value / MIB)} MB`;
}

/** A megabyte, in bytes. */
export const MIB = 1_048_576;

const ofText = (name: string, one: string): MeasureWords => ({ of: 'text', name, one });
const ofFiles = (name: string, one: string): MeasureWords => ({ of: 'files', name, one });
const ofEach =
	(of: 'picture' | 'video') =>
	(name: string, how: MeasureWords['show']): MeasureWords => ({
		of,
		name,
		show: how,
		isInside: true,
	});
const ofPicture = ofEach('picture');
const ofVideo = ofEach('video');

/** What rules can measure. `publishing/check/measure.ts` does so. */
export const MEASURES = {
	characters: ofText('characters', 'character'),
	utf16: ofText('characters (an emoji counts two)', 'character'),
	bytes: ofText('bytes', 'byte'),
	emojiBytes: ofText('characters (an emoji counts as its bytes)', 'character'),
	hashtags: ofText('hashtags', 'hashtag'),
	mentions: ofText('mentions', 'mention'),
	cashtags: ofText('different cashtags (such as $ACME)', 'cashtag (such as $ACME)'),
	links: ofText('different links', 'link'),

	files: ofFiles('files', 'file'),
	pictures: ofFiles('pictures', 'picture'),
	videos: ofFiles('videos', 'video'),
	besideVideo: ofFiles('files beside a video', 'file beside a video'),
	besideGif: ofFiles('files beside a GIF', 'file beside a GIF'),
	afterFirst: ofFiles('files after the first', 'file after the first'),
	afterFirstVideo: ofFiles('files after a video', 'file after a video'),
	videosAfterPicture: ofFiles('videos after a picture', 'video after a picture'),
	videosWithoutCover: ofFiles('videos without a cover', 'video without a cover'),
	sizes: { ...ofFiles('different sizes of pictures', 'size of pictures'), isInside: true },
	coversAfterEnd: {
		...ofFiles('covers after the end of the video', 'cover after the end of the video'),
		isInside: true,
	},
	transparent: { ...ofFiles('transparent pictures', 'transparent picture'), isInside: true },

	pictureType: { of: 'picture', name: 'type' },
	firstType: { of: 'files', name: 'type of the first file' },
	pictureSize: ofPicture('size in pixels', undefined),
	pictureBytes: ofPicture('size', bytes),
	pictureRatio: ofPicture('ratio (width : height)', show),
	shorterSide: ofPicture('shorter side', pixels),
	longerSide: ofPicture('longer side', pixels),
	elongation: ofPicture('ratio of the longer to the shorter side', show),
	bothSides: ofPicture('width and height together', pixels),
	megapixels: ofPicture('number of pixels', (value) => `${show(value)} million`),
	altLength: { of: 'picture', name: 'alt text', show: (value) => count(value, 'character') },

	seconds: ofVideo('duration', duration),
	videoBytes: ofVideo('size', bytes),
	videoRatio: ofVideo('ratio (width : height)', show),
	videoWidth: ofVideo('width', pixels),
	videoShorter: ofVideo('shorter side', pixels),
	videoLonger: ofVideo('longer side', pixels),
	fps: ofVideo('frame rate', perSecond),
	codec: ofVideo('codec', undefined),
} satisfies Record<string, MeasureWords>;

/** The name of something that rules can measure. */
export type Measure = keyof typeof MEASURES;
