import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { convertWorkflow } from '../../convertWorkflow';
import type { WorkflowNode } from '../../types';
import { ROOT } from '../../../test/harness/paths.cjs';
import { channelOf } from '../../../test/service/client.cjs';
import {
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
 * Each test has what an HTTP Request node holds, and by hand what the service is to get in its place.
 */

const service = useService({ hourlyLimit: 10_000 });

const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);
const IMAGE = { id: 'image-1', path: 'https://media.example/cup.png' };
const FILM = { id: 'film-1', path: 'https://media.example/pour.mp4' };
const DATE = '2099-12-14T10:00:00.000Z';
const TEXT = 'She said "5 < 6",\nand left \\ for {{ coffee }}';

const http = (parameters: IDataObject): WorkflowNode => ({
	name: 'Call',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters,
});

/** Runs what becomes of a call, and returns what the service got and what came out. */
async function run(parameters: IDataObject, items?: INodeExecutionData[]) {
	const { workflows, converted } = convertWorkflow({
		nodes: [http({ ...parameters, url: `=https://api.postiz.com/public/v1/${parameters.url}` })],
	});
	expect(converted).toBe(1);
	const [node] = (workflows as { nodes: WorkflowNode[] }).nodes;
	service.requests.length = 0;
	const { output, error } = await runNode({
		service,
		items,
		parameters: node.parameters as INodeParameters,
	});
	expect(error).toBeUndefined();
	return { output: output[0], requests: service.requests, parameters: node.parameters! };
}

/** The body that the service gets for a body of an HTTP Request node. */
async function posted(jsonBody: string, ...rows: IDataObject[]) {
	// What an earlier body has created is not created again.
	service.state.posts.length = 0;
	const { requests, parameters } = await run(
		{ method: 'POST', url: 'posts', sendBody: true, specifyBody: 'json', jsonBody },
		jsonItems(rows.length > 0 ? rows : [{}]),
	);
	const bodies = requests.filter(
		({ path, method }) => method === 'POST' && path.endsWith('/posts'),
	);
	expect(bodies).toHaveLength(1);
	return { body: bodies[0].body as IDataObject, operation: parameters.operation };
}

const one = (identifier: string, post: string, more = '') =>
	`={ "type": "schedule", "date": "${DATE}", "shortLink": false, "tags": [], ${more} "posts": [{ "integration": { "id": "${channelOf(service, identifier)}" }, ${post} }] }`;

