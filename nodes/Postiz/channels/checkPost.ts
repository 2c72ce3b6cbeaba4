import { isPostablePath } from '../media/fileSource';
import { maxLength } from '../providers';
import { countCharacters } from '../text/length';
import { visibleText } from '../text/visibleText';
import type { PostItem, PostType } from '../transport/types';
import type { Explanation } from '../values/problem';
import { checkFile, checkSettings } from './checkSettings';
import type { Target } from './targets';

/**
 * Everything that the service would refuse in one post, in sentences that name the field and what
 * is allowed. Drafts need valid settings and content, but no length and no media
 * (docs/api.md, Creating posts).
 */
export function checkPost(item: PostItem, target: Target, type: PostType): string[] {
	const sentences = [
		...checkParts(item),
		...checkFiles(item),
		...checkSettings(item.settings, target).map(({ field, message }) => `${field} ${message}`),
	];
	if (type !== 'draft') {
		sentences.push(
			...checkLengths(item, target),
			...checkMedia(item, target),
			...checkContent(item, target),
		);
	}
	return sentences.map((sentence) => `${target.label}: ${sentence}`);
}

function partName(index: number): string {
	return index === 0 ? 'the text' : `part ${index + 1} of the thread`;
}

function checkParts({ value }: PostItem): string[] {
	return value.flatMap(({ content, image }, index) =>
		visibleText(content).trim() === '' && image.length === 0
			? [`${partName(index)} is empty. A post needs text or media`]
			: [],
	);
}

function checkFiles({ value }: PostItem): string[] {
	return value.flatMap(({ image }, index) =>
		image.flatMap((file, place) => {
			const message = checkFile(file);
			const part = index === 0 ? 'the post' : partName(index);
			return message === undefined ? [] : [`file ${place + 1} of ${part} ${message}`];
		}),
	);
}

/** What a provider refuses in the settings for the sake of the post itself. */
function checkContent({ settings, value }: PostItem, { provider }: Target): string[] {
	const [{ content, image }] = value;
	const characters = visibleText(content).length;
	return (provider?.checkContent?.(settings, { characters, media: image.length }) ?? []).map(
		({ field, message }) => `${field} ${message}`,
	);
}

function checkLengths({ value, settings }: PostItem, { provider }: Target): string[] {
	const limit = maxLength(provider, settings);
	if (!provider || limit === undefined) return [];
	return value.flatMap(({ content }, index) => {
		const length = countCharacters(content, provider.count);
		return length > limit
			? [
					`${partName(index)} has ${length} characters; ${provider.displayName} takes ${limit}. Shorten it, or move the rest into Thread`,
				]
			: [];
	});
}

const VIDEO = /\.mp4$/i;
const NEEDED_MEDIA = { any: 'a picture or a video', image: 'a picture', video: 'a video (MP4)' };

function checkMedia({ value }: PostItem, { provider }: Target): string[] {
	const paths = (value[0]?.image ?? []).map(({ path }) => String(path ?? '').split(/[?#]/)[0]);
	const needs = provider?.needsMedia;
	if (!provider || !needs) return [];
	// An address without a file ending does not say what lies there.
	const mayBe = (path: string) =>
		needs === 'any' || !isPostablePath(path) || VIDEO.test(path) === (needs === 'video');
	return paths.some(mayBe)
		? []
		: [`${provider.displayName} needs ${NEEDED_MEDIA[needs]}. Add it under Media`];
}

/** One explanation from the sentences of an item: the first, with how many more there are. */
export function summarize(sentences: string[]): Explanation {
	const more = sentences.length - 1;
	return {
		message: sentences[0] + (more > 0 ? ` (and ${more} more)` : ''),
		description: `${more > 0 ? `${sentences.join('. ')}. ` : ''}Nothing was sent for this item. If your instance of Postiz allows this, turn on the option Skip Checks.`,
	};
}
