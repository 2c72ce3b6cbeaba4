import type { IDataObject } from 'n8n-workflow';

import {
	allowed,
	checkCover,
	checkReference,
	checkValue,
	whyRequired,
} from '../../channels/checkSetting';
import { nearestWord } from '../../channels/nearestChannels';
import { hasCover, type MediaFile } from '../../media/mediaFile';
import { rulesFor } from '../../providers';
import { explainMediaRule, showSize } from '../../providers/describeMediaRule';
import type {
	MediaRule,
	PostSize,
	Provider,
	SettingField,
	SettingProblem,
} from '../../providers/types';
import { countCharacters } from '../../text/length';
import { isBlank, visibleText } from '../../text/stored';
import { listNames } from '../../values/lists';
import { count } from '../../values/words';
import { quote } from '../../values/problem';
import { isEmpty } from '../../values/read';
import { isAboutTime, SAY_WHEN } from './whenKeys';
import type { Origin, PlannedItem, PlannedPart, PlannedPost } from '../types';
import { checkFetchable, plannedAddress } from './fetchable';
import { refuseOrLeaveOut, type PostProblem, type ProblemOfPost } from './postProblems';

/**
 * Returns the item, without the channels that it may leave out. Throws `Problem` if any other of its posts would be
 * rejected or fail.
 */
export function checkItem(item: PlannedItem, filesAt?: string): PlannedItem {
	const problems = problemsOf(item, filesAt);
	const mayPass = problems.every(([, problem]) => problem.mayPass);
	return refuseOrLeaveOut(item, problems, mayPass);
}

/** Why posts of an item would be rejected, or fail for certain; nothing with Skip Validation. */
export function problemsOf(
	{ posts, shared, skipsValidation }: PlannedItem,
	filesAt?: string,
): ProblemOfPost[] {
	const isDraft = shared.type === 'draft';
	if (skipsValidation) return [];
	return posts.flatMap((post) =>
		checkPost(post, { isDraft, filesAt }).map((problem): ProblemOfPost => [post.target, problem]),
	);
}

/**
 * What the service would reject in a post, and what would fail for certain; for drafts, without lengths and media.
 * `filesAt` is where the instance keeps uploads, if that is known (docs/api.md, Creating posts).
 */
export function checkPost(
	post: PlannedPost,
	{ isDraft, filesAt }: { isDraft: boolean; filesAt?: string },
): PostProblem[] {
	const { parts, target } = post;
	const problems = [
		...checkParts(parts),
		...checkFiles(parts),
		...checkSettings(post, isDraft ? undefined : sizeOf(parts)).map(ofSetting),
		...checkUnlisted(post),
	];
	if (!isDraft) {
		const hasFiles = parts.some(({ files }) => files.length > 0);
		problems.push(
			...checkOnlyDrafts(post),
			...checkLengths(post),
			...checkThread(post),
			...checkFetchable(post, plannedAddress(filesAt)),
			// The max number of files may differ between versions, but not whether a network requires one.
			...(target.provider ? checkMedia(post, target.provider) : []).map(
				([message, remedy]): PostProblem => ({
					message,
					remedy,
					needsField: !hasFiles,
					mayPass: hasFiles,
				}),
			),
		);
	}
	// A field that the form requires may also be a rule of the network.
	return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}

const certainly = (message: string, remedy?: string, forPerson?: string): PostProblem => ({
	message,
	remedy,
	forPerson,
	mayPass: false,
});

/** A mistake that no other network would make right. */
const ofItem = (message: string, remedy?: string): PostProblem => ({
	...certainly(message, remedy),
	isOfItem: true,
});

const ofSetting = ({ field, message, mayPass = false, ...rest }: SettingProblem): PostProblem => ({
	message: `${field} ${message}`,
	remedy: rest.remedy,
	forPerson: rest.forPerson,
	mayPass,
	needsField: rest.isMissing,
});

