import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { convertWorkflow } from '../../convertWorkflow';
import type { WorkflowNode } from '../../types';
import { channelOf } from '../../../test/service/client.cjs';
import {
	credentialsFor,
	jsonItems,
	memoryFile,
	runNode,
	runWorkflow,
	START,
	type WorkflowJson,
} from '../../../test/integration/support/harness.cjs';
import { postRequests, storePost } from '../../../test/integration/support/posts.cjs';
import { useService } from '../../../test/integration/support/useService.cjs';

/*
 * Each test has the parameters of the old node, or of an HTTP Request node, and by hand what is to be sent in its place:
 * the same without the empty `group` of each post and the empty `id` of each part.
 */

const service = useService({ hourlyLimit: 10_000 });

const DATE = '2099-12-14T10:00:00.000Z';
const IMAGE = { id: 'image-1', path: 'https://media.example/cup.png' };
const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);
const FILM = { id: 'film-1', path: 'https://media.example/pour.mp4' };

/** The rows of the old form for settings: a text, a switch, or what is entered as JSON. */
const rowsOf = (settings: Record<string, string | boolean | { json: string }>): IDataObject[] =>
	Object.entries(settings).map(([key, value]) =>
		typeof value === 'string'
			? { key, stringValue: value }
			: typeof value === 'boolean'
				? { key, valueType: 'boolean', booleanValue: value }
				: { key, valueType: 'json', jsonValue: value.json },
	);

const part = (content: string, ...imageItem: IDataObject[]): IDataObject =>
	imageItem.length > 0 ? { content, image: { imageItem } } : { content };

/** A post of the old node that does not say its network. */
const untyped = (
	network: string,
	settings: Parameters<typeof rowsOf>[0],
	...contentItem: IDataObject[]
): IDataObject => ({
	integrationId: channelOf(service, network),
	settings: { setting: rowsOf(settings) },
	value: { contentItem },
});

const post = (
	network: string,
	settings: Parameters<typeof rowsOf>[0],
	...parts: IDataObject[]
): IDataObject => untyped(network, { __type: network, ...settings }, ...parts);

