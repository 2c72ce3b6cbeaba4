import type { IDataObject } from 'n8n-workflow';

import {
	allowed,
	checkCover,
	checkReference,
	checkValue,
	whyNeeded,
} from '../../channels/checkSetting';
import { hasCover, type PlannedFile } from '../../media/plannedFile';
import { rulesFor } from '../../providers';
import { explainMediaRule, showSize } from '../../providers/describeMediaRule';
import type { MediaRule, Provider, SettingField, SettingProblem } from '../../providers/types';
import { countCharacters } from '../../text/length';
import { isBlank } from '../../text/plainText';
import { visibleText } from '../../text/visibleText';
import { olderThan } from '../../transport/releases';
import { count } from '../../values/plural';
import { Problem } from '../../values/problem';
import { isEmpty } from '../../values/read';
import type { PlannedItem, PlannedPart, PlannedPost, TooLong } from '../types';

const NOTHING_SENT = 'Nothing was sent for this item.';
const SKIP = 'If your instance of Postiz allows this, turn on the option Skip Validation.';

/** What is wrong with a post, in a sentence that names the field and what is allowed. */
export interface PostProblem {
	message: string;
	/** Another version of Postiz may take it: its limits and its lists differ. */
	mayPass: boolean;
}

/** Returns the item. Throws {@link Problem} for what the service would refuse in its posts. */
export function checkItem(item: PlannedItem): PlannedItem {
	const { posts, fields, skipsValidation } = item;
	if (skipsValidation) return item;
	const isDraft = fields.type === 'draft';
	const problems = posts.flatMap((post) => checkPost(post, { isDraft }));
	const mayPass = problems.every((problem) => problem.mayPass);
	refuseProblems(problems, mayPass ? `${NOTHING_SENT} ${SKIP}` : NOTHING_SENT);
	return item;
}

