import type { IDataObject } from 'n8n-workflow';

import { statedKeys, type FactsOf } from '../channels/facts';
import { rulesFor } from '../providers';
import { countCharacters } from '../text/stored';
import { shortenText, splitText } from '../text/longText';
import { ignoreProblem } from '../values/problem';
import { keptFiles, textLimits } from './check/rules';
import type { Run } from './run';
import type { Content, Part } from './shapes';

/**
 * A post with its channel's own max length, if it is needed; if it adapts, with its texts cut into a thread or, where
 * there are no threads, shortened (docs/api.md, Lengths).
 */
export async function fitToNetwork<T extends Content>(
	one: T,
	{ factsOf }: Pick<Run, 'factsOf'>,
): Promise<T> {
	const maxLength = await ownLength(one, factsOf);
	const limited = { ...one, target: { ...one.target, maxLength } };
	return one.adapts ? cutTexts(limited) : limited;
}

/** The channel's own max length, if a part is only valid for some accounts; undefined if it isn't needed or unknown. */
async function ownLength(
	{ target, settings, parts, adapts }: Content,
	factsOf: FactsOf,
): Promise<number | undefined> {
	const { provider } = target;
	const { maxLength = Infinity, minMaxLength = Infinity } = rulesFor(provider, settings);
	const longest = Math.max(
		...parts.map(({ content }) => countCharacters(content, provider?.count)),
	);
	// A text too long for any account is an error, unless it is cut to what this account allows.
	if (longest <= minMaxLength || (longest > maxLength && !adapts)) return undefined;
	const { maxLength: length } = (await factsOf(target.id).catch(ignoreProblem)) ?? {};
	// Some releases return less than what the network accepts from every account.
	return length === undefined ? undefined : Math.max(length, minMaxLength);
}

/**
 * The settings of a post that the instance doesn't list: it would publish the post without them (docs/api.md, Releases).
 * Only those that are `changed`, if they are given. Throws like the client.
 */
export async function unlistedIn(
	{ target, settings, settingFiles, unlisted = [] }: Content,
	factsOf: FactsOf,
	changed?: string[],
): Promise<string[]> {
	const { fields = [] } = target.provider ?? {};
	const stated = statedKeys(fields, { ...settings, ...settingFiles } as IDataObject).filter(
		(key) => changed?.includes(key) ?? true,
	);
	if (stated.length + unlisted.length === 0) return [];
	const { keys } = await factsOf(target.id);
	// An instance that lists none says nothing.
	const known = keys ? stated.filter((key) => !keys.includes(key)) : [];
	return [...known, ...unlisted.filter((key) => !keys?.includes(key))];
}

/** Cuts what exceeds a limit of the network: texts by its own units, links and files by their number. */
function cutTexts<T extends Content>(one: T): T {
	const { target, settings, parts } = one;
	// Accounts with an unknown limit get the lowest one.
	const { text: form, minMaxLength, maxLength = Infinity } = rulesFor(target.provider, settings);
	const max = target.maxLength ?? minMaxLength ?? maxLength;
	const count = (content: string) => countCharacters(content, target.provider?.count);
	const cut = (part: Part, index: number): Part[] => {
		const limitsOf = (place: number) => {
			const own = place === 0 ? part : { ...part, files: [] };
			return [{ max, count }, ...textLimits(one, own, index + place)];
		};
		const fits = (content: string, place: number) =>
			limitsOf(place).every((limit) => limit.count(content) <= limit.max);
		if (fits(part.content, 0) || !part.written) return [part];
		const fitting = { form, max, fits };
		if (target.provider?.ignoresThreads) {
			return [{ ...part, content: shortenText(part.written, fitting) ?? part.content }];
		}
		const [first = part.content, ...others] = splitText(part.written, fitting) ?? [];
		// Its files and delay stay with the first one.
		return [{ ...part, content: first }, ...others.map((content) => ({ content, files: [] }))];
	};
	return { ...one, parts: parts.flatMap(cut).flatMap(cutFiles(one)) };
}

/** Moves the files that are too many for a part to further ones. */
const cutFiles =
	(one: Content) =>
	(part: Part, index: number): Part[] => {
		const kept = keptFiles(one, part, index);
		if (kept === undefined) return [part];
		const rest = { content: '', files: part.files.slice(kept) };
		return [{ ...part, files: part.files.slice(0, kept) }, ...cutFiles(one)(rest, index + 1)];
	};
