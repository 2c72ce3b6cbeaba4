import { PostFinder } from '../../calendar/find';
import { field, listOr } from '../../form/fields';
import type { ListedPost } from '../../transport/types';
import { quote } from '../../values/problem';
import { stateWord } from '../../values/state';
import { explainUnknownId, postField, readId, unknownId } from '../shared/ids';
import { changeOnce, forEachItemOnce, putOnce } from '../shared/once';
import { forEachItem, type Operation } from '../shared/operation';

const missingPost = postField('The published post whose “releaseId” is “missing”');

/** Post: Get Missing Content (docs/api.md, Missing content). */
export const getMissing: Operation = {
	name: 'Get Missing Content',
	value: 'getMissing',
	action: 'Find the content of a post on the network',
	description:
		"List content for a post whose content the network didn't report, such as a TikTok inbox upload, by post ID",
	properties: [missingPost],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId');
			const found = await client.requestList({
				method: 'GET',
				path: `/posts/${encodeURIComponent(id)}/missing`,
				explain: unknownId('post', id),
			});
			return found.map(({ id: releaseId, url }) => ({ postId: id, releaseId, url }));
		}),
};

/** Post: Link Missing Content (docs/api.md, Missing content). */
export const setReleaseId: Operation = {
	name: 'Link Missing Content',
	value: 'setReleaseId',
	action: 'Link a post to its content on the network',
	description:
		'Link a published post to its content on the network, so that Postiz counts views and likes, by post ID',
	properties: [
		missingPost,
		field.locator('Content', 'releaseId', {
			required: true,
			typeOptions: { loadOptionsDependsOn: ['postId.value'] },
			description:
				'The content on the network that the post became. Post > Get Missing Content returns the IDs.',
			...listOr('ID', 'searchMissingContent', { hint: 'IDs come from Post > Get Missing Content' }),
		}),
	],
	execute: async (context, client) =>
		await forEachItemOnce(context, async (itemIndex) => {
			const id = readId(context, itemIndex, 'postId');
			const releaseId = readId(context, itemIndex, 'releaseId');
			const link = async () =>
				await putOnce<Partial<ListedPost> | undefined>(client, 'the content of the post', {
					path: `/posts/${encodeURIComponent(id)}/release-id`,
					body: { releaseId },
					explain: explainUnknownId(
						`The post ${quote(id)} is not missing its content`,
						'Only a published post whose “releaseId” is “missing” can be connected, and only once. Post > Get Many shows the “releaseId” of each post.',
					),
				});
			const look = async () => {
				const found = await new PostFinder(client).search(id);
				return found?.listed.releaseId === releaseId ? found.listed : undefined;
			};
			const post = await changeOnce(context, itemIndex, link, look);
			const { state = null, releaseURL = null } = post ?? {};
			return [{ postId: id, releaseId, state: state && stateWord(String(state)), releaseURL }];
		}),
};
