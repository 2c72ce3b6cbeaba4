import { getTextRequirements } from '../../networks/textRequirements';
import type { PostContent, Part } from '../../posts/desiredPost';
import { countFilesToKeep } from '../../posts/limits/fittingFiles';
import { getTextLimits } from '../../posts/limits/partLimits';
import { countCharacters } from '../../text/characterCount';
import { shortenText, splitText } from '../../text/splitText';

/**
 * Cuts a post with `adaptsIfUnsupported` to the limits of its network (docs/api.md, Lengths). Splits a long text into
 * a thread, or shortens it on networks without threads. Moves excess files to further parts.
 */
export function adaptToNetwork<T extends PostContent>(post: T): T {
	if (!post.adaptsIfUnsupported) return post;
	const parts = post.parts
		.flatMap((part, index) => cutPart(post, part, index))
		.flatMap((part, index) => divideFiles(post, part, index));
	return { ...post, parts };
}

/**
 * Cuts a text to all limits of its network, which may count in different units. The first part keeps the files and the
 * delay.
 */
function cutPart(post: PostContent, part: Part, index: number): Part[] {
	const { network, maxLength } = post.target;
	const requirements = getTextRequirements(network, post.settings);
	const { markup, guaranteedMaxLength } = requirements;
	// If the account's limit is unknown, use the lowest limit of any account.
	const max = maxLength ?? guaranteedMaxLength ?? requirements.maxLength ?? Infinity;
	const count = (content: string) => countCharacters(content, network?.characterCount);
	const fits = (content: string, offset: number) => {
		const piece = offset === 0 ? part : { ...part, files: [] };
		const limits = [{ max, count }, ...getTextLimits(post, piece, index + offset)];
		return limits.every((limit) => limit.count(content) <= limit.max);
	};
	if (fits(part.content, 0) || !part.textInput) return [part];
	const limit = { markup, max, fits };
	if (network?.ignoresThreads) {
		return [{ ...part, content: shortenText(part.textInput, limit) ?? part.content }];
	}
	const [first = part.content, ...others] = splitText(part.textInput, limit) ?? [];
	return [{ ...part, content: first }, ...others.map((content) => ({ content, files: [] }))];
}

/** Moves excess files to further parts. */
function divideFiles(post: PostContent, part: Part, index: number): Part[] {
	const count = countFilesToKeep(post, part, index);
	if (count === undefined) return [part];
	const rest = { content: '', files: part.files.slice(count) };
	return [{ ...part, files: part.files.slice(0, count) }, ...divideFiles(post, rest, index + 1)];
}
