import type { IDataObject } from 'n8n-workflow';

import type { MediaFile } from '../../media/mediaFile';
import { rulesFor } from '../../providers';
import {
	type Amount,
	describeLimit,
	inWords,
	isLimit,
	type Limit,
	isInside,
	type Measure,
	MEASURES,
	type Measuring,
	type Mistake,
	type Rule,
} from '../../providers/measures';
import type { Provider } from '../../providers/types';
import type { WrittenText } from '../../text/content';
import { handedText, visibleText } from '../../text/stored';
import { shortUrl } from '../../values/problem';
import { propertiesOf } from '../../values/read';
import { parseAddress, reachOf } from '../../values/webAddress';
import type { Finding, Origin } from '../shapes';

/** A post on a channel, as far as it is checked. */
export interface CheckedPost {
	/** Max characters per part of the channel itself, if it is known. */
	target: { provider?: Provider; maxLength?: number };
	/** With their texts as they are sent. */
	parts: Array<{ content: string; written?: WrittenText; files: MediaFile[]; delay?: number }>;
	settings: IDataObject;
	settingFiles: Record<string, MediaFile>;
	origin: Origin;
	/** Keys of settings that the instance doesn't know. */
	unlisted?: string[];
	/** What is wrong with names in place of IDs. */
	looked?: Finding[];
	/** The settings of all posts of the channel within the 24 hours before it, with its own. */
	sameDay?: IDataObject[];
	/** The post was changed to fit, as far as that was possible; undefined if nobody could say so. */
	adapts?: boolean;
}

type Part = CheckedPost['parts'][number];

/** What a post breaks of its network's rules; `inDrafts`, of those that the service checks in drafts. */
export function brokenRules(post: CheckedPost, { inDrafts }: { inDrafts: boolean }): Finding[] {
	const { provider } = post.target;
	if (!provider) return [];
	return rulesOf(post, provider)
		.filter((rule) => (!isLimit(rule) && rule.inDrafts === true) === inDrafts)
		.flatMap((rule) => (isLimit(rule) ? exceeded(post, provider, rule) : mistaken(post, rule)));
}

const rulesOf = ({ settings }: Pick<CheckedPost, 'settings'>, { rules = [] }: Provider): Rule[] =>
	rules.filter(({ when }) => when?.holds(settings) ?? true);

/** False for parts that the network doesn't publish, too. */
function isFor({ in: place, beside }: Limit, index: number, { files }: Part, provider: Provider) {
	if (index > 0 && provider.ignoresThreads) return false;
	return (
		(place === undefined || (place === 'post') === (index === 0)) &&
		(beside === undefined || files.length > 0)
	);
}

/** True for a network that takes only so many posts a day. */
export const hasDailyLimit = ({ provider }: CheckedPost['target']): boolean =>
	provider?.rules?.some((rule) => isLimit(rule) && rule.of === 'postsADay') === true;

type ForLimits = Pick<CheckedPost, 'settings' | 'target'>;

/** The limits for a part of a post, without those of which it only gets a note. */
function limitsFor(post: ForLimits, part: Part, index: number, withNotes = false): Limit[] {
	const { provider } = post.target;
	return (provider ? rulesOf(post, provider) : [])
		.filter(isLimit)
		.filter((limit) => (withNotes || !limit.note) && isFor(limit, index, part, provider!));
}

/** The post with what its files say of themselves, as far as its network has rules about that; `measure` asks a file. */
export async function withMeasuredFiles<T extends CheckedPost>(
	post: T,
	measure: (file: MediaFile) => Promise<MediaFile>,
): Promise<T> {
	const parts = post.parts.map(async (part, index) => {
		const files = part.files.map(async (file) =>
			mustMeasure(post, part, index, file) ? await measure(file) : file,
		);
		return { ...part, files: await Promise.all(files) };
	});
	return { ...post, parts: await Promise.all(parts) };
}

/** True if a file of a part must be opened to check it. */
const mustMeasure = (post: ForLimits, part: Part, index: number, file: MediaFile): boolean =>
	limitsFor(post, part, index, true).some((limit) => {
		const { of } = MEASURES[limit.of];
		const isOfKind = of === 'files' || !file.kind || (of === 'video') === (file.kind === 'video');
		return isInside(limit.of) && isOfKind && (limit.of !== 'sizes' || part.files.length > 1);
	});

