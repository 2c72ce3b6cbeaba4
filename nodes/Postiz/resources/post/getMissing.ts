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
			'Where a network did not tell which content a published post became (TikTok inbox uploads, for example): list what is new on the channel, to choose from for Post > Connect Missing Content. Gives no items for any other post.',
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
			return found.map((row) => ({ ...row, postId: id }));
		}),
};
