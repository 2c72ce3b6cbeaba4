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

const fromStart = (field: string) => `={{ $('Start').item.json.${field} }}`;

const tweet = (name: string, additionalFields: Json = {}, more: Partial<WorkflowNode> = {}) =>
	node(
		name,
		'n8n-nodes-base.twitter',
		{ text: name, additionalFields },
		{ typeVersion: 2, ...more },
	);

const linkedin = (more: Json): WorkflowNode =>
	node('Publish', 'n8n-nodes-base.linkedIn', { person: 'a', text: 'Beans', ...more });

const ofDates: Fixture[] = [
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
		name: 'a slot by an expression, and one beside a date that may be empty',
		nodes: [
			blotato('bluesky', { useNextFreeSlot: '={{ $json.slot }}' }),
			blotato(
				'bluesky',
				{ useNextFreeSlot: true, options: { scheduledTime: '={{ $json.at }}' } },
				'Second',
			),
		],
		outcome: 'left',
		says: [/whether it takes the next free slot/],
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
];

const ofMedia: Fixture[] = [
	{
		name: 'a part of an upload, which is no post',
		nodes: [
			graph('Chunk', '900', 'videos', { upload_phase: 'transfer', video_file_chunk: 'data' }),
			graph('Start upload', '900', 'videos', { upload_phase: 'start', file_size: '1000' }),
		],
		outcome: 'left',
		says: [/it uploads a file in parts/],
	},
	...[{}, { media_type: '={{ $json.kind }}' }].map((more: Json): Fixture => ({
		name: `a picture and a film, where nothing says which of them is published ${JSON.stringify(more)}`,
		nodes: [
			graph('Publish', '900', 'media', {
				video_url: `${FILES}/film.mp4`,
				image_url: `${FILES}/cup.png`,
				...more,
			}),
			graph('Out', '900', 'media_publish', { creation_id: '={{ $json.id }}' }),
		],
		outcome: 'left',
		says: [/names a picture and a video/],
	})),
	{
		name: 'a film with a picture beside it',
		nodes: [
			graph('Publish', '900', 'media', {
				media_type: 'REELS',
				video_url: `${FILES}/film.mp4`,
				image_url: `${FILES}/cup.png`,
				thumb_offset: '1000',
			}),
			graph('Out', '900', 'media_publish', { creation_id: '={{ $json.id }}' }),
		],
		says: [/“thumb_offset”, “image_url”/],
		posts: [{ on: 'instagram', files: ['film.mp4'] }],
	},
	{
		name: 'a fixed text with another picture in each row',
		rows: [{ file: `${FILES}/cup.png` }, { file: `${FILES}/beans.png` }],
		nodes: [blotato('bluesky', { postContentMediaUrls: fromStart('file') })],
		posts: [
			{ on: 'bluesky', text: 'Beans', files: ['cup.png'] },
			{ on: 'bluesky', text: 'Beans', files: ['beans.png'] },
		],
		again: {
			rows: [{ file: `${FILES}/cup.png` }, { file: `${FILES}/other-cup.png` }],
			posts: [{ on: 'bluesky', text: 'Beans', files: ['other-cup.png'] }],
		},
	},
];

const ofOptions: Fixture[] = [
	{
		name: 'options that are expressions',
		rows: [
			{ text: 'Fresh beans', kind: 'story', kids: true, draft: true, file: `${FILES}/film.mp4` },
			{ text: 'Second', kind: 'reel', kids: false, draft: false, file: `${FILES}/film.mp4` },
		],
		nodes: [
			blotato('instagram', { options: { instagramMediaType: fromStart('kind') } }),
			blotato(
				'youtube',
				{
					postCreateYoutubeOptionTitle: 'Beans',
					postCreateYoutubeOptionMadeForKids: fromStart('kids'),
				},
				'Tube',
			),
			blotato('tiktok', { postCreateTiktokOptionIsDraft: fromStart('draft') }, 'Tok'),
		].map((one) => ({
			...one,
			parameters: {
				...one.parameters,
				postContentText: fromStart('text'),
				postContentMediaUrls: fromStart('file'),
			},
		})),
		connections: lines(['Start', ['Publish', 'Tube', 'Tok']]),
		posts: [
			{ on: 'instagram', text: 'Fresh beans', settings: { post_type: 'story' } },
			{ on: 'instagram', text: 'Second', settings: { post_type: 'post' } },
			{ on: 'youtube', text: 'Fresh beans', settings: { selfDeclaredMadeForKids: 'yes' } },
			{ on: 'youtube', text: 'Second', settings: { selfDeclaredMadeForKids: 'no' } },
			{ on: 'tiktok', text: 'Fresh beans', settings: { content_posting_method: 'UPLOAD' } },
			{ on: 'tiktok', text: 'Second', settings: { content_posting_method: 'DIRECT_POST' } },
		],
	},
];

