import { PostFinder } from '../../calendar/post';
import { postRow } from '../../calendar/row';
import { field } from '../../form/fields';
import { endpoints } from '../../transport/endpoints';
import type { ListedPost } from '../../transport/types';
import { serviceTime, showDate } from '../../values/date';
import { listNames } from '../../values/lists';
import { Problem, quote } from '../../values/problem';
import { deleteEach } from '../shared/deleting';
import { postField } from '../shared/fields';
import type { Operation } from '../shared/operation';

/** Post: Delete (docs/api.md, Deleting posts, Finding a post by its ID). */
export const deletePost: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete post',
	description:
		'Delete one or more posts with their threads, by post ID from Post > Create or Post > Get Many',
	properties: [
		field.notice(
			'Deletes the post in Postiz, for all channels that it has in the calendar there; what is published stays on the network',
			'deleteNotice',
		),
		postField.property,
	],
	execute: async (context, client, memory) => {
		const finder = new PostFinder(client);
		return await deleteEach(context, client, memory, {
			readId: (itemIndex) => postField.readItem(context, itemIndex),
			noun: 'post',
			key: 'postId',
			call: endpoints.deletePost,
			find: async (id) => {
				const group = await finder.findGroup(id);
				refuseMoved(group, context.getTimezone());
				return group.map((row) => ({
					...postRow(row, context.getTimezone()),
					...(row.state === 'PUBLISHED' && { note: STAYS_ONLINE }),
				}));
			},
		});
	},
};

const STAYS_ONLINE = 'It stays online: delete it on its network, too.';

/**
 * Throws {@link Problem} if posts of the group have another date: who deletes a post knows that it is on several channels,
 * but not that some were moved.
 */
function refuseMoved([post, ...others]: ListedPost[], timezone: string): void {
	const date = serviceTime(post?.publishDate);
	const moved = others.filter(({ publishDate }) => serviceTime(publishDate) !== date);
	if (!post || moved.length === 0) return;
	const names = moved.map(
		({ id, publishDate }) => `${quote(id)} (${showDate(publishDate, timezone)})`,
	);
	throw new Problem(
		`Deleting the post ${quote(post.id)} would delete other posts, too: ${listNames(names)}`,
		'They are in the same group, but have another date. Nothing was deleted. To delete all, do it in the calendar of Postiz. To keep them, change the text of this post first: it then gets a group of its own.',
	);
}