/** All that the service would refuse in a post; of a draft, neither lengths nor media (docs/api.md, Creating posts). */
export function checkPost(post: PlannedPost, { isDraft }: { isDraft: boolean }): PostProblem[] {
	const { parts, target } = post;
	const problems = [
		...[...checkParts(parts), ...checkFiles(parts)].map(certainly),
		...checkSettings(post).map(ofSetting),
		...checkReleases(post),
	];
	if (!isDraft) {
		const hasFiles = parts.some(({ files }) => files.length > 0);
		problems.push(
			...checkLengths(post).map(possibly),
			...checkThread(post).map(certainly),
			// How many files a network takes may differ, but not that it wants one.
			...(target.provider ? checkMedia(post, target.provider) : []).map(
				hasFiles ? possibly : certainly,
			),
			...checkContent(post).map(ofSetting),
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

/** What the instance of the channel ignores: the post would not be what was meant. */
const checkReleases = ({ ignored = [] }: PlannedPost): PostProblem[] =>
	ignored.map(({ name, since, ifIgnored, isSure }) => {
		const consequence = `${name}: ${ifIgnored}. Update Postiz, or remove the setting`;
		return isSure
			? certainly(`this Postiz is ${olderThan(since)} and ignores ${consequence}`)
			: possibly(`this Postiz may be ${olderThan(since)} and ignore ${consequence}`);
	});

const partName = (index: number, first = 'the text') =>
	index === 0 ? first : `part ${index + 1} of the thread`;

function checkParts(parts: PlannedPart[]): string[] {
	return parts.flatMap(({ content, files }, index) =>
		isBlank(content) && files.length === 0
			? [`${partName(index)} is empty. A post needs text or media`]
			: [],
	);
}

function checkFiles(parts: PlannedPart[]): string[] {
	return parts.flatMap(({ files }, index) =>
		files.flatMap(({ source, cover }, place) => {
			const coverPath =
				cover && 'reference' in cover.source ? cover.source.reference.path : undefined;
			const message =
				'reference' in source
					? checkReference({ ...source.reference, ...(cover && { thumbnail: coverPath }) })
					: checkCover(coverPath);
			const part = partName(index, 'the post');
			return message === undefined ? [] : [`file ${place + 1} of ${part} ${message}`];
		}),
	);
}

/** What a provider refuses in the settings for the sake of the post itself. */
function checkContent({ settings, parts, target }: PlannedPost): SettingProblem[] {
	const [first, ...later] = parts;
	const shape = {
		characters: visibleText(first?.content ?? '').length,
		media: first?.files.length ?? 0,
		laterParts: later.length,
	};
	return target.provider?.checkContent?.(settings, shape) ?? [];
}

function checkThread({ parts, target: { provider }, canMergeThread }: PlannedPost): string[] {
	const later = parts.length - 1;
	if (!provider?.ignoresThreads || later === 0) return [];
	const lost = later === 1 ? 'its further part' : `its ${later} further parts`;
	const how = canMergeThread ? " with the option If Threads Aren't Supported" : '';
	return [
		`${provider.displayName} doesn't support threads: ${lost} would be lost. Remove the thread, or merge it into one post${how}`,
	];
}

/** What to do with a text that is too long for a network, where a person chose what becomes of it. */
export function howToShorten({ displayName, ignoresThreads }: Provider, tooLong?: TooLong) {
	if (tooLong === undefined) {
		return ignoresThreads ? 'Shorten it' : 'Shorten it, or move the rest to the thread';
	}
	const option = 'Shorten it, or set the option If Text Is Too Long to Shorten';
	if (tooLong === 'fail') {
		return ignoresThreads
			? option
			: 'Shorten it, move the rest to the thread, or let the option If Text Is Too Long split or shorten it';
	}
	return ignoresThreads && tooLong !== 'shorten'
		? `${displayName} doesn't support threads, so it cannot be split. ${option}`
		: 'Text with HTML tags that is sent as is cannot be split or shortened. Shorten it yourself, or enter it in Post > Create with the Text Format HTML';
}

function checkLengths({ parts, settings, target, tooLong }: PlannedPost): string[] {
	const { provider } = target;
	const limit = target.maxLength ?? rulesFor(provider, settings).maxLength;
	if (!provider || limit === undefined) return [];
	const rule = `the maximum for ${provider.displayName} is ${limit}. ${howToShorten(provider, tooLong)}`;
	return parts.flatMap(({ content }, index) => {
		const length = countCharacters(content, provider.count);
		return length > limit ? [`${partName(index)} has ${length} characters; ${rule}`] : [];
	});
}

/** Throws one {@link Problem} for all, if there are any: the first, how many more there are, these, and `rest`. */
export function refuseProblems([first, ...more]: PostProblem[], rest: string): void {
	if (!first) return;
	if (more.length === 0) throw new Problem(first.message, rest);
	const others = more.map(({ message }) => message).join('. ');
	const message = `${first.message} (and ${count(more.length, 'more problem')})`;
	throw new Problem(message, `Also: ${others}. ${rest}`);
}

/** What is wrong with the settings of a post, each with the field as people see it (docs/api.md, Providers). */
export function checkSettings({
	settings,
	settingFiles,
	target: { provider, isDetected, isInForm = false },
}: Pick<PlannedPost, 'settings' | 'settingFiles'> & {
	target: Pick<PlannedPost['target'], 'provider' | 'isDetected' | 'isInForm'>;
}): SettingProblem[] {
	if (!provider) return [];
	const fields = provider.fields.filter(({ name }) => !Object.hasOwn(settingFiles, name));
	const ofProvider = provider.check?.(settings) ?? [];
	const problems = [...checkFields(fields, settings, isInForm), ...ofProvider];
	if (!isDetected) return problems;
	const place = `. Add Network Settings for ${provider.displayName}`;
	return problems.map((problem) =>
		problem.isMissing ? { ...problem, message: problem.message + place } : problem,
	);
}

function checkFields(fields: SettingField[], settings: IDataObject, isInForm: boolean) {
	return fields
		.filter(({ formOnly }) => !formOnly)
		.flatMap((field): SettingProblem[] => {
			const value = settings[field.name];
			if (!isEmpty(value)) return checkGiven(field, value, isInForm);
			const isOnlyFormal = field.formRequires === true && !isInForm;
			const why = isOnlyFormal ? undefined : whyNeeded(field, fields, settings);
			if (why !== undefined) {
				const message = `is required${why}${allowed(field)}`;
				return [{ field: field.displayName, message, isMissing: true }];
			}
			// An empty list is sent too, and refused if no list is wanted.
			return Array.isArray(value) ? checkGiven(field, value, isInForm) : [];
		});
}

/** A setting, and the groups in it as they are sent: one, or a list of `{value: …}`. */
function checkGiven(field: SettingField, value: unknown, isInForm: boolean): SettingProblem[] {
	const { nested, typeOptions, displayName } = field;
	const problems = checkValue(field, value);
	if (problems.length > 0 || !nested) return problems;
	const check = (name: string, group: IDataObject) =>
		checkFields(nested.fields, group, isInForm).map((problem) => ({
			...problem,
			field: problem.field === name ? name : `${name}: ${problem.field}`,
		}));
	if (!typeOptions?.multipleValues) return check(displayName, value as IDataObject);
	return (value as Array<{ value: IDataObject }>).flatMap((element, index, { length }) =>
		check(length > 1 ? `${nested.name} ${index + 1}` : nested.name, element.value),
	);
}

/** What a network refuses of the files of a post and its thread, in sentences (docs/api.md, Media rules, Threads). */
export function checkMedia(
	{ parts, settings }: Pick<PlannedPost, 'parts' | 'settings'>,
	provider: Provider,
): string[] {
	const { media, laterMedia } = rulesFor(provider, settings);
	return parts.flatMap(({ files }, index) => {
		const isLaterPart = index > 0;
		const part = partName(index, 'the post');
		if (isLaterPart && provider.ignoresLaterMedia && files.length > 0) {
			return [
				`${part} has files, which ${provider.displayName} doesn't publish. Add them to the post itself, or remove them`,
			];
		}
		const rule = isLaterPart ? laterMedia : media;
		const [broken] = CHECKS.flatMap((check) => check(rule, files) || []);
		return broken ? [`${part} ${broken}. ${provider.displayName} ${explainMediaRule(rule)}`] : [];
	});
}

const isVideo = ({ kind }: PlannedFile) => kind === 'video';
const isImage = ({ kind }: PlannedFile) => kind === 'image';

const REQUIRED = { any: 'picture or video', image: 'picture', video: 'video' };

const tooMany = (what: string, number: number, max = Infinity) =>
	number > max && `has ${count(number, what)}`;

/** Each says of one kind of rule what is wrong, if anything. */
const CHECKS: Array<(rule: MediaRule, files: PlannedFile[]) => string | false | undefined> = [
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
