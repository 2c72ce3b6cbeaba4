import { count } from '../values/words';
import type { MediaRule, PixelSize } from './types';

/** Describes a rule, without the subject: `allows up to 4 pictures, or 1 video alone`. */
export const explainMediaRule = (rule: MediaRule) =>
	`${rule.required ? 'requires' : 'allows'} ${describeMediaRule(rule)}`;

/** Describes the allowed files: `up to 4 pictures, or 1 video alone`. */
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
	const hasOwnVideoRule = rule.videoAlone || rule.videoWithCover || rule.maxVideos !== undefined;
	const [noun, nouns] = hasOwnVideoRule
		? ['picture', 'pictures']
		: ['picture or video', 'pictures or videos'];
	const size = sizes ? ` of ${sizes.map(showSize).join(' or ')} pixels` : '';
	const alike = equalSizes ? ' of the same size' : '';
	return `${describeAmount(min, maxImages)}${(maxImages ?? min) === 1 ? noun : nouns}${size}${alike}`;
}

function describeAmount(min: number, max: number | undefined): string {
	if (max === undefined) return min > 0 ? `at least ${min} ` : '';
	if (min === max) return `exactly ${max} `;
	return min > 0 ? `${min} to ${max} ` : `up to ${max} `;
}

function describeVideos({ videoAlone, videoWithCover, videoNeedsCover, maxVideos }: MediaRule) {
	if (videoAlone) return ', or 1 video alone';
	if (videoWithCover) return ', or 1 video with 1 picture as its cover';
	if (videoNeedsCover) return ', each video with a cover';
	if (maxVideos === 0) return ', no videos';
	return maxVideos === undefined ? '' : ` and ${count(maxVideos, 'video')}`;
}

/** Formats a size: `400x300`. */
export const showSize = ({ width, height }: PixelSize) => `${width}x${height}`;