/** What a part's text may have at most, besides the limit of the service; `count` measures a content. */
export function textLimits(post: ForLimits, part: Part, index: number) {
	const { text } = rulesFor(post.target.provider, post.settings);
	return limitsFor(post, part, index).flatMap(({ of, max = 0 }) => {
		const measure: Measuring = MEASURES[of];
		if (measure.of !== 'text' || max === 0) return [];
		return [{ max, count: (content: string) => measure.read(handedText(content, text)) }];
	});
}

/** The numbers of files by which a part can be divided. */
const DIVISIBLE: Measure[] = ['files', 'pictures'];

/** How many of its files a part keeps if the others go to the next one; undefined if that isn't needed, or doesn't help. */
export function keptFiles(post: ForLimits, part: Part, index: number): number | undefined {
	const kept = roomFor(post, part, index);
	const rest = { ...part, files: part.files.slice(kept) };
	const isNextFree = !post.target.provider?.ignoresThreads && roomFor(post, rest, index + 1) > 0;
	return kept > 0 && rest.files.length > 0 && isNextFree ? kept : undefined;
}

/** How many of its first files a part may have. */
function roomFor(post: ForLimits, part: Part, index: number): number {
	const limits = limitsFor(post, part, index).filter(({ of }) => DIVISIBLE.includes(of));
	const isOver = (files: MediaFile[]) =>
		limits.some(({ of, max = Infinity }) => {
			const measure: Measuring = MEASURES[of];
			const [least = 0] = measure.of === 'files' ? [measure.read(files)].flat() : [];
			return least > max;
		});
	let room = part.files.length;
	while (room > 0 && isOver(part.files.slice(0, room))) room -= 1;
	return room;
}

function exceeded(post: CheckedPost, provider: Provider, limit: Limit): Finding[] {
	const measure: Measuring = MEASURES[limit.of];
	const { note, when } = limit;
	const form = rulesFor(provider, post.settings).text;
	const where = when ? ` ${when.words}` : '';
	const why = note ? `: ${note}` : '';
	const found = (field: string, message: string): Finding => ({
		...consequenceOf(limit),
		field,
		message: `${message}${why}`,
		...(!note && remedyFor(limit, post, provider)),
	});
	if (measure.of === 'day') {
		const posts = post.sameDay?.filter((settings) => when?.holds(settings) ?? true) ?? [];
		const breach = breachOf(limit, posts.length);
		return breach ? [found('Date', `${breach}${where}`)] : [];
	}
	return post.parts.flatMap((part, index) => {
		if (!isFor(limit, index, part, provider)) return [];
		const { content, files } = part;
		const field = index > 0 ? 'Thread' : measure.of === 'text' ? 'Text' : 'Media';
		if (measure.of === 'picture' || measure.of === 'video') {
			const breach = breachOfEach(limit, measure, files, index);
			return breach ? [found(field, breach)] : [];
		}
		const amount =
			measure.of === 'text' ? measure.read(handedText(content, form)) : measure.read(files);
		const breach = amount === undefined ? undefined : breachOf(limit, amount);
		const subject = index > 0 ? `part ${index + 1} of the thread has ` : '';
		return breach ? [found(field, `${subject}${breach}${where}`)] : [];
	});
}

const consequenceOf = ({ note, mayPass }: Rule): Pick<Finding, 'level' | 'mayPass'> =>
	note ? { level: 'note' } : { level: 'error', ...(mayPass && { mayPass }) };

/** What exceeds a number of characters or files, such as `12 of 10 files`. */
function breachOf(limit: Limit, amount: Amount): string | undefined {
	const { min = 0, max = Infinity, beside } = limit;
	const [least, most] = typeof amount === 'number' ? [amount, amount] : amount;
	const { of, name, one = name }: Measuring = MEASURES[limit.of];
	const isText = of === 'text';
	const show = (value: number) => value.toLocaleString('en');
	if (least > max) {
		if (max === 0) return isText ? 'a text' : `${show(least)} ${least === 1 ? one : name}`;
		const where = beside ? ' beside a file' : '';
		return max === 1
			? `${show(least)} ${name}${where} instead of 1`
			: `${show(least)} of ${show(max)} ${name}${where}`;
	}
	if (most >= min) return undefined;
	if (most > 0) return `${show(most)} of at least ${show(min)} ${name}`;
	return `no ${isText ? 'text' : one}`;
}