/** Settings that would be lost: of a newer release, or misspelt (docs/api.md, Releases). */
function checkUnlisted({
	unlisted = [],
	settings,
	target: { provider },
}: PlannedPost): PostProblem[] {
	const fields = (provider?.fields ?? []).filter(({ formOnly }) => !formOnly);
	const names = fields.map(({ name }) => name);
	const young = fields.filter(({ name }) => unlisted.includes(name));
	const it = young.length === 1 ? 'it' : 'them';
	const labels = listNames(young.map(({ displayName }) => displayName));
	const known =
		names.length > 0
			? `Its settings are ${listNames(names)}.`
			: `${provider?.displayName} has no settings.`;
	const misspelt = unlisted.filter((key) => !names.includes(key));
	return [
		...(young.length === 0
			? []
			: [
					{
						message: `this Postiz doesn't know ${labels}, and would publish the post without ${it}`,
						remedy: `Leave ${it} empty.`,
						forPerson: 'Or update Postiz.',
						needsField: true,
						mayPass: false,
					},
				]),
		...misspelt.map((key): PostProblem => {
			const near = nearestWord(key, names);
			const remedy = near ? `Did you mean ${quote(near)}?` : known;
			return {
				message: `there is no setting ${quote(key)}`,
				remedy: isAboutTime(key, settings[key]) ? SAY_WHEN : remedy,
				mayPass: true,
			};
		}),
	];
}

const partName = (index: number, first = 'the text') =>
	index === 0 ? first : `part ${index + 1} of the thread`;

function checkParts(parts: PlannedPart[]): PostProblem[] {
	return parts.flatMap(({ content, files }, index) =>
		isBlank(content) && files.length === 0
			? [ofItem(`${partName(index)} is empty`, 'A post needs text or media.')]
			: [],
	);
}

function checkFiles(parts: PlannedPart[]): PostProblem[] {
	return parts.flatMap(({ files }, index) =>
		files.flatMap(({ reference, cover }, fileIndex) => {
			const coverPath = cover?.reference?.path;
			const message = reference
				? checkReference({ ...reference, ...(cover && { thumbnail: coverPath }) })
				: checkCover(coverPath);
			const part = partName(index, 'the post');
			return message === undefined ? [] : [ofItem(`file ${fileIndex + 1} of ${part} ${message}`)];
		}),
	);
}

/** The size of a post, for rules across settings. */
export const sizeOf = ([first, ...later]: PlannedPart[]): PostSize => ({
	characters: visibleText(first?.content ?? '').length,
	media: first?.files.length ?? 0,
	laterParts: later.length,
});

/** A network whose posts are only taken as drafts: by older releases, as others (docs/api.md, Media rules, Releases). */
const checkOnlyDrafts = ({ target: { provider } }: PlannedPost): PostProblem[] =>
	provider?.onlyDrafts
		? [
				{
					message: 'takes only drafts',
					remedy: 'Choose Save as Draft and schedule it in Postiz.',
					needsField: true,
					mayPass: true,
				},
			]
		: [];

/** A thread on a network without threads (docs/api.md, Threads). */
export function checkThread({
	parts,
	target: { provider },
	adapts,
}: Pick<PlannedPost, 'parts' | 'target' | 'adapts'>): PostProblem[] {
	const later = parts.length - 1;
	if (!provider?.ignoresThreads || later === 0) return [];
	return [
		certainly(
			`${count(later, 'part')} of the thread would be lost`,
			`${provider.displayName} has no threads: put all of it into the text.`,
			adapts === undefined ? undefined : OR_ADAPT,
		),
	];
}

/** How to fix a text that is too long for a network. */
export const howToShorten = ({ ignoresThreads }: Provider): string =>
	ignoresThreads ? 'Shorten the text.' : 'Shorten the text, or move the rest to the thread.';

const OR_ADAPT = 'Or set the option If a Channel Cannot Take It to Adapt.';
const NOT_ADAPTED =
	'Text with HTML tags that is sent as is cannot be split or shortened: enter it in Post > Create with the Text Format HTML. Nor can a longer piece of formatted Markdown, such as a block of code.';

/** The length of a text and its limit, such as `503 of 280 characters`. */
export const describeLength = (length: number, limit: number) => `${length} of ${limit} characters`;

function checkLengths({ parts, settings, target, adapts }: PlannedPost): PostProblem[] {
	const { provider } = target;
	const limit = target.maxLength ?? rulesFor(provider, settings).maxLength;
	if (!provider || limit === undefined) return [];
	return parts.flatMap(({ content }, index) => {
		const length = countCharacters(content, provider.count);
		if (length <= limit) return [];
		const subject = index === 0 ? '' : `${partName(index)} has `;
		const message = `${subject}${describeLength(length, limit)}`;
		return adapts === undefined
			? [certainly(message, howToShorten(provider))]
			: [certainly(message, 'Shorten the text.', adapts ? NOT_ADAPTED : OR_ADAPT)];
	});
}

