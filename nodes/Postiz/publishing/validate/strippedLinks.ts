import type { GetChannelFacts } from '../../channels/channelFacts';
import { isBlank } from '../../text/storedText';
import { ignoreProblem } from '../../common/problem';
import type { Content, Issue } from '../model';

const LINK =
	/https?:\/\/[^\s<>"]+|\b(?:[a-z\d-]+\.)+(?:com|net|org|io|co|ai|app|dev)\b(?!@)[^\s<>"]*/gi;

/** True if a text has what an instance may take for a link. */
export const hasLink = (content: string): boolean => content.search(LINK) >= 0;

type Post = Pick<Content, 'target' | 'parts'>;

/** True for a post from which some instances take links. */
const isConcerned = ({ target, parts }: Post) =>
	target.identifier === 'x' && parts.some(({ content }) => hasLink(content));

/** True if the instance takes links out of posts on X. It is asked once, and only if a post has one. */
export async function stripsLinks(posts: Post[], factsOf: GetChannelFacts): Promise<boolean> {
	const concerned = posts.find(isConcerned);
	if (!concerned) return false;
	const facts = await factsOf(concerned.target.id).catch(ignoreProblem);
	return facts?.stripsLinks === true;
}

export const STRIPS_LINKS = 'this Postiz removes links from posts on X';

/** What is to be said of the links in a post, on an instance that takes them out. */
export function checkLinks(post: Post): Issue[] {
	if (!isConcerned(post)) return [];
	const emptied = post.parts.findIndex(
		({ content, files }) =>
			files.length === 0 && hasLink(content) && isBlank(content.replace(LINK, '')),
	);
	if (emptied < 0) return [{ level: 'note', field: 'Text', message: STRIPS_LINKS }];
	const part = emptied === 0 ? 'the text' : `part ${emptied + 1} of the thread`;
	return [
		{
			level: 'error',
			mayPass: true,
			field: emptied === 0 ? 'Text' : 'Thread',
			message: `${part} is only a link, and ${STRIPS_LINKS}`,
			remedy: 'Add words to it, or remove it.',
		},
	];
}
