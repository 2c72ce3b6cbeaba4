import { isAgentTool } from '../../execution/nodeContext';
import type { Issue } from '../../posts/issue';
import type { PostToValidate } from '../../posts/limits/postToValidate';
import type { Run } from '../../posts/run/run';
import { findPostIssues } from './findPostIssues';
import { withFileFacts } from './withFileFacts';

/** Validates a post of this run, with facts about its files unless it is a draft. */
export async function findIssuesWithFileFacts(
	post: PostToValidate,
	{ isDraft }: { isDraft: boolean },
	{ context, client, inspector }: Run,
): Promise<Issue[]> {
	const postWithFacts = isDraft ? post : await withFileFacts(post, inspector);
	return findPostIssues(postWithFacts, {
		isDraft,
		filesOrigin: client.instance.filesOrigin,
		isAgentTool: isAgentTool(context),
	});
}
