import { maxLength } from '../providers';
import type { Provider, SettingProblem } from '../providers/types';
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

/** What is wrong with a post, in a sentence that names the field and what is allowed. */
export interface PostProblem {
	message: string;
	/** Another version of Postiz may take it: its limits and its lists differ. */
	mayPass: boolean;
}

/**
 * Everything that the service would refuse in one post. Drafts need valid settings and content, but
 * no length and no media (docs/api.md, Creating posts).
 */
export function checkPost(item: PostItem, target: CheckTarget, type: PostType): PostProblem[] {
	const problems = [
		...[...checkParts(item), ...checkFiles(item)].map(certainly),
		...checkSettings(item.settings, target).map(ofSetting),
	];
	if (type !== 'draft') {
		const hasFiles = item.value.some(({ image }) => image.length > 0);
		problems.push(
			...checkLengths(item, target).map(possibly),
			...checkThread(item, target).map(certainly),
			// How many files a network takes may differ, but not that it wants one.
			...(target.provider ? checkMedia(item, target.provider) : []).map(
				hasFiles ? possibly : certainly,
			),
			...checkContent(item, target).map(ofSetting),
		);
	}
	// What the form requires may be a rule of the network as well.
	const once = new Map(problems.map((problem) => [problem.message, problem]));
	return [...once.values()].map(({ message, mayPass }) => ({
		message: `${target.label}: ${message}`,
		mayPass,
	}));
}

const certainly = (message: string): PostProblem => ({ message, mayPass: false });
const possibly = (message: string): PostProblem => ({ message, mayPass: true });
const ofSetting = ({ field, message, mayPass = false }: SettingProblem): PostProblem => ({
	message: `${field} ${message}`,
	mayPass,
});

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
function checkContent({ settings, value }: PostItem, { provider }: CheckTarget): SettingProblem[] {
	const [{ content, image }, ...later] = value;
	const shape = {
		characters: visibleText(content).length,
		media: image.length,
		laterParts: later.length,
	};
	return provider?.checkContent?.(settings, shape) ?? [];
}

function checkThread({ value }: PostItem, { provider }: CheckTarget): string[] {
	const later = value.length - 1;
	if (!provider?.ignoresThreads || later === 0) return [];
	const parts = later === 1 ? 'its further part' : `its ${later} further parts`;
	return [
		`${provider.displayName} publishes no threads: ${parts} would be lost. Take the thread out, or join it to the text with the option Networks Without Threads`,
	];
}

/** What to do with a text that is too long for a network. */
export function howToShorten({ ignoresThreads }: Provider): string {
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

/** One explanation of what is wrong: the first, how many more there are, and `rest` behind these. */
export function summarize([first, ...more]: PostProblem[], rest: string): Explanation {
	return {
		message: first.message + (more.length > 0 ? ` (and ${more.length} more)` : ''),
		description: [
			more.length > 0 && `Also: ${more.map(({ message }) => message).join('. ')}.`,
			rest,
		]
			.filter(Boolean)
			.join(' '),
	};
}