describe('bodies with expressions in them', () => {
	test('texts that would break JSON', async () => {
		const { body, operation } = await posted(
			one('bluesky', '"value": [{ "content": "{{ $json.text }} {{ $json.link }}\\n#coffee" }]'),
			{ text: TEXT, link: 'https://acme.example' },
		);
		expect(operation).toBe('create');
		expect(body).toMatchObject({
			type: 'schedule',
			date: DATE,
			posts: [{ value: [{ content: `${TEXT} https://acme.example\n#coffee`, image: [] }] }],
		});
	});

	test.each([
		'{{ $json.text.toJsonString() }}',
		'{{ JSON.stringify($json.text) }}',
		'{{ $json.asJson }}',
		'"{{ JSON.stringify($json.text).slice(1, -1) }}"',
		`"{{ $json.text.replace(/\\\\/g, '\\\\\\\\').replace(/\\n/g, '\\\\n').replace(/"/g, '\\\\"') }}"`,
	])('the text as %s', async (content) => {
		const { body } = await posted(one('bluesky', `"value": [{ "content": ${content} }]`), {
			text: TEXT,
			asJson: JSON.stringify(TEXT),
		});
		expect(body).toMatchObject({ posts: [{ value: [{ content: TEXT }] }] });
	});

	test('backslashes before and after expressions', async () => {
		const { body } = await posted(
			one('bluesky', '"value": [{ "content": "a \\\\\\\\ {{ $json.b }} \\"c\\" \\\\" }]').replace(
				'c\\" \\\\" }]',
				'c\\"" }]',
			),
			{ b: 'B' },
		);
		expect(body).toMatchObject({ posts: [{ value: [{ content: 'a \\ B "c"' }] }] });
	});

	test('a film with an ending put behind its path, string booleans, and no network', async () => {
		const settings = {
			privacy_level: 'SELF_ONLY',
			duet: 'false',
			stitch: 'true',
			comment: 'true',
			autoAddMusic: 'no',
			brand_content_toggle: 'false',
			brand_organic_toggle: 'false',
			content_posting_method: 'DIRECT_POST',
		};
		const { body, operation } = await posted(
			one(
				'tiktok',
				`"group": "{{ $now.toMillis() }}", "settings": ${JSON.stringify(settings)},
				"value": [{ "content": "{{ $json.caption }}", "image": { "id": "1", "path": "{{ $json.path }}.mp4", "url": "a" } }]`,
				'"order": "", "inter": 0,',
			),
			{ caption: 'Pouring', path: 'https://media.example/pour' },
		);
		expect(operation).toBe('create');
		expect(body).toMatchObject({
			posts: [
				{
					value: [{ content: 'Pouring', image: [{ id: '1', path: FILM.path }] }],
					settings: { __type: 'tiktok', privacy_level: 'SELF_ONLY', duet: false, stitch: true },
				},
			],
		});
		expect(JSON.stringify(body)).not.toContain('group');
	});

	test('tags of the post and of YouTube, as people write them', async () => {
		const { body, operation } = await posted(
			one(
				'youtube',
				`"settings": { "title": "{{ $json.title }}", "type": "unlisted", "tags": ["coffee", "{{ $json.bean }}"] },
				"value": [{ "content": "Beans", "video": [{ "id": "film-1", "path": "${FILM.path}" }] }]`,
			).replace('"tags": []', '"tags": [{ "value": "", "label": "" }, { "name": "Weekly" }]'),
			{ title: 'How "we" roast', bean: 'Bourbon' },
		);
		expect(operation).toBe('create');
		expect(body).toMatchObject({
			tags: [{ value: 'Weekly', label: 'Weekly' }],
			posts: [
				{
					value: [{ image: [FILM] }],
					settings: {
						title: 'How "we" roast',
						type: 'unlisted',
						tags: [
							{ value: 'coffee', label: 'coffee' },
							{ value: 'Bourbon', label: 'Bourbon' },
						],
					},
				},
			],
		});
	});

	test.each(['x', 'instagram', 'linkedin', 'facebook'])(
		'%s with the settings that people set for every network',
		async (identifier) => {
			for (const settings of ['{ "post_type": "post" }', '{ "type": "post" }', '{}']) {
				const { body, operation } = await posted(
					one(
						identifier,
						`"settings": ${settings}, "value": [{ "content": "Beans", "image": {{ JSON.stringify($json.images) }} }]`,
					),
					{ images: [IMAGE] },
				);
				expect(operation).toBe('create');
				expect(body).toMatchObject({
					posts: [{ value: [{ image: [IMAGE] }], settings: { __type: identifier } }],
				});
			}
		},
	);

	test('a thread with delays, everything bare', async () => {
		const { body, operation } = await posted(
			`={ "type": {{ JSON.stringify($json.type) }}, "date": "{{ $now.plus({ hours: 24 }).toISO() }}", "shortLink": {{ $json.short }}, "tags": {{ JSON.stringify($json.tags) }},
			"posts": [{ "integration": { "id": {{ JSON.stringify($json.channel) }} }, "value": [
				{ "content": {{ $json.text.toJsonString() }}, "image": {{ JSON.stringify($json.images) }} },
				{ "content": "Second", "image": [], "delay": 5 } ] }] }`,
			{
				type: 'draft',
				short: true,
				tags: [{ value: 'Weekly', label: 'Weekly' }],
				channel: channelOf(service, 'bluesky'),
				text: TEXT,
				images: [IMAGE],
			},
		);
		expect(operation).toBe('create');
		expect(body).toMatchObject({
			type: 'draft',
			shortLink: true,
			tags: [{ value: 'Weekly', label: 'Weekly' }],
			posts: [
				{
					value: [
						{ content: TEXT, image: [IMAGE] },
						{ content: 'Second', image: [], delay: 5 },
					],
				},
			],
		});
	});

	test('posts with texts of their own go through Create From JSON', async () => {
		const [first, second] = ['mastodon', 'bluesky'].map((identifier) =>
			channelOf(service, identifier),
		);
		const { body, operation } = await posted(
			`={ "type": "now", "date": "{{ new Date($now).toISOString() }}", "shortLink": false, "tags": [], "posts": [
				{ "integration": { "id": "${first}" }, "value": [{ "content": "{{ $json.text }}", "image": [] }], "settings": { "post_type": "post" } },
				{ "integration": { "id": "${second}" }, "value": [{ "content": "For others: {{ $json.text }}", "image": [] }], "settings": {} } ] }`,
			{ text: TEXT },
		);
		expect(operation).toBe('createFromJson');
		expect(body).toMatchObject({
			type: 'now',
			posts: [{ value: [{ content: TEXT }] }, { value: [{ content: `For others: ${TEXT}` }] }],
		});
	});

	test('a body from elsewhere', async () => {
		const request = {
			type: 'draft',
			date: DATE,
			shortLink: false,
			tags: [],
			posts: [
				{
					integration: { id: channelOf(service, 'bluesky') },
					value: [{ content: TEXT, image: [] }],
					settings: {},
				},
			],
		};
		const { body, operation } = await posted('={{ JSON.stringify($json.body) }}', {
			body: request,
		});
		expect(operation).toBe('createFromJson');
		expect(body).toMatchObject({ type: 'draft', posts: [{ value: [{ content: TEXT }] }] });
	});
});

