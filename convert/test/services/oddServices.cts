import type { Json, WorkflowNode } from '../../types';
import { FILES, form, lines, log, node, request, type Fixture } from './fixture.cjs';

/*
 * What no public workflow is known to have, and these services take: options that are expressions, labels,
 * queues, and what decides whether anything is published at all.
 */

const BLOTATO = '@blotato/n8n-nodes-blotato.blotato';

const blotato = (platform: string, more: Json = {}, name = 'Publish'): WorkflowNode =>
	node(
		name,
		BLOTATO,
		{
			platform,
			accountId: { __rl: true, mode: 'list', value: '7', cachedResultName: 'Acme' },
			postContentText: "={{ $('Start').item.json.text }}",
			postContentMediaUrls: "={{ $('Start').item.json.file }}",
			...more,
		},
		{ typeVersion: 2 },
	);

const film = { text: 'Fresh beans', file: `${FILES}/film.mp4` };

const ofBlotato: Fixture[] = [
	{
		name: 'options that are expressions',
		rows: [
			{ ...film, kind: 'story', kids: true, slot: false, draft: true },
			{ ...film, text: 'Second', kind: 'reel', kids: false, slot: true, draft: false },
		],
		nodes: [
			blotato('instagram', { options: { instagramMediaType: "={{ $('Start').item.json.kind }}" } }),
			blotato(
				'youtube',
				{
					postCreateYoutubeOptionTitle: 'Beans',
					postCreateYoutubeOptionMadeForKids: "={{ $('Start').item.json.kids }}",
				},
				'Tube',
			),
			blotato('bluesky', { useNextFreeSlot: "={{ $('Start').item.json.slot }}" }, 'Sky'),
			blotato(
				'tiktok',
				{ postCreateTiktokOptionIsDraft: "={{ $('Start').item.json.draft }}" },
				'Tok',
			),
		],
		connections: lines(['Start', ['Publish', 'Tube', 'Sky', 'Tok']]),
		posts: [
			{ on: 'instagram', text: 'Fresh beans', settings: { post_type: 'story' } },
			{ on: 'instagram', text: 'Second', settings: { post_type: 'post' } },
			{ on: 'youtube', text: 'Fresh beans', settings: { selfDeclaredMadeForKids: 'yes' } },
			{ on: 'youtube', text: 'Second', settings: { selfDeclaredMadeForKids: 'no' } },
			{ on: 'bluesky', text: 'Fresh beans', type: 'now' },
			{ on: 'bluesky', text: 'Second', type: 'schedule' },
			{ on: 'tiktok', text: 'Fresh beans', settings: { content_posting_method: 'UPLOAD' } },
			{ on: 'tiktok', text: 'Second', settings: { content_posting_method: 'DIRECT_POST' } },
		],
	},
	{
		name: 'all that Postiz has no field for',
		rows: [film],
		nodes: [
			blotato('instagram', {
				options: {
					instagramCollaborators: 'roaster,barista',
					instagramAudioName: 'Our sound',
					instagramAltText: 'A cup',
					instagramCoverImageUrl: `${FILES}/cup.png`,
					// Of another platform: hidden, and not sent.
					threadsReplyControl: 'mentioned_only',
				},
				postCreateTiktokOptionIsDraft: true,
			}),
			blotato('threads', { options: { threadsReplyControl: 'mentioned_only' } }, 'Threads'),
			blotato(
				'facebook',
				{
					facebookPageId: { __rl: true, mode: 'id', value: '900' },
					options: { facebookMediaType: 'video', facebookLink: 'https://acme.example' },
				},
				'Page',
			),
			blotato('tiktok', { options: { videoCoverTimestamp: 3000, imageCoverIndex: 1 } }, 'Tok'),
			blotato(
				'youtube',
				{
					postCreateYoutubeOptionTitle: 'Beans',
					postCreateYoutubeOptionContainsSyntheticMedia: true,
				},
				'Tube',
			),
		],
		connections: lines(['Start', ['Publish', 'Threads', 'Page', 'Tok', 'Tube']]),
		says: [
			/the alt text, the name of the sound, the cover picture/,
			/who may reply/,
			/the kind of the video/,
			/the cover among the pictures, the moment of the cover/,
			/the label for synthetic media/,
		],
		posts: [
			{ on: 'instagram', settings: { post_type: 'post' } },
			{ on: 'threads' },
			{ on: 'facebook', settings: { url: 'https://acme.example' } },
			{ on: 'tiktok' },
			{ on: 'youtube' },
		],
	},
	{
		name: 'a loop over rows that comes back from the post',
		nodes: [
			node('Loop', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 }),
			node('Upload', BLOTATO, { resource: 'media', mediaUrl: '={{ $json.file }}' }),
			blotato('bluesky', {
				postContentText: "={{ $('Loop').item.json.text }}",
				postContentMediaUrls: '={{ $json.url }}',
			}),
			node('Done', 'n8n-nodes-base.noOp', { text: '={{ $json.postSubmissionId }}' }),
		],
		connections: lines(
			['Start', 'Loop'],
			['Loop', 'Done', 0],
			['Loop', 'Upload', 1],
			['Upload', 'Publish'],
			['Publish', 'Loop'],
		),
	},
	{
		name: 'links that show a page around the file',
		nodes: [
			blotato('instagram', { postContentMediaUrls: 'https://drive.google.com/file/d/1/view' }),
			node('Upload', BLOTATO, { resource: 'media', mediaUrl: '={{ $json.webViewLink }}' }),
		],
		connections: lines(['Start', ['Publish', 'Upload']]),
		says: [/a link that shows a page/],
	},
	{
		name: 'a fixed date in the past, and one inside the post',
		nodes: [
			request('Publish', 'https://backend.blotato.com/v2/posts', {
				post: {
					accountId: '5',
					target: { targetType: 'bluesky' },
					content: { text: 'Late', platform: 'bluesky', mediaUrls: [] },
				},
				scheduledTime: '2020-01-01T00:00:00Z',
			}),
			request('Now', 'https://backend.blotato.com/v2/posts', {
				post: {
					accountId: '5',
					target: { targetType: 'bluesky' },
					content: { text: 'Now', platform: 'bluesky', mediaUrls: [] },
					scheduledTime: '2099-01-01T00:00:00Z',
				},
			}),
		],
		outcome: { Publish: 'todo', Now: 'converted' },
		says: [/is in the past/, /where Blotato does not look/],
	},
	{
		name: 'an upload whose address is a row of a form',
		rows: [film],
		nodes: [
			request('Upload', 'https://backend.blotato.com/v2/media', undefined, {
				...form([['url', '={{ $json.file }}']]),
				contentType: undefined,
			}),
			blotato('bluesky', { postContentMediaUrls: '={{ $json.url }}' }),
		],
		posts: [{ on: 'bluesky', files: ['film.mp4'] }],
	},
	{
		name: 'an upload that does not say of what',
		nodes: [node('Upload', BLOTATO, { resource: 'media' }, { typeVersion: 2 })],
		outcome: 'left',
		says: [/does not say which file/],
	},
	{
		name: 'a platform that Postiz does not have, and an unknown host path',
		nodes: [
			request('Publish', 'https://backend.blotato.com/v2/posts', {
				post: {
					accountId: '5',
					target: { targetType: 'webhook', url: 'https://acme.example' },
					content: { text: 'a', platform: 'webhook', mediaUrls: [] },
				},
			}),
		],
		outcome: 'left',
		says: [/“webhook” is none that Postiz has/],
	},
];

