/** Builders of rules, and of the posts that keep or break them. */
import type { Values } from '../service/schema.cjs';
import type { Level, Rule } from './rule.cjs';
import { toList, listPlaces, toText, createVideo, type PostFile, type Sample } from './samples.cjs';

type Breaks = NonNullable<Rule['breaks']>;

export const rejectOnArrival = (answer: string): Partial<Rule> => ({ answer, onArrival: true });
/** Two samples that differ in one thing. */
export function createRule<T>(
	networks: string,
	level: Level,
	message: string,
	[inside, outside]: [T, T],
	createSample: (value: T) => Sample,
	breaks?: Breaks,
	options: Partial<Rule> = {},
): Rule {
	const samples = { inside: createSample(inside), outside: createSample(outside) };
	return { networks, level, message, ...samples, breaks, answer: message, ...options };
}
export const createNote = (
	networks: string,
	message: string,
	inside: Sample,
	outside: Sample,
): Rule => createRule(networks, 'noted', message, [inside, outside], (sample) => sample);
export const createCodecNote = (networks: string, inside: string, outside: string): Rule =>
	createRule(networks, 'noted', 'codec', [inside, outside], (codec) =>
		createFileSample(createVideo({ codec })),
	);

export const createFileSample = (file: PostFile): Sample => ({ files: [file] });
export const createVideoSample = (seconds: number) => createFileSample(createVideo({ seconds }));
export const withText = (text: string, more: Sample = {}): Sample => ({ text, ...more });
export const withSettings = (settings: Values, more: Sample = {}): Sample => ({
	settings,
	...more,
});
export const createThread = (text: string, files?: PostFile[]): Sample => ({
	thread: [{ text, files }],
});
export const createTags = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
export const createNumberedTags = (...labels: string[]) =>
	labels.map((label) => ({ value: 1, label }));
export const createPlaces = (...values: Values[]): Sample =>
	withSettings({ subreddit: values.map((value) => ({ value })) });

export const listLabels = (value: unknown) => toList(value).map(({ label }) => toText(label));
/** A rule about settings alone. */
export const checkSettings =
	(breaks: (settings: Values) => boolean): Breaks =>
	({ settings }) =>
		breaks(settings);
export const checkTitles = (breaks: (title: string) => boolean): Breaks =>
	checkSettings((settings) => listPlaces(settings).some(({ title }) => breaks(toText(title))));

export const POST = { post_type: 'post' };
export const STORY = { post_type: 'story' };
export const isStory = ({ post_type: type }: Values) => type === 'story';
export const ARTICLE = { post_type: 'article' };
export const isArticle = ({ post_type: type }: Values) => type === 'article';
export const toStory = (sample: Sample): Sample => ({ ...sample, text: '', settings: STORY });
