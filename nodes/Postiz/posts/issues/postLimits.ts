import type { IDataObject } from 'n8n-workflow';

import type { MediaFile } from '../../media/mediaFile';
import { getTextRequirements } from '../../networks';
import { describeValues, isLimit, isNote, type Limit, type Rule } from '../../networks/limits';
import {
	type Measure,
	needsOpenFiles,
	canApplyTo,
	MEASURES,
	type MeasureName,
	type CountRange,
} from '../../networks/measures';
import type { Network } from '../../networks/networkTypes';
import { getPublishedText } from '../../text/storedText';
import { countCharacters } from '../../text/characterCount';

/** What the limits of a network depend on in a post. */
export interface LimitedPost {
	/** `maxLength`: max characters per part of the channel itself, if it is known. */
	target: { network?: Network; maxLength?: number };
	settings: IDataObject;
	/** For each 24 hours with this post that may have most posts: the settings of all posts of the channel, and its own. */
	daysWithPost?: IDataObject[][];
}

interface LimitedPart {
	/** As it is sent. */
	content: string;
	files: MediaFile[];
}

/** The rules that hold for a post with these settings. */
export const getRules = ({ target, settings }: LimitedPost): Rule[] =>
	(target.network?.rules ?? []).filter(({ when }) => when?.isMet(settings) ?? true);

/** True for a network that takes only so many posts a day. */
export const hasDailyLimit = ({ network }: LimitedPost['target']): boolean =>
	network?.rules?.some((rule) => isLimit(rule) && rule.measure === 'postsADay') === true;

/** The limits for a part of a post, beginning with the length that Postiz allows; none if the part isn't published. */
export function getLimits(post: LimitedPost, { files }: LimitedPart, index: number): Limit[] {
	const { network, maxLength } = post.target;
	if (!network || (index > 0 && network.ignoresThreads)) return [];
	const max = maxLength ?? getTextRequirements(network, post.settings).maxLength;
	const length: Limit = { measure: 'length', max };
	return [length, ...getRules(post).filter(isLimit)].filter(
		({ in: place, onlyWith }) =>
			(place === undefined || (place === 'post') === (index === 0)) &&
			(onlyWith === undefined || files.length > 0),
	);
}

/** Measures a content for a text limit. */
const measureAmount = (
	content: string,
	{ read }: Extract<Measure, { appliesTo: 'text' }>,
	{ target: { network }, settings }: LimitedPost,
): number =>
	read
		? read(getPublishedText(content, getTextRequirements(network, settings).markup))
		: countCharacters(content, network?.characterCount);

/** Measures the files of a post, as far as its network has rules about that. */
export async function measureFiles<
	T extends LimitedPost & { parts: LimitedPart[]; settingFiles: Record<string, MediaFile> },
>(post: T, measure: (file: MediaFile) => Promise<MediaFile>): Promise<T> {
	const parts = post.parts.map(async (part, index) => {
		const files = part.files.map(async (file) =>
			needsMeasuring(post, part, index, file) ? await measure(file) : file,
		);
		return { ...part, files: await Promise.all(files) };
	});
	const settingFiles = Object.entries(post.settingFiles).map(
		async ([name, file]) => [name, await measure(file)] as const,
	);
	return {
		...post,
		parts: await Promise.all(parts),
		settingFiles: Object.fromEntries(await Promise.all(settingFiles)),
	};
}

/** True if a file of a part must be opened to check it. */
const needsMeasuring = (
	post: LimitedPost,
	part: LimitedPart,
	index: number,
	file: MediaFile,
): boolean =>
	getLimits(post, part, index).some(
		({ measure }) =>
			needsOpenFiles(measure) &&
			canApplyTo(measure, file) &&
			(measure !== 'sizes' || part.files.length > 1),
	);

/** The maximum amounts of a part's text, each with the function that counts them. */
export const getTextLimits = (post: LimitedPost, part: LimitedPart, index: number) =>
	getLimits(post, part, index).flatMap((limit) => {
		const { max = 0 } = limit;
		const measure: Measure = MEASURES[limit.measure];
		if (measure.appliesTo !== 'text' || max === 0 || isNote(limit)) return [];
		return [{ max, count: (content: string) => measureAmount(content, measure, post) }];
	});

/** Limits of files that a part can meet by moving files to the next part. */
export const DIVISIBLE: MeasureName[] = ['files', 'pictures'];

/** How many files a part keeps if the others move to the next part; undefined if they can't move there. */
export function countSupportedFiles(
	post: LimitedPost,
	part: LimitedPart,
	index: number,
): number | undefined {
	const supported = countFittingFiles(post, part, index);
	const nextPart = { ...part, files: part.files.slice(supported) };
	const isNextFree =
		!post.target.network?.ignoresThreads && countFittingFiles(post, nextPart, index + 1) > 0;
	return supported > 0 && isNextFree ? supported : undefined;
}

