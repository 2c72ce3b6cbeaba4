import type { FetchChannelCapabilities } from '../../channels/channelCapabilities';
import { ignoreIfProblem } from '../../common/problem';
import { getTextRequirements } from '../../networks/textRequirements';
import { countCharacters } from '../../text/characterCount';
import type { PostContent } from '../desiredPost';

/** Adds the channel's own max length to the post's target. Only fetches it if it matters. */
export async function fetchAndAddMaxLength<T extends PostContent>(
	post: T,
	fetchChannelCapabilities: FetchChannelCapabilities,
): Promise<T> {
	const maxLength = await fetchMaxLengthIfNeeded(post, fetchChannelCapabilities);
	return { ...post, target: { ...post.target, maxLength } };
}

/**
 * Fetches the channel's own max length if a text is too long for some accounts. Undefined if it doesn't matter or is
 * unknown.
 */
async function fetchMaxLengthIfNeeded(
	{ target, settings, parts, adaptsIfUnsupported }: PostContent,
	fetchChannelCapabilities: FetchChannelCapabilities,
): Promise<number | undefined> {
	const { network } = target;
	const { maxLength = Infinity, guaranteedMaxLength = Infinity } = getTextRequirements(
		network,
		settings,
	);
	const longest = Math.max(
		...parts.map(({ content }) => countCharacters(content, network?.characterCount)),
	);
	// A text that is too long for every account is an error anyway, unless it is cut to this account's limit.
	if (longest <= guaranteedMaxLength || (longest > maxLength && !adaptsIfUnsupported))
		return undefined;
	const { maxLength: length } =
		(await fetchChannelCapabilities(target.id).catch(ignoreIfProblem)) ?? {};
	// Some releases return less than what every account allows.
	return length === undefined ? undefined : Math.max(length, guaranteedMaxLength);
}
