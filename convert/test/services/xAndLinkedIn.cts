import type { Json, WorkflowNode } from '../../types';
import { form, lines, log, node, request, of } from './fixture.cjs';

const account = { twitterOAuth2Api: { id: 't1', name: 'X of Acme' } };

const tweet = (
	text: string | undefined,
	additionalFields: Json = {},
	name = 'Publish',
): WorkflowNode =>
	node(
		name,
		'n8n-nodes-base.twitter',
		{ ...(text !== undefined && { text }), additionalFields },
		{ typeVersion: 2, credentials: account },
	);

const upload = request('Upload', 'https://upload.twitter.com/1.1/media/upload.json', undefined, {
	...form([['media', 'data', 'file']]),
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'twitterOAuth1Api',
});

const CUP = { data: 'cup.png' };
const rows = [{ text: 'Fresh beans' }];

export const xNodes = of('X node', [
	{
		name: 'a text from an expression',
		count: 38,
		rows,
		nodes: [tweet('={{ $json.text }} #coffee')],
		posts: [{ on: 'x', text: 'Fresh beans #coffee', files: [], type: 'now' }],
	},
	{
		name: 'a picture that a node before has uploaded',
		count: 5,
		rows,
		files: CUP,
		nodes: [
			upload,
			tweet("={{ $('Start').item.json.text }}", { attachments: '={{ $json.media_id_string }}' }),
		],
		outcome: 'left',
		says: [/which file its media ID/],
	},
	{
		name: 'the link and the ID of the post, behind it',
		count: 5,
		rows,
		nodes: [
			tweet('={{ $json.text }}'),
			log(
				"=https://x.com/acme/status/{{ $json.id }} {{ $('Publish').item.json.id }} {{ $json.text }}",
			),
		],
		says: [/waits for that, for ten minutes/],
		posts: [{ on: 'x', text: 'Fresh beans' }],
		seen: [expect.stringMatching(/^https:\/\/x\.\S+ \S+ Fresh beans$/)],
	},
	{
		name: 'requests to the API, of which one replies to a post of the node',
		kind: 'X HTTP',
		count: 4,
		nodes: [
			tweet('First'),
			request('Reply', 'https://api.twitter.com/2/tweets', {
				text: 'Second',
				reply: { in_reply_to_tweet_id: '{{ $json.id }}' },
			}),
			request('Upload', 'https://upload.twitter.com/1.1/media/upload.json', undefined, {
				...form([['command', 'INIT']]),
			}),
		],
		outcome: { Publish: 'converted', Reply: 'left' },
		says: [/X and was left as it is, because its posts/],
	},
]);

const linkedin = (more: Json, name = 'Publish'): WorkflowNode =>
	node(
		name,
		'n8n-nodes-base.linkedIn',
		{ text: '={{ $json.text }}', person: 'u123', additionalFields: {}, ...more },
		{ credentials: { linkedInOAuth2Api: { id: 'l1', name: 'LinkedIn of Acme' } } },
	);

const image = { shareMediaCategory: 'IMAGE' };

export const linkedinNodes = of('LinkedIn node', [
	{
		name: 'a text',
		count: 16,
		rows: [{ text: 'We (really) roast_daily' }],
		nodes: [linkedin({ additionalFields: { visibility: 'PUBLIC' } })],
		posts: [{ on: 'linkedin', text: 'We (really) roast_daily', files: [], type: 'now' }],
	},
	{
		name: 'a picture',
		count: 25,
		rows,
		files: CUP,
		nodes: [linkedin(image)],
		posts: [{ on: 'linkedin', text: 'Fresh beans', files: ['cup.png'] }],
	},
	{
		name: 'the link of the post, behind it',
		count: 14,
		rows,
		nodes: [
			linkedin({}),
			node('Twice', 'n8n-nodes-base.noOp'),
			log("=https://www.linkedin.com/feed/update/{{ $('Publish').item.json.urn }}"),
		],
		says: [/waits for that/],
		posts: [{ on: 'linkedin', text: 'Fresh beans' }],
		seen: [expect.stringMatching(/^https:\/\/\S+$/)],
	},
	{
		name: 'a link with a card',
		count: 4,
		rows: [{ text: 'Read this', link: 'https://acme.example/beans' }],
		nodes: [
			linkedin({
				shareMediaCategory: 'ARTICLE',
				additionalFields: { originalUrl: '={{ $json.link }}', title: 'Beans' },
			}),
		],
		outcome: 'left',
		says: [/a link with a card of its own/],
	},
	{
		name: 'a tool of an agent',
		nodes: [
			{
				...linkedin({
					text: "={{ $fromAI('Text') }}",
					descriptionType: 'auto',
					toolDescription: 'Posts',
				}),
				type: 'n8n-nodes-base.linkedInTool',
			},
		],
		connections: { Publish: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } },
	},
	{
		name: 'errors of the node, behind it',
		rows: [{ text: '' }],
		nodes: [
			{ ...linkedin({}), onError: 'continueErrorOutput' },
			log('={{ $json.error.message ?? $json.error }}'),
		],
		connections: lines(['Start', 'Publish'], ['Publish', 'Log', 1]),
		posts: [],
		seen: [expect.stringContaining('the text is empty')],
	},
]);
