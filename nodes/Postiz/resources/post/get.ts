import { PostFinder } from '../../posts/find';
import { readWhole, toDetails } from '../../posts/whole';
import { postField, readId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** Post: Get (docs/api.md, Preview of a post). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a post',
		description:
			'Get one post whole, by post ID (from Post > Create or Post > Get Many): text, files, thread, settings, tags, date, state, link, and why it failed if it did',
	},
	properties: [postField('The post to get')],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		return await forEachItem(context, async (itemIndex) => {
			const row = await finder.find(readId(context, itemIndex, 'postId', 'Post'));
			return [toDetails(await readWhole(client, row))];
		});
	},
};
