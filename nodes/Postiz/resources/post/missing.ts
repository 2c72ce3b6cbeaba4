import { PostFinder } from '../../calendar/find';
import { linkOf, RELEASE_MISSING } from '../../calendar/row';
import { emptiedBy, field, listOr } from '../../form/fields';
import { providerName } from '../../providers';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import type { ListedPost } from '../../transport/types';
import { getOrMake } from '../../values/getOrMake';
import { Problem, quote, shorten } from '../../values/problem';
import { stateWord } from '../../values/words';
import { explainUnknownId, IdField, postField, unknownId } from '../shared/ids';
import { changeOnce, explainUnclear, forEachItemOnce } from '../shared/once';
import { addHint, forEachItem, type Operation } from '../shared/operation';

const missingPost = {
	...postField.property,
	description:
		'The post that Postiz has lost track of: Post > Get Many returns its “releaseId” as “missing”',
};

/** Post: Find Published Content (docs/api.md, Missing content). */
export const findPublished: Operation = {
	name: 'Find Published Content',
	value: 'findPublished',
	action: 'Find published content of post',
	description:
		"List recent content of the channel, to find a post whose link Postiz doesn't know, such as a TikTok inbox upload",
	properties: [missingPost],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		const withNothing = new Map<string, string[]>();
		const output = await forEachItem(context, async (itemIndex) => {
			const id = postField.readItem(context, itemIndex);
			const found = await client.requestList({
				...endpoints.listMissingContent(id),
				explain: unknownId('post', id),
			});
			if (found.length === 0) {
				const reason = whyNothing(await finder.fetch(id, { withReleaseId: true }));
				getOrMake(withNothing, reason, () => []).push(id);
			}
			return found.map(({ id: releaseId, url }) => ({ url, releaseId, postId: id }));
		});
		for (const [reason, ids] of withNothing) {
			addHint(
				context,
				`Nothing was found to link for ${shorten(ids.map(quote).join(', '), 200)}: ${reason}`,
			);
		}
		return output;
	},
};

/** Why the service lists no content for a post, as the end of a sentence. */
function whyNothing({ state, releaseId, integration }: ListedPost): string {
	if (state !== 'PUBLISHED') return `the post is not published, but ${stateWord(state)}.`;
	if (releaseId && releaseId !== RELEASE_MISSING) {
		return 'Postiz already knows the published post.';
	}
	const network = providerName(integration?.providerIdentifier) || 'the network';
	return `Postiz gets no recent content from ${network}. New content may take a while to appear, and not every network lists its content.`;
}

const contentField = new IdField(
	field.locator('Published Post', 'releaseId', {
		required: true,
		typeOptions: emptiedBy('postId'),
		description:
			'What the post became on the network. Post > Find Published Content returns the IDs.',
		...listOr('ID', 'searchMissingContent', {
			hint: 'IDs come from Post > Find Published Content',
		}),
	}),
	'Enter an ID: Post > Find Published Content returns it as “releaseId”.',
);

/** Post: Link Published Content (docs/api.md, Missing content). */
export const linkPublished: Operation = {
	name: 'Link Published Content',
	value: 'linkPublished',
	action: 'Link published content to post',
	description:
		'Tell Postiz which of the posts on the network this one is, so that it counts its views and likes',
	properties: [missingPost, contentField.property],
	execute: async (context, client, { done, unclear }) =>
		await forEachItemOnce(context, done, async (itemIndex) => {
			const id = postField.readItem(context, itemIndex);
			const releaseId = contentField.readItem(context, itemIndex);
			const link = async () => await linkOnce(client, id, releaseId);
			const look = async () => {
				const found = await new PostFinder(client).find(id);
				return found?.releaseId === releaseId ? found : undefined;
			};
			const post = await changeOnce(unclear, itemIndex, link, look);
			const { state = null, releaseURL } = post ?? {};
			const { postUrl } = linkOf({ state: '', releaseURL });
			return [{ postId: id, releaseId, state: state && stateWord(String(state)), postUrl }];
		}),
};

const CHECK_FIRST =
	'The change may have been made anyway: check the post with Post > Get Many before you run this again.';

/** Links a post, without retries. Returns it, if the service does. */
async function linkOnce(client: PostizClient, id: string, releaseId: string) {
	const explainRefusal = explainUnknownId(
		`The post ${quote(id)} cannot be linked`,
		'Only a published post whose “releaseId” is “missing” can be linked, and only once. Post > Get Many shows the “releaseId” of each post.',
	);
	const change = 'the content of the post was set';
	const request: ApiRequest = {
		...endpoints.setReleaseId(id),
		body: { releaseId },
		explain: (answer) =>
			explainRefusal(answer) ?? explainUnclear(answer, { change, advice: CHECK_FIRST }),
	};
	const exchange = await client.exchange(request);
	if (exchange.kind !== 'unknown') {
		return client.bodyOf<Partial<ListedPost> | undefined>(exchange, request);
	}
	throw new Problem(
		`The connection to Postiz was lost while ${change}`,
		`${CHECK_FIRST} ${exchange.explanation.message}.`,
		{ isUnclear: true },
	);
}
