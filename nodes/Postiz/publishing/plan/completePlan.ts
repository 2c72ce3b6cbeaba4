import { THREAD, youngSettings, type Abilities, type Young } from '../../channels/abilities';
import type { PlannedFile } from '../../media/plannedFile';
import type { Uploads } from '../../media/uploads';
import { rulesFor } from '../../providers';
import { toTextTarget } from '../../text/content';
import { countCharacters } from '../../text/length';
import { shortenText, splitText, type LimitedTarget } from '../../text/longText';
import { FEATURES_SINCE } from '../../transport/releases';
import type { PlannedItem, PlannedPart, PlannedPost } from '../types';

/** What looks further into posts, each thing once per execution. */
interface Tools {
	abilities: Abilities;
	uploads: Uploads;
}

/** The item with texts that fit, completed by {@link completePost} unless unchecked. */
export async function completeItem(item: PlannedItem, tools: Tools): Promise<PlannedItem> {
	const { skipsValidation } = item;
	if (skipsValidation && item.tooLong === 'fail') return item;
	const isDraft = item.fields.type === 'draft';
	const posts = item.posts.map(async (post) => {
		const fitted = await fitTexts(post, tools.abilities);
		return skipsValidation ? fitted : await completePost(fitted, { ...tools, isDraft });
	});
	return { ...item, posts: await Promise.all(posts) };
}

interface Completion extends Tools {
	/** Lengths and files are not checked. */
	isDraft: boolean;
	/** The settings that are new, by their keys; all of them by default. */
	changed?: string[];
}

/** The post with what only the service, or a longer look at its files, can say of it. Throws as the client. */
export async function completePost(post: PlannedPost, completion: Completion) {
	const { abilities, uploads, isDraft } = completion;
	const judged = await withIgnored(post, completion);
	if (isDraft) return judged;
	const limited = await withOwnLength(judged, abilities);
	if (!hasSizeRule(limited)) return limited;
	const measure = async (files: PlannedFile[]) =>
		await Promise.all(files.map(async (file) => await uploads.measure(file)));
	const parts = limited.parts.map(async (part) => ({ ...part, files: await measure(part.files) }));
	return { ...limited, parts: await Promise.all(parts) };
}

/** The post, with the parts of it that the instance ignores (docs/api.md, Releases). */
async function withIgnored(
	post: PlannedPost,
	{ abilities, changed }: Pick<Completion, 'abilities' | 'changed'>,
): Promise<PlannedPost> {
	const { target, settings, settingFiles, parts } = post;
	const files = Object.keys(settingFiles);
	const young = youngSettings(target.provider?.fields ?? [], settings, files);
	if (parts.slice(1).some(({ delay = 0 }) => delay > 0)) young.push(DELAYS);
	const looked = young.filter(({ key }) => changed?.includes(key) ?? true);
	if (looked.length === 0) return post;
	return { ...post, ignored: await abilities.ignored(target.id, looked) };
}

const DELAYS: Young = {
	key: THREAD,
	name: 'Delay (Minutes)',
	since: FEATURES_SINCE.threadDelays,
	ifIgnored: 'the parts of the thread would follow at once',
};

/** True if the network has rules for the pixels of this post's files. */
function hasSizeRule({ target: { provider }, parts }: PlannedPost): boolean {
	const { sizes, equalSizes = false } = provider?.media ?? {};
	return sizes !== undefined || (equalSizes && (parts[0]?.files.length ?? 0) > 1);
}

/** The same post with the channel's own length, if a part is only right for some accounts. */
async function withOwnLength(post: PlannedPost, abilities: Abilities): Promise<PlannedPost> {
	if (!needsOwnLength(post)) return post;
	const { target, settings } = post;
	const length = await abilities.maxLength(target.id);
	if (length === undefined) return post;
	// Some releases say less than what the network takes of every account.
	const { minMaxLength = 0 } = rulesFor(target.provider, settings);
	return { ...post, target: { ...target, maxLength: Math.max(length, minMaxLength) } };
}

function needsOwnLength({ target, settings, parts, tooLong = 'fail' }: PlannedPost): boolean {
	const { provider } = target;
	const { maxLength = Infinity, minMaxLength } = rulesFor(provider, settings);
	if (minMaxLength === undefined) return false;
	return parts.some(({ content }) => {
		const length = countCharacters(content, provider?.count);
		// A text that no account may write is an error, unless it is cut to what this one may.
		return length > minMaxLength && (length <= maxLength || tooLong !== 'fail');
	});
}

/** The post with texts cut as its `tooLong` says if possible (docs/api.md, Lengths, Threads). */
async function fitTexts(post: PlannedPost, abilities: Abilities): Promise<PlannedPost> {
	const { tooLong = 'fail' } = post;
	if (tooLong === 'fail') return post;
	const limited = await withOwnLength(post, abilities);
	const { target, settings, parts } = limited;
	const { form, count, limits: usual } = toTextTarget(target.provider, settings);
	// An account of unknown size surely takes what all of them take.
	const limit = target.maxLength ?? usual.at(0);
	if (limit === undefined) return limited;
	const text = { form, count, limit };
	if (parts.every((part) => fits(part, text))) return limited;
	if (tooLong === 'shorten') return { ...limited, parts: parts.map((part) => shorten(part, text)) };
	if (target.provider?.ignoresThreads) return limited;
	return { ...limited, parts: split(parts, text, tooLong === 'splitNumbered') };
}

const fits = ({ content }: PlannedPart, { count, limit }: LimitedTarget) => count(content) <= limit;

function shorten(part: PlannedPart, target: LimitedTarget): PlannedPart {
	if (fits(part, target) || !part.written) return part;
	return { ...part, content: shortenText(part.written, target) ?? part.content };
}

/** Splits what is too long; if numbered, each part with a text ends with its number and how many there are. */
function split(parts: PlannedPart[], target: LimitedTarget, isNumbered: boolean): PlannedPart[] {
	const numberOf = (place: number, total: number) => (isNumbered ? ` (${place}/${total})` : '');
	// More parts have longer numbers, which leave room for less.
	for (let most = 9; ; most = most * 10 + 9) {
		let total = 0;
		const found = parts.map((part) => {
			const first = total + 1;
			const reserve = (index: number) => numberOf(first + index, most);
			const text = isNumbered || !fits(part, target) ? part.written : undefined;
			const pieces = (text && splitText(text, target, reserve)) ?? [];
			total += Math.max(1, pieces.length);
			return () => pieces.map((piece, index) => piece(numberOf(first + index, total)));
		});
		if (total <= most) return parts.flatMap((part, index) => toParts(part, found[index]!()));
	}
}

/** The parts that take the place of one: its files and its delay stay with the first of them. */
function toParts(part: PlannedPart, [first = part.content, ...others]: string[]): PlannedPart[] {
	return [{ ...part, content: first }, ...others.map((content) => ({ content, files: [] }))];
}
