import type { Json, WorkflowNode } from '../../types';
import { FILES, lines, log, node, request, of } from './fixture.cjs';

const TYPE = '@blotato/n8n-nodes-blotato.blotato';

const account = (value: string, cachedResultName = 'acme.coffee') => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

const post = (platform: string, more: Json = {}, name = 'Publish'): WorkflowNode =>
	node(
		name,
		TYPE,
		{
			...(platform !== 'instagram' && { platform }),
			accountId: account(`10${platform.length}`),
			postContentText: "={{ $('Start').item.json.text }}",
			postContentMediaUrls: '={{ $json.url }}',
			options: {},
			...more,
		},
		{ typeVersion: 2, credentials: { blotatoApi: { id: 'b1', name: 'Blotato of Acme' } } },
	);

const upload = (more: Json = { mediaUrl: '={{ $json.file }}' }, name = 'Upload'): WorkflowNode =>
	node(name, TYPE, { resource: 'media', ...more }, { typeVersion: 2 });

const text = 'Fresh beans: "5 + 6" & more';
const film = [{ text, file: `${FILES}/film.mp4`, title: 'How we roast' }];
const picture = [{ text, file: `${FILES}/cup.png` }];

const PLATFORMS = [
	'instagram',
	'facebook',
	'twitter',
	'youtube',
	'tiktok',
	'linkedin',
	'bluesky',
	'threads',
];
const fromUpload = "={{ $('Upload').item.json.url }}";

const TIKTOK = {
	privacy_level: 'PUBLIC_TO_EVERYONE',
	comment: true,
	duet: true,
	stitch: true,
	autoAddMusic: 'no',
};

