import type { Values } from '../service/schema.cjs';
import { createNumberedTags, createTags, createThread } from './ruleBuilders.cjs';
import {
	createPicture,
	createPictures,
	createText,
	createVideo,
	countLetters,
	isVideo,
	listPlaces,
	repeat,
	toText,
	type PostFile,
	type Sample,
} from './samples.cjs';

export interface Bound {
	min?: number;
	max?: number;
}

const createWords = (count: number, mark: string) =>
	Array.from({ length: count }, (_value, index) => `${mark}tea${index}`).join(' ');

const filterVideos = (files: PostFile[]) => files.filter(isVideo);
const filterPictures = (files: PostFile[]) => files.filter((file) => !isVideo(file));
const countBytes = (text: string) => new TextEncoder().encode(text).length;
const findMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(String);
const countDifferent = (text: string, pattern: RegExp) => new Set(findMatches(text, pattern)).size;

/** An emoji with its modifiers, and those joined to it. */
const EMOJI =
	/(?:\p{Emoji_Presentation}|.\ufe0f)(?:\u200d|\p{Emoji_Modifier}|\p{Emoji_Presentation}|\ufe0f)*/gu;
const countEmojiBytes = (text: string) =>
	countLetters(text.replace(EMOJI, '')) +
	findMatches(text, EMOJI).reduce((sum, emoji) => sum + countBytes(emoji), 0);

/** Something that can be measured in a post: how, a post with that measure, and the message about it. */
export interface Measure {
	/** Measures a part of a post; undefined where there is nothing to measure. */
	read: (
		files: PostFile[],
		text: string,
		part: number,
		settings: Values,
	) => Array<number | undefined>;
	make: (value: number) => Sample;
	/** Part of the message about a value out of bounds. */
	say: (value: number, bound: Bound) => string;
	/** How far out of bounds a value is tested. */
	step: number;
	/** Files must be opened to measure it, though not by their network. */
	opens?: true;
}

/** The length of a setting, in the places that have it. */
const measureSetting = (
	key: string,
	make: (value: number) => unknown = createText,
	placesOf = (settings: Values): Values[] => [settings],
	settingsOf = (place: Values): Values => place,
): Measure => ({
	read: (_files, _text, _part, settings) =>
		placesOf(settings).map(({ [key]: value }) => toText(value).length || undefined),
	make: (value) => ({ settings: settingsOf({ [key]: make(value) }) }),
	say: (value, { min = 0, max }) => (value < min ? `at least ${min}` : `maximum is ${max}`),
	step: 1,
});
const measurePlace = (key: string, beside: Values = {}) =>
	measureSetting(key, createText, listPlaces, (place) => ({
		subreddit: [{ value: { ...beside, ...place } }],
	}));

/** A number as people read it. */
export const formatNumber = (number: number) => number.toLocaleString('en');

/** How many there are of the things that a word names. */
const sayCount =
	(word: string, after = '') =>
	(value: number, { min, max = 0 }: Bound) => {
		if (value === 0) return `no ${word}${after}`;
		if (min !== undefined && value < min) return `${value} of at least ${min} ${word}s${after}`;
		if (max === 0) return `${value} ${word}${after}`;
		if (max === 1) return `${value} ${word}s${after} instead of 1`;
		if (/file|picture|video/.test(word))
			return `${value} ${word}s${after} instead of at most ${max}`;
		return `${formatNumber(value)} of ${formatNumber(max)} ${word}s${after}`;
	};
const measureText = (
	say: Measure['say'],
	count: (text: string) => number,
	make: (value: number) => string,
): Measure => ({
	read: (_files, text) => [count(text)],
	make: (value) => ({ text: make(value) }),
	say,
	step: 1,
});
const measureFiles = (
	say: Measure['say'],
	count: (files: PostFile[]) => number | undefined,
	make: (value: number) => PostFile[],
): Measure => ({
	read: (files) => [count(files)],
	make: (value) => ({ files: make(value) }),
	say,
	step: 1,
});
const count = (files: PostFile[]) => files.length;
const repeatFile = (file: PostFile) => (value: number) => repeat(value, file);
/** How many files have an extension. */
const countOfType = (ending: string, name: string): Measure =>
	measureFiles(
		() => name,
		(files) => files.filter((file) => file.ending === ending).length,
		(value) => [createPicture(value ? { ending } : {})],
	);
