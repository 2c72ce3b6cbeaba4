import type { Json, WorkflowNode } from '../../types';
import { FILES, graph, lines, log, node, of, request } from './fixture.cjs';

const http = (name: string, path: string, values: Json = {}, more: Json = {}): WorkflowNode =>
	request(name, `https://graph.facebook.com/v23.0/${path}`, undefined, {
		sendQuery: true,
		queryParameters: {
			parameters: Object.entries({ ...values, access_token: 'typed-in-key' }).map(
				([key, value]) => ({
					name: key,
					value,
				}),
			),
		},
		...more,
	});

const pause = (name = 'Pause') =>
	node(name, 'n8n-nodes-base.wait', { amount: 30 }, { typeVersion: 1.1 });

const rows = [{ caption: 'Fresh beans', image: `${FILES}/cup.png`, film: `${FILES}/film.mp4` }];
const container = { caption: '={{ $json.caption }}', image_url: '={{ $json.image }}' };
const creation = { creation_id: '={{ $json.id }}' };
const posted = [{ on: 'instagram', text: 'Fresh beans', files: ['cup.png'], type: 'now' as const }];

const loop = [
	graph('Prepare', '1784', 'media', container),
	pause(),
	graph(
		'Look',
		"={{ $('Prepare').item.json.id }}",
		'',
		{ fields: 'status_code' },
		{ httpRequestMethod: 'GET' },
	),
	node('Ready', 'n8n-nodes-base.if', {
		conditions: { conditions: [{ leftValue: '={{ $json.status_code }}', rightValue: 'FINISHED' }] },
	}),
	graph('Publish', '1784', 'media_publish', {
		creation_id: "={{ $('Prepare').item.json.id }}",
	}),
];

const looped: Parameters<typeof lines> = [
	['Start', 'Prepare'],
	['Prepare', 'Pause'],
	['Pause', 'Look'],
	['Look', 'Ready'],
	['Ready', 'Publish', 0],
	['Ready', 'Pause', 1],
];

export const graphNodes = of('Graph node', [
	{
		name: 'a picture from a binary field on a page',
		count: 8,
		rows,
		files: { data: 'cup.png' },
		nodes: [
			graph(
				'Publish',
				'9001',
				'photos',
				{ message: '={{ $json.caption }}' },
				{
					sendBinaryData: true,
					binaryPropertyName: 'source:data',
				},
			),
		],
		posts: [{ on: 'facebook', text: 'Fresh beans', files: ['cup.png'] }],
	},
	{
		name: 'a text with a link, and a film',
		count: 5,
		rows,
		nodes: [
			graph('Publish', '9001', 'feed', {
				message: '={{ $json.caption }}',
				link: 'https://acme.example',
			}),
			graph('Film', '={{ "9001" }}/videos', '', {
				file_url: "={{ $('Start').item.json.film }}",
				description: 'Pouring',
			}),
		],
		says: [/the account that .* names/],
	},
	{
		name: 'a container of HTTP Request and a look at its state',
		count: 3,
		rows,
		nodes: [
			http('Prepare', '1784/media', container),
			pause(),
			graph('Look', '={{ $json.id }}', '', {}, { httpRequestMethod: 'GET' }),
			graph('Publish', '1784', 'media_publish', creation),
		],
		posts: posted,
	},
	{
		name: 'a loop that asks for the state of a container',
		count: 50,
		rows,
		nodes: [...loop, log("={{ $('Publish').item.json.error ?? $json.id }}")],
		connections: lines(...looped, ['Publish', 'Log']),
		says: [/are gone: “Publish”, “Ready”, “Look”, “Pause”/],
		posts: posted,
		seen: [expect.stringMatching(/\S/)],
	},
	{
		name: 'a loop that tells somebody if the container fails',
		nodes: [...loop, node('Tell', 'n8n-nodes-base.slack', { text: 'Failed' })],
		connections: lines(...looped, ['Ready', ['Tell', 'Pause'], 1]),
		outcome: 'left',
	},
	{
		name: 'the link of a post, by another call',
		count: 5,
		rows,
		nodes: [
			graph('Publish', '9001', 'photos', {
				url: '={{ $json.image }}',
				message: '={{ $json.caption }}',
			}),
			graph(
				'Link',
				'={{ $json.id }}',
				'',
				{},
				{
					httpRequestMethod: 'GET',
					options: { fields: { field: [{ name: 'permalink_url' }] } },
				},
			),
		],
		posts: [{ on: 'facebook', text: 'Fresh beans' }],
	},
	{
		name: 'pictures that belong together, a reel, and what publishes nothing',
		count: 4,
		nodes: [
			graph('First', '9001', 'photos', { url: `${FILES}/cup.png`, published: 'false' }),
			graph('Publish', '9001', 'feed', { message: 'Both', 'attached_media[0]': '={{ $json.id }}' }),
			graph('Reel', '9001', 'video_reels', { upload_phase: 'start' }),
			graph(
				'Blank',
				'',
				'',
				{},
				{ httpRequestMethod: 'POST', node: '9001', edge: 'media_publish' },
			),
		],
		outcome: 'left',
		says: [/nothing by itself/, /that other nodes upload/, /several calls/],
	},
]);

export const graphRequests = of('Graph HTTP', [
	{
		name: 'a container of a story, and what publishes it',
		count: 10,
		rows,
		nodes: [
			http('Prepare', '1784/media', { ...container, media_type: 'STORIES' }),
			http('Publish', '1784/media_publish', creation),
		],
		posts: [{ ...posted[0], settings: { post_type: 'story' } }],
	},
	{
		name: 'a body of JSON, and the ID read behind it',
		count: 7,
		rows,
		nodes: [
			request('Publish', '=https://graph.facebook.com/v22.0/9001/photos', {
				url: '{{ $json.image }}',
				message: '{{ $json.caption }}',
			}),
			log('={{ $json.post_id }}'),
		],
		posts: [{ on: 'facebook', text: 'Fresh beans', files: ['cup.png'] }],
		seen: [expect.stringMatching(/\S/)],
	},
	{
		name: 'a carousel',
		count: 5,
		nodes: [
			http('Item', '1784/media', { image_url: `${FILES}/cup.png`, is_carousel_item: 'true' }),
			http('Prepare', '1784/media', { media_type: 'CAROUSEL', children: '={{ $json.id }}' }),
			http('Publish', '1784/media_publish', creation),
		],
		outcome: 'left',
		says: [/a carousel/],
	},
]);
