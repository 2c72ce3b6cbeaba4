import type { Json, WorkflowNode } from '../../types';
import { FILES, form, lines, log, node, request, of } from './fixture.cjs';

const post = (operation: string | undefined, platform: string[], more: Json = {}): WorkflowNode =>
	node(
		'Publish',
		'n8n-nodes-upload-post.uploadPost',
		{
			...(operation && { operation }),
			user: 'acme',
			platform,
			title: '={{ $json.text }}',
			...more,
		},
		{ credentials: { uploadPostApi: { id: 'u1', name: 'Upload-Post of Acme' } } },
	);

const rows = [{ text: 'Fresh beans', file: `${FILES}/film.mp4`, long: 'All about our beans' }];
const FILM = { data: 'film.mp4' };

export const uploadPostNodes = of('Upload-Post node', [
	{
		name: 'a film to four networks',
		count: 8,
		rows,
		files: FILM,
		nodes: [
			post('uploadVideo', ['tiktok', 'instagram', 'youtube', 'x'], {
				video: 'data',
				instagramMediaType: 'REELS',
				youtubePrivacyStatus: 'unlisted',
				youtubeTags: 'coffee, beans',
				youtubeDescription: '={{ $json.long }}',
				tiktokTitle: 'For TikTok',
				xReplySettings: 'following',
			}),
		],
		posts: [
			{
				on: 'tiktok',
				text: 'For TikTok',
				files: ['film.mp4'],
				settings: { duet: true, stitch: true, comment: true, privacy_level: 'PUBLIC_TO_EVERYONE' },
			},
			{
				on: 'instagram',
				text: 'Fresh beans',
				files: ['film.mp4'],
				settings: { post_type: 'post' },
			},
			{
				on: 'youtube',
				text: 'All about our beans',
				files: ['film.mp4'],
				settings: {
					title: 'Fresh beans',
					type: 'unlisted',
					tags: [
						{ value: 'coffee', label: 'coffee' },
						{ value: 'beans', label: 'beans' },
					],
				},
			},
			{
				on: 'x',
				text: 'Fresh beans',
				files: ['film.mp4'],
				settings: { who_can_reply_post: 'following' },
			},
		],
	},
	{
		name: 'pictures, of which one network takes none',
		count: 5,
		rows: [{ text: 'Cups' }],
		files: { one: 'cup.png', two: 'card.png' },
		nodes: [
			post(undefined, ['pinterest', 'linkedin', 'youtube'], {
				photos: 'one,two',
				pinterestBoardId: '849276',
				pinterestTitle: 'A pin',
				pinterestDescription: 'Pinned',
				targetLinkedinPageId: '77',
			}),
		],
		says: [/takes no photos for YouTube/],
		posts: [
			{
				on: 'pinterest',
				text: 'Pinned',
				files: ['cup.png', 'card.png'],
				settings: { board: '849276', title: 'A pin' },
			},
			{ on: 'linkedin-page', text: 'Cups', files: ['cup.png', 'card.png'] },
		],
	},
	{
		name: 'the link of the only post, behind it',
		count: 2,
		rows,
		files: FILM,
		nodes: [
			post('uploadVideo', ['tiktok'], { video: 'data', waitForCompletion: true }),
			log('={{ $json.results.tiktok.url }} {{ $json.success }}'),
		],
		posts: [{ on: 'tiktok', files: ['film.mp4'] }],
		seen: [expect.stringMatching(/^https:\/\/\S+ true$/)],
	},
]);

const call = (path: string, fields: Parameters<typeof form>[0], name = 'Publish'): WorkflowNode =>
	request(name, `https://api.upload-post.com/api/${path}`, undefined, form(fields));

export const uploadPostRequests = of('Upload-Post HTTP', [
	{
		name: 'a film, a call for each network',
		count: 20,
		rows,
		files: FILM,
		nodes: [
			call('upload', [
				['title', '={{ $json.text }}'],
				['user', 'acme'],
				['platform[]', 'tiktok'],
				['video', 'data', 'file'],
			]),
			call(
				'upload',
				[
					['title', "={{ $('Start').item.json.text }}"],
					['user', 'acme'],
					['platform[]', 'youtube'],
					['video', 'data', 'file'],
					['async_upload', 'true'],
				],
				'Shorts',
			),
		],
		connections: lines(['Start', ['Publish', 'Shorts']]),
		posts: [
			{
				on: 'tiktok',
				text: 'Fresh beans',
				files: ['film.mp4'],
				settings: { duet: true, stitch: true },
			},
			{ on: 'youtube', files: ['film.mp4'], settings: { title: 'Fresh beans', type: 'public' } },
		],
	},
]);
