import type { Json, WorkflowNode } from '../../types';
import { FILES, form, log, node, request, type ServiceFixture } from './fixture.cjs';

const upload = (options: Json = {}, more: Json = {}, name = 'Publish'): WorkflowNode =>
	node(
		name,
		'n8n-nodes-base.youTube',
		{
			resource: 'video',
			operation: 'upload',
			title: '={{ $json.title }}',
			regionCode: 'US',
			categoryId: '22',
			options,
			...more,
		},
		{ credentials: { youTubeOAuth2Api: { id: 'y1', name: 'YouTube of Acme' } } },
	);

const film = { data: 'film.mp4' };

export const youtubeNodes: ServiceFixture[] = [
	{
		name: 'a film with all that Postiz takes',
		kind: 'YouTube node',
		count: 8,
		rows: [{ title: 'How we roast', text: 'From green to brown' }],
		files: film,
		nodes: [
			upload({
				description: '={{ $json.text }}',
				tags: 'coffee,beans',
				privacyStatus: 'unlisted',
				selfDeclaredMadeForKids: true,
				notifySubscribers: true,
			}),
		],
		says: [/the category/],
		posts: [
			{
				on: 'youtube',
				text: 'From green to brown',
				files: ['film.mp4'],
				settings: {
					title: 'How we roast',
					type: 'unlisted',
					selfDeclaredMadeForKids: 'yes',
					tags: [
						{ value: 'coffee', label: 'coffee' },
						{ value: 'beans', label: 'beans' },
					],
				},
			},
		],
	},
	{
		name: 'nothing but a title',
		kind: 'YouTube node',
		count: 1,
		rows: [{ title: 'How we roast' }],
		files: film,
		nodes: [upload()],
		says: [/that subscribers get no notice/],
		posts: [{ on: 'youtube', settings: { title: 'How we roast', type: 'public' } }],
	},
	{
		name: 'a date',
		kind: 'YouTube node',
		count: 1,
		rows: [{ title: 'How we roast' }],
		files: film,
		nodes: [upload({ publishAt: '2099-01-02T03:04:05Z', privacyStatus: 'private' })],
		posts: [
			{
				on: 'youtube',
				type: 'schedule',
				date: '2099-01-02T03:04:05.000Z',
				settings: { type: 'public' },
			},
		],
	},
	{
		name: 'the link of the film, behind it',
		kind: 'YouTube node',
		count: 9,
		rows: [{ title: 'How we roast' }],
		files: film,
		nodes: [
			upload(),
			log(
				"=https://www.youtube.com/watch?v={{ $json.uploadId }} {{ $('Publish').item.json.uploadId }}",
			),
		],
		posts: [{ on: 'youtube', files: ['film.mp4'] }],
		seen: [expect.stringMatching(/^https:\S+ \S+$/)],
	},
	{
		name: 'reads and nodes without parameters',
		kind: 'YouTube node',
		count: 0,
		nodes: [
			node('Read', 'n8n-nodes-base.youTube', { resource: 'video', operation: 'getAll' }),
			node('Blank', 'n8n-nodes-base.youTube'),
		],
		outcome: 'left',
		says: [/it has no parameters/],
	},
];

const late = (body: Json | string, name = 'Publish') =>
	request(name, 'https://getlate.dev/api/v1/posts', body);

const uploadCall = request(
	'Upload',
	'https://getlate.dev/api/v1/media',
	undefined,
	form([['files', 'data', 'file']]),
);

const to = (...platforms: string[]) =>
	platforms.map((platform) => ({ platform, accountId: `acc-${platform}` }));

