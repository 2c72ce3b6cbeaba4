import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { convertWorkflow } from '../../convertWorkflow';
import type { WorkflowNode } from '../../types';
import { channelOf } from '../../../test/service/client.cjs';
import type { RecordedRequest } from '../../../test/service/server.cjs';
import {
	credentialsFor,
	jsonItems,
	memoryFile,
	runNode,
	runWorkflow,
	START,
} from '../../../test/integration/support/harness.cjs';
import { postRequests } from '../../../test/integration/support/posts.cjs';
import { useService } from '../../../test/integration/support/useService.cjs';

/*
 * Each test has the parameters of the old node, and by hand what it would have sent. Two keys of its
 * requests are left out of these: the empty `group` of each post and the empty `id` of each part,
 * which mean nothing to the service (and a group that is not empty deletes posts).
 */

const service = useService({ hourlyLimit: 10_000 });

const DATE = '2099-12-14T10:00:00.000Z';
const IMAGE = { id: 'image-1', path: 'https://media.example/cup.png' };
const FILM = { id: 'film-1', path: 'https://media.example/pour.mp4' };

type Rows = IDataObject[];
const text = (key: string, stringValue: string): IDataObject => ({ key, stringValue });
const json = (key: string, jsonValue: string): IDataObject => ({
	key,
	valueType: 'json',
	jsonValue,
});
const part = (content: string, ...imageItem: IDataObject[]): IDataObject =>
	imageItem.length > 0 ? { content, image: { imageItem } } : { content };
const oldPost = (integrationId: string, setting: Rows, ...contentItem: IDataObject[]) => ({
	integrationId,
	settings: { setting },
	value: { contentItem },
});

/** Runs what becomes of the old node, and returns what the service got. */
async function runConverted(parameters: IDataObject, items?: INodeExecutionData[]) {
	const { workflows } = convertWorkflow({
		nodes: [{ name: 'Postiz', type: 'n8n-nodes-postiz.postiz', parameters }],
		connections: {},
	});
	const [node] = (workflows as { nodes: WorkflowNode[] }).nodes;
	service.requests.length = 0;
	const { output, error } = await runNode({
		service,
		items,
		parameters: node.parameters as INodeParameters,
		timezone: 'America/New_York',
	});
	return { output: output[0], error, requests: service.requests };
}

/** As {@link runConverted}, for what must not fail. */
async function run(parameters: IDataObject, items?: INodeExecutionData[]) {
	const { error, ...result } = await runConverted(parameters, items);
	expect(error).toBeUndefined();
	return result;
}

/** The bodies of the requests that were to create posts. */
const bodies = (requests: RecordedRequest[]) => postRequests({ requests }).map(({ body }) => body);

const value = (content: string, ...image: IDataObject[]) => ({ content, image });

