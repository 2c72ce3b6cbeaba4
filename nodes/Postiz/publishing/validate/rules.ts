import type { IDataObject } from 'n8n-workflow';

import type { MediaFile } from '../../media/mediaFile';
import { getSettingRules } from '../../networks';
import {
	type Amount,
	describeLimit,
	describeAmount,
	isLimit,
	type Limit,
	isInside,
	mayHave,
	type Measure,
	MEASURES,
	type Measurement,
	type PostFacts,
	type Rule,
} from '../../networks/limits';
import type { Network } from '../../networks/networkTypes';
import type { TextInput } from '../../text/content';
import { countCharacters, getHandedText, visibleText } from '../../text/storedText';
import { shortUrl } from '../../common/problem';
import { propertiesOf } from '../../common/parseValue';
import { parseAddress, visibilityOf } from '../../common/webAddress';
import type { Issue, Origin } from '../model';

/** A post on a channel, as far as it is checked. */
export interface CheckedPost {
	/** Max characters per part of the channel itself, if it is known. */
	target: { network?: Network; maxLength?: number };
	/** With their texts as they are sent. */
	parts: Array<{ content: string; source?: TextInput; files: MediaFile[]; delay?: number }>;
	settings: IDataObject;
	settingFiles: Record<string, MediaFile>;
	origin: Origin;
	/** Keys of settings that the instance doesn't know. */
	unlisted?: string[];
	/** What is wrong with names in place of IDs. */
	lookupIssues?: Issue[];
	/** The settings of all posts of the channel within the 24 hours before it, with its own. */
	sameDay?: IDataObject[];
	/** The post was changed to fit, as far as that was possible; undefined if nobody could say so. */
	adapts?: boolean;
}

type Part = CheckedPost['parts'][number];

const getRules = ({ target, settings }: ForLimits): Rule[] =>
	(target.network?.rules ?? []).filter(({ when }) => when?.holds(settings) ?? true);

/** True for a network that takes only so many posts a day. */
export const hasDailyLimit = ({ network }: CheckedPost['target']): boolean =>
	network?.rules?.some((rule) => isLimit(rule) && rule.of === 'postsADay') === true;

type ForLimits = Pick<CheckedPost, 'settings' | 'target' | 'sameDay'>;

/** The limits for a part of a post, the length that Postiz allows first; none for parts that aren't published. */
function getLimits(post: ForLimits, { files }: Part, index: number): Limit[] {
	const { network, maxLength } = post.target;
	if (!network || (index > 0 && network.ignoresThreads)) return [];
	const max = maxLength ?? getSettingRules(network, post.settings).maxLength;
	const length: Limit = { of: 'length', max };
	return [length, ...getRules(post).filter(isLimit)].filter(
		({ in: place, beside }) =>
			(place === undefined || (place === 'post') === (index === 0)) &&
			(beside === undefined || files.length > 0),
	);
}

/** What a text limit measures of a content. */
const measureAmount = (
	content: string,
	{ read }: Extract<Measurement, { of: 'text' }>,
	{ target: { network }, settings }: ForLimits,
): number =>
	read
		? read(getHandedText(content, getSettingRules(network, settings).text))
		: countCharacters(content, network?.count);

/** The post with what its files say of themselves, as far as its network has rules about that; `measure` asks a file. */
export async function withMeasuredFiles<T extends CheckedPost>(
	post: T,
	measure: (file: MediaFile) => Promise<MediaFile>,
): Promise<T> {
	const parts = post.parts.map(async (part, index) => {
		const files = part.files.map(async (file) =>
			needsMeasuring(post, part, index, file) ? await measure(file) : file,
		);
		return { ...part, files: await Promise.all(files) };
	});
	return { ...post, parts: await Promise.all(parts) };
}

/** True if a file of a part must be opened to check it. */
const needsMeasuring = (post: ForLimits, part: Part, index: number, file: MediaFile): boolean =>
	getLimits(post, part, index).some(
		({ of }) => isInside(of) && mayHave(of, file) && (of !== 'sizes' || part.files.length > 1),
	);

/** What a part's text may have at most; `count` measures a content. */
export const getTextLimits = (post: ForLimits, part: Part, index: number) =>
	getLimits(post, part, index).flatMap(({ of, max = 0, note }) => {
		const measure: Measurement = MEASURES[of];
		if (measure.of !== 'text' || max === 0 || note) return [];
		return [{ max, count: (content: string) => measureAmount(content, measure, post) }];
	});

/** The numbers of files by which a part can be divided. */
const DIVISIBLE: Measure[] = ['files', 'pictures'];

/** How many of its files a part keeps if the others go to the next one; undefined if that isn't needed, or doesn't help. */
export function getSupportedFiles(post: ForLimits, part: Part, index: number): number | undefined {
	const kept = getRoom(post, part, index);
	const rest = { ...part, files: part.files.slice(kept) };
	const isNextFree = !post.target.network?.ignoresThreads && getRoom(post, rest, index + 1) > 0;
	return kept > 0 && isNextFree ? kept : undefined;
}

