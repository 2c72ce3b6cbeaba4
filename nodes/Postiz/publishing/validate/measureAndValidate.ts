import { isTool } from '../../execution/nodeContext';
import type { Issue } from '../../posts/issue';
import type { PostToValidate } from '../../posts/limits/postToValidate';
import type { RunContext } from '../../posts/run/run';
import { measureFiles } from './measureFiles';
import { validatePost } from './validatePost';

/** Validates a post of this run with the measures of its files, which don't matter in a draft. */
export async function measureAndValidate(
	post: PostToValidate,
	{ isDraft }: { isDraft: boolean },
	{ context, client, inspector }: RunContext,
): Promise<Issue[]> {
	const measured = isDraft ? post : await measureFiles(post, inspector);
	return validatePost(measured, {
		isDraft,
		filesOrigin: client.instance.filesOrigin,
		isTool: isTool(context),
	});
}
