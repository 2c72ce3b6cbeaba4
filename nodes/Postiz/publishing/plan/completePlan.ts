import type { IDataObject } from 'n8n-workflow';

import { statedKeys, type FactsOf } from '../../channels/facts';
import type { MediaFile } from '../../media/mediaFile';
import type { Uploads } from '../../media/uploads';
import { rulesFor } from '../../providers';
import { textRulesFor, type TextRules } from '../../text/content';
import { countCharacters } from '../../text/length';
import { shortenText, splitText } from '../../text/longText';
import { largest } from '../../values/lists';
import { ignoreProblem } from '../../values/problem';
import type { PlannedItem, PlannedPart, PlannedPost } from '../types';

/** Caches of an execution, for details of posts. */
interface Tools {
	factsOf: FactsOf;
	uploads: Uploads;
}

/** Fits the texts of an item and, unless validation is skipped, completes its posts by {@link completePost}. */
export async function completeItem(item: PlannedItem, tools: Tools): Promise<PlannedItem> {
	const { skipsValidation } = item;
	const isDraft = item.shared.type === 'draft';
	const posts = item.posts.map(async (post) => {
		const fitted = await fitTexts(post, tools.factsOf);
		return skipsValidation ? fitted : await completePost(fitted, { ...tools, isDraft });
	});
	return { ...item, posts: await Promise.all(posts) };
}

interface Completion extends Tools {
	/** Files aren't checked. */
	isDraft: boolean;
	/** The keys of changed settings; all by default. */
	changed?: string[];
}

/** Adds what only the service, or the files themselves, can tell about a post. Throws like the client. */
export async function completePost(post: PlannedPost, completion: Completion) {
	const { factsOf, uploads, isDraft } = completion;
	const limited = await withOwnLength(await withUnlisted(post, completion), factsOf);
	if (isDraft || !hasSizeRule(limited)) return limited;
	const measure = async (files: MediaFile[]) =>
		await Promise.all(files.map(async (file) => await uploads.measure(file)));
	const parts = limited.parts.map(async (part) => ({ ...part, files: await measure(part.files) }));
	return { ...limited, parts: await Promise.all(parts) };
}

/** Adds the settings that the instance doesn't list: it would publish the post without them (docs/api.md, Releases). */
async function withUnlisted(
	post: PlannedPost,
	{ factsOf, changed }: Pick<Completion, 'factsOf' | 'changed'>,
): Promise<PlannedPost> {
	const { target, settings, settingFiles, unlisted = [] } = post;
	const { fields = [] } = target.provider ?? {};
	const stated = statedKeys(fields, { ...settings, ...settingFiles } as IDataObject).filter(
		(key) => changed?.includes(key) ?? true,
	);
	if (stated.length + unlisted.length === 0) return post;
	const { keys } = await factsOf(target.id);
	// An instance that lists none says nothing.
	const known = keys ? stated.filter((key) => !keys.includes(key)) : [];
	return { ...post, unlisted: [...known, ...unlisted.filter((key) => !keys?.includes(key))] };
}

/** True if the network limits the pixel size of this post's files. */
function hasSizeRule(post: PlannedPost): boolean {
	const { sizes, equalSizes = false } = post.target.provider?.media ?? {};
	return sizes !== undefined || (equalSizes && hasSeveralFiles(post));
}

const hasSeveralFiles = ({ parts: [first] }: PlannedPost) => (first?.files.length ?? 0) > 1;

/** Adds the channel's own max length, if a part is only valid for some accounts. */
async function withOwnLength(post: PlannedPost, factsOf: FactsOf): Promise<PlannedPost> {
	if (!needsOwnLength(post)) return post;
	const { target, settings } = post;
	const { maxLength: length } = (await factsOf(target.id).catch(ignoreProblem)) ?? {};
	if (length === undefined) return withUnknownLength(post);
	// Some releases return less than what the network accepts from every account.
	const { minMaxLength = 0 } = rulesFor(target.provider, settings);
	return { ...post, target: { ...target, maxLength: Math.max(length, minMaxLength) } };
}

/** Notes that a text is only valid for some accounts, and that the instance can't tell for which. */
function withUnknownLength(post: PlannedPost): PlannedPost {
	const { target, settings, parts, notes = [], adapts } = post;
	if (adapts) return post;
	const { minMaxLength = 0 } = rulesFor(target.provider, settings);
	const lengths = parts.map(({ content }) => countCharacters(content, target.provider?.count));
	const note = `${largest(lengths)} characters are more than the ${minMaxLength} that every account may post, and this Postiz cannot say whether this one may`;
	return { ...post, notes: [...notes, note] };
}

function needsOwnLength({ target, settings, parts, adapts }: PlannedPost): boolean {
	const { provider } = target;
	const { maxLength = Infinity, minMaxLength = Infinity } = rulesFor(provider, settings);
	return parts.some(({ content }) => {
		const length = countCharacters(content, provider?.count);
		// A text too long for any account is an error, unless it is cut to what this account allows.
		return length > minMaxLength && (length <= maxLength || adapts === true);
	});
}

/** Cuts texts that are too long, if possible: into a thread, where the network has threads (docs/api.md, Lengths). */
async function fitTexts(post: PlannedPost, factsOf: FactsOf): Promise<PlannedPost> {
	if (!post.adapts) return post;
	const limited = await withOwnLength(post, factsOf);
	const { target, settings, parts } = limited;
	const rules = textRulesFor(target.provider, settings);
	// Accounts with an unknown limit get the lowest one.
	const limit = target.maxLength ?? rules.limits.at(0) ?? Infinity;
	const fits = ({ content }: PlannedPart) => rules.count(content) <= limit;
	const cut = target.provider?.ignoresThreads ? shorten : split;
	return {
		...limited,
		parts: parts.flatMap((part) =>
			fits(part) || !part.written ? [part] : cut(part, rules, limit),
		),
	};
}

const shorten = (part: PlannedPart, rules: TextRules, limit: number): PlannedPart[] => [
	{ ...part, content: shortenText(part.written!, { ...rules, limitOf: () => limit }) ?? part.content },
];

/** Replaces a part with several. Its files and delay stay with the first one. */
function split(part: PlannedPart, rules: TextRules, limit: number): PlannedPart[] {
	const [first = part.content, ...others] = splitText(part.written!, { ...rules, limitOf: () => limit }) ?? [];
	return [{ ...part, content: first }, ...others.map((content) => ({ content, files: [] }))];
}