/** What is wrong with files themselves, such as `the size of file 2 is 12 MB; the maximum is 8 MB`. */
function breachOfEach(
	{ min = -Infinity, max = Infinity, oneOf, not, note }: Limit,
	{ of, name, read, show = String }: Extract<Measuring, { of: 'picture' | 'video' }>,
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
	const [[index, value] = [0, ''], ...others] = wrong;
	if (wrong.length === 0) return undefined;
	const place = part > 0 ? ` of part ${part + 1}` : '';
	const file = files.length === 1 ? `the ${of === 'video' ? of : 'picture'}` : `file ${index + 1}`;
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	const subject = `the ${name} of ${file}${place}${more}`;
	if (typeof value === 'string') {
		const must = oneOf && !note ? `; it must be ${inWords(oneOf)}` : '';
		return `${subject} is ${inWords([value])}${must}`;
	}
	const bound = value > max ? `the maximum is ${show(max)}` : `the minimum is ${show(min)}`;
	return `${subject} is ${show(value)}${note ? '' : `; ${bound}`}`;
}

function remedyFor(
	limit: Limit,
	post: CheckedPost,
	{ displayName }: Provider,
): Pick<Finding, 'remedy' | 'forPerson'> {
	const { remedy, min, max, of, when } = limit;
	const { of: what } = MEASURES[of];
	const isTooMuch = max !== undefined && max > 0;
	if (what === 'text' && isTooMuch) return howToShorten(post);
	const helps =
		DIVISIBLE.includes(of) &&
		post.adapts === false &&
		post.parts.some((part, index) => keptFiles(post, part, index) !== undefined);
	const forPerson = helps ? OR_ADAPT : undefined;
	if (remedy) return { remedy, forPerson };
	if (what === 'picture') return { remedy: 'Change the picture first, or use another one.' };
	if (what === 'video') return { remedy: 'Convert or cut the video first, or use another one.' };
	const verb = min !== undefined && max === undefined ? 'needs' : 'takes';
	const rule = [displayName, verb, describeLimit(limit), when?.words].filter(Boolean).join(' ');
	return { remedy: `${rule}.`, forPerson };
}

const NOT_ADAPTED =
	'text with HTML tags that is sent as is cannot be split or shortened: enter it in Post > Create with the Text Format HTML; nor can a longer piece of formatted Markdown, such as a block of code.';

/** How to fix a text that is too long for a network. */
export function howToShorten({
	adapts,
	target: { provider },
}: CheckedPost): Pick<Finding, 'remedy' | 'forPerson'> {
	if (adapts !== undefined) {
		return { remedy: 'Shorten the text.', forPerson: adapts ? NOT_ADAPTED : OR_ADAPT };
	}
	return {
		remedy: provider?.ignoresThreads
			? 'Shorten the text.'
			: 'Shorten the text, or move the rest to the thread.',
	};
}

/** What a person can set to have a post changed. */
export const OR_ADAPT = 'set the option If a Channel Cannot Take It to Adapt.';

function mistaken(post: CheckedPost, mistake: Mistake): Finding[] {
	const { settings, settingFiles, parts } = post;
	const [first = { content: '', files: [] }, ...later] = parts;
	const fileIn = (key: string) => {
		const { ending, bytes }: Partial<MediaFile> = settingFiles[key] ?? {};
		const path = propertiesOf(settings[key]).path ?? '';
		const found = ending ?? /\.(\w+)(?:\?.*)?$/.exec(String(path))?.[1];
		return found === undefined ? undefined : { ending: found, bytes };
	};
	const facts = {
		text: visibleText(first.content),
		files: first.files,
		laterParts: later.length,
		fileIn,
	};
	if (!mistake.breaks(settings, facts)) return [];
	const { field, is, remedy } = mistake;
	return [{ ...consequenceOf(mistake), field, message: `${field} ${is}`, remedy }];
}

/** The address of a file, or one beside it; undefined if it isn't known yet. */
export type AddressOf = (file: MediaFile) => string | undefined;

/** For files that aren't uploaded yet; `filesAt` is where the instance keeps uploads, if that is known. */
export const plannedAddress =
	(filesAt?: string): AddressOf =>
	({ reference }) =>
		reference ? reference.path : filesAt;

/** Where files of a post are that its network must fetch itself, but `never` or only `perhaps` can. */
export function placesOf(
	{
		target: { provider },
		parts,
	}: { target: { provider?: Provider }; parts: Array<{ files: MediaFile[] }> },
	reach: 'never' | 'perhaps',
	addressOf: AddressOf,
): string[] {
	if (!provider?.fetchesFiles) return [];
	const addresses = parts.flatMap(({ files }) => files.flatMap((file) => addressOf(file) ?? []));
	return [...new Set(addresses.filter((address) => reachOf(address) === reach).map(placeOf))];
}

/** An address without its path. */
export const placeOf = (address: string) => parseAddress(address)?.origin ?? shortUrl(address);