const ofReaders: Fixture[] = [
	{
		name: 'a reply to a post of the workflow, which gets its ID on the network',
		nodes: [tweet('Publish'), tweet('Reply', { inReplyToStatusId: { value: '={{ $json.id }}' } })],
		outcome: { Publish: 'converted', Reply: 'left' },
		says: [/it replies to a post/],
		posts: [{ on: 'x', text: 'Publish' }],
	},
	{
		name: 'another node for when it has failed, and one list of both networks',
		nodes: [
			tweet('Publish', {}, { onError: 'continueErrorOutput' }),
			tweet('Fallback'),
			linkedin({}),
			node('Both', 'n8n-nodes-base.merge', {}, { typeVersion: 3 }),
			node('Log', 'n8n-nodes-base.noOp', { text: '={{ $json.urn }} {{ $json.id }}' }),
		].map((one, at) => (at === 2 ? { ...one, name: 'Linked' } : one)),
		connections: lines(
			['Start', ['Publish', 'Linked']],
			['Publish', 'Both', 0],
			['Publish', 'Fallback', 1],
			['Linked', 'Both'],
			['Both', 'Log'],
		),
	},
	{
		name: 'a loop over rows that comes back from the post',
		nodes: [
			node('Loop', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 }),
			blotato('bluesky', { postContentText: "={{ $('Loop').item.json.text }}" }),
			node('Done', 'n8n-nodes-base.noOp', { text: '={{ $json.postSubmissionId }}' }),
		],
		connections: lines(
			['Start', 'Loop'],
			['Loop', 'Done', 0],
			['Loop', 'Publish', 1],
			['Publish', 'Loop'],
		),
	},
	{
		name: 'code and a table that take what is no longer there',
		nodes: [
			blotato('bluesky'),
			node('Code', 'n8n-nodes-base.code', {
				jsCode: 'return $input.all().map((item) => item.json.postSubmissionId);',
			}),
			node('Table', 'n8n-nodes-base.googleSheets', {
				columns: { mappingMode: 'autoMapInputData' },
			}),
		],
		connections: lines(['Start', 'Publish'], ['Publish', ['Code', 'Table']]),
		outcome: 'todo',
		says: [/seem to use the old one: (?:“Code”, “Table”|“Table”, “Code”)/],
	},
];

