import { maxLength } from '../providers';
import type { Provider } from '../providers/types';
import { countCharacters } from '../text/length';
import { isBlank } from '../text/plainText';
import { visibleText } from '../text/visibleText';
import type { PostItem, PostType } from '../transport/types';
import type { Explanation } from '../values/problem';
import { checkMedia } from './checkMedia';
import { checkFile, checkSettings } from './checkSettings';
import type { Target } from './targets';

/** What checks need to know of the channel. */
export type CheckTarget = Pick<
	Target,
	'label' | 'provider' | 'maxLength' | 'isDetected' | 'isInForm'
>;

/**
 * Everything that the service would refuse in one post, in sentences that name the field and what
 * is allowed. Drafts need valid settings and content, but no length and no media
 * (docs/api.md, Creating posts).
 */
export function checkPost(item: PostItem, target: CheckTarget, type: PostType): string[] {
	const sentences = [
		...checkParts(item),
		...checkFiles(item),
		...checkSettings(item.settings, target).map(({ field, message }) => `${field} ${message}`),
	];
	if (type !== 'draft') {
		sentences.push(
			...checkLengths(item, target),
			...checkThread(item, target),
			...(target.provider ? checkMedia(item, target.provider) : []),
			...checkContent(item, target),
		);
	}
	// What the form requires may be a rule of the network as well.
	return [...new Set(sentences)].map((sentence) => `${target.label}: ${sentence}`);
}

function partName(index: number): string {
	return index === 0 ? 'the text' : `part ${index + 1} of the thread`;
}

function checkParts({ value }: PostItem): string[] {
	return value.flatMap(({ content, image }, index) =>
		isBlank(content) && image.length === 0
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
function checkContent({ settings, value }: PostItem, { provider }: CheckTarget): string[] {
	const [{ content, image }, ...later] = value;
	const shape = {
		characters: visibleText(content).length,
		media: image.length,
		laterParts: later.length,
	};
	return (provider?.checkContent?.(settings, shape) ?? []).map(
		({ field, message }) => `${field} ${message}`,
	);
}

function checkThread({ value }: PostItem, { provider }: CheckTarget): string[] {
	const later = value.length - 1;
	if (!provider?.ignoresThreads || later === 0) return [];
	const parts = later === 1 ? 'its further part' : `its ${later} further parts`;
	return [
		`${provider.displayName} publishes no threads: ${parts} would be lost. Take the thread out, or join it to the text with the option Networks Without Threads`,
	];
}

function howToShorten({ ignoresThreads }: Provider): string {
	return ignoresThreads ? 'Shorten it' : 'Shorten it, or move the rest into Thread';
}

function checkLengths({ value, settings }: PostItem, target: CheckTarget): string[] {
	const { provider } = target;
	const limit = target.maxLength ?? maxLength(provider, settings);
	if (!provider || limit === undefined) return [];
	return value.flatMap(({ content }, index) => {
		const length = countCharacters(content, provider.count);
		return length > limit
			? [
					`${partName(index)} has ${length} characters; ${provider.displayName} takes ${limit}. ${howToShorten(provider)}`,
				]
			: [];
	});
}

/** One explanation from the sentences of an item: the first, with how many more there are. */
export function summarize(sentences: string[]): Explanation {
	const more = sentences.length - 1;
	return {
		message: sentences[0] + (more > 0 ? ` (and ${more} more)` : ''),
		description: `${more > 0 ? `${sentences.join('. ')}. ` : ''}Nothing was sent for this item. If your instance of Postiz allows this, turn on the option Skip Checks.`,
	};
}
