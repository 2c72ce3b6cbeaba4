import type { IDataObject } from 'n8n-workflow';

import { postField, readId, unknownId } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import type { Operation } from '../shared/types';

/** Post: Get Missing Content (docs/api.md, Missing content). */
export const getMissing: Operation = {
	option: {
		name: 'Get Missing Content',
		value: 'getMissing',
		action: 'Get the content that a post may have become',
		description:
			'List the new content of the channel, for a published post whose content the network did not report, such as a TikTok inbox upload. Post > Connect Missing Content takes the ID of one. Returns no items for any other post.',
	},
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
