import {
	MEDIA,
	THREAD,
	newSettingsOf,
	type Abilities,
	type NewFeature,
} from '../../channels/abilities';
import type { MediaFile } from '../../media/mediaFile';
import type { Uploads } from '../../media/uploads';
import { rulesFor } from '../../providers';
import { textRulesFor, type TextRules } from '../../text/content';
import { countCharacters } from '../../text/length';
import { shortenText, splitText } from '../../text/longText';
import { FEATURES_SINCE, olderThan } from '../../transport/releases';
import { largest } from '../../values/lists';
import { ignoreProblem } from '../../values/problem';
import type { PlannedItem, PlannedPart, PlannedPost } from '../types';

/** Caches of an execution, for details of posts. */
interface Tools {
	abilities: Abilities;
	uploads: Uploads;
}

/** Fits the texts of an item and, unless validation is skipped, completes its posts by {@link completePost}. */
export async function completeItem(item: PlannedItem, tools: Tools): Promise<PlannedItem> {
	const { skipsValidation } = item;
	const isDraft = item.shared.type === 'draft';
	const posts = item.posts.map(async (post) => {
		const fitted = await fitTexts(post, tools.abilities);
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
	const { abilities, uploads, isDraft } = completion;
	const known = await withUnknown(await withIgnored(post, completion), abilities);
	const judged = await withAltNote(known, completion);
	const limited = await withOwnLength(judged, abilities);
	if (isDraft || !hasSizeRule(limited)) return limited;
	const measure = async (files: MediaFile[]) =>
		await Promise.all(files.map(async (file) => await uploads.measure(file)));
	const parts = limited.parts.map(async (part) => ({ ...part, files: await measure(part.files) }));
	return { ...limited, parts: await Promise.all(parts) };
}

/** Adds which parts of the post the instance ignores (docs/api.md, Releases). */
async function withIgnored(
	post: PlannedPost,
	{ abilities, changed }: Pick<Completion, 'abilities' | 'changed'>,
): Promise<PlannedPost> {
	const { target, settings, settingFiles, parts } = post;
	const files = Object.keys(settingFiles);
	const features = newSettingsOf(target.provider?.fields ?? [], settings, files);
	if (parts.slice(1).some(({ delay = 0 }) => delay > 0)) features.push(DELAYS);
	const series = hasSeveralFiles(post) && target.provider?.severalFilesSince?.(settings);
	if (series) features.push({ key: MEDIA, ...series });
	const looked = features.filter(({ key }) => changed?.includes(key) ?? true);
	if (looked.length === 0) return post;
	return { ...post, ignored: await abilities.ignored(target.id, looked) };
}

/** Drops unknown settings that the instance has, as it may be newer than this node. */
async function withUnknown(post: PlannedPost, abilities: Abilities): Promise<PlannedPost> {
	const { target, unknown = [] } = post;
	return unknown.length === 0
		? post
		: { ...post, unknown: await abilities.unknown(target.id, unknown) };
}

/** Notes that the instance may be too old to publish alt texts, as the post is right without them. */
async function withAltNote(
	post: PlannedPost,
	{ abilities, changed }: Pick<Completion, 'abilities' | 'changed'>,
): Promise<PlannedPost> {
	const { target, parts, notes = [] } = post;
	const since = target.provider?.altSince;
	const isConcerned = changed?.some((key) => [MEDIA, THREAD].includes(key)) ?? true;
	if (!since || !isConcerned || !parts.some(({ files }) => files.some(hasAlt))) return post;
	const feature = { key: MEDIA, name: 'alt texts', since, ifIgnored: '' };
	const [ignored] = (await abilities.ignored(target.id, [feature]).catch(ignoreProblem)) ?? [];
	if (!ignored) return post;
	const note = `this Postiz ${ignored.isSure ? 'is' : 'may be'} ${olderThan(since)} and ${ignored.isSure ? 'does' : 'may'} not publish alt texts`;
	return { ...post, notes: [...notes, note] };
}

const hasAlt = ({ alt, reference }: MediaFile) => Boolean(alt ?? reference?.alt);

const DELAYS: NewFeature = {
	key: THREAD,
	name: 'Delay (Minutes)',
	since: FEATURES_SINCE.threadDelays,
	ifIgnored: 'the parts of the thread would follow at once',
};

/** True if the network limits the pixel size of this post's files. */
function hasSizeRule(post: PlannedPost): boolean {
	const { sizes, equalSizes = false } = post.target.provider?.media ?? {};
	return sizes !== undefined || (equalSizes && hasSeveralFiles(post));
}

const hasSeveralFiles = ({ parts: [first] }: PlannedPost) => (first?.files.length ?? 0) > 1;

/** Adds the channel's own max length, if a part is only valid for some accounts. */
async function withOwnLength(post: PlannedPost, abilities: Abilities): Promise<PlannedPost> {
	if (!needsOwnLength(post)) return post;
	const { target, settings } = post;
	const length = await abilities.maxLength(target.id);
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
async function fitTexts(post: PlannedPost, abilities: Abilities): Promise<PlannedPost> {
	if (!post.adapts) return post;
	const limited = await withOwnLength(post, abilities);
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
	{ ...part, content: shortenText(part.written!, rules, limit) ?? part.content },
];

/** Replaces a part with several. Its files and delay stay with the first one. */
function split(part: PlannedPart, rules: TextRules, limit: number): PlannedPart[] {
	const [first = part.content, ...others] = splitText(part.written!, rules, limit) ?? [];
	return [{ ...part, content: first }, ...others.map((content) => ({ content, files: [] }))];
}