describe('Create Post', () => {
	test('one post for all channels, with everything from expressions', async () => {
		const file = { id: '={{ $json.file.id }}', path: '={{ $json.file.path }}' };
		const { requests } = await run(
			{
				type: '={{ $json.when }}',
				date: '={{ $json.date }}',
				shortLink: '={{ $json.short }}',
				tags: {
					tag: [
						{ value: 'winter', label: 'winter' },
						{ value: '={{ $json.tag }}', label: '={{ $json.tag }}' },
					],
				},
				posts: {
					post: [
						oldPost(
							channelOf(service, 'x'),
							[text('__type', 'x'), text('who_can_reply_post', '={{ $json.reply }}')],
							part('=New: {{ $json.text }}', file),
						),
						oldPost(
							'={{ $json.page }}',
							[
								text('__type', 'linkedin-page'),
								{ key: 'post_as_images_carousel', valueType: 'boolean', booleanValue: true },
							],
							part('=New: {{ $json.text }}', file, file),
						),
					],
				},
			},
			jsonItems([
				{
					when: 'schedule',
					date: DATE,
					short: true,
					tag: 'Menu',
					reply: 'verified',
					text: '5 < 6 & <b>more</b>',
					page: channelOf(service, 'linkedin-page'),
					file: IMAGE,
				},
			]),
		);
		expect(bodies(requests)).toEqual([
			{
				type: 'schedule',
				date: DATE,
				shortLink: true,
				tags: [
					{ value: 'winter', label: 'winter' },
					{ value: 'Menu', label: 'Menu' },
				],
				posts: [
					{
						integration: { id: channelOf(service, 'x') },
						value: [value('New: 5 < 6 & <b>more</b>', IMAGE)],
						settings: { __type: 'x', who_can_reply_post: 'verified' },
					},
					{
						integration: { id: channelOf(service, 'linkedin-page') },
						value: [value('New: 5 < 6 & <b>more</b>', IMAGE, IMAGE)],
						settings: { __type: 'linkedin-page', post_as_images_carousel: true },
					},
				],
			},
		]);
		// The first list says what is there already, the last one which tags Postiz kept.
		expect(requests.map(({ method, path }) => `${method} ${path.split('/v1')[1]}`)).toEqual([
			'GET /integrations',
			'GET /posts',
			'POST /posts',
			'GET /posts',
		]);
	});

	test('items with one date, in one request', async () => {
		const { requests, output } = await run(
			{
				date: DATE,
				posts: {
					post: [
						oldPost(
							channelOf(service, 'bluesky'),
							[text('__type', 'bluesky')],
							part('={{ $json.text }}'),
						),
					],
				},
			},
			jsonItems([{ text: 'One' }, { text: '<p>Two</p>' }]),
		);
		expect(bodies(requests)).toMatchObject([
			{
				type: 'now',
				shortLink: false,
				tags: [],
				posts: [{ value: [value('One')] }, { value: [value('<p>Two</p>')] }],
			},
		]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	test('a thread with a text of its own for each channel, on a past day', async () => {
		const thread = [part('={{ "Second" }}', FILM), part('Third')];
		const { requests } = await run({
			type: 'schedule',
			date: '2020-12-14T10:00:00',
			posts: {
				post: [
					oldPost(
						channelOf(service, 'bluesky'),
						[text('__type', 'bluesky')],
						part('For Bluesky', IMAGE),
						...thread,
					),
					oldPost(
						channelOf(service, 'mastodon'),
						[text('__type', 'mastodon')],
						part('', IMAGE),
						...thread,
					),
				],
			},
		});
		const rest = [value('Second', FILM), value('Third')];
		expect(bodies(requests)).toEqual([
			{
				// Its date has passed.
				type: 'now',
				date: expect.any(String),
				shortLink: false,
				tags: [],
				posts: [
					{
						integration: { id: channelOf(service, 'bluesky') },
						value: [value('For Bluesky', IMAGE), ...rest],
						settings: { __type: 'bluesky' },
					},
					{
						integration: { id: channelOf(service, 'mastodon') },
						value: [value('', IMAGE), ...rest],
						settings: { __type: 'mastodon' },
					},
				],
			},
		]);
	});

	test('two channels of one network, each with its own text and settings', async () => {
		const [first, second] = [0, 1].map((index) => channelOf(service, 'facebook', index));
		const link = (url: string) => [text('__type', 'facebook'), text('url', url)];
		const { requests } = await run(
			{
				type: 'draft',
				date: DATE,
				posts: {
					post: [
						oldPost(channelOf(service, 'x'), [text('__type', 'x')], part('For X')),
						oldPost(first, link('https://acme.example/a'), part('={{ $json.text }}')),
						oldPost(
							'={{ $json.page }}',
							link('https://acme.example/b'),
							part('For the other page'),
						),
					],
				},
			},
			jsonItems([{ text: 'For the page', page: second }]),
		);
		expect(bodies(requests)).toMatchObject([
			{
				posts: [
					{ integration: { id: channelOf(service, 'x') }, value: [value('For X')] },
					{
						integration: { id: first },
						value: [value('For the page')],
						settings: { __type: 'facebook', url: 'https://acme.example/a' },
					},
					{
						integration: { id: second },
						value: [value('For the other page')],
						settings: { __type: 'facebook', url: 'https://acme.example/b' },
					},
				],
			},
		]);
	});

	test('posts that do not say their network', async () => {
		const { requests } = await run({
			type: 'draft',
			date: DATE,
			posts: {
				post: [
					oldPost(channelOf(service, 'instagram'), [text('post_type', 'story')], part('', IMAGE)),
					oldPost(channelOf(service, 'bluesky'), [], part('', IMAGE)),
				],
			},
		});
		expect(bodies(requests)).toMatchObject([
			{
				posts: [
					{ settings: { __type: 'instagram', post_type: 'story' } },
					{ settings: { __type: 'bluesky' } },
				],
			},
		]);
	});

	test('posts with pictures and threads of their own, in one request', async () => {
		const { requests } = await run(
			{
				type: 'draft',
				date: DATE,
				posts: {
					post: [
						oldPost(
							channelOf(service, 'x'),
							[text('__type', 'x'), text('who_can_reply_post', 'everyone')],
							part('={{ $json.text; }} {{ "{" + "{" }}', IMAGE),
							part('And a second part'),
						),
						oldPost(
							'={{ $json.channel }}',
							[text('__type', 'telegram')],
							part('For {{ nobody }}', { id: '={{ $json.id // the file }}', path: FILM.path }),
						),
					],
				},
			},
			jsonItems([{ text: 'Beans', channel: channelOf(service, 'telegram'), id: FILM.id }]),
		);
		expect(bodies(requests)).toEqual([
			{
				type: 'draft',
				date: DATE,
				shortLink: false,
				tags: [],
				posts: [
					{
						integration: { id: channelOf(service, 'x') },
						value: [value('Beans {{', IMAGE), value('And a second part')],
						settings: { __type: 'x', who_can_reply_post: 'everyone' },
					},
					{
						integration: { id: channelOf(service, 'telegram') },
						value: [value('For {{ nobody }}', FILM)],
						settings: { __type: 'telegram' },
					},
				],
			},
		]);
	});

	test('settings that fit no field, from values and expressions', async () => {
		const { requests } = await run(
			{
				type: 'schedule',
				date: DATE,
				posts: {
					post: [
						oldPost(
							channelOf(service, 'youtube'),
							[
								text('__type', '={{ $json.network }}'),
								text('={{ $json.key }}', 'How we roast {{ beans }}'),
								text('type', '={{ $json.visibility }}'),
								json('tags', '=[{"value":"{{ $json.tag }}","label":"coffee"}]'),
								json('thumbnail', '={{ $json.thumbnail }}'),
							],
							part('=Beans', FILM),
						),
						oldPost(
							channelOf(service, 'youtube'),
							[
								text('__type', 'youtube'),
								text('title', '={{ $json.title }}'),
								text('type', 'public'),
								json('tags', '[{"value":"1","label":"=coffee"}]'),
							],
							part('=Beans', FILM),
						),
						oldPost(channelOf(service, 'bluesky'), [], part('=Beans', FILM)),
					],
				},
			},
			jsonItems([
				{
					network: 'youtube',
					key: 'title',
					visibility: 'unlisted',
					tag: '1',
					thumbnail: IMAGE,
					title: 'Roasting',
				},
			]),
		);
		const [{ posts }] = bodies(requests) as [{ posts: IDataObject[] }];
		expect(posts.map(({ settings }) => settings)).toEqual([
			{
				__type: 'youtube',
				title: 'How we roast {{ beans }}',
				type: 'unlisted',
				tags: [{ value: '1', label: 'coffee' }],
				thumbnail: IMAGE,
			},
			{
				__type: 'youtube',
				title: 'Roasting',
				type: 'public',
				tags: [{ value: '1', label: '=coffee' }],
			},
			// The old node sent none; the service finds it by the channel then, as the new node does.
			{ __type: 'bluesky' },
		]);
	});

	test('an expression that fails takes nothing else with it', async () => {
		const settings = [
			text('__type', 'youtube'),
			text('title', '={{ $json.title.trim() }}'),
			text('type', 'public'),
			text('selfDeclaredMadeForKids', '={{ $json.missing.answer.trim() }}'),
			json('tags', '[{"value":"1","label":"coffee"}]'),
		];
		const { requests } = await run(
			{
				type: 'draft',
				date: DATE,
				posts: { post: [oldPost(channelOf(service, 'youtube'), settings, part('Beans', FILM))] },
			},
			jsonItems([{ title: ' Roasting ' }]),
		);
		expect(bodies(requests)).toMatchObject([
			{
				posts: [
					{
						settings: {
							title: 'Roasting',
							type: 'public',
							tags: [{ value: '1', label: 'coffee' }],
						},
					},
				],
			},
		]);
		expect(JSON.stringify(bodies(requests))).not.toContain('selfDeclaredMadeForKids');
	});

	test('nothing goes out without its picture where its expression fails', async () => {
		const image = { id: '={{ $json.file.id }}', path: '={{ $json.file.path }}' };
		const { error, requests } = await runConverted({
			posts: {
				post: [
					oldPost(channelOf(service, 'bluesky'), [text('__type', 'bluesky')], part('Beans', image)),
				],
			},
		});
		expect(error?.message).toContain('Uploaded File is not an uploaded file');
		expect(requests).toEqual([]);
	});

	test('line ends of other alphabets in texts beside expressions', async () => {
		const { requests } = await run(
			{
				posts: {
					post: [
						oldPost(
							channelOf(service, 'bluesky'),
							[text('__type', 'bluesky')],
							part('={{ $json.text }}', IMAGE),
						),
						oldPost(
							channelOf(service, 'mastodon'),
							[text('__type', 'mastodon')],
							part('a\u2028b\u2029c'),
						),
					],
				},
			},
			jsonItems([{ text: 'Beans' }]),
		);
		expect(bodies(requests)).toMatchObject([
			{ posts: [{ value: [value('Beans', IMAGE)] }, { value: [value('a\u2028b\u2029c')] }] },
		]);
	});
});

test('a node with a credential for OAuth2 signs in with it', async () => {
	const { workflows } = convertWorkflow({
		nodes: [
			{ name: 'Start', type: START },
			{
				name: 'Postiz',
				type: 'n8n-nodes-postiz.postiz',
				parameters: { operation: 'getIntegrations' },
				credentials: { postizOAuth2Api: { id: 'postizOAuth2Api', name: 'Postiz' } },
			},
		],
		connections: { Start: { main: [[{ node: 'Postiz', type: 'main', index: 0 }]] } },
	});
	const { error, outputOf } = await runWorkflow(workflows as Parameters<typeof runWorkflow>[0], {
		credentials: { postizOAuth2Api: credentialsFor(service, 'oAuth2') },
	});
	expect(error).toBeUndefined();
	expect(outputOf('Postiz')[0]).not.toEqual([]);
});

describe('the other operations', () => {
	const PNG = Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
		'base64',
	);
	const sent = (requests: RecordedRequest[]) =>
		requests.map(({ method, path, query, body }) => ({
			call: `${method} ${path.replace(/^.*\/v1/, '')}`,
			query,
			body,
		}));

	test('Delete Post', async () => {
		await run({
			posts: {
				post: [oldPost(channelOf(service, 'bluesky'), [text('__type', 'bluesky')], part('Beans'))],
			},
		});
		const [{ id }] = service.state.posts;
		const { requests, output } = await run(
			{ operation: 'deletePost', postId: '={{ $json.postId }}' },
			jsonItems([{ postId: id }]),
		);
		expect(sent(requests).at(-1)).toMatchObject({ call: `DELETE /posts/${id}` });
		expect(output.map((item) => item.json)).toMatchObject([{ postId: id, deleted: true }]);
	});

	test('Get Channels', async () => {
		const { requests, output } = await run({ operation: 'getIntegrations' });
		expect(sent(requests)).toMatchObject([{ call: 'GET /integrations', query: {} }]);
		expect(output.map((item) => item.json.channelId)).toEqual(
			service.state.channels.map((channel) => channel.id),
		);
	});

	test.each(['cup', '={{ $json.field }}'])('Upload File from %s', async (binaryProperty) => {
		const cup = memoryFile(PNG, { fileName: 'cup.png', mimeType: 'image/png' });
		const { requests, output } = await run({ operation: 'uploadFile', binaryProperty }, [
			{ json: { field: 'cup' }, binary: { cup } },
		]);
		expect(sent(requests)).toMatchObject([
			{
				call: 'POST /upload',
				body: { file: { name: 'cup.png', type: 'image/png', size: PNG.length } },
			},
		]);
		expect(output[0].json).toMatchObject({ id: expect.any(String), path: expect.any(String) });
	});
});
