import {
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { networkOptions } from '../Postiz/channels/fields';
import { passes } from '../Postiz/channels/filters';
import { postItem } from '../Postiz/events/items';
import { loadOptions } from '../Postiz/methods';
import { postizApiTest, postizOAuth2ApiTest } from '../Postiz/methods/credentialTest';
import { toNodeError } from '../Postiz/transport/nodeError';
import type { PostRow } from '../Postiz/transport/types';
import { readList } from '../Postiz/values/read';
import { confirmPost } from './confirm';
import { readDelivery } from './delivery';
import { deny, inTurn, nodeKey, readMemory, wasDenied, writeMemory } from './memory';
import { isNews, publicationKey, remember, tell, wasSeen } from './seen';

const ANSWER = 'Received';

// Postiz has no API to register a webhook: a person pastes the URL, n8n has nothing to set up.
const webhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: ANSWER,
		path: 'webhook',
	},
];

export class PostizWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Postiz Webhook Trigger',
		name: 'postizWebhookTrigger',
		icon: { light: 'file:../../icons/postiz.svg', dark: 'file:../../icons/postiz.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["confirm"] ? "confirmed posts" : "posts as they come"}}',
		description: 'Starts the workflow at once when Postiz has published a post',
		defaults: { name: 'Postiz Webhook Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks,
		eventTriggerDescription: 'Waiting for Postiz to call the Test URL',
		activationMessage:
			'Postiz can call the Production URL of this workflow now, once you have added it in Postiz under Settings > Webhooks.',
		// With `confirm` under `show`, here and in Authentication, the editor would take the switch for a
		// part of the choice of the credential, and hide it.
		credentials: [
			{
				name: 'postizApi',
				required: true,
				displayOptions: { show: { authentication: ['apiKey'] }, hide: { confirm: [false] } },
				testedBy: 'postizApiTest',
			},
			{
				name: 'postizOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] }, hide: { confirm: [false] } },
				testedBy: 'postizOAuth2ApiTest',
			},
		],
		properties: [
			{
				displayName:
					'Open <b>Webhook URLs</b> above and copy the Production URL. In Postiz, open <b>Settings > Webhooks</b>, add a webhook, paste the URL and choose the channels. Then publish (activate) this workflow. Postiz must be able to reach your n8n at that URL.',
				name: 'setupNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Confirm With Postiz',
				name: 'confirm',
				type: 'boolean',
				default: true,
				description:
					'Whether to ask Postiz for each post if it really went out before the workflow runs. Postiz does not sign its calls: without this, anyone who learns the URL can start the workflow with a made-up post. It costs one request per post and needs a credential.',
			},
			{
				displayName: 'Authentication',
				name: 'authentication',
				type: 'options',
				options: [
					{ name: 'API Key', value: 'apiKey' },
					{ name: 'OAuth2', value: 'oAuth2' },
				],
				default: 'apiKey',
				displayOptions: { hide: { confirm: [false] } },
			},
			{
				displayName: 'Channel Names or IDs',
				name: 'channels',
				type: 'multiOptions',
				typeOptions: { loadOptionsMethod: 'getChannels' },
				default: [],
				displayOptions: { show: { confirm: [true] } },
				description:
					'Only posts of these channels; all where nothing is chosen. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			},
			{
				displayName: 'Channel IDs',
				name: 'channels',
				type: 'string',
				default: '',
				displayOptions: { show: { confirm: [false] } },
				placeholder: 'e.g. cm1a2b3c4, cm5d6e7f8',
				description:
					'Only posts of these channels, separated by commas; all where it is empty. Channel: Get Many of the Postiz node lists the IDs.',
			},
			{
				displayName: 'Networks',
				name: 'providers',
				type: 'multiOptions',
				options: networkOptions,
				default: [],
				description: 'Only posts on these networks; all where nothing is chosen',
			},
		],
	};

	methods = {
		loadOptions: { getChannels: loadOptions.getChannels },
		credentialTest: { postizApiTest, postizOAuth2ApiTest },
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { rawBody } = this.getRequestObject();
		const posts = readDelivery(this.getBodyData(), rawBody?.length ?? 0);
		if (!posts) {
			this.getResponseObject().status(400).json({ message: 'This is no event of Postiz' });
			return { noWebhookResponse: true };
		}

		const keys = posts.map(publicationKey).join();
		const news = await inTurn(
			`${nodeKey(this)}|${keys}`,
			async () => await takeNews(this, posts),
		).catch((error: Error) => {
			throw toNodeError(this.getNode(), error);
		});
		const events = (news ?? []).map((post) =>
			postItem(post.state === 'ERROR' ? 'postFailed' : 'postPublished', post),
		);
		// The answer is the same whatever became of the event, so that it tells strangers nothing.
		return {
			webhookResponse: ANSWER,
			...(events.length > 0 && { workflowData: [this.helpers.returnJsonArray(events)] }),
		};
	}
}

/** The posts that start the workflow; they are remembered, so that they do not start it again. */
async function takeNews(context: IWebhookFunctions, posts: PostRow[]): Promise<PostRow[]> {
	const found: Array<{ delivered: PostRow; post: PostRow }> = [];
	for (const delivered of posts) {
		const post = await findPost(context, delivered);
		if (post) found.push({ delivered, post });
	}

	// While this call waited for an answer, others may have been taken; from here on it does not wait.
	const now = Date.now();
	const isConfirmed = mustConfirm(context);
	let { seen, told } = readMemory(context);
	const news: PostRow[] = [];
	for (const { delivered, post } of found) {
		// What the service says of the post may differ from what the call said.
		const keys = [delivered, post].map(publicationKey);
		const isTold = keys.some((key) => wasSeen(seen, key, now));
		if (isTold || (isConfirmed && !isNews(told, post, now))) {
			deny(context, keys[0], now);
			continue;
		}
		for (const key of keys) seen = remember(seen, key, now);
		if (isConfirmed) told = tell(told, post, now);
		news.push(post);
	}
	if (news.length > 0) writeMemory(context, { seen, told });
	return news;
}

/** What a call says, or what the service says of it, as far as it was asked for and is not known. */
async function findPost(
	context: IWebhookFunctions,
	delivered: PostRow,
): Promise<PostRow | undefined> {
	const now = Date.now();
	const key = publicationKey(delivered);
	if (!isAskedFor(context, delivered) || wasSeen(readMemory(context).seen, key, now)) {
		return undefined;
	}
	if (!mustConfirm(context)) return delivered;
	if (wasDenied(context, key, now)) return undefined;
	const post = await confirmPost(context, delivered, now);
	if (post === 'waiting') return undefined;
	if (post !== 'denied' && isAskedFor(context, post)) return post;
	deny(context, key, Date.now());
	return undefined;
}

const mustConfirm = (context: IWebhookFunctions) =>
	Boolean(context.getNodeParameter('confirm', true));

/** True where the post's channel and network pass the filters of the form. */
function isAskedFor(context: IWebhookFunctions, { integration }: PostRow): boolean {
	return passes(
		{
			channels: readList(context.getNodeParameter('channels', [])),
			providers: readList(context.getNodeParameter('providers', [])),
		},
		{ channelId: integration?.id, identifier: integration?.providerIdentifier },
	);
}
