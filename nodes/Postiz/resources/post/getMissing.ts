import type { IDataObject } from 'n8n-workflow';

import { postField, readId, unknownId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** Post: Get Missing Content (docs/api.md, Missing content). */
export const getMissing: Operation = {
	name: 'Get Missing Content',
	value: 'getMissing',
	action: 'Find the content of a post on the network',
	description:
		"List content for a post whose content the network didn't report, such as a TikTok inbox upload, by post ID",
	properties: [postField('The published post whose “releaseId” is “missing”')],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const found = await client.requestList<IDataObject>({
				method: 'GET',
				path: `/posts/${encodeURIComponent(id)}/missing`,
				explain: unknownId('post', id),
			});
			return found.map(({ id: releaseId, url }) => ({ postId: id, releaseId, url }));
		}),
};