/** Invalid settings of a post, each with its label in the form; for drafts, without sizes (docs/api.md, Providers). */
export function checkSettings(
	{
		settings,
		settingFiles,
		target: { provider },
		origin,
	}: Pick<PlannedPost, 'settings' | 'settingFiles' | 'origin'> & {
		target: Pick<PlannedPost['target'], 'provider'>;
	},
	size?: PostSize,
): SettingProblem[] {
	if (!provider) return [];
	const fields = provider.fields.filter(({ name }) => !Object.hasOwn(settingFiles, name));
	const ofProvider = provider.check?.(settings, size) ?? [];
	const problems = [...checkFields(fields, settings, origin), ...ofProvider];
	if (origin !== 'form') return problems;
	const withAdvice = (problem: SettingProblem) => ({
		...problem,
		forPerson: `Add Network Settings for ${provider.displayName}, and fill in ${problem.field}.`,
	});
	return problems.map((problem) => (problem.isMissing ? withAdvice(problem) : problem));
}

function checkFields(fields: SettingField[], settings: IDataObject, origin: Origin) {
	return fields
		.filter(({ formOnly }) => !formOnly)
		.flatMap((field): SettingProblem[] => {
			const value = settings[field.name];
			if (!isEmpty(value)) return checkGiven(field, value, origin);
			const isOnlyFormal = field.formRequires === true && origin !== 'formWithSettings';
			const why = isOnlyFormal ? undefined : whyRequired(field, fields, settings);
			if (why !== undefined) {
				const remedy = allowed(field);
				return [
					{ field: field.displayName, message: `is required${why}`, remedy, isMissing: true },
				];
			}
			// Empty lists are sent too, and rejected where a list isn't allowed.
			return Array.isArray(value) ? checkGiven(field, value, origin) : [];
		});
}

/** Checks a setting and the groups in it, in the form they are sent: a single one, or a list of `{value: …}`. */
function checkGiven(field: SettingField, value: unknown, origin: Origin): SettingProblem[] {
	const { nested, typeOptions, displayName } = field;
	const problems = checkValue(field, value);
	if (problems.length > 0 || !nested) return problems;
	const check = (name: string, group: IDataObject) =>
		checkFields(nested.fields, group, origin).map((problem) => ({
			...problem,
			field: problem.field === name ? name : `${name}: ${problem.field}`,
		}));
	if (!typeOptions?.multipleValues) return check(displayName, value as IDataObject);
	return (value as Array<{ value: IDataObject }>).flatMap((element, index, { length }) =>
		check(length > 1 ? `${nested.name} ${index + 1}` : nested.name, element.value),
	);
}

/** Which files of a post and its thread the network rejects, and what it accepts (docs/api.md, Media rules, Threads). */
export function checkMedia(
	{ parts, settings }: Pick<PlannedPost, 'parts' | 'settings'>,
	provider: Provider,
): Array<[problem: string, remedy: string]> {
	const { media, laterMedia } = rulesFor(provider, settings);
	return parts.flatMap(({ files }, index) => {
		const isLaterPart = index > 0;
		const part = partName(index, 'the post');
		if (isLaterPart && provider.ignoresLaterMedia && files.length > 0) {
			return [[`${part} has files, which are not published`, 'Add them to the post itself.']];
		}
		const rule = isLaterPart ? laterMedia : media;
		const [broken] = CHECKS.flatMap((check) => check(rule, files) || []);
		return broken
			? [[`${part} ${broken}`, `${provider.displayName} ${explainMediaRule(rule)}.`]]
			: [];
	});
}

const isVideo = ({ kind }: MediaFile) => kind === 'video';
const isImage = ({ kind }: MediaFile) => kind === 'image';

const REQUIRED = { any: 'picture or video', image: 'picture', video: 'video' };

const tooMany = (what: string, number: number, max = Infinity) =>
	number > max && `has ${count(number, what)}`;

/** Each checks one kind of rule and returns what is wrong, if anything. */
const CHECKS: Array<(rule: MediaRule, files: MediaFile[]) => string | false | undefined> = [
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
		// A second video also counts as a cover.
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
