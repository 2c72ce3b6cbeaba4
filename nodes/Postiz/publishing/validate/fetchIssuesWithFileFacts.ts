import { isAgentTool } from '../../execution/nodeContext';
import type { Issue } from '../../posts/issue';
import type { PostToValidate } from '../../posts/limits/postToValidate';
import type { Run } from '../../posts/run/run';
import { fetchAndAddFileFacts } from './fetchAndAddFileFacts';
import { findPostIssues } from './findPostIssues';

/** Finds the issues of a post of this run. Opens its files for their facts, unless it is a draft. */
export async function fetchIssuesWithFileFacts(
	post: PostToValidate,
	{ isDraft }: { isDraft: boolean },
	{ context, client, inspector }: Run,
): Promise<Issue[]> {
	const postWithFacts = isDraft ? post : await fetchAndAddFileFacts(post, inspector);
	return findPostIssues(postWithFacts, {
		isDraft,
		filesOrigin: client.instance.filesOrigin,
		isAgentTool: isAgentTool(context),
	});
}
