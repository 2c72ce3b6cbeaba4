import type { CalendarPost } from '../../calendar/post';
import { windowOf, yearAround } from '../../calendar/listings';
import { THREAD } from './differences';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import { serviceTime } from '../../values/date';
import { Problem, quote } from '../../values/problem';
import type { PlannedChange } from './types';

/** True if parts that the post has, or may have, aren't written back. */
export const removesParts = ({ before, post, changed }: PlannedChange): boolean =>
	before.parts.length > 0 ? post.parts.length < before.parts.length : changed.includes(THREAD);

/**
 * The group of a post, with which Postiz deletes what isn't written back, of whatever post (docs/api.md, Changing a post).
 * Throws {@link Problem} unless it has all parts of this post, and no other posts.
 */
export async function ownGroup(client: PostizClient, post: CalendarPost): Promise<string> {
	const { id, group, publishDate, parts } = post;
	const date = serviceTime(publishDate);
	// Other posts of the group have the same date, unless they were moved.
	const windows = [yearAround(), ...(Number.isNaN(date) ? [] : [windowOf([date])])];
	const lists = windows.map(async (window) => await listPosts(client, window));
	const neighbours = (await Promise.all(lists)).flat();
	const isShared = neighbours.some((other) => other.group === group && other.id !== id);
	if (group !== undefined && !isShared && parts.every((part) => part.group === group)) {
		return group;
	}
	throw new Problem(
		`The thread of the post ${quote(id)} cannot be shortened`,
		'Its group has posts on other channels, which Postiz would delete as well. Change something else of this post first, such as its text: it then gets a group of its own.',
	);
}
