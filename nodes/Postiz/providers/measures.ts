import type { IDataObject } from 'n8n-workflow';

import { count } from '../values/words';

/** How to name what a rule measures. */
export interface MeasureWords {
	/** What it is measured of: a part's text, all its files, each picture or video, or the days of a channel. */
	of: 'text' | 'files' | 'picture' | 'video' | 'day';
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

	postsADay: { of: 'day', name: 'posts within 24 hours', one: 'post within 24 hours' },
} satisfies Record<string, MeasureWords>;

/** The name of something that rules can measure. */
export type Measure = keyof typeof MEASURES;

/** In pixels. */
export interface PixelSize {
	width: number;
	height: number;
}

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
	files: ReadonlyArray<{
		kind?: 'image' | 'video';
		ending: string;
		pixels?: PixelSize;
		seconds?: number;
		isSilent?: boolean;
	}>;
	laterParts: number;
	/** The extension and the size of a file in a setting, as far as they are known. */
	fileIn: (key: string) => { ending: string; bytes?: number } | undefined;
}

/** True for a rule that measures something. */
export const isLimit = (rule: Rule): rule is Limit => 'of' in rule;

/** What a post must be like, without the subject: `at most 4 pictures`, `duration 3 s to 15 min`. */
export function describeLimit(limit: Limit): string {
	const { of, oneOf, not } = limit;
	const { name, one }: MeasureWords = MEASURES[of];
	if (oneOf) return `${name} ${inWords(oneOf)}`;
	if (not) return `no ${inWords(not)}`;
	if (one === undefined) return `${name} ${rangeOf(limit)}`;
	return `${rangeOf(limit)} ${[limit.max, limit.min].includes(1) && limit.max !== 0 ? one : name}`;
}

/** A list of types or sizes: `JPG or PNG`. */
export const inWords = (values: string[]) =>
	values
		.map((value) => (value === 'webp' ? 'WebP' : value.replace(/^[a-z]+$/, upper)))
		.join(' or ');

const upper = (word: string) => word.toUpperCase();

function rangeOf({ of, min = -Infinity, max = Infinity }: Limit): string {
	const { show = String, one }: MeasureWords = MEASURES[of];
	const shown = (value: number) => (one ? value.toLocaleString('en') : show(value));
	if (max === 0) return 'no';
	if (min === max) return `exactly ${shown(max)}`;
	if (max === Infinity) return `at least ${shown(min)}`;
	if (min === -Infinity) return `at most ${shown(max)}`;
	const [unit = ''] = / [a-z].*$/.exec(shown(max)) ?? [];
	return `${shown(min).replace(unit, '')} to ${shown(max)}`;
}

/** Which files a post may have, in a few words; empty for any. */
export const describeFiles = ({ rules = [] }: { rules?: Rule[] }): string =>
	rules
		.filter(isLimit)
		.filter(({ of, when, note, oneOf }) => MEASURES[of].of === 'files' && !when && !note && !oneOf)
		.map((limit) => `${describeLimit(limit)}${limit.in === 'thread' ? ' in a thread' : ''}`)
		.join(', ');
