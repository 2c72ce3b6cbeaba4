import { hasLink, canLoseLinks, stripLinks, LINKS_STRIPPED } from '../../channels/strippedLinks';
import type { PostContent } from '../../posts/desiredPost';
import { describePart, createNoteIssue, createErrorIssue, type Issue } from '../../posts/issue';
import { isBlank } from '../../text/storedText';

/** Finds issues of links, if the instance removes links. */
export function findLinkIssues(post: Pick<PostContent, 'target' | 'parts'>): Issue[] {
	if (!canLoseLinks(post)) return [];
	const emptied = post.parts.findIndex(
		({ content, files }) => files.length === 0 && hasLink(content) && isBlank(stripLinks(content)),
	);
	if (emptied < 0) return [createNoteIssue('Text', LINKS_STRIPPED)];
	const part = describePart(emptied, 'the text');
	return [
		createErrorIssue(
			emptied === 0 ? 'Text' : 'Thread',
			`${part} is only a link, and ${LINKS_STRIPPED}`,
			{
				mayBeAccepted: true,
				remedy: 'Add words to it, or remove it.',
			},
		),
	];
}