test('the whole of a workflow, from the file to the post, on four networks', async () => {
	const read = readFileSync(join(ROOT, 'convert/test/fixtures/http/four-networks.json'), 'utf8');
	const networks = ['x', 'linkedin', 'facebook', 'instagram'];
	const fixture = networks.reduce(
		(text, identifier) => text.replaceAll(`cm-${identifier}`, channelOf(service, identifier)),
		read,
	);
	const { old } = JSON.parse(fixture) as { old: { nodes: WorkflowNode[] } };
	const publish = old.nodes.at(-1)!;
	publish.parameters!.jsonBody = String(publish.parameters!.jsonBody)
		.replaceAll(
			'"image": []',
			'"image": [{ "id": "{{ $(\'Upload\').item.json.id }}", "path": "{{ $(\'Upload\').item.json.path }}" }]',
		)
		.replace(
			'}}" }], "settings": { "type": "post" }',
			'}}", "image": [{ "id": "{{ $(\'Upload\').item.json.id }}", "path": "{{ $(\'Upload\').item.json.path }}" }] }], "settings": { "type": "post" }',
		)
		.replaceAll('{{ $json.text }}', "{{ $('Start').item.json.text }}")
		.replaceAll('{{ $json.link }}', "{{ $('Start').item.json.link }}");
	const upload = {
		...http({
			method: 'POST',
			url: 'https://acme.example/api/public/v1/upload',
			sendBody: true,
			contentType: 'multipart-form-data',
			bodyParameters: {
				parameters: [{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' }],
			},
		}),
		name: 'Upload',
	};
	const { workflows, converted } = convertWorkflow({
		nodes: [{ name: 'Start', type: START }, upload, publish],
		connections: {
			Start: { main: [[{ node: 'Upload', type: 'main', index: 0 }]] },
			Upload: { main: [[{ node: publish.name, type: 'main', index: 0 }]] },
		},
	});
	expect(converted).toBe(2);
	const data = memoryFile(PNG, { fileName: 'cup.png', mimeType: 'image/png' });
	const { error } = await runWorkflow(workflows as WorkflowJson, {
		service,
		items: [{ json: { text: TEXT, link: 'https://acme.example' }, binary: { data } }],
	});
	expect(error).toBeUndefined();
	const [{ body }] = postRequests(service);
	const image = [{ id: expect.any(String), path: expect.stringMatching(/\.png$/) }];
	const content = expect.stringMatching(/^(?:<p>)?She said .*https:\/\/acme\.example/s);
	expect(body).toMatchObject({
		type: 'draft',
		shortLink: true,
		posts: networks.map((identifier) => ({
			integration: { id: channelOf(service, identifier) },
			value: [{ content, image }],
			settings: { __type: identifier, ...(identifier === 'instagram' && { post_type: 'story' }) },
		})),
	});
});

describe('the other calls', () => {
	const call = async (
		method: string,
		url: string,
		more: IDataObject = {},
		row: IDataObject = {},
	) => {
		const { requests, output } = await run({ method, url, ...more }, jsonItems([row]));
		const calls = requests.map((request) => `${request.method} ${request.path.split('/v1')[1]}`);
		return { requests, calls, rows: output.map(({ json }) => json) };
	};
	test('a list of channels', async () => {
		expect((await call('GET', 'integrations')).calls).toEqual(['GET /integrations']);
	});

	test('a post is deleted', async () => {
		const { id } = storePost(service, service.state.channels[0], { state: 'DRAFT' });
		expect((await call('DELETE', 'posts/{{ $json.id }}', {}, { id })).rows).toMatchObject([
			{ postId: id, deleted: true },
		]);
	});
});
