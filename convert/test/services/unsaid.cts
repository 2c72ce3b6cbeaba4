import type { Json, WorkflowNode } from '../../types';
import { FILES, graph, lines, log, node, request, type Fixture } from './fixture.cjs';

/* What would otherwise go out differently, or not at all, without a word of it. */

const blotato = (platform: string, more: Json = {}, name = 'Publish'): WorkflowNode =>
	node(
		name,
		'@blotato/n8n-nodes-blotato.blotato',
		{ platform, accountId: '7', postContentText: 'Beans', ...more },
		{ typeVersion: 2 },
	);

const linkedin = (more: Json, name = 'Publish'): WorkflowNode =>
	node(name, 'n8n-nodes-base.linkedIn', { person: 'a', text: 'Beans', ...more });

const tweet = (name: string, additionalFields: Json = {}, type = 'twitter'): WorkflowNode =>
	node(name, `n8n-nodes-base.${type}`, { text: name, additionalFields }, { typeVersion: 2 });

const ofDates: Fixture[] = [
	{
		name: 'dates with blanks and line breaks around them',
		rows: [{ at: '2099-01-02T10:00:00' }],
		nodes: [
			blotato('bluesky', {
				options: { scheduledTime: "={{ $('Start').item.json.at }}\n" },
				postContentText: 'Behind',
			}),
			blotato(
				'bluesky',
				{
					options: { scheduledTime: "=  {{ $('Start').item.json.at + ' ' }}" },
					postContentText: 'Before',
				},
				'Second',
			),
		],
		posts: [
			{ on: 'bluesky', text: 'Behind', type: 'schedule', date: '2099-01-02T10:00:00.000Z' },
			{ on: 'bluesky', text: 'Before', type: 'schedule', date: '2099-01-02T10:00:00.000Z' },
		],
	},
	{
		name: 'a date and the next free slot, of which the date counts',
		nodes: [
			blotato('bluesky', {
				useNextFreeSlot: true,
				options: { scheduledTime: '2099-01-02T10:00:00Z' },
			}),
		],
		posts: [{ on: 'bluesky', type: 'schedule', date: '2099-01-02T10:00:00.000Z' }],
	},
	{
		name: 'titles that a network needs',
		nodes: [
			request('Publish', 'https://backend.blotato.com/v2/posts', {
				post: {
					accountId: '7',
					target: { targetType: 'reddit' },
					content: { text: 'Beans', platform: 'reddit', mediaUrls: [] },
				},
			}),
		],
		outcome: 'todo',
		says: [/does not set Subreddits/],
	},
	{
		name: 'a link of a post that goes out later',
		files: { data: 'film.mp4' },
		nodes: [
			node('Publish', 'n8n-nodes-base.youTube', {
				resource: 'video',
				operation: 'upload',
				title: 'Beans',
				options: { publishAt: '2099-01-02T03:04:05Z' },
			}),
			log('={{ $json.uploadId }}'),
		],
		outcome: 'todo',
		says: [/known once the post is published, which is later/],
		posts: [{ on: 'youtube', type: 'schedule' }],
	},
	{
		name: 'only the text is read',
		nodes: [tweet('Publish'), log('={{ $json.text }}')],
		posts: [{ on: 'x', text: 'Publish', type: 'now' }],
		seen: ['Publish'],
	},
];

const uploadText = (platform: string[], more: Partial<WorkflowNode> = {}): WorkflowNode =>
	node(
		'Publish',
		'n8n-nodes-upload-post.uploadPost',
		{ operation: 'uploadText', user: 'acme', platform, title: "={{ $('Start').item.json.text }}" },
		more,
	);

const ofFailures: Fixture[] = [
	{
		name: 'one of two networks refuses the post',
		rows: [{ text: 'Beans' }],
		refusing: ['threads'],
		nodes: [uploadText(['bluesky', 'threads']), log('={{ $json.results.bluesky.url }}')],
		posts: [
			{ on: 'bluesky', text: 'Beans' },
			{ on: 'threads', text: 'Beans' },
		],
		seen: [expect.stringContaining('https://')],
	},
	{
		name: 'one of two rows cannot be posted, and its error is handed on',
		rows: [
			{ id: 1, text: 'Beans' },
			{ id: 2, text: '' },
		],
		nodes: [
			uploadText(['bluesky'], { onError: 'continueRegularOutput' }),
			log('={{ $json.results.bluesky.url ?? $json.error }}'),
		],
		posts: [{ on: 'bluesky', text: 'Beans' }],
		seen: [expect.stringContaining('https://'), expect.stringMatching(/failed: .*(?:text|empty)/i)],
	},
];