type Fact = (file: PostFile) => number | undefined;
/** Facts that are already numbers. */
type FactName = 'bytes' | 'seconds' | 'fps' | 'width';
const measureEachFile =
	(fileWith: typeof createPicture, filesOf: (files: PostFile[]) => PostFile[]) =>
	(
		say: string,
		fact: Fact | FactName,
		make = (value: number): Partial<PostFile> => ({ [String(fact)]: value }),
		step = 1,
	): Measure => ({
		read: (files) =>
			filesOf(files).map(typeof fact === 'string' ? ({ [fact]: value }) => value : fact),
		make: (value) => ({ files: [fileWith(make(value))] }),
		say: () => say,
		step,
	});
const ofPicture = measureEachFile(createPicture, filterPictures);
const ofVideo = measureEachFile(createVideo, filterVideos);

const listSides = ({ width, height }: PostFile) =>
	width === undefined || height === undefined ? [] : [width, height];
const getShorterSide: Fact = (file) =>
	listSides(file).length ? Math.min(...listSides(file)) : undefined;
const getLongerSide: Fact = (file) =>
	listSides(file).length ? Math.max(...listSides(file)) : undefined;
const getRatio: Fact = ({ width = NaN, height = NaN }) => width / height;

export const MEASURES = {
	characters: measureText(sayCount('character'), countLetters, createText),
	bytes: measureText(
		sayCount('byte'),
		countBytes,
		(value) => createText(value % 2) + 'é'.repeat(value / 2),
	),
	/** An emoji counts as its bytes. */
	emojiBytes: measureText(
		sayCount('character'),
		countEmojiBytes,
		(value) => createText(value - 28) + '🍵'.repeat(28 / 4),
	),
	mentions: measureText(
		sayCount('mention'),
		(text) => findMatches(text, /(^|[^\w@/.])@[\w.]+/g).length,
		(value) => createWords(value, '@'),
	),
	hashtags: measureText(
		sayCount('hashtag'),
		(text) => findMatches(text, /#[\p{L}\p{N}_]*\p{L}/gu).length,
		(value) => createWords(value, '#'),
	),
	links: measureText(
		(value, { max }) => `${value} of ${max} different links`,
		(text) => countDifferent(text, /https?:\/\/\S+/g),
		(value) => `${createWords(value, 'https://e.example/')} https://e.example/tea0`,
	),
	cashtags: measureText(
		(value) => `${value} cashtags (such as`,
		(text) => countDifferent(text, /\$[A-Za-z]{1,6}\b/g),
		(value) =>
			['$A', ...Array.from('ABCDEF'.slice(0, value), (letter) => `$${letter}`)].join(', ') + ', $5',
	),
	/** The text of a post with files. */
	captionCharacters: {
		...measureText(sayCount('character', ' with media'), countLetters, createText),
		read: (files, text) => [files.length > 0 ? countLetters(text) : 0],
		make: (value) => ({ ...createPictures(1), text: createText(value) }),
	} as Measure,
	captionUnits: {
		...measureText(sayCount('character'), ({ length }) => length, createText),
		make: (value) => ({ ...createPictures(1), text: `${createText(value - 2)}🍵` }),
		say: (value, { max = 0 }) => `${formatNumber(value)} of ${formatNumber(max)}`,
	} as Measure,

	files: measureFiles(sayCount('file'), count, repeatFile(createPicture())),
	/** Files, tried with videos. */
	clips: measureFiles(sayCount('file'), count, repeatFile(createVideo())),
	noFiles: measureFiles(
		() => 'no video',
		(files) => (files.length === 0 ? 1 : 0),
		(value) => (value ? [] : [createVideo()]),
	),
	/** Files, called pictures in the message. */
	shots: measureFiles(sayCount('picture'), count, repeatFile(createPicture())),
	/** Also where the post itself has only its text. */
	unpublishedFiles: {
		read: () => [],
		make: (value) => ({ files: repeat(value, createPicture()) }),
		say: () => 'file',
		step: 1,
	} as Measure,
	/** Of later parts. */
	laterFiles: {
		read: (files, _text, part) => [part > 0 ? files.length : undefined],
		make: (value) => createThread('Tea', repeat(value, createPicture())),
		say: () => 'part 2 of the thread has 1 file',
		step: 1,
	} as Measure,
	/** Texts without a letter. */
	blankTexts: {
		read: (_files, text) => [text.trim() === '' ? 1 : 0],
		make: (value) => ({ ...createPictures(1), text: value ? '\n' : 'Tea' }),
		say: () => 'no text',
		step: 1,
	} as Measure,
	gifs: countOfType('gif', 'GIF'),
	webps: countOfType('webp', 'WebP'),
	besideGif: measureFiles(
		() => 'beside a GIF',
		(files) => (files.some(({ ending }) => ending === 'gif') ? files.length - 1 : undefined),
		(value) => [createPicture({ ending: 'gif' }), ...repeat(value, createPicture())],
	),
	videosAmongPictures: measureFiles(
		sayCount('video'),
		(files) => filterVideos(files).length,
		(value) => [...repeat(2, createPicture()), ...repeat(value, createVideo())],
	),
	withoutCover: measureFiles(
		() => 'without a cover',
		(files) => filterVideos(files).filter(({ thumbnail }) => !thumbnail).length,
		(value) => [createVideo(value ? {} : { thumbnail: 'https://e.example/a.jpg' })],
	),
	pictures: measureFiles(
		sayCount('picture'),
		(files) => count(filterPictures(files)),
		repeatFile(createPicture()),
	),
	videos: measureFiles(
		sayCount('video'),
		(files) => filterVideos(files).length,
		(value) => (value === 0 ? [createPicture()] : repeat(value, createVideo())),
	),
	besideVideo: measureFiles(
		(value, bound) =>
			bound.max === 0 ? 'beside a video' : sayCount('file', ' beside a video')(value, bound),
		(files) => (files.some(isVideo) ? files.length - 1 : undefined),
		(value) => [createVideo(), ...repeat(value, createPicture())],
	),
	afterVideo: measureFiles(
		sayCount('file', ' after a video'),
		([first, ...others]) => (first && isVideo(first) ? others.length : undefined),
		(value) => [createVideo(), ...repeat(value, createPicture())],
	),
	videosAfterPicture: measureFiles(
		sayCount('video', ' after a picture'),
		([first, ...others]) => (first && !isVideo(first) ? filterVideos(others).length : undefined),
		(value) => [createPicture(), ...repeat(value, createVideo())],
	),
	sizes: {
		...measureFiles(
			(value) => `${value} sizes of pictures instead of 1`,
			(files) =>
				files.length < 2 || files.some(isVideo)
					? undefined
					: // What cannot be measured is of no size.
						new Set(files.map((file) => listSides(file).join('x') || file)).size +
						(listSides(files[0]).length ? 0 : 1),
			(value) => [
				createPicture(),
				...Array.from({ length: value }, (_value, index) => createPicture({ width: 400 + index })),
			],
		),
		opens: true,
	} as Measure,

	pictureBytes: ofPicture('the size', 'bytes'),
	pictureShorter: ofPicture('shorter side', getShorterSide, (side) => ({
		width: side,
		height: side,
	})),
	pictureLonger: ofPicture('longer side', getLongerSide, (width) => ({ width, height: 1000 })),
	pixels: ofPicture(
		'number of pixels',
		({ width = 0, height = 0 }) => width * height,
		(value) => ({ width: 6000, height: value / 6000 }),
		6000,
	),
	/** Width and height together. */
	sides: ofPicture(
		'width and height',
		({ width = 0, height = 0 }) => width + height,
		(value) => ({ width: value - 5000, height: 5000 }),
	),
	ratio: ofPicture(
		'ratio',
		getRatio,
		(value) => ({ width: Math.round(value * 100), height: 100 }),
		0.01,
	),
	alt: ofPicture(
		'the alt text',
		({ alt = '' }) => alt.length,
		(value) => ({ alt: createText(value) }),
	),

	seconds: ofVideo('duration', 'seconds', undefined, 0.1),
	fps: ofVideo('frame rate', 'fps', undefined, 0.1),
	videoBytes: ofVideo('the size', 'bytes'),
	videoWidth: ofVideo('width', 'width'),
	videoShorter: ofVideo('shorter side', getShorterSide, (width) => ({ width, height: 640 })),
	videoLonger: ofVideo('longer side', getLongerSide, (height) => ({ height })),
	videoRatio: ofVideo(
		'ratio',
		getRatio,
		(value) => ({
			width: Math.round(500 * Math.max(value, 1) * 4),
			height: Math.round((500 / Math.min(value, 1)) * 4),
		}),
		0.01,
	),

	title: measureSetting('title'),
	subtitle: measureSetting('subtitle'),
	tagsText: measureSetting('tags'),
	tags: measureSetting('tags', (value) => createTags(...createWords(value, '').split(' '))),
	numberedTags: measureSetting('tags', (value) =>
		createNumberedTags(...createWords(value, '').split(' ')),
	),
	placeTitle: measurePlace('title', { type: 'self' }),
	community: measurePlace('subreddit', { id: '1', title: 'Tea' }),

	/** Depends on the channel; the rules of the network do not know it. */
	postsPerDay: {
		read: () => [],
		make: (postsPerDay) => ({ postsPerDay }),
		say: (value, { max }) => `${value} of ${max} posts within 24 hours`,
		step: 1,
	} as Measure,
};
