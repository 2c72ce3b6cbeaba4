import { ignoreIfProblem } from '../common/problem';
import type { FetchChannelCapabilities } from './channelCapabilities';
import type { Target } from './target';

const POSSIBLE_LINK =
	/https?:\/\/[^\s<>"]+|\b(?:[a-z\d-]+\.)+(?:com|net|org|io|co|ai|app|dev)\b(?!@)[^\s<>"]*/gi;

/** True if a text has something that an instance may treat as a link. */
export const hasLink = (content: string): boolean => content.search(POSSIBLE_LINK) >= 0;

/** Removes links like an instance. */
export const stripLinks = (content: string): string => content.replace(POSSIBLE_LINK, '');

interface Post {
	target: Target;
	parts: Array<{ content: string }>;
}

/** True if some instances remove links from a post. */
export const canLoseLinks = ({ target, parts }: Post) =>
	target.identifier === 'x' && parts.some(({ content }) => hasLink(content));

/** True if the instance removes links from posts on X. Sends a request only if a post has a link. */
export async function fetchWhetherLinksAreStripped(
	posts: Post[],
	fetchChannelCapabilities: FetchChannelCapabilities,
): Promise<boolean> {
	const postWithLink = posts.find(canLoseLinks);
	if (!postWithLink) return false;
	const capabilities = await fetchChannelCapabilities(postWithLink.target.id).catch(
		ignoreIfProblem,
	);
	return capabilities?.stripsLinks === true;
}

/** A note, without a capital and a full stop. */
export const LINKS_STRIPPED = 'this Postiz instance removes links from posts on X';
