import type { PlannedFile } from '../../media/plannedFile';
import type { Uploads } from '../../media/uploads';
import { rulesFor } from '../../providers';
import { toTextTarget } from '../../text/content';
import { countCharacters } from '../../text/length';
import { shortenText, splitText, type LimitedTarget } from '../../text/longText';
import type { PostizClient } from '../../transport/client';
import { getOrMake } from '../../values/getOrMake';
import { propertiesOf } from '../../values/read';
import type { PlannedItem, PlannedPart, PlannedPost } from '../types';

/** What looks further into posts, each thing once per execution. */
interface Tools {
	lengths: OwnLengths;
	uploads: Uploads;
}

/** The item with texts that fit, completed by {@link completePost} unless a draft or unchecked. */
export async function completeItem(item: PlannedItem, tools: Tools): Promise<PlannedItem> {
	const isLeftAsItIs = item.skipsValidation || item.fields.type === 'draft';
	if (isLeftAsItIs && item.tooLong === 'fail') return item;
	const posts = item.posts.map(async (post) => {
		const fitted = await fitTexts(post, tools.lengths);
		return isLeftAsItIs ? fitted : await completePost(fitted, tools);
	});
	return { ...item, posts: await Promise.all(posts) };
}

/** The post with what only the service, or a longer look at its files, can say of it. */
export async function completePost(post: PlannedPost, { lengths, uploads }: Tools) {
	const limited = await lengths.apply(post);
	if (!hasSizeRule(limited)) return limited;
	const measure = async (files: PlannedFile[]) =>
		await Promise.all(files.map(async (file) => await uploads.measure(file)));
	const parts = limited.parts.map(async (part) => ({ ...part, files: await measure(part.files) }));
	return { ...limited, parts: await Promise.all(parts) };
}

/** True if the network looks at how many pixels the files of this post have. */
function hasSizeRule({ target: { provider }, parts }: PlannedPost): boolean {
	const { sizes, equalSizes = false } = provider?.media ?? {};
	return sizes !== undefined || (equalSizes && (parts[0]?.files.length ?? 0) > 1);
}

/** How long a text may be on channels whose accounts differ, each looked up once per execution. */
export class OwnLengths {
	private readonly lengths = new Map<string, Promise<number | undefined>>();

	constructor(private readonly client: PostizClient) {}

	/** The same post with the channel's own length, if a part is only right for some accounts. */
	async apply(post: PlannedPost): Promise<PlannedPost> {
		if (!needsOwnLength(post)) return post;
		const { target } = post;
		const length = getOrMake(this.lengths, target.id, async () => await this.ask(target.id));
		return { ...post, target: { ...target, maxLength: await length } };
	}

	/** Undefined if the instance does not say: the service has the last word then. */
	private async ask(id: string): Promise<number | undefined> {
		const path = `/integration-settings/${encodeURIComponent(id)}`;
		const answer = await this.client.request({ method: 'GET', path }).catch(() => undefined);
		const { maxLength: length } = propertiesOf(propertiesOf(answer).output);
		return typeof length === 'number' ? length : undefined;
	}
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
async function fitTexts(post: PlannedPost, lengths: OwnLengths): Promise<PlannedPost> {
	const { tooLong = 'fail' } = post;
	if (tooLong === 'fail') return post;
	const limited = await lengths.apply(post);
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