const ofWriting: Fixture[] = [
	{
		name: 'words behind an equals sign',
		files: { data: 'cup.png' },
		nodes: [linkedin({ shareMediaCategory: '=IMAGE' })],
		posts: [{ on: 'linkedin', text: 'Beans', files: ['cup.png'] }],
		again: { rows: [{}], posts: [] },
	},
	{
		name: 'a method behind an equals sign, an address with blanks, and an edge that is named twice',
		nodes: [
			request(
				'Publish',
				'https://graph.facebook.com/900/feed',
				{ message: 'A' },
				{ method: '=POST' },
			),
			request('Second', ' https://graph.facebook.com/900/ feed', { message: 'B' }),
			graph('Third', '900', 'photos/photos', { message: 'C', url: `${FILES}/cup.png` }),
		],
		posts: [
			{ on: 'facebook', text: 'A' },
			{ on: 'facebook', text: 'B' },
			{ on: 'facebook', text: 'C', files: ['cup.png'] },
		],
	},
	{
		name: 'a container by an address alone, with values that are encoded for it',
		rows: [{ text: 'Café & cake', file: `${FILES}/cup.png` }],
		nodes: [
			request(
				'Prepare',
				'=https://graph.facebook.com/v20.0/1784/media?image_url={{ $json.file }}&caption=Fresh%20at+{{ encodeURIComponent($json.text) }}!&access_token=typed-in-key',
			),
			request(
				'Publish',
				'=https://graph.facebook.com/v20.0/1784/media_publish?creation_id={{ $json.id }}&access_token=typed-in-key',
			),
		],
		posts: [{ on: 'instagram', text: 'Fresh at Café & cake!', files: ['cup.png'] }],
	},
	{
		name: 'pauses that may be meant, between a container and what publishes it',
		nodes: [
			{ resume: 'specificTime', dateTime: '={{ $json.at }}' },
			{ unit: 'days', amount: 2 },
			{ resume: 'webhook' },
		].flatMap((parameters, at) => [
			graph(`Prepare ${at}`, '1784', 'media', { image_url: `${FILES}/cup.png` }),
			node(`Pause ${at}`, 'n8n-nodes-base.wait', parameters, { typeVersion: 1.1 }),
			graph(`Publish ${at}`, '1784', 'media_publish', { creation_id: '={{ $json.id }}' }),
		]),
		outcome: 'left',
	},
	{
		name: 'what an expression decides, a group, an Instagram account, a date, and no target',
		nodes: [
			graph('Publish', '9001', 'feed', { message: 'a', published: '={{ $json.live }}' }),
			graph('Group', '={{ $json.group_id }}', 'feed', { message: 'a' }),
			graph('Gram', '={{ $json.ig_user_id }}', 'feed', { message: 'a' }),
			graph('Dated', '9001', 'feed', { message: 'a', scheduled_publish_time: '4070908800' }),
			graph('Open', '={{ $json.target }}', '', { message: 'a' }),
			graph('Nowhere', '', '', { message: 'a' }),
		],
		outcome: 'left',
		says: [
			/publishes nothing by itself/,
			/posts to a group/,
			/Instagram has no such call/,
			/a date of the Graph API/,
			/an expression says what it does/,
			/does not say what it posts to/,
		],
	},
	{
		name: 'calls that nobody reads, which are named',
		nodes: [
			request('Share', 'https://api.linkedin.com/v2/ugcPosts', {}),
			request('Early', 'https://api.twitter.com/1.1/statuses/update.json?status=Beans'),
			request(
				'Film',
				'https://www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable',
				{},
			),
			request('Buffered', 'https://api.bufferapp.com/1/updates/create.json', {}),
			request('Later', 'https://getlate.dev/api/v1/posts', {}),
			node('Subreddit', 'n8n-nodes-base.reddit', { title: 'Beans' }),
			node('Blog', 'n8n-nodes-base.wordpress', { title: 'Beans' }),
			node('Chat', 'n8n-nodes-base.discord', { resource: 'message' }),
		],
		outcome: 'left',
		says: [
			/LinkedIn and was left/,
			/YouTube and was left/,
			/Buffer and/,
			/Reddit and/,
			/WordPress and/,
			/It calls Late and was left as it is/,
		],
	},
	{
		name: 'calls of the same hosts that publish nothing',
		nodes: [
			tweet('Publish'),
			request('Sheet', 'https://sheets.googleapis.com/v4/spreadsheets/1/values', {}),
			request('WhatsApp', 'https://graph.facebook.com/v20.0/1/media', {
				messaging_product: 'whatsapp',
			}),
			node('Read', 'n8n-nodes-base.reddit', { operation: 'getAll' }),
		],
		outcome: { Publish: 'converted' },
	},
];

const upload = (operation: string, platform: string[], more: Json, name = 'Publish') =>
	node(name, 'n8n-nodes-upload-post.uploadPost', {
		...{ operation, user: 'acme', platform, title: fromStart('text'), ...more },
	});

const ofUploadPost: Fixture[] = [
	{
		name: 'pictures with a title and a description, by fields and addresses in a list',
		rows: [{ text: 'Cups', long: 'All our cups' }],
		files: { one: 'cup.png' },
		nodes: [
			upload('uploadPhotos', ['tiktok', 'facebook'], {
				photos: `${FILES}/card.png, one`,
				description: '={{ $json.long }}',
				facebookPageId: '900',
				tiktokDisableComment: true,
				pinterestCoverImageUrl: `${FILES}/cup.png`,
				first_comment: 'More soon',
			}),
		],
		says: [/“first_comment”/],
		posts: [
			{ on: 'tiktok', text: 'All our cups', settings: { title: 'Cups', comment: false } },
			{ on: 'facebook', text: 'All our cups', files: ['card.png', 'cup.png'] },
		],
	},
];

/** Odd workflows, of all services. */
export const odd: Fixture[] = [
	...[...ofDates, ...ofMedia, ...ofOptions, ...ofReaders, ...ofWriting, ...ofUploadPost],
];
