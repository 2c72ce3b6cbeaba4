import { postField } from '../../calendar/postField';
import { PostFinder } from '../../calendar/postFinder';
import { toDetailedPostOutput, toRawPostOutput } from '../../calendar/postOutput';
import { forEachItem } from '../../execution/forEachItem';
import type { Operation } from '../shared/operation';
import { createSimplifyField } from '../shared/sharedFields';

const simplify = createSimplifyField(', such as text without HTML');

/** Post: Get (docs/api.md, Public data of a post). */
export const getPost: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get post',
	description: 'Get a post with its state, link and failure reason, by post ID',
	properties: [postField.property, simplify.property],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		return await forEachItem(context, async (itemIndex) => {
			const isRaw = !simplify.readItem(context, itemIndex);
			const id = postField.readItem(context, itemIndex);
			const post = await finder.fetch(id, { withReleaseId: true });
			const serviceNow = client.serviceNow();
			return [
				isRaw
					? toRawPostOutput(post, serviceNow)
					: toDetailedPostOutput(post, context.getTimezone(), serviceNow),
			];
		});
	},
};