/** How many of its first files a part may have. */
function getRoom(post: ForLimits, part: Part, index: number): number {
	const limits = getLimits(post, part, index).filter(
		({ of, note }) => DIVISIBLE.includes(of) && !note,
	);
	const isTaken = (files: MediaFile[]) =>
		limits.every((limit) => findBreach(post, { ...part, files }, index, limit) === undefined);
	let room = part.files.length;
	while (room > 0 && !isTaken(part.files.slice(0, room))) room -= 1;
	return room;
}

/** Units of one length, as different networks count it. */
const LENGTHS: Measure[] = ['length', 'characters', 'utf16', 'bytes', 'emojiBytes'];

const isLength = ({ of, max = 0 }: Limit) => LENGTHS.includes(of) && max > 0;

/** What a post exceeds of the limits of its network; of a text that is too long in several units, the first. */
export const getExceededLimit = (post: CheckedPost): Issue[] =>
	post.parts.flatMap((part, index) => {
		const found = getLimits(post, part, index).flatMap((limit) => {
			const breach = findBreach(post, part, index, limit);
			return breach ? [{ limit, breach }] : [];
		});
		const tooLong = found.find(({ limit }) => isLength(limit));
		return found
			.filter((one) => one === tooLong || !isLength(one.limit))
			.map(({ limit, breach }) => toIssue(limit, index, breach, post));
	});

function findBreach(
	post: ForLimits,
	{ content, files }: Part,
	index: number,
	limit: Limit,
): string | undefined {
	const measure: Measurement = MEASURES[limit.of];
	switch (measure.of) {
		case 'day': {
			const { holds = () => true } = limit.when ?? {};
			return index === 0 ? describeBreach(limit, post.sameDay?.filter(holds).length) : undefined;
		}
		case 'picture':
		case 'video':
			return describeBreaches(limit, measure, files, index);
		default: {
			const amount =
				measure.of === 'text' ? measureAmount(content, measure, post) : measure.read(files);
			const breach = describeBreach(limit, amount);
			return breach && index > 0 ? `part ${index + 1} of the thread has ${breach}` : breach;
		}
	}
}

const FIELDS: Record<Measurement['of'], string> = {
	text: 'Text',
	files: 'Media',
	picture: 'Media',
	video: 'Media',
	day: 'Date',
};

function toIssue(limit: Limit, index: number, breach: string, post: CheckedPost): Issue {
	const { note, of } = limit;
	const field = index > 0 ? 'Thread' : FIELDS[MEASURES[of].of];
	const message = note ? `${breach}: ${note}` : breach;
	return { ...getConsequence(limit), field, message, ...(!note && getRemedyFor(limit, post)) };
}

const getConsequence = ({ note, mayPass }: Rule): Pick<Issue, 'level' | 'mayPass'> =>
	note ? { level: 'note' } : { level: 'error', ...(mayPass && { mayPass }) };

/** What exceeds a number of characters or files, such as `12 of 10 files in a story`. */
function describeBreach(limit: Limit, amount: Amount | undefined): string | undefined {
	const breach = amount === undefined ? undefined : findAmountBeyond(limit, amount);
	return breach && limit.when ? `${breach} ${limit.when.words}` : breach;
}

function findAmountBeyond(
	{ of: measured, min = 0, max = Infinity, beside }: Limit,
	amount: Amount,
): string | undefined {
	const [least, most] = typeof amount === 'number' ? [amount, amount] : amount;
	const { of, name, one = name }: Measurement = MEASURES[measured];
	const isText = of === 'text';
	const show = (value: number) => value.toLocaleString('en');
	if (least > max) {
		if (max === 0) return isText ? 'a text' : `${show(least)} ${least === 1 ? one : name}`;
		const where = beside ? ' beside a file' : '';
		if (max === 1) return `${show(least)} ${name}${where} instead of 1`;
		return `${show(least)} of ${show(max)} ${name}${where}`;
	}
	if (most >= min) return undefined;
	return most > 0
		? `${show(most)} of at least ${show(min)} ${name}`
		: `no ${isText ? 'text' : one}`;
}

