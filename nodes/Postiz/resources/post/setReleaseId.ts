import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../../transport/client';
import { isUnknownId } from '../../transport/explain';
import { quote } from '../../values/quote';
import { stateWord } from '../../values/state';
import { postField, readId } from '../shared/ids';
import { forEachItemOnce } from '../shared/itemRun';
import type { Operation } from '../shared/types';
import { PostFinder } from '../../calendar/find';
import { changeOnce } from '../shared/changeOnce';
import { changePost } from './shared/changePost';

/** Post: Link Missing Content (docs/api.md, Missing content). */
export const setReleaseId: Operation = {
	name: 'Link Missing Content',
	value: 'setReleaseId',
	action: 'Link a post to its content on the network',
	description:
		'Link a published post to its content on the network, so that Postiz counts views and likes, by post ID',
	properties: [
		postField('The published post whose “releaseId” is “missing”'),
		{
			displayName: 'Content',
			name: 'releaseId',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			description:
				'The content on the network that the post became. Post > Get Missing Content returns the IDs.',
			typeOptions: { loadOptionsDependsOn: ['postId.value'] },
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'searchMissingContent', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					hint: 'IDs come from Post > Get Missing Content',
				},
			],
		},
	],
	execute: async (context, client) =>
		await forEachItemOnce(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId', 'Post');
			const releaseId = readId(context, itemIndex, 'releaseId', 'Content');
			const request: ApiRequest = {
				method: 'PUT',
				path: `/posts/${encodeURIComponent(id)}/release-id`,
				body: { releaseId },
				explain: (answer) =>
					isUnknownId(answer)
						? {
								message: `The post ${quote(id)} is not missing its content`,
								description:
									'Only a published post whose “releaseId” is “missing” can be connected, and only once. Post > Get Many shows the “releaseId” of each post.',
							}
						: undefined,
			};
			const post = await changeOnce<IDataObject | undefined>(context, itemIndex, {
				change: async () => await changePost(client, request, 'the content of the post'),
				look: async () => {
					const { listed } = await new PostFinder(client).find(id);
					return listed.releaseId === releaseId ? ({ ...listed } as IDataObject) : undefined;
				},
			});
			const { state = null, releaseURL = null } = post ?? {};
			return [{ postId: id, releaseId, state: state && stateWord(String(state)), releaseURL }];
		}),
};
