import type { IExecuteFunctions } from 'n8n-workflow';

import { PostFinder } from '../../calendar/post';
import { postRow } from '../../calendar/row';
import { field } from '../../form/fields';
import { endpoints } from '../../transport/endpoints';
import type { ListedPost } from '../../transport/types';
import { serviceTime, showDate } from '../../values/date';
import { listNames } from '../../values/lists';
import { ignoreOutside, Problem, quote } from '../../values/problem';
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
		const named = readAll(context);
		return await deleteEach(context, client, memory, {
			readId: (itemIndex) => postField.readItem(context, itemIndex),
			noun: 'post',
			key: 'postId',
			call: endpoints.deletePost,
			find: async (id) => {
				const group = await finder.findGroup(id);
				refuseUnnamed(group, named, context.getTimezone());
				return group.map((row) => ({
					...postRow(row, context.getTimezone()),
					...(row.state === 'PUBLISHED' && { note: STAYS_ONLINE }),
				}));
			},
		});
	},
};

const STAYS_ONLINE = 'It stays online: delete it on its network, too.';

/** The posts that the items name, without invalid ones, which are told when their item is processed. */
function readAll(context: IExecuteFunctions): Set<string> {
	const ids = context.getInputData().map((_item, itemIndex) => {
		try {
			return postField.readItem(context, itemIndex);
		} catch (error) {
			ignoreOutside(error);
			return '';
		}
	});
	return new Set(ids);
}

/**
 * Throws {@link Problem} if posts of the group have another date and aren't `named`: who deletes a post knows that it is
 * on several channels, but not that some were moved.
 */
function refuseUnnamed(
	[post, ...others]: ListedPost[],
	named: Set<string>,
	timezone: string,
): void {
	const date = serviceTime(post?.publishDate);
	const moved = others.filter(
		({ id, publishDate }) => !named.has(id) && serviceTime(publishDate) !== date,
	);
	if (!post || moved.length === 0) return;
	const names = moved.map(
		({ id, publishDate }) => `${quote(id)} (${showDate(publishDate, timezone)})`,
	);
	throw new Problem(
		`Deleting the post ${quote(post.id)} would delete other posts, too: ${listNames(names)}`,
		'They are in the same group, but have another date. Nothing was deleted. Name their IDs as well to delete all. To keep them, change the text of this post first: it then gets a group of its own.',
	);
}