const ofThreads: Fixture[] = [
	{
		name: 'a thread over several nodes',
		nodes: [
			tweet('Publish'),
			tweet('Reply', { inReplyToStatusId: { value: '={{ $json.id }}' } }),
			tweet('Last', { inReplyToStatusId: { value: "={{ $('Reply').item.json.id }}" } }),
		],
		outcome: 'left',
		says: [/“Reply” replies to it/],
	},
	{
		name: 'tools of an agent, of which one replies',
		nodes: [
			node('Agent', '@n8n/n8n-nodes-langchain.agent'),
			tweet('Publish', {}, 'twitterTool'),
			tweet('Reply', { inReplyToStatusId: { value: "={{ $fromAI('id') }}" } }, 'twitterTool'),
			tweet('Alone'),
		],
		connections: {
			...lines(['Start', ['Agent', 'Alone']]),
			Publish: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			Reply: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		outcome: { Publish: 'left', Reply: 'left', Alone: 'converted' },
		says: [/“Reply” replies to it/],
	},
];

const ofMedia: Fixture[] = [
	{
		name: 'a fixed text with another picture in each row',
		rows: [{ file: `${FILES}/cup.png` }, { file: `${FILES}/beans.png` }],
		nodes: [blotato('bluesky', { postContentMediaUrls: "={{ $('Start').item.json.file }}" })],
		posts: [
			{ on: 'bluesky', text: 'Beans', files: ['cup.png'] },
			{ on: 'bluesky', text: 'Beans', files: ['beans.png'] },
		],
		again: {
			rows: [{ file: `${FILES}/cup.png` }, { file: `${FILES}/other-cup.png` }],
			posts: [{ on: 'bluesky', text: 'Beans', files: ['other-cup.png'] }],
		},
	},
	{
		name: 'a fixed text with the picture of each row in a binary field',
		files: { data: 'cup.png' },
		nodes: [linkedin({ shareMediaCategory: 'IMAGE' })],
		posts: [{ on: 'linkedin', text: 'Beans', files: ['cup.png'] }],
		again: { rows: [{}], posts: [] },
	},
	{
		name: 'pictures in a binary field of the same name as a film elsewhere',
		nodes: [
			node('Film', 'n8n-nodes-base.googleDrive'),
			node('Photo', 'n8n-nodes-base.googleDrive'),
			node('Publish', 'n8n-nodes-base.youTube', {
				resource: 'video',
				operation: 'upload',
				title: 'Beans',
			}),
			node('Pin', 'n8n-nodes-upload-post.uploadPost', {
				operation: 'uploadPhotos',
				user: 'acme',
				platform: ['pinterest'],
				title: 'Beans',
				photos: 'data',
				pinterestBoardId: 'b1',
			}),
		],
		connections: lines(['Start', ['Film', 'Photo']], ['Film', 'Publish'], ['Photo', 'Pin']),
	},
	{
		name: 'a part of an upload, which is no post',
		nodes: [
			graph('Chunk', '900', 'videos', { upload_phase: 'transfer', video_file_chunk: 'data' }),
			graph('Start upload', '900', 'videos', { upload_phase: 'start', file_size: '1000' }),
		],
		outcome: 'left',
		says: [/it uploads a file in parts/],
	},
	{
		name: 'a picture and a film, where nothing says which of them is published',
		nodes: [
			graph('Publish', '900', 'media', {
				video_url: `${FILES}/film.mp4`,
				image_url: `${FILES}/cup.png`,
			}),
			graph('Out', '900', 'media_publish', { creation_id: '={{ $json.id }}' }),
		],
		outcome: 'left',
		says: [/names a picture and a video/],
	},
	{
		name: 'a film with a picture beside it',
		nodes: [
			graph('Publish', '900', 'media', {
				media_type: 'REELS',
				video_url: `${FILES}/film.mp4`,
				image_url: `${FILES}/cup.png`,
			}),
			graph('Out', '900', 'media_publish', { creation_id: '={{ $json.id }}' }),
		],
		says: [/the cover picture/],
		posts: [{ on: 'instagram', files: ['film.mp4'] }],
	},
];

const ofWriting: Fixture[] = [
	{
		name: 'words behind an equals sign',
		files: { data: 'cup.png' },
		nodes: [linkedin({ shareMediaCategory: '=IMAGE' })],
		posts: [{ on: 'linkedin', text: 'Beans', files: ['cup.png'] }],
	},
	{
		name: 'a method behind an equals sign, and an address with blanks',
		nodes: [
			request(
				'Publish',
				'https://graph.facebook.com/900/feed',
				{ message: 'A' },
				{ method: '=POST' },
			),
			request('Second', ' https://graph.facebook.com/900/ feed', { message: 'B' }),
		],
		posts: [
			{ on: 'facebook', text: 'A' },
			{ on: 'facebook', text: 'B' },
		],
	},
	{
		name: 'an edge that is named twice',
		nodes: [
			graph('Publish', '900', 'photos/photos', { message: 'Beans', url: `${FILES}/cup.png` }),
		],
		posts: [{ on: 'facebook', text: 'Beans', files: ['cup.png'] }],
	},
	{
		name: 'calls that nobody reads',
		nodes: [
			request('Share', 'https://api.linkedin.com/v2/ugcPosts', {}),
			request('Early', 'https://api.twitter.com/1.1/statuses/update.json?status=Beans'),
			request(
				'Film',
				'https://www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable',
				{},
			),
		],
		outcome: 'left',
		says: [/LinkedIn and was left/, /YouTube and was left/],
	},
];

export const unsaid: Fixture[] = [
	...ofDates,
	...ofFailures,
	...ofThreads,
	...ofMedia,
	...ofWriting,
];
