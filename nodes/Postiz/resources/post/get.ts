import { PostFinder } from '../../calendar/find';
import { toDetails, toRawDetails } from '../../calendar/whole';
import { postField, readId, readableIds } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';
import { readSimplify, simplifyField } from './shared/fields';

/** Post: Get (docs/api.md, Preview of a post). */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get a post with its state and failure reason',
	description:
		'Get a post with text, files, thread, settings, state, link and failure reason, by post ID from Post > Create',
	properties: [postField('The post to get'), simplifyField],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		await finder.prepare(readableIds(context, 'postId'), { toRead: true });
		return await forEachItem(context, async (itemIndex) => {
			const isRaw = !readSimplify(context, itemIndex);
			const whole = await finder.readPublished(readId(context, itemIndex, 'postId'));
			return [isRaw ? toRawDetails(whole) : toDetails(whole)];
		});
	},
};
