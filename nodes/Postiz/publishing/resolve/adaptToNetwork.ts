import type { GetChannelCapabilities } from '../../channels/channelCapabilities';
import { ignoreProblem } from '../../common/problem';
import { getTextRequirements } from '../../networks/textRequirements';
import type { ChannelPost, Part } from '../../posts/desiredPost';
import { countSupportedFiles } from '../../posts/issues/fittingFiles';
import { getTextLimits } from '../../posts/issues/partLimits';
import type { Run } from '../../posts/run/run';
import { shortenText, splitText } from '../../text/splitText';
import { countCharacters } from '../../text/characterCount';

/**
 * Adds the channel's own max length, if it is needed. If the post `adapts`, splits long texts into a thread, or shortens
 * them on networks without threads (docs/api.md, Lengths).
 */
export async function adaptToNetwork<T extends ChannelPost>(
	post: T,
	{ getChannelCapabilities }: Pick<Run, 'getChannelCapabilities'>,
): Promise<T> {
	const maxLength = await fetchMaxLength(post, getChannelCapabilities);
	const limited = { ...post, target: { ...post.target, maxLength } };
	return post.adapts ? cutToLimits(limited) : limited;
}

/** The channel's own max length, if a part is only valid for some accounts; undefined if it isn't needed or unknown. */
async function fetchMaxLength(
	{ target, settings, parts, adapts }: ChannelPost,
	getChannelCapabilities: GetChannelCapabilities,
): Promise<number | undefined> {
	const { network } = target;
	const { maxLength = Infinity, guaranteedMaxLength = Infinity } = getTextRequirements(
		network,
		settings,
	);
	const longest = Math.max(
		...parts.map(({ content }) => countCharacters(content, network?.characterCount)),
	);
	// A text too long for any account is an error, unless it is cut to what this account allows.
	if (longest <= guaranteedMaxLength || (longest > maxLength && !adapts)) return undefined;
	const { maxLength: length } =
		(await getChannelCapabilities(target.id).catch(ignoreProblem)) ?? {};
	// Some releases return less than what the network accepts from every account.
	return length === undefined ? undefined : Math.max(length, guaranteedMaxLength);
}

/** Cuts what exceeds a limit of the network: texts by its own units, links and files by their number. */
function cutToLimits<T extends ChannelPost>(post: T): T {
	const { target, settings, parts } = post;
	// Accounts with an unknown limit get the lowest one.
	const {
		markup,
		guaranteedMaxLength,
		maxLength = Infinity,
	} = getTextRequirements(target.network, settings);
	const max = target.maxLength ?? guaranteedMaxLength ?? maxLength;
	const count = (content: string) => countCharacters(content, target.network?.characterCount);
	const cut = (part: Part, index: number): Part[] => {
		const getLimits = (offset: number) => {
			const piece = offset === 0 ? part : { ...part, files: [] };
			return [{ max, count }, ...getTextLimits(post, piece, index + offset)];
		};
		const fits = (content: string, offset: number) =>
			getLimits(offset).every((limit) => limit.count(content) <= limit.max);
		if (fits(part.content, 0) || !part.source) return [part];
		const fitting = { markup, max, fits };
		if (target.network?.ignoresThreads) {
			return [{ ...part, content: shortenText(part.source, fitting) ?? part.content }];
		}
		const [first = part.content, ...others] = splitText(part.source, fitting) ?? [];
		// Its files and delay stay with the first one.
		return [{ ...part, content: first }, ...others.map((content) => ({ content, files: [] }))];
	};
	return { ...post, parts: parts.flatMap(cut).flatMap(cutFiles(post)) };
}

/** Moves the files that are too many for a part to further ones. */
const cutFiles =
	(post: ChannelPost) =>
	(part: Part, index: number): Part[] => {
		const kept = countSupportedFiles(post, part, index);
		if (kept === undefined) return [part];
		const rest = { content: '', files: part.files.slice(kept) };
		return [{ ...part, files: part.files.slice(0, kept) }, ...cutFiles(post)(rest, index + 1)];
	};
