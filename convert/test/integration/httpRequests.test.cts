import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { convertWorkflow } from '../../convertWorkflow';
import type { WorkflowNode } from '../../types';
import { channelOf } from '../../../test/service/client.cjs';
import {
	jsonItems,
	memoryFile,
	runNode,
	runWorkflow,
	START,
	type WorkflowJson,
} from '../../../test/integration/support/harness.cjs';
import { postRequests } from '../../../test/integration/support/posts.cjs';
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

/** The body that the service gets for a body of an HTTP Request node, and by which operation. */
async function posted(jsonBody: string, row: IDataObject) {
	// What an earlier body has created is not created again.
	service.state.posts.length = 0;
	const url = '=https://api.postiz.com/public/v1/posts';
	const { workflows, converted } = convertWorkflow({
		nodes: [http({ method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody })],
	});
	expect(converted).toBe(1);
	const [{ parameters }] = (workflows as { nodes: WorkflowNode[] }).nodes;
	service.requests.length = 0;
	const { error } = await runNode({
		service,
		items: jsonItems([row]),
		parameters: parameters as INodeParameters,
	});
	expect(error).toBeUndefined();
	const requests = postRequests(service);
	expect(requests).toHaveLength(1);
	return { body: requests[0].body as IDataObject, operation: parameters!.operation };
}

const one = (identifier: string, post: string, more = '') =>
	`={ "type": "schedule", "date": "${DATE}", "shortLink": false, "tags": [], ${more} "posts": [{ "integration": { "id": "${channelOf(service, identifier)}" }, ${post} }] }`;

interface Case {
	body: string;
	row?: IDataObject;
	/** Part of the body that the service gets. */
	sent: object;
}

const CASES: Record<string, () => Case> = {
	'texts that would break JSON': () => ({
		body: one('bluesky', '"value": [{ "content": "{{ $json.text }} {{ $json.link }}\\n#coffee" }]'),
		row: { text: TEXT, link: 'https://acme.example' },
		sent: {
			type: 'schedule',
			date: DATE,
			posts: [{ value: [{ content: `${TEXT} https://acme.example\n#coffee`, image: [] }] }],
		},
	}),
	'backslashes before and after expressions': () => ({
		body: one('bluesky', '"value": [{ "content": "a \\\\\\\\ {{ $json.b }} \\"c\\"" }]'),
		row: { b: 'B' },
		sent: { posts: [{ value: [{ content: 'a \\ B "c"' }] }] },
	}),
	'a film with an ending put behind its path, string booleans, and no network': () => ({
		body: one(
			'tiktok',
			`"group": "{{ $now.toMillis() }}", "settings": { "privacy_level": "SELF_ONLY", "duet": "false", "stitch": "true",
				"comment": "true", "autoAddMusic": "no", "brand_content_toggle": "false", "brand_organic_toggle": "false",
				"content_posting_method": "DIRECT_POST" },
			"value": [{ "content": "{{ $json.caption }}", "image": { "id": "1", "path": "{{ $json.path }}.mp4", "url": "a" } }]`,
			'"order": "", "inter": 0,',
		),
		row: { caption: 'Pouring', path: 'https://media.example/pour' },
		sent: {
			posts: [
				{
					value: [{ content: 'Pouring', image: [{ id: '1', path: FILM.path }] }],
					settings: { __type: 'tiktok', privacy_level: 'SELF_ONLY', duet: false, stitch: true },
				},
			],
		},
	}),
	'tags of the post and of YouTube, as people write them': () => ({
		body: one(
			'youtube',
			`"settings": { "title": "{{ $json.title }}", "type": "unlisted", "tags": ["coffee", "{{ $json.bean }}"] },
			"value": [{ "content": "Beans", "video": [{ "id": "film-1", "path": "${FILM.path}" }] }]`,
		).replace('"tags": []', '"tags": [{ "value": "", "label": "" }, { "name": "Weekly" }]'),
		row: { title: 'How "we" roast', bean: 'Bourbon' },
		sent: {
			tags: [{ value: 'Weekly', label: 'Weekly' }],
			posts: [
				{
					value: [{ image: [FILM] }],
					settings: {
						title: 'How "we" roast',
						type: 'unlisted',
						tags: ['coffee', 'Bourbon'].map((label) => ({ value: label, label })),
					},
				},
			],
		},
	}),
	'a thread with delays, everything bare': () => ({
		body: `={ "type": {{ JSON.stringify($json.type) }}, "date": "{{ $now.plus({ hours: 24 }).toISO() }}", "shortLink": {{ $json.short }}, "tags": {{ JSON.stringify($json.tags) }},
			"posts": [{ "integration": { "id": {{ JSON.stringify($json.channel) }} }, "value": [
				{ "content": {{ $json.text.toJsonString() }}, "image": {{ JSON.stringify($json.images) }} },
				{ "content": "Second", "image": [], "delay": 5 } ] }] }`,
		row: {
			type: 'draft',
			short: true,
			tags: [{ value: 'Weekly', label: 'Weekly' }],
			channel: channelOf(service, 'bluesky'),
			text: TEXT,
			images: [IMAGE],
		},
		sent: {
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
		},
	}),
};

