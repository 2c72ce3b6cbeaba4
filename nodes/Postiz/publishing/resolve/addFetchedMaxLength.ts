import type { GetChannelCapabilities } from '../../channels/channelCapabilities';
import { ignoreIfProblem } from '../../common/problem';
import { getTextRequirements } from '../../networks/textRequirements';
import type { ChannelPost } from '../../posts/desiredPost';
import { countCharacters } from '../../text/characterCount';

/** Fetches the channel's own max length if it is needed, and adds it to the post's target. */
export async function addFetchedMaxLength<T extends ChannelPost>(
	post: T,
	getChannelCapabilities: GetChannelCapabilities,
): Promise<T> {
	const maxLength = await fetchMaxLengthIfNeeded(post, getChannelCapabilities);
	return { ...post, target: { ...post.target, maxLength } };
}

/** The channel's own max length, if a part is only valid for some accounts; undefined if it isn't needed or unknown. */
async function fetchMaxLengthIfNeeded(
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
		(await getChannelCapabilities(target.id).catch(ignoreIfProblem)) ?? {};
	// Some releases return less than what the network accepts from every account.
	return length === undefined ? undefined : Math.max(length, guaranteedMaxLength);
}
