import { PostFinder } from '../../calendar/find';
import { toDetails } from '../../calendar/whole';
import { postField, readId, readableIds } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** Post: Get (docs/api.md, Preview of a post). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a post',
		description:
			'Get a post with text, files, thread, settings, state, link and failure reason, by post ID from Post > Create',
	},
	properties: [postField('The post to get')],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		await finder.prepare(readableIds(context, 'postId', 'Post'), { toRead: true });
		return await forEachItem(context, async (itemIndex) => [
			toDetails(await finder.readPublished(readId(context, itemIndex, 'postId', 'Post'))),
		]);
	},
};