/** Bodies that the form does not hold. */
const AS_JSON: Record<string, () => Case> = {
	'posts with texts of their own': () => ({
		body: `={ "type": "now", "date": "{{ new Date($now).toISOString() }}", "shortLink": false, "tags": [], "posts": [
			{ "integration": { "id": "${channelOf(service, 'mastodon')}" }, "value": [{ "content": "{{ $json.text }}", "image": [] }], "settings": { "post_type": "post" } },
			{ "integration": { "id": "${channelOf(service, 'bluesky')}" }, "value": [{ "content": "For others: {{ $json.text }}", "image": [] }], "settings": {} } ] }`,
		row: { text: TEXT },
		sent: {
			type: 'now',
			posts: [{ value: [{ content: TEXT }] }, { value: [{ content: `For others: ${TEXT}` }] }],
		},
	}),
	'a body from elsewhere': () => ({
		body: '={{ JSON.stringify($json.body) }}',
		row: {
			body: JSON.parse(
				one('bluesky', `"value": [{ "content": ${JSON.stringify(TEXT)} }]`).slice(1),
			) as IDataObject,
		},
		sent: { type: 'schedule', posts: [{ value: [{ content: TEXT }] }] },
	}),
};

describe('bodies with expressions in them', () => {
	const cases = [
		...Object.entries(CASES).map(([name, make]) => [name, 'create', make] as const),
		...Object.entries(AS_JSON).map(([name, make]) => [name, 'createFromJson', make] as const),
	];
	test.each(cases)('%s, by the operation %s', async (_name, operation, make) => {
		const { body, row = {}, sent } = make();
		const { body: got, operation: used } = await posted(body, row);
		expect(used).toBe(operation);
		expect(got).toMatchObject(sent);
		expect(JSON.stringify(got)).not.toContain('"group"');
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

	const ordinary = ['x', 'instagram', 'linkedin', 'facebook'].flatMap((network) =>
		['{ "post_type": "post" }', '{ "type": "post" }', '{}'].map((settings) => [network, settings]),
	);
	test.each(ordinary)(
		'%s with what people set for every network: %s',
		async (network, settings) => {
			const content = `"content": "Beans", "image": {{ JSON.stringify($json.images) }}`;
			const { body, operation } = await posted(
				one(network, `"settings": ${settings}, "value": [{ ${content} }]`),
				{ images: [IMAGE] },
			);
			expect(operation).toBe('create');
			expect(body).toMatchObject({
				posts: [{ value: [{ image: [IMAGE] }], settings: { __type: network } }],
			});
		},
	);
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