/** A part as it is sent, and a post. */
const value = (content: string, ...image: IDataObject[]): IDataObject => ({ content, image });
const sent = (network: string, settings: IDataObject, ...values: IDataObject[]): IDataObject => ({
	integration: { id: channelOf(service, network) },
	value: values,
	settings: { __type: network, ...settings },
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

interface Case {
	posts: IDataObject[];
	/** The posts that are sent in one request. */
	sent: IDataObject[];
	/** What the node starts with; one empty row if nothing is said. */
	rows?: IDataObject[];
	/** Other parameters than those of a draft, and what else of the request is otherwise. */
	parameters?: IDataObject;
	body?: IDataObject;
}

const CASES: Record<string, () => Case> = {
	'one post for all channels, with everything from expressions': () => {
		const file = { id: '={{ $json.file.id }}', path: '={{ $json.file.path }}' };
		const text = '=New: {{ $json.text }}';
		const sentText = 'New: 5 < 6 & <b>more</b>';
		return {
			parameters: {
				type: '={{ $json.when }}',
				date: '={{ $json.date }}',
				shortLink: '={{ $json.short }}',
				tags: {
					tag: ['winter', '={{ $json.tag }}'].map((label) => ({ value: label, label })),
				},
			},
			posts: [
				post('x', { who_can_reply_post: '={{ $json.reply }}' }, part(text, file)),
				{
					...post('linkedin-page', { post_as_images_carousel: true }, part(text, file, file)),
					integrationId: '={{ $json.page }}',
				},
			],
			rows: [
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
			],
			body: {
				type: 'schedule',
				shortLink: true,
				tags: ['winter', 'Menu'].map((label) => ({ value: label, label })),
			},
			sent: [
				sent('x', { who_can_reply_post: 'verified' }, value(sentText, IMAGE)),
				sent('linkedin-page', { post_as_images_carousel: true }, value(sentText, IMAGE, IMAGE)),
			],
		};
	},
	'settings as JSON, from values and expressions': () => ({
		posts: [
			post(
				'youtube',
				{
					__type: '={{ $json.network }}',
					title: 'How we roast {{ beans }}',
					type: '={{ $json.visibility }}',
					tags: { json: '=[{"value":"{{ $json.tag }}","label":"coffee"}]' },
					thumbnail: { json: '={{ $json.thumbnail }}' },
				},
				part('=Beans', FILM),
			),
			untyped('bluesky', {}, part('=Beans', FILM)),
		],
		rows: [
			{
				network: 'youtube',
				visibility: 'unlisted',
				tag: '1',
				thumbnail: IMAGE,
			},
		],
		sent: [
			sent(
				'youtube',
				{
					title: 'How we roast {{ beans }}',
					type: 'unlisted',
					tags: [{ value: '1', label: 'coffee' }],
					thumbnail: IMAGE,
				},
				value('Beans', FILM),
			),
			// The old node sent none; the service finds it by the channel then, as the new node does.
			sent('bluesky', {}, value('Beans', FILM)),
		],
	}),
};

describe('Create Post', () => {
	test.each(Object.entries(CASES))('%s', async (_name, makeCase) => {
		const { posts, parameters, rows = [{}], body, sent: expected } = makeCase();
		const old = { type: 'draft', date: DATE, ...parameters, posts: { post: posts } };
		await run(old, jsonItems(rows));
		expect(postRequests(service).map((request) => request.body)).toEqual([
			{ type: 'draft', date: DATE, shortLink: false, tags: [], posts: expected, ...body },
		]);
		await run(old, jsonItems(rows));
		expect(postRequests(service)).toEqual([]);
	});

	test('nothing goes out where an expression fails', async () => {
		const image = { id: '={{ $json.file.id }}', path: '={{ $json.file.path }}' };
		const { error, requests } = await runConverted({
			posts: { post: [post('bluesky', {}, part('Beans', image))] },
		});
		expect(error?.message).toContain('not valid JSON');
		expect(requests).toEqual([]);
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
	test('Delete Post', async () => {
		const { id } = storePost(service, service.state.channels[0], { state: 'DRAFT' });
		const { requests, output } = await run(
			{ operation: 'deletePost', postId: '={{ $json.postId }}' },
			jsonItems([{ postId: id }]),
		);
		expect(requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/api/public/v1/posts/${id}` });
		expect(output.map((item) => item.json)).toMatchObject([{ postId: id, deleted: true }]);
	});

	test('Upload File', async () => {
		const cup = memoryFile(PNG, { fileName: 'cup.png', mimeType: 'image/png' });
		const parameters = { operation: 'uploadFile', binaryProperty: '={{ $json.field }}' };
		const { requests, output } = await run(parameters, [
			{ json: { field: 'cup' }, binary: { cup } },
		]);
		expect(requests).toMatchObject([
			{
				method: 'POST',
				path: expect.stringMatching(/\/upload$/) as string,
				body: { file: { name: 'cup.png', type: 'image/png', size: PNG.length } },
			},
		]);
		expect(output[0].json).toMatchObject({ id: expect.any(String), path: expect.any(String) });
	});
});

const TEXT = 'She said "5 < 6",\nand left \\ for {{ coffee }}';

const http = (parameters: IDataObject): WorkflowNode => ({
	name: 'Call',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters,
});

/** The body that the service gets for a body of an HTTP Request node. */
async function posted(jsonBody: string, row: IDataObject) {
	// What an earlier body has created is not created again.
	service.state.posts.length = 0;
	const url = '=https://api.postiz.com/public/v1/posts';
	const { workflows, converted } = convertWorkflow({
		nodes: [http({ method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody })],
	});
	expect(converted).toBe(1);
	const [{ parameters }] = (workflows as { nodes: WorkflowNode[] }).nodes;
	const sendIt = async () => {
		service.requests.length = 0;
		const items = jsonItems([row]);
		const made = await runNode({ service, items, parameters: parameters as INodeParameters });
		expect(made.error).toBeUndefined();
		return postRequests(service);
	};
	const requests = await sendIt();
	expect(requests).toHaveLength(1);
	expect(await sendIt()).toEqual([]);
	return requests[0].body as IDataObject;
}

const one = (identifier: string, post: string, more = '') =>
	`={ "type": "schedule", "date": "${DATE}", "shortLink": false, "tags": [], ${more} "posts": [{ "integration": { "id": "${channelOf(service, identifier)}" }, ${post} }] }`;

describe('bodies with expressions in them', () => {
	test('texts that would break JSON', async () => {
		const got = await posted(
			one('bluesky', '"value": [{ "content": "{{ $json.text }} {{ $json.link }}\\n#coffee" }]'),
			{ text: TEXT, link: 'https://acme.example' },
		);
		const value = [{ content: `${TEXT} https://acme.example\n#coffee`, image: [] }];
		expect(got).toMatchObject({ type: 'schedule', date: DATE, posts: [{ value }] });
		expect(JSON.stringify(got)).not.toContain('"group"');
	});

	test.each([
		'{{ $json.text.toJsonString() }}',
		'{{ JSON.stringify($json.text) }}',
		'{{ $json.asJson }}',
		'"{{ JSON.stringify($json.text).slice(1, -1) }}"',
		`"{{ $json.text.replace(/\\\\/g, '\\\\\\\\').replace(/\\n/g, '\\\\n').replace(/"/g, '\\\\"') }}"`,
	])('the text as %s', async (content) => {
		const body = await posted(one('bluesky', `"value": [{ "content": ${content} }]`), {
			text: TEXT,
			asJson: JSON.stringify(TEXT),
		});
		expect(body).toMatchObject({ posts: [{ value: [{ content: TEXT }] }] });
	});
});

test('a file that one call uploads is in the post of the next', async () => {
	const call = (name: string, path: string, parameters: IDataObject): WorkflowNode => ({
		...http({ ...parameters, method: 'POST', url: `https://acme.example/api/public/v1/${path}` }),
		name,
	});
	const upload = call('Upload', 'upload', {
		sendBody: true,
		contentType: 'multipart-form-data',
		bodyParameters: {
			parameters: [{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' }],
		},
	});
	const file = `{ "id": "{{ $('Upload').item.json.id }}", "path": "{{ $('Upload').item.json.path }}" }`;
	const content = `"content": "{{ $('Start').item.json.text }}", "image": [${file}]`;
	const publish = call('Publish', 'posts', {
		sendBody: true,
		specifyBody: 'json',
		jsonBody: one('bluesky', `"value": [{ ${content} }]`),
	});
	const { workflows, converted } = convertWorkflow({
		nodes: [{ name: 'Start', type: START }, upload, publish],
		connections: {
			Start: { main: [[{ node: 'Upload', type: 'main', index: 0 }]] },
			Upload: { main: [[{ node: 'Publish', type: 'main', index: 0 }]] },
		},
	});
	expect(converted).toBe(2);
	const data = memoryFile(PNG, { fileName: 'cup.png', mimeType: 'image/png' });
	const { error } = await runWorkflow(workflows as WorkflowJson, {
		service,
		items: [{ json: { text: TEXT }, binary: { data } }],
	});
	expect(error).toBeUndefined();
	const [{ body }] = postRequests(service);
	const image = [{ id: expect.any(String), path: expect.stringMatching(/\.png$/) }];
	expect(body).toMatchObject({ posts: [{ value: [{ image }] }] });
	expect(JSON.stringify(body)).toContain('She said');
});