const UPLOAD_POST = 'n8n-nodes-upload-post.uploadPost';

const upload = (operation: string, platform: string[], more: Json, name = 'Publish') =>
	node(name, UPLOAD_POST, {
		operation,
		user: 'acme',
		platform,
		title: "={{ $('Start').item.json.text }}",
		...more,
	});

const sent = (path: string, fields: Parameters<typeof form>[0], name = 'Publish'): WorkflowNode =>
	request(name, `https://api.upload-post.com/api/${path}`, undefined, form(fields));

const ofUploadPost: Fixture[] = [
	{
		name: 'flags that are expressions, and all that Postiz has no field for',
		rows: [{ ...film, kids: true, story: 'STORIES' }],
		nodes: [
			upload('uploadVideo', ['youtube', 'instagram', 'threads'], {
				video: `${FILES}/film.mp4`,
				youtubeMadeForKids: "={{ $('Start').item.json.kids }}",
				youtubeCategoryId: '27',
				youtubeEmbeddable: false,
				youtubeHasPaidProductPlacement: true,
				youtubeBlockedCountries: 'AQ',
				instagramMediaType: "={{ $('Start').item.json.story }}",
				instagramShareToFeed: '={{ false }}',
				instagramThumbOffset: '3000',
				instagramUserTags: 'roaster',
				threadsLongTextAsPost: true,
			}),
		],
		says: [
			/that the reel is not shown in the feed/,
			/the category/,
			/cannot be embedded/,
			/the label for paid promotion/,
			/that a long text stays in one piece/,
		],
		posts: [
			{ on: 'youtube', settings: { selfDeclaredMadeForKids: 'yes', type: 'public' } },
			{ on: 'instagram', settings: { post_type: 'story' } },
			{ on: 'threads', text: 'Fresh beans' },
		],
	},
	{
		name: 'a long text that is to stay in one piece',
		rows: [{ text: `${'Beans and more beans. '.repeat(20)}End.` }],
		nodes: [
			{
				...upload('uploadText', ['x'], { xLongTextAsPost: true }),
				onError: 'continueErrorOutput',
			},
			log('={{ $json.error }}'),
		],
		connections: lines(['Start', 'Publish'], ['Publish', 'Log', 1]),
		posts: [],
		seen: [expect.stringContaining(' characters')],
	},
	{
		name: 'pictures with a title and a description',
		rows: [{ text: 'Cups', long: 'All our cups' }],
		files: { one: 'cup.png' },
		nodes: [
			upload('uploadPhotos', ['tiktok', 'facebook'], {
				photos: 'one',
				description: '={{ $json.long }}',
				facebookPageId: '900',
				tiktokDisableComment: true,
				pinterestCoverImageUrl: `${FILES}/cup.png`,
			}),
		],
		says: [/the title/],
		posts: [
			{ on: 'tiktok', text: 'All our cups', settings: { title: 'Cups', comment: false } },
			{ on: 'facebook', text: 'All our cups', files: ['cup.png'] },
		],
	},
	{
		name: 'addresses of pictures in a list with spaces, and a field beside them',
		rows: [{ text: 'Cups' }],
		files: { one: 'cup.png' },
		nodes: [
			upload('uploadPhotos', ['bluesky'], {
				photos: `${FILES}/cup.png, ${FILES}/card.png , one`,
			}),
			log('={{ $json.success }}'),
		],
		posts: [{ on: 'bluesky', text: 'Cups', files: ['cup.png', 'card.png', 'cup.png'] }],
		seen: [true],
	},
	{
		name: 'a question on X, for advertisements only, and a draft by an expression',
		nodes: [
			upload('uploadText', ['x'], { xPollOptions: 'Yes,No' }),
			upload('uploadVideo', ['x'], { video: 'data', xNullcastVideo: '={{ true }}' }, 'Ad'),
			upload(
				'uploadVideo',
				['facebook'],
				{ video: 'data', facebookVideoState: '={{ $json.state }}' },
				'Draft',
			),
			upload('uploadText', [], {}, 'Nowhere'),
		],
		outcome: 'left',
		says: [/asks a question/, /advertisements only/, /a draft on Facebook/, /could not be read/],
	},
	{
		name: 'the queue, a time zone, and a first comment',
		rows: [{ text: 'Beans', at: '2099-07-01T10:00:00' }],
		nodes: [
			sent('upload_text', [
				['title', '={{ $json.text }}'],
				['user', 'acme'],
				['platform[]', 'bluesky'],
				['add_to_queue', 'true'],
			]),
			sent(
				'upload_text',
				[
					['title', "={{ $('Start').item.json.text }}"],
					['user', 'acme'],
					['platform[]', 'threads'],
					['scheduled_date', "={{ $('Start').item.json.at }}"],
					['timezone', 'Europe/Berlin'],
					['first_comment', 'More soon'],
				],
				'Later',
			),
		],
		connections: lines(['Start', ['Publish', 'Later']]),
		says: [/queue of Upload-Post/, /It has “first_comment”/],
		posts: [
			{ on: 'bluesky', type: 'schedule' },
			{ on: 'threads', type: 'schedule', date: '2099-07-01T08:00:00.000Z' },
		],
	},
	{
		name: 'a network that comes from an expression, with its settings',
		rows: [
			{ text: 'One', on: 'tiktok' },
			{ text: 'Two', on: 'youtube' },
		],
		files: { data: 'film.mp4' },
		nodes: [
			sent('upload', [
				['title', '={{ $json.text }}'],
				['user', 'acme'],
				['platform[]', '={{ $json.on }}'],
				['youtube_description', 'How we roast'],
				['privacyStatus', 'unlisted'],
				['disable_duet', 'true'],
				['video', 'data', 'file'],
			]),
		],
		posts: [
			{ on: 'tiktok', text: 'One', settings: { duet: false, stitch: true } },
			{ on: 'youtube', text: 'How we roast', settings: { title: 'Two', type: 'unlisted' } },
		],
	},
];

/** Odd workflows of other services. */
export const oddServices: Fixture[] = [...ofBlotato, ...ofUploadPost];
