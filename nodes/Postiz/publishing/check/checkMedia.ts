import { hasCover, type PlannedFile } from '../../media/plannedFile';
import { mediaRule } from '../../providers';
import { explainMediaRule, showSize } from '../../providers/describeMediaRule';
import type { MediaRule, Provider } from '../../providers/types';
import { count } from '../../values/plural';
import type { PlannedPost } from '../types';

/** What a network refuses of the files of a post and its thread, in sentences (docs/api.md, Media rules, Threads). */
export function checkMedia(
	{ parts, settings }: Pick<PlannedPost, 'parts' | 'settings'>,
	provider: Provider,
): string[] {
	return parts.flatMap(({ files }, index) => {
		const isLaterPart = index > 0;
		const part = isLaterPart ? `part ${index + 1} of the thread` : 'the post';
		if (isLaterPart && provider.ignoresLaterMedia && files.length > 0) {
			return [
				`${part} has files, which ${provider.displayName} doesn't publish. Add them to the post itself, or remove them`,
			];
		}
		const rule = mediaRule(provider, settings, isLaterPart);
		const [broken] = CHECKS.flatMap((check) => check(rule, files) || []);
		return broken ? [`${part} ${broken}. ${provider.displayName} ${explainMediaRule(rule)}`] : [];
	});
}

const isVideo = ({ kind }: PlannedFile) => kind === 'video';
const isImage = ({ kind }: PlannedFile) => kind === 'image';

/** A check of one kind of rule: what is wrong, if anything. */
type Check = (rule: MediaRule, files: PlannedFile[]) => string | false | undefined;

const REQUIRED = { any: 'picture or video', image: 'picture', video: 'video' };

const tooMany = (what: string, number: number, max = Infinity) =>
	number > max && `has ${count(number, what)}`;

const CHECKS: Check[] = [
	({ required }, files) =>
		required !== undefined &&
		!files.some(({ kind }) => required === 'any' || kind === undefined || kind === required) &&
		`has no ${REQUIRED[required]}`,
	({ min = 0 }, { length }) => length < min && `has ${count(length, 'file')}`,
	({ max }, { length }) => tooMany('file', length, max),
	({ maxImages }, files) => tooMany('picture', files.filter(isImage).length, maxImages),
	({ maxVideos }, files) => tooMany('video', files.filter(isVideo).length, maxVideos),
	({ videoAlone }, files) =>
		videoAlone && files.length > 1 && files.some(isVideo) && 'has other files besides a video',
	({ videoWithCover }, files) =>
		// A second video passes for a cover, too.
		videoWithCover &&
		files.some(isVideo) &&
		files.length !== 2 &&
		(files.length === 1
			? 'has a video without a picture as its cover'
			: 'has more than one picture besides a video'),
	({ videoNeedsCover }, files) =>
		videoNeedsCover &&
		files.some((file) => isVideo(file) && !hasCover(file)) &&
		'has a video without a cover',
	({ sizes }, files) => {
		const wrong = files.find(
			({ pixels }) =>
				pixels &&
				sizes?.every(({ width, height }) => width !== pixels.width || height !== pixels.height),
		);
		return sizes && wrong?.pixels && `has a picture of ${showSize(wrong.pixels)} pixels`;
	},
	({ equalSizes }, files) => {
		const sizes = new Set(files.flatMap(({ pixels }) => (pixels ? [showSize(pixels)] : [])));
		return equalSizes && sizes.size > 1 && `has pictures of ${[...sizes].join(' and ')} pixels`;
	},
	({ firstEndings }, [first]) =>
		firstEndings &&
		first?.kind !== undefined &&
		!firstEndings.includes(first.ending) &&
		'starts with a file of another type',
];
