import type { Json } from '../../types';
import { FILES, graph, lines, node, request, type Fixture } from './fixture.cjs';

// As in oddServices.cts, for n8n's own nodes and the networks' own APIs.

const X = 'n8n-nodes-base.twitter';

const ofX: Fixture[] = [
	{
		name: 'an early version of the node, with a place and a warning',
		nodes: [
			node('Publish', X, {
				text: 'Beans',
				additionalFields: {
					possiblySensitive: true,
					locationFieldsUi: { locationFieldsValues: { latitude: '1', longitude: '2' } },
				},
			}),
		],
		says: [/the place, that it may be sensitive/],
		posts: [{ on: 'x', text: 'Beans' }],
	},
	{
		name: 'a reply to a post of the workflow itself',
		nodes: [
			node('Publish', X, { text: 'One' }, { typeVersion: 2 }),
			node(
				'Reply',
				X,
				{
					text: 'Two',
					additionalFields: {
						inReplyToStatusId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
					},
				},
				{ typeVersion: 2 },
			),
		],
		outcome: 'left',
		says: [/belongs under Thread of the node/],
	},
	{
		name: 'another node for when it has failed, and one list of both networks',
		rows: [{ text: 'Beans' }],
		nodes: [
			node(
				'Publish',
				X,
				{ text: '={{ $json.text }}' },
				{ typeVersion: 2, onError: 'continueErrorOutput' },
			),
			node('Fallback', X, { text: "={{ $('Start').item.json.text }}" }, { typeVersion: 2 }),
			node('Linked', 'n8n-nodes-base.linkedIn', {
				text: "={{ $('Start').item.json.text }}",
				person: 'u1',
			}),
			node('Both', 'n8n-nodes-base.merge', {}, { typeVersion: 3 }),
			node('Log', 'n8n-nodes-base.noOp', { text: '={{ $json.urn }} {{ $json.id }}' }),
		],
		connections: lines(
			['Start', ['Publish', 'Linked']],
			['Publish', 'Both', 0],
			['Publish', 'Fallback', 1],
			['Linked', 'Both'],
			['Both', 'Log'],
		),
	},
	{
		name: 'visibility by an expression',
		nodes: [
			node('Publish', 'n8n-nodes-base.linkedIn', {
				text: 'Beans',
				person: 'u1',
				additionalFields: { visibility: '={{ $json.who }}' },
			}),
		],
		outcome: 'left',
		says: [/says who may see its posts/],
	},
];

/** A container and what publishes it, with a node between them. */
const apart = (name: string, type: string, parameters: Json) => [
	graph(`Prepare ${name}`, '1784', 'media', { image_url: `${FILES}/cup.png` }),
	node(`Between ${name}`, type, parameters, { typeVersion: 1.1 }),
	graph(`Publish ${name}`, '1784', 'media_publish', { creation_id: '={{ $json.id }}' }),
];

