import type { IBuilderHint } from 'n8n-workflow';

/** Read by n8n's AI workflow builder and its MCP server. */
export const builderHint: IBuilderHint = {
	searchHint:
		'Publishes, schedules, changes and reports on social media posts (X, LinkedIn, Instagram, Facebook, TikTok, YouTube, Threads, Bluesky, Reddit, Pinterest, Telegram and more) through Postiz. Run Channel: Get Many (resource "integration", operation "list") first: its IDs go into channels of Post: Create, all channels of a post into one node. Send many rows to one Create node instead of looping: rows with the same date share a request, and Postiz accepts about 30 an hour. Retry On Fail is safe: a retry does only what has not been done. Build with type "draft" first, and switch to "schedule" or "now" when the user has seen a draft.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-postiz-publisher.postizTrigger',
			relationHint:
				'Starts a workflow when a post is published or fails, or when a channel needs attention',
		},
		{
			nodeType: 'n8n-nodes-base.googleSheets',
			relationHint:
				'Source of many posts: each row is one item. Use Post: Create or Update with a unique ID as the Row ID: the next run sends only what has changed, and nothing has to be written back',
		},
		{
			nodeType: 'n8n-nodes-base.httpRequest',
			relationHint: 'Downloads a picture or video into the binary field that Media names',
		},
	],
	extraTypeDefContent: [
		{
			content: `<patterns>
<pattern title="Publish, then report the link">
Post: Create with type "now" returns before the networks have published. Add Post: Wait after it with the post ID {{ $json.postId }}: it returns the link of each post, or fails with the reason.
</pattern>
<pattern title="Human review">
Post: Create with type "draft", then an approval step (Send and Wait in Slack or email), then Post: Update with the state "scheduled" for what was approved.
</pattern>
<pattern title="Tool of an AI agent">
Post: Create. Give each field that the model fills in a description, as the editor sets none, and one that may stay empty a fourth value, '', as the model must fill it in otherwise: channels {{ $fromAI('Channels', 'Names, handles or IDs of channels, or networks with one channel, separated by commas', 'string') }}, date {{ $fromAI('Date', 'Date and time, such as 2026-12-14 10:00:00', 'string') }}, content {{ $fromAI('Text', 'Text of the post, may be Markdown', 'string') }}. Set everything else in the form. Set toolDescription (descriptionType "manual") to what this tool does: it drafts, schedules or publishes now. Add a second tool with Channel: Get Many.
</pattern>
</patterns>`,
			displayOptions: { show: { resource: ['post'] } },
		},
	],
};