/** How many of a part's files, from the first on, fit its limits. */
function countFittingFiles(post: LimitedPost, part: LimitedPart, index: number): number {
	const limits = getLimits(post, part, index).filter(
		(limit) => DIVISIBLE.includes(limit.measure) && !isNote(limit),
	);
	const fits = (files: MediaFile[]) =>
		limits.every(
			(limit) => describeViolation(post, { ...part, files }, index, limit) === undefined,
		);
	let count = part.files.length;
	while (count > 0 && !fits(part.files.slice(0, count))) count -= 1;
	return count;
}

const COUNTED_FILES: MeasureName[] = [...DIVISIBLE, 'videos'];

/** How many files a part has to lose at least to meet a limit of their number; 0 otherwise. */
export function countSurplus({ measure: name, max = 0 }: Limit, files: MediaFile[]): number {
	const measure: Measure = MEASURES[name];
	if (max === 0 || measure.appliesTo !== 'files' || !COUNTED_FILES.includes(name)) return 0;
	const amount = measure.read(files) ?? 0;
	return Math.max(0, (typeof amount === 'number' ? amount : amount[0]) - max);
}

/** Describes how a part breaks a limit, such as `503 of 280 characters`; undefined if it doesn't. */
export function describeViolation(
	post: LimitedPost,
	{ content, files }: LimitedPart,
	index: number,
	limit: Limit,
): string | undefined {
	const measure: Measure = MEASURES[limit.measure];
	switch (measure.appliesTo) {
		case 'day': {
			const { isMet = () => true } = limit.when ?? {};
			const counts = post.daysWithPost?.map((day) => day.filter(isMet).length);
			return index === 0 ? describeCountViolation(limit, counts && Math.max(...counts)) : undefined;
		}
		case 'picture':
		case 'video':
			return describeFileViolation(limit, measure, files, index);
		default: {
			const amount =
				measure.appliesTo === 'text' ? measureAmount(content, measure, post) : measure.read(files);
			const violation = describeCountViolation(limit, amount);
			return violation && index > 0
				? `part ${index + 1} of the thread has ${violation}`
				: violation;
		}
	}
}

/** Describes a number of characters or files that breaks a limit, such as `12 of 10 files in a story`. */
function describeCountViolation(limit: Limit, amount: CountRange | undefined): string | undefined {
	const violation = amount === undefined ? undefined : describeExcess(limit, amount);
	return violation && limit.when ? `${violation} ${limit.when.description}` : violation;
}

function describeExcess(
	{ measure: measureName, min = 0, max = Infinity, onlyWith }: Limit,
	amount: CountRange,
): string | undefined {
	const [least, most] = typeof amount === 'number' ? [amount, amount] : amount;
	const { appliesTo, name, singular = name }: Measure = MEASURES[measureName];
	const isText = appliesTo === 'text';
	const formatAmount = (value: number) => value.toLocaleString('en');
	if (least > max) {
		if (max === 0)
			return isText ? 'a text' : `${formatAmount(least)} ${least === 1 ? singular : name}`;
		const where = onlyWith ? ' beside a file' : '';
		if (max === 1) return `${formatAmount(least)} ${name}${where} instead of 1`;
		const bound = appliesTo === 'files' ? `${name}${where} instead of at most ${max}` : undefined;
		return `${formatAmount(least)} ${bound ?? `of ${formatAmount(max)} ${name}${where}`}`;
	}
	if (most >= min) return undefined;
	return most > 0
		? `${formatAmount(most)} of at least ${formatAmount(min)} ${name}`
		: `no ${isText ? 'text' : singular}`;
}

/** Describes files that break a limit, such as `the size of file 2 is 12 MB; the maximum is 8 MB`. */
function describeFileViolation(
	{ min = -Infinity, max = Infinity, oneOf, noneOf, consequence }: Limit,
	{ appliesTo, name, read, format = String }: Extract<Measure, { appliesTo: 'picture' | 'video' }>,
	files: MediaFile[],
	part: number,
): string | undefined {
	const kind = appliesTo === 'video' ? 'video' : 'image';
	const isWrong = (value: string | number) =>
		typeof value === 'number'
			? value < min || value > max
			: (oneOf && !oneOf.includes(value)) || noneOf?.includes(value);
	const wrong = files.flatMap((file, index): Array<[number, string | number]> => {
		const value = file.kind === kind ? read(file) : undefined;
		return value !== undefined && isWrong(value) ? [[index, value]] : [];
	});
	const [first, ...others] = wrong;
	if (!first) return undefined;
	const [index, value] = first;
	const place = part > 0 ? ` of part ${part + 1}` : '';
	const file = files.length === 1 ? `the ${appliesTo}` : `file ${index + 1}`;
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	const subject = `the ${name} of ${file}${place}${more}`;
	if (typeof value === 'string') {
		const must = oneOf && !consequence ? `; it must be ${describeValues(oneOf)}` : '';
		return `${subject} is ${describeValues([value])}${must}`;
	}
	const bound = value > max ? `the maximum is ${format(max)}` : `the minimum is ${format(min)}`;
	return `${subject} is ${format(value)}${consequence ? '' : `; ${bound}`}`;
}