const ofGraph: Fixture[] = [
	{
		name: 'a container by an address alone, with values that are encoded for it',
		rows: [{ text: 'Café & cake', file: `${FILES}/cup.png` }],
		nodes: [
			request(
				'Prepare',
				'=https://graph.facebook.com/v20.0/1784/media?image_url={{ encodeURIComponent($json.file) }}&caption=Fresh%20at+{{ encodeURIComponent($json.text.replace("(", "")) }}%21&access_token=typed-in-key',
			),
			request(
				'Publish',
				'=https://graph.facebook.com/v20.0/1784/media_publish?creation_id={{ $json.id }}&access_token=typed-in-key',
			),
			request(
				'Page',
				"=https://graph.facebook.com/v20.0/9001/feed?message={{ $('Start').item.json.text.urlEncode() }}",
			),
		],
		posts: [
			{ on: 'instagram', text: 'Fresh at Café & cake!', files: ['cup.png'] },
			{ on: 'facebook', text: 'Café & cake' },
		],
	},
	{
		name: 'a pause until a date, one of days, and one for an answer',
		nodes: [
			...apart('A', 'n8n-nodes-base.wait', { resume: 'specificTime', dateTime: '={{ $json.at }}' }),
			...apart('B', 'n8n-nodes-base.wait', { unit: 'days', amount: 2 }),
			...apart('C', 'n8n-nodes-base.wait', { resume: 'webhook' }),
		],
		outcome: 'left',
	},
	{
		name: 'an ID of a container that is read from a node that is not there',
		nodes: [
			graph('Prepare', '1784', 'media', { image_url: `${FILES}/cup.png`, caption: 'Cups' }),
			graph('Publish', '1784', 'media_publish', {
				creation_id: "={{ $('Gone').item.json.id }}",
			}),
		],
		posts: [{ on: 'instagram', text: 'Cups', files: ['cup.png'] }],
	},
	{
		name: 'an expression says whether it publishes, a group, and an Instagram account',
		nodes: [
			graph('Publish', '9001', 'feed', { message: 'a', published: '={{ $json.live }}' }),
			graph('Group', '={{ $json.group_id }}', 'feed', { message: 'a' }),
			graph('Gram', '={{ $json.ig_user_id }}', 'feed', { message: 'a' }),
		],
		outcome: 'left',
		says: [/an expression says whether/, /posts to a group/, /Instagram has no such call/],
	},
	{
		name: 'a date, and all that Postiz has no field for',
		nodes: [
			graph('Publish', '9001', 'photos', {
				url: `${FILES}/cup.png`,
				message: 'Cups',
				link: 'https://acme.example',
				alt_text_custom: 'A cup',
				published: 'false',
				scheduled_publish_time: '4070908800',
			}),
			graph('Zone', '9001', 'feed', {
				message: 'Zone',
				published: false,
				scheduled_publish_time: '2099-01-01T10:00:00',
			}),
		],
		connections: lines(['Start', ['Publish', 'Zone']]),
		says: [/the alt text, the link/, /no time zone/],
		posts: [
			{ on: 'facebook', text: 'Cups', type: 'schedule', date: '2099-01-01T00:00:00.000Z' },
			{ on: 'facebook', text: 'Zone', type: 'schedule' },
		],
	},
	{
		name: 'a container whose kind is an expression',
		rows: [
			{ kind: 'stories', text: 'One' },
			{ kind: 'REELS', text: 'Two' },
		],
		nodes: [
			graph('Prepare', '1784', 'media', {
				video_url: `${FILES}/film.mp4`,
				caption: '={{ $json.text }}',
				media_type: '={{ $json.kind }}',
				share_to_feed: '={{ false }}',
				thumb_offset: '1000',
			}),
			graph('Publish', '1784', 'media_publish', { creation_id: '={{ $json.id }}' }),
		],
		says: [/the moment of the cover, that the reel is not shown in the feed/],
		posts: [
			{ on: 'instagram', text: 'One', settings: { post_type: 'story' } },
			{ on: 'instagram', text: 'Two', settings: { post_type: 'post' } },
		],
	},
];

const ofYouTube: Fixture[] = [
	{
		name: 'flags that are expressions, and a date without a zone',
		rows: [{ title: 'Beans', kids: true }],
		files: { data: 'film.mp4' },
		nodes: [
			node('Publish', 'n8n-nodes-base.youTube', {
				resource: 'video',
				operation: 'upload',
				title: "={{ $('Start').item.json.title }}",
				categoryId: '22',
				options: {
					selfDeclaredMadeForKids: "={{ $('Start').item.json.kids }}",
					embeddable: '={{ false }}',
					publicStatsViewable: false,
					license: 'creativeCommon',
					defaultLanguage: 'en',
					recordingDate: '2025-01-01T00:00:00Z',
					publishAt: '2099-01-02T03:04:05',
				},
			}),
		],
		says: [
			/whether it can be embedded, the license, that nobody sees its figures/,
			/has no time zone/,
		],
		posts: [
			{
				on: 'youtube',
				type: 'schedule',
				settings: { selfDeclaredMadeForKids: 'yes', type: 'public' },
			},
		],
	},
];

/** Odd workflows of n8n's own nodes. */
export const oddNodes: Fixture[] = [...ofX, ...ofGraph, ...ofYouTube];