/** What is wrong with files themselves, such as `the size of file 2 is 12 MB; the maximum is 8 MB`. */
function describeBreaches(
	{ min = -Infinity, max = Infinity, oneOf, not, note }: Limit,
	{ of, name, read, show = String }: Extract<Measurement, { of: 'picture' | 'video' }>,
	files: MediaFile[],
	part: number,
): string | undefined {
	const kind = of === 'video' ? 'video' : 'image';
	const isWrong = (value: string | number) =>
		typeof value === 'number'
			? value < min || value > max
			: (oneOf && !oneOf.includes(value)) || not?.includes(value);
	const wrong = files.flatMap((file, index): Array<[number, string | number]> => {
		const value = file.kind === kind ? read(file) : undefined;
		return value !== undefined && isWrong(value) ? [[index, value]] : [];
	});
	const [first, ...others] = wrong;
	if (!first) return undefined;
	const [index, value] = first;
	const place = part > 0 ? ` of part ${part + 1}` : '';
	const file = files.length === 1 ? `the ${of}` : `file ${index + 1}`;
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	const subject = `the ${name} of ${file}${place}${more}`;
	if (typeof value === 'string') {
		const must = oneOf && !note ? `; it must be ${describeAmount(oneOf)}` : '';
		return `${subject} is ${describeAmount([value])}${must}`;
	}
	const bound = value > max ? `the maximum is ${show(max)}` : `the minimum is ${show(min)}`;
	return `${subject} is ${show(value)}${note ? '' : `; ${bound}`}`;
}

function getRemedyFor(limit: Limit, post: CheckedPost): Pick<Issue, 'remedy' | 'forPerson'> {
	const { remedy, min, max = 0, of, when } = limit;
	const { of: what } = MEASURES[of];
	if (what === 'text' && max > 0) return howToShorten(post);
	const helps =
		DIVISIBLE.includes(of) &&
		post.adapts === false &&
		post.parts.some((part, index) => getSupportedFiles(post, part, index) !== undefined);
	const forPerson = helps ? OR_ADAPT : undefined;
	if (remedy) return { remedy, forPerson };
	if (what === 'picture') return { remedy: 'Change the picture first, or use another one.' };
	if (what === 'video') return { remedy: 'Convert or cut the video first, or use another one.' };
	const verb = min !== undefined && max === 0 ? 'needs' : 'takes';
	const network = post.target.network?.displayName;
	const rule = [network, verb, describeLimit(limit), when?.words].filter(Boolean).join(' ');
	return { remedy: `${rule}.`, forPerson };
}

const NOT_ADAPTED =
	'text with HTML tags that is sent as is cannot be split or shortened: enter it in Post > Create with the Text Format HTML; nor can a longer piece of formatted Markdown, such as a block of code.';

/** How to fix a text that is too long for a network. */
function howToShorten({
	adapts,
	target: { network },
}: CheckedPost): Pick<Issue, 'remedy' | 'forPerson'> {
	const remedy = 'Shorten the text.';
	if (adapts !== undefined) return { remedy, forPerson: adapts ? NOT_ADAPTED : OR_ADAPT };
	if (network?.ignoresThreads) return { remedy };
	return { remedy: 'Shorten the text, or move the rest to the thread.' };
}

/** What a person can set to have a post changed. */
export const OR_ADAPT = 'set the option If a Channel Cannot Take It to Adapt.';

/** The mistakes in a post; `inDrafts`, those that the service refuses in drafts, too. */
export function findMistakes(post: CheckedPost, inDrafts: boolean): Issue[] {
	const { settings, settingFiles, parts } = post;
	const [first = { content: '', files: [] }, ...later] = parts;
	const facts: PostFacts = {
		text: visibleText(first.content),
		files: first.files,
		laterParts: later.length,
		fileIn: (key) => {
			const { ending, bytes }: Partial<MediaFile> = settingFiles[key] ?? {};
			const path = String(propertiesOf(settings[key]).path);
			const found = ending ?? /\.(\w+)(?:\?.*)?$/.exec(path)?.[1];
			return found === undefined ? undefined : { ending: found, bytes };
		},
	};
	return getRules(post).flatMap((rule) => {
		if (isLimit(rule) || Boolean(rule.inDrafts) !== inDrafts) return [];
		const { field, is, breaks, remedy } = rule;
		if (!breaks(settings, facts)) return [];
		return [{ ...getConsequence(rule), field, message: `${field} ${is}`, remedy }];
	});
}

/** The address of a file, or one beside it; undefined if it isn't known yet. */
export type AddressOf = (file: MediaFile) => string | undefined;

/** For files that aren't uploaded yet; `filesAt` is where the instance keeps uploads, if that is known. */
export const getPlannedAddress =
	(filesAt?: string): AddressOf =>
	({ reference }) =>
		reference ? reference.path : filesAt;

/** Where files of a post are that its network must fetch itself, but `never` or only `perhaps` can. */
export function findPlaces(
	{
		target: { network },
		parts,
	}: { target: { network?: Network }; parts: Array<{ files: MediaFile[] }> },
	reach: 'never' | 'perhaps',
	addressOf: AddressOf,
): string[] {
	if (!network?.fetchesFiles) return [];
	const addresses = parts.flatMap(({ files }) => files.flatMap((file) => addressOf(file) ?? []));
	return [...new Set(addresses.filter((address) => visibilityOf(address) === reach).map(toPlace))];
}

/** An address without its path. */
export const toPlace = (address: string) => parseAddress(address)?.origin ?? shortUrl(address);
