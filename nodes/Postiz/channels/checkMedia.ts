import { isPostablePath } from '../media/fileSource';
import { mediaRule } from '../providers';
import type { MediaFile, MediaRule, Provider } from '../providers/types';
import type { ImageRef, PostItem } from '../transport/types';

/**
 * What a network refuses of the files of a post and its thread, in sentences
 * (docs/api.md, Media rules, Threads).
 */
export function checkMedia({ value, settings }: PostItem, provider: Provider): string[] {
	return value.flatMap(({ image }, index) => {
		const isLaterPart = index > 0;
		const part = isLaterPart ? `part ${index + 1} of the thread` : 'the post';
		if (isLaterPart && provider.ignoresLaterMedia && image.length > 0) {
			return [
				`${part} has files, which ${provider.displayName} leaves out. Add them to the post itself, or take them out`,
			];
		}
		const rule = mediaRule(provider, settings, isLaterPart);
		return brokenRules(rule, image.map(toMediaFile)).map(
			(broken) => `${part} ${broken}. ${provider.displayName} takes ${describeMediaRule(rule)}`,
		);
	});
}

function toMediaFile({ path, thumbnail, size }: ImageRef): MediaFile {
	const shown = String(path ?? '');
	return {
		path: shown,
		// The service goes by the path alone.
		kind: shown.includes('mp4') ? 'video' : isPostablePath(shown) ? 'image' : undefined,
		hasCover: Boolean(thumbnail),
		size: size as MediaFile['size'],
	};
}

const isVideo = ({ kind }: MediaFile) => kind === 'video';
const isImage = ({ kind }: MediaFile) => kind === 'image';

/** A check of one kind of rule: what is wrong, if anything. */
type Check = (rule: MediaRule, files: MediaFile[]) => string | false | undefined;

const CHECKS: Check[] = [
	({ required }, files) =>
		required !== undefined &&
		!files.some(({ kind }) => required === 'any' || kind === undefined || kind === required) &&
		`has no ${REQUIRED[required]}`,
	({ min = 0 }, files) => files.length < min && `has ${count(files.length, 'file')}`,
	({ max = Infinity }, files) => files.length > max && `has ${count(files.length, 'file')}`,
	({ maxImages = Infinity }, files) =>
		files.filter(isImage).length > maxImages &&
		`has ${count(files.filter(isImage).length, 'picture')}`,
	({ maxVideos = Infinity }, files) =>
		files.filter(isVideo).length > maxVideos &&
		`has ${count(files.filter(isVideo).length, 'video')}`,
	({ videoAlone }, files) =>
		videoAlone && files.length > 1 && files.some(isVideo) && 'has other files beside a video',
	({ videoWithCover }, files) =>
		// A second video passes for a cover, too.
		videoWithCover &&
		files.some(isVideo) &&
		files.length !== 2 &&
		(files.length === 1
			? 'has a video without a picture beside it as its cover'
			: 'has more than one picture beside a video'),
	({ videoNeedsCover }, files) =>
		videoNeedsCover &&
		files.some((file) => isVideo(file) && !file.hasCover) &&
		'has a video without a cover',
	({ sizes }, files) => {
		const wrong = files.find(
			({ size }) =>
				size && sizes?.every(({ width, height }) => width !== size.width || height !== size.height),
		);
		return sizes && wrong?.size && `has a picture of ${showSize(wrong.size)} pixels`;
	},
	({ equalSizes }, files) => {
		const sizes = new Set(files.flatMap(({ size }) => (size ? [showSize(size)] : [])));
		return equalSizes && sizes.size > 1 && `has pictures of ${[...sizes].join(' and ')} pixels`;
	},
	({ firstEndings }, [first]) =>
		firstEndings &&
		first?.kind !== undefined &&
		!firstEndings.some((ending) => first.path.split(/[?#]/)[0].endsWith(`.${ending}`)) &&
		'starts with a file of another type',
];

function brokenRules(rule: MediaRule, files: MediaFile[]): string[] {
	return CHECKS.flatMap((check) => check(rule, files) || []).slice(0, 1);
}

const REQUIRED = { any: 'picture or video', image: 'picture', video: 'video' };
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const showSize = ({ width, height }: { width: number; height: number }) => `${width}x${height}`;

/** What a rule allows, for a sentence that begins with "takes": `up to 4 pictures, or 1 video alone`. */
export function describeMediaRule(rule: MediaRule): string {
	const { required, max, firstEndings } = rule;
	if (max === 0) return 'no files';
	if (required === 'video' && max === 1) return 'exactly 1 video';
	const endings = firstEndings?.map((ending) => ending.toUpperCase()).join(', ');
	return [describePictures(rule), describeVideos(rule), endings && `, the first file ${endings}`]
		.filter(Boolean)
		.join('');
}

function describePictures(rule: MediaRule): string {
	const { required, min = required ? 1 : 0, max, maxImages = max, sizes, equalSizes } = rule;
	const noun = hasOwnVideoRule(rule) ? 'picture' : 'picture or video';
	const nouns = hasOwnVideoRule(rule) ? 'pictures' : 'pictures or videos';
	const size = sizes ? ` of ${sizes.map(showSize).join(' or ')} pixels` : '';
	const alike = equalSizes ? ' of the same size' : '';
	if (maxImages === undefined) {
		return (min > 0 ? `at least ${min} ${min === 1 ? noun : nouns}` : nouns) + size + alike;
	}
	const amount =
		min === maxImages
			? `exactly ${min}`
			: min > 0
				? `${min} to ${maxImages}`
				: `up to ${maxImages}`;
	return `${amount} ${maxImages === 1 ? noun : nouns}${size}${alike}`;
}

function hasOwnVideoRule({ videoAlone, videoWithCover, maxVideos }: MediaRule) {
	return Boolean(videoAlone || videoWithCover || maxVideos !== undefined);
}

function describeVideos({ videoAlone, videoWithCover, videoNeedsCover, maxVideos }: MediaRule) {
	if (videoAlone) return ', or 1 video alone';
	if (videoWithCover) return ', or 1 video with 1 picture as its cover';
	if (videoNeedsCover) return ', each video with a cover';
	if (maxVideos === 0) return ', no videos';
	return maxVideos === undefined ? '' : ` and ${count(maxVideos, 'video')}`;
}