export const blotatoNodes = of('Blotato node', [
	{
		name: 'one upload for all networks',
		count: 127,
		rows: film,
		nodes: [
			upload(),
			...PLATFORMS.map((platform) =>
				post(
					platform,
					{
						postContentMediaUrls: fromUpload,
						...(platform === 'youtube' && {
							postCreateYoutubeOptionTitle: "={{ $('Start').item.json.title }}",
							postCreateYoutubeOptionPrivacyStatus: 'private',
							postCreateYoutubeOptionShouldNotifySubscribers: false,
						}),
						...(platform === 'tiktok' && { postCreateTiktokOptionIsAiGenerated: true }),
						...(platform === 'facebook' && { facebookPageId: account('900', 'Acme Coffee Page') }),
					},
					`To ${platform}`,
				),
			),
		],
		connections: lines(['Start', 'Upload'], ['Upload', PLATFORMS.map((name) => `To ${name}`)]),
		says: [/“shouldNotifySubscribers”/],
		posts: [
			{ on: 'instagram', text, files: ['film.mp4'], type: 'now', settings: { post_type: 'post' } },
			{ on: 'facebook', text, files: ['film.mp4'] },
			{ on: 'x', text, files: ['film.mp4'] },
			{
				on: 'youtube',
				text,
				files: ['film.mp4'],
				settings: { title: 'How we roast', type: 'private' },
			},
			{
				on: 'tiktok',
				text,
				files: ['film.mp4'],
				settings: { ...TIKTOK, video_made_with_ai: true },
			},
			{ on: 'linkedin', text, files: ['film.mp4'] },
			{ on: 'bluesky', text, files: ['film.mp4'] },
			{ on: 'threads', text, files: ['film.mp4'] },
		],
	},
	{
		name: 'a binary file, and options of TikTok',
		count: 3,
		files: { film: 'film.mp4' },
		rows: [{ text }],
		nodes: [
			upload({ useBinaryData: true, binaryPropertyName: 'film' }),
			post('tiktok', {
				postCreateTiktokOptionPrivacyLevel: 'SELF_ONLY',
				postCreateTiktokOptionDisabledDuet: true,
				postCreateTiktokOptionAutoAddMusic: '={{ true }}',
				postCreateTiktokOptionTitle: 'Beans',
			}),
		],
		posts: [
			{
				on: 'tiktok',
				files: ['film.mp4'],
				settings: {
					...TIKTOK,
					privacy_level: 'SELF_ONLY',
					duet: false,
					autoAddMusic: 'yes',
					title: 'Beans',
				},
			},
		],
	},
	{
		name: 'an address without an upload, and several of them',
		count: 6,
		rows: [{ text, a: `${FILES}/cup.png`, b: `${FILES}/card.png` }],
		nodes: [
			post('instagram', { postContentMediaUrls: '={{ [$json.a, $json.b] }}' }),
			post(
				'facebook',
				{ postContentMediaUrls: "={{ $('Start').item.json.a }},{{ $('Start').item.json.b }}" },
				'Facebook',
			),
		],
		posts: [
			{ on: 'instagram', files: ['cup.png', 'card.png'] },
			{ on: 'facebook', files: ['cup.png', 'card.png'] },
		],
	},
	{
		name: 'a loop that asks whether the post is out',
		count: 8,
		rows: [{ text: 'Is it out' }],
		nodes: [
			post('bluesky', { postContentMediaUrls: '' }),
			node('Pause', 'n8n-nodes-base.wait', { amount: 1 }),
			node(
				'Look',
				TYPE,
				{ operation: 'get', postSubmissionId: '={{ $json.postSubmissionId }}' },
				{ typeVersion: 2 },
			),
			node(
				'Out',
				'n8n-nodes-base.if',
				{
					conditions: {
						options: { version: 2 },
						combinator: 'and',
						conditions: [
							{
								id: 'a',
								leftValue: '={{ $json.status }}',
								rightValue: 'in-progress',
								operator: { type: 'string', operation: 'notEquals' },
							},
						],
					},
				},
				{ typeVersion: 2.2 },
			),
			log('={{ $json.status }} {{ $json.publicUrl }}'),
		],
		connections: lines(
			['Start', 'Publish'],
			['Publish', 'Pause'],
			['Pause', 'Look'],
			['Look', 'Out'],
			['Out', 'Log', 0],
			['Out', 'Pause', 1],
		),
		posts: [{ on: 'bluesky', text: 'Is it out' }],
		seen: [expect.stringMatching(/^published https:\/\//)],
	},
	{
		name: 'a pin of a video needs its cover',
		count: 24,
		rows: film,
		nodes: [
			upload(),
			post('youtube', { postCreateYoutubeOptionTitle: 'Beans' }, 'Tube'),
			post('pinterest', {
				postContentMediaUrls: fromUpload,
				pinterestBoardId: { __rl: true, mode: 'id', value: '849276' },
			}),
		],
		connections: lines(['Start', 'Upload'], ['Upload', ['Tube', 'Publish']]),
		says: [/If it pins a video/],
	},
	{
		name: 'a pin without a board',
		count: 2,
		rows: picture,
		nodes: [
			upload(),
			post('pinterest', { pinterestBoardId: { __rl: true, mode: 'list', value: '' } }),
		],
		outcome: { Upload: 'converted', Publish: 'todo' },
		says: [/does not set Board/],
	},
	{
		name: 'the next free slot',
		rows: [{ text: 'Whenever' }],
		nodes: [post('bluesky', { postContentMediaUrls: '', useNextFreeSlot: true })],
		posts: [{ on: 'bluesky', text: 'Whenever', type: 'schedule' }],
	},
]);

const body = (target: Json, content: Json, more: Json = {}) => ({
	post: { accountId: '501', target, content },
	...more,
});

const call = (target: Json, content: Json, more: Json = {}, name = 'Publish') =>
	request(name, 'https://backend.blotato.com/v2/posts', body(target, content, more));

const uploadCall = request('Upload', 'https://backend.blotato.com/v2/media', {
	url: '{{ $json.file }}',
});

const HTTP_PLATFORMS = [
	'instagram',
	'facebook',
	'twitter',
	'tiktok',
	'youtube',
	'linkedin',
	'bluesky',
	'threads',
];

export const blotatoRequests = of('Blotato HTTP', [
	{
		name: 'one upload, and a call for each network',
		count: 78,
		rows: film,
		nodes: [
			uploadCall,
			...HTTP_PLATFORMS.map((platform) =>
				call(
					{
						targetType: platform,
						...(platform === 'facebook' && { pageId: '900' }),
						...(platform === 'tiktok' && {
							isYourBrand: 'false',
							disabledDuet: 'false',
							privacyLevel: 'PUBLIC_TO_EVERYONE',
							isAiGenerated: 'true',
							disabledComments: 'false',
							isBrandedContent: 'false',
							disabledStitch: 'true',
						}),
						...(platform === 'youtube' && {
							title: "{{ $('Start').item.json.title }}",
							privacyStatus: 'unlisted',
							shouldNotifySubscribers: 'false',
						}),
					},
					{
						text: "{{ $('Start').item.json.text }}",
						platform,
						mediaUrls: ["{{ $('Upload').item.json.url }}"],
					},
					{},
					`To ${platform}`,
				),
			),
		],
		connections: lines(['Start', 'Upload'], ['Upload', HTTP_PLATFORMS.map((name) => `To ${name}`)]),
		posts: HTTP_PLATFORMS.map((platform) => ({
			on: platform === 'twitter' ? 'x' : platform,
			text,
			files: ['film.mp4'],
			...(platform === 'tiktok' && {
				settings: {
					...TIKTOK,
					stitch: false,
					video_made_with_ai: true,
					brand_organic_toggle: false,
				},
			}),
			...(platform === 'youtube' && { settings: { title: 'How we roast', type: 'unlisted' } }),
		})),
	},
	{
		name: 'a date at the root, and one where nobody looks',
		count: 9,
		rows: [{ text: 'Later', at: '2099-03-04T05:06:07Z' }],
		nodes: [
			call(
				{ targetType: 'bluesky' },
				{ text: '{{ $json.text }}', platform: 'bluesky', mediaUrls: [] },
				{ scheduledTime: '{{ $json.at }}' },
			),
			request('Ignored', 'https://backend.blotato.com/v2/posts', {
				post: {
					...body({ targetType: 'mastodon' }, { text: 'Now', platform: 'bluesky', mediaUrls: [] })
						.post,
					target: { targetType: 'bluesky' },
					scheduledTime: '2099-01-01',
				},
			}),
		],
		posts: [
			{ on: 'bluesky', text: 'Later', type: 'schedule', date: '2099-03-04T05:06:07.000Z' },
			{ on: 'bluesky', text: 'Now', type: 'now' },
		],
	},
	{
		name: 'a body that cannot be read',
		nodes: [request('Publish', 'https://backend.blotato.com/v2/posts', '={{ $json.body }}')],
		outcome: 'left',
		says: [/its body could not be read/],
	},
]);
