import type { CalendarPost } from '../../../calendar/calendarPost';
import { PostFinder } from '../../../calendar/postFinder';
import { removeUnstorable } from '../../../common/mapTexts';
import { Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import { listPostFiles } from '../../../posts/postFiles';
import type { PlannedUpdate } from '../../../posts/postUpdate';
import type { Run } from '../../../posts/run/run';
import type { PostPayload } from '../../../transport/apiTypes';
import type { PostizClient } from '../../../transport/client';
import { toPayload } from '../payload';

/**
 * Creates the payload of an update, in which existing parts keep their IDs. With `group`, Postiz deletes all other
 * parts. Throws {@link Problem} if the thread can't be shortened.
 */
export async function uploadAndCreatePayload(
	{ before, post }: PlannedUpdate,
	{ client, uploads }: Pick<Run, 'client' | 'uploads'>,
): Promise<PostPayload> {
	const references = await uploads.uploadAll(listPostFiles(post));
	// After the update, this payload is compared with the stored post.
	const payload = removeUnstorable(toPayload(post, references));
	const { id, parts = [] } = before;
	const ids = [id, ...parts.slice(1).map((part) => part.id)];
	const value = payload.value.map((part, index) => ({ id: ids[index], ...part }));
	const isShorter = post.parts.length < parts.length;
	const group = isShorter ? await requireOwnGroup(client, before) : undefined;
	return { ...payload, value, ...(group !== undefined && { group }) };
}

/**
 * Returns the group of a post. Postiz deletes all posts and parts of a group that an update doesn't contain
 * (docs/api.md, Changing a post). Throws {@link Problem} if the group contains other posts, or not all parts of this
 * post.
 */
async function requireOwnGroup(client: PostizClient, post: CalendarPost): Promise<string> {
	const { id, group, parts = [] } = post;
	const [, ...otherPosts] = await new PostFinder(client).fetchPostGroup(id);
	const hasOwnGroup = otherPosts.length === 0 && parts.every((part) => part.group === group);
	if (group !== undefined && hasOwnGroup) return group;
	throw new Problem(
		`The thread of the post ${quote(id)} cannot be shortened`,
		'Postiz would also delete posts of its group on other channels. First change something else, such as its text, which moves it to its own group.',
	);
}
