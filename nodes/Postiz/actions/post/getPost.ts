import { PostFinder } from '../../calendar/postFinder';
import { postIdSpec } from '../../calendar/postIdSpec';
import { toDetailedPostOutput, toRawPostOutput } from '../../calendar/postOutput';
import { forEachItem } from '../../execution/forEachItem';
import type { Operation } from '../shared/operation';
import { createSimplifySpec } from '../shared/sharedFields';

const simplifySpec = createSimplifySpec(', such as text without HTML');

/** Post: Get (docs/api.md, Public data of a post). */
export const getPostOperation: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get post',
	description: 'Get a post with its state, link and failure reason, by post ID',
	properties: [postIdSpec.property, simplifySpec.property],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		return await forEachItem(context, async (itemIndex) => {
			const isRaw = !simplifySpec.readParameter(context, itemIndex);
			const id = postIdSpec.readParameter(context, itemIndex);
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