export const lateRequests: ServiceFixture[] = [
	{
		name: 'a film that was uploaded before, now',
		kind: 'Late HTTP',
		count: 6,
		rows: [{ text: 'Fresh beans' }],
		files: film,
		nodes: [
			uploadCall,
			late({
				content: "{{ $('Start').item.json.text }}",
				platforms: to('tiktok', 'instagram'),
				mediaItems: [{ type: 'video', url: '{{ $json.files[0].url }}', altText: 'Pouring' }],
				publishNow: true,
				tags: ['Weekly'],
				tiktokSettings: {
					privacy_level: 'PUBLIC_TO_EVERYONE',
					allow_comment: true,
					allow_duet: false,
					allow_stitch: true,
					video_made_with_ai: true,
				},
			}),
		],
		posts: [
			{
				on: 'tiktok',
				text: 'Fresh beans',
				files: ['film.mp4'],
				settings: { duet: false, stitch: true, video_made_with_ai: true },
			},
			{ on: 'instagram', text: 'Fresh beans', files: ['film.mp4'] },
		],
	},
	{
		name: 'now or a draft, by opposite expressions',
		kind: 'Late HTTP',
		count: 2,
		rows: [
			{ text: 'Go', now: true },
			{ text: 'Keep', now: false },
		],
		nodes: [
			late(
				'={"content": "{{ $json.text }}", "platforms": [{"platform": "bluesky", "accountId": "acc"}], "publishNow": {{ $json.now }}, "isDraft": {{ !$json.now }} }',
			),
		],
		posts: [
			{ on: 'bluesky', text: 'Go', type: 'now' },
			{ on: 'bluesky', text: 'Keep', type: 'draft' },
		],
	},
	{
		name: 'a date in a time zone',
		kind: 'Late HTTP',
		count: 3,
		rows: [{ text: 'Later' }],
		nodes: [
			late({
				content: '{{ $json.text }}',
				platforms: to('bluesky'),
				scheduledFor: '2099-07-01T10:00:00',
				timezone: 'Europe/Berlin',
			}),
		],
		posts: [{ on: 'bluesky', type: 'schedule', date: '2099-07-01T08:00:00.000Z' }],
	},
	{
		name: 'a thread whose first part is the post',
		kind: 'Late HTTP',
		count: 2,
		nodes: [
			late({
				content: 'Ignored',
				platforms: [
					{
						platform: 'twitter',
						accountId: 'a',
						platformSpecificData: { threadItems: [{ content: 'One' }, { content: 'Two' }] },
					},
				],
				publishNow: true,
			}),
		],
		posts: [{ on: 'x', text: 'One', thread: ['Two'] }],
	},
	{
		name: 'nothing says when',
		kind: 'Late HTTP',
		count: 2,
		nodes: [late({ content: 'When', platforms: to('bluesky') })],
		outcome: 'todo',
		says: [/does not say when to publish/],
		posts: [{ on: 'bluesky', text: 'When', type: 'draft' }],
	},
	{
		name: 'a time zone that means several, and platforms from an expression',
		kind: 'Late HTTP',
		count: 5,
		nodes: [
			late({
				content: 'When',
				platforms: to('bluesky'),
				scheduledFor: '2099-07-01T10:00:00',
				timezone: 'CST',
			}),
			late(
				'={"content": "a", "platforms": {{ JSON.stringify($json.platforms) }}, "publishNow": true}',
				'Open',
			),
		],
		outcome: 'left',
		says: [/“CST” is not clear/, /platforms could not be read/],
	},
];

export const lateNodes: ServiceFixture[] = [
	{
		name: 'a post to two accounts of a network',
		kind: 'Late node',
		count: 3,
		rows: [{ text: 'Fresh beans', image: `${FILES}/cup.png` }],
		nodes: [
			node('Publish', 'n8n-nodes-late.late', {
				resource: 'posts',
				operation: 'create',
				content: '={{ $json.text }}',
				selectedPlatforms: ['linkedin', 'twitter'],
				linkedinAccounts: ['one'],
				twitterAccounts: ['two'],
				publishNow: true,
				mediaItems: { items: [{ type: 'image', url: '={{ $json.image }}' }] },
			}),
		],
		posts: [
			{ on: 'linkedin', text: 'Fresh beans', files: ['cup.png'] },
			{ on: 'x', text: 'Fresh beans', files: ['cup.png'] },
		],
	},
];
