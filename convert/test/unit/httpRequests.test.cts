import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { convertWorkflow } from '../../convertWorkflow';
import { correctMinutes } from '../../luxon';
import { readCall } from '../../httpRequest';
import { report } from '../../report';
import { Bare, parseTemplate } from '../../template';
import type { Json, WorkflowNode } from '../../types';
import { ROOT } from '../../../test/harness/paths.cjs';

const HTTP = 'n8n-nodes-base.httpRequest';

describe('JSON with expressions in it', () => {
	const UNESCAPED = `((text) => { try { return JSON.parse('"' + text + '"'); } catch (error) { return text; } })`;

	test.each<[string, unknown]>([
		['"plain"', 'plain'],
		['"a\\n\\"b\\" \\u00e9 \\\\"', 'a\n"b" é \\'],
		['[1, -2.5, true, null, {}]', [1, -2.5, true, null, {}]],
		['{"a": [1, 2,],}', { a: [1, 2] }],
		['"{{ $json.text }}"', '={{ $json.text }}'],
		['"{{ $json.a; }} and {{ $json.b }}!"', '={{ $json.a }} and {{ $json.b }}!'],
		['"=text"', '={{ "=text" }}'],
		['"a\\\\\\\\ {{ $json.a }} \\\\"', '=a\\\\ {{ $json.a }} \\'],
		['"line\nbreak"', 'line\nbreak'],
		['{{ JSON.stringify($json.a) }}', '={{ $json.a }}'],
		['{{ JSON.stringify($json.a, null, 2) }}', '={{ $json.a }}'],
		["{{ JSON.stringify($('A (1)').item.json) }}", "={{ $('A (1)').item.json }}"],
		['{{ $json.a.trim().toJsonString() }}', '={{ $json.a.trim() }}'],
		['"{{ JSON.stringify($json.a).slice(1, -1) }}"', '={{ $json.a }}'],
		['"{{ $json.a.replace(/"/g, "") }}"', '={{ $json.a.replace(/"/g, "") }}'],
		[
			`"{{ $json.a.replace(/\\n/g, '\\\\n') }}"`,
			`={{ ${UNESCAPED}($json.a.replace(/\\n/g, '\\\\n')) }}`,
		],
		['{"a": {{ $json.a }}}', { a: new Bare('$json.a') }],
		["{{ $json.a || 'b'.toJsonString() }}", new Bare("$json.a || 'b'.toJsonString()")],
		[
			'{{ JSON.stringify(a) + JSON.stringify(b) }}',
			new Bare('JSON.stringify(a) + JSON.stringify(b)'),
		],
	])('%s', (text, value) => {
		expect(parseTemplate(text)).toEqual(value);
	});

	test.each([
		'',
		'{{ $json.a }} b',
		'{"a" 1}',
		'{"a": 1',
		'["a" "b"]',
		'"a',
		'{"{{ $json.k }}": 1}',
		'nul',
	])('%s is no JSON', (text) => expect(parseTemplate(text)).toBeUndefined());
});

describe('addresses', () => {
	const callOf = (url: string) => {
		const call = readCall({ type: HTTP, typeVersion: 4.2, parameters: { url } });
		return call && [call.host, call.path, call.query];
	};

	test.each<[string, unknown]>([
		['https://api.postiz.com/public/v1/posts', ['https://api.postiz.com', ['posts'], {}]],
		['=https://api.postiz.com/api/public/v1/posts/', ['https://api.postiz.com', ['posts'], {}]],
		['https://acme.example/api/public/v1/upload', ['https://acme.example/api', ['upload'], {}]],
		['https://acme.example/api/api/public/v1/upload', ['https://acme.example/api', ['upload'], {}]],
		['https://api.acme.example/public/v1/upload', ['https://api.acme.example', ['upload'], {}]],
		[
			'=https://a.example/api/public/v1/posts/{{ $json.a / 2 }}/status?x={{ $json.b }}&y=a%20b',
			[
				'https://a.example/api',
				['posts', '={{ $json.a / 2 }}', 'status'],
				{ x: '={{ $json.b }}', y: 'a b' },
			],
		],
		['={{ $env.URL }}/public/v1/posts', ['={{ $env.URL }}', ['posts'], {}]],
		['https://example.com/public/v1/orders', undefined],
		['https://example.com/posts', undefined],
		['', undefined],
	])('%s', (url, call) => expect(callOf(url)).toEqual(call));

	test('of other nodes say nothing', () => {
		const parameters = { url: 'https://api.postiz.com/public/v1/posts' };
		expect(readCall({ type: 'n8n-nodes-base.set', parameters })).toBeUndefined();
	});
});

describe('minutes in the formats of dates', () => {
	const notes: string[] = [];
	const corrected = (value: string) => {
		notes.length = 0;
		return [correctMinutes({ value }, (kind) => notes.push(kind)).value, notes.length];
	};

	test.each([
		["={{ $now.format('HH:ii:ss') }}", "={{ $now.format('HH:mm:ss') }}", 1],
		[
			'={{ $now.toFormat("yyyy-MM-dd\'T\'HH:ii") }}',
			'={{ $now.toFormat("yyyy-MM-dd\'T\'HH:mm") }}',
			1,
		],
		["={{ $now.format('hh:mm') }}", "={{ $now.format('hh:mm') }}", 0],
		["={{ $now.format('kkkk-ii') }}", "={{ $now.format('kkkk-ii') }}", 0],
		["={{ 'HH:ii' }}", "={{ 'HH:ii' }}", 0],
		["{{ $now.format('HH:ii') }}", "{{ $now.format('HH:ii') }}", 0],
	])('%s', (value, expected, count) => expect(corrected(value)).toEqual([expected, count]));
});

/** What becomes of an HTTP Request node that posts this body, and what is said of it. */
function converted(jsonBody: string, more: Json = {}, ...others: WorkflowNode[]) {
	const node = {
		name: 'Publish',
		type: HTTP,
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: 'https://api.postiz.com/public/v1/posts',
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			...more,
		},
	};
	const names = [...others, node].map(({ name }) => name);
	const connections = Object.fromEntries(
		names.slice(1).map((name, at) => [names[at], { main: [[{ node: name }]] }]),
	);
	const conversion = convertWorkflow({ nodes: [...others, node], connections });
	const { nodes } = conversion.workflows as { nodes: WorkflowNode[] };
	return {
		parameters: nodes.at(-1)!.parameters!,
		messages: conversion.remarks.map(({ kind, message }) => `${kind}: ${message}`),
	};
}

const body = (post: object, more: object = {}) =>
	`=${JSON.stringify({
		type: 'now',
		posts: [{ integration: { id: 'c1' }, value: [{ content: 'Beans' }], ...post }],
		...more,
	})}`;

const SIGN_IN = expect.stringMatching(/^setup: It signed in with/);

describe('bodies', () => {
	test.each([
		[{ settings: { type: 'post' } }, undefined],
		[{ settings: { post_type: 'post' } }, undefined],
		[{ settings: { __type: 'bluesky' } }, undefined],
		[{ settings: { who_can_reply_post: 'verified' } }, ['x']],
		[{ settings: { board: 'b1' } }, ['pinterest']],
		[{ settings: { privacy_level: 'SELF_ONLY' } }, ['tiktok', 'tiktok-business']],
	])('the settings of %j are those of %j', (post, networks) => {
		const { networkSettings } = converted(body(post)).parameters as {
			networkSettings?: { network: Json[] };
		};
		expect(networkSettings?.network.map(({ provider }) => provider)).toEqual(networks);
	});

	test.each([
		{ settings: { title: 'Beans' } },
		{ settings: { mood: 'happy' } },
		{ settings: { dominant_color: '#ffffff' } },
		{ value: [{ content: 'Beans', delay: 5 }] },
	])('%j goes through Create From JSON', (post) => {
		const { parameters, messages } = converted(body(post));
		expect(parameters.operation).toBe('createFromJson');
		expect(messages).toContainEqual(expect.stringContaining('Create From JSON'));
	});

	test('what is no JSON is kept as it is, but for the minutes of a date', () => {
		const text = `={{ $json.a }} {{ $now.format('HH:ii') }}`;
		const { parameters, messages } = converted(text);
		expect(parameters).toMatchObject({
			operation: 'createFromJson',
			type: 'draft',
			json: `={{ $json.a }} {{ $now.format('HH:mm') }}`,
		});
		expect(messages).toHaveLength(3);
	});

	test('curly brackets without an equals sign before them are text', () => {
		const { parameters } = converted(body({ value: [{ content: '{{ beans }}' }] }).slice(1));
		expect(parameters.content).toBe('{{ beans }}');
	});

	test('what Postiz does not look at is named', () => {
		const { messages } = converted(
			body({ mood: 1, value: [{ content: 'Beans', title: 'a' }] }, { when: 2 }),
		);
		expect(messages).toEqual([
			'check: Postiz does not look at when, mood, title. This is left out',
			SIGN_IN,
		]);
	});

	test('without a type it saves drafts', () => {
		const { parameters, messages } = converted(body({}, { type: '' }));
		expect(parameters.type).toBe('draft');
		expect(messages).toEqual([expect.stringMatching(/^todo: It does not say when/), SIGN_IN]);
	});

	test.each([
		[{ alt: 'A cup' }, { id: 'i', path: 'p', alt: 'A cup' }],
		[
			{ url: 'u', name: 'n' },
			{ id: 'i', path: 'p' },
		],
	])('a file with %j', (more, file) => {
		const image = [{ id: 'i', path: 'p', ...more }];
		const { parameters } = converted(
			body({ value: [{ content: 'Beans', image, video: { id: 'i', path: 'p' } }] }),
		);
		expect(parameters.media).toEqual({ file: [{ source: 'upload', file: JSON.stringify(file) }] });
	});
});

describe('nodes that make texts fit for JSON', () => {
	const code = (jsCode: string) => ({
		name: 'Clean',
		type: 'n8n-nodes-base.code',
		parameters: { jsCode },
	});

	test.each([
		[`$json.text.replace(/\\n/g, ' ')`, '={{ $json.text }}'],
		[`$json.text.replace(/[\\r\\n]+/g, ' ')`, '={{ $json.text }}'],
		[`$json.text.replaceAll('"', "'")`, '={{ $json.text }}'],
		[`$json.text.replace(/"/g, '\\\\"')`, expect.stringContaining('JSON.parse')],
	])('%s is named', (jsCode, content) => {
		const { parameters, messages } = converted(
			body({ value: [{ content: '{{ $json.text }}' }] }),
			{},
			code(jsCode),
		);
		expect(parameters.content).toEqual(content);
		expect(messages).toEqual([expect.stringContaining('“Clean”'), SIGN_IN]);
	});

	test.each([`$json.text.replace(/#/g, '')`, '$json.text.slice(0, 2200)'])(
		'%s is not',
		(jsCode) => {
			expect(converted(body({}), {}, code(jsCode)).messages).toEqual([SIGN_IN]);
		},
	);
});

describe('remarks', () => {
	test('what holds for several nodes is said once', () => {
		const file = join(ROOT, 'convert/test/fixtures/http/video-to-shorts.json');
		const { old } = JSON.parse(readFileSync(file, 'utf8')) as { old: unknown };
		const told = report(convertWorkflow(old)).match(/.*signed in with.*/g);
		expect(told).toEqual([
			expect.stringContaining('“Channels”, “Upload Film”, “TikTok”, “Shorts”:'),
		]);
	});

	test.each<[Json, RegExp]>([
		[{ response: { response: { fullResponse: true } } }, /^todo: It output the whole response/],
		[{ response: { response: { neverError: true } } }, /^check: .*Never Error$/],
		[{ batching: { batch: {} } }, /^check: .*left out: batching$/],
	])('of the options %j', (options, message) => {
		expect(converted(body({}), { options }).messages).toEqual([
			expect.stringMatching(message),
			SIGN_IN,
		]);
	});

	test('a call without an operation is left as it was', () => {
		const { parameters, messages } = converted('', { method: 'PATCH' });
		expect(parameters.url).toBe('https://api.postiz.com/public/v1/posts');
		expect(messages).toEqual([expect.stringMatching(/^todo: It calls Postiz \(PATCH \/posts\)/)]);
	});

	test.each([
		["={{ 'https://api.postiz.com/public/v1/posts/' + $json.id }}", /\(POST \/posts\/…\)/],
		['={{ $json.url }}', undefined],
	])('an address that code puts together is named: %s', (url, message) => {
		expect(converted('', { url }).messages).toEqual(
			message ? [expect.stringMatching(message)] : [],
		);
	});

	test('a type that new posts cannot have', () => {
		const { parameters, messages } = converted(body({}, { type: 'update' }));
		expect(parameters.type).toBe('draft');
		expect(messages).toEqual([expect.stringMatching(/^todo: Its type is “update”/), SIGN_IN]);
	});

	test('an early version of the node is left as it was', () => {
		const node = { name: 'A', type: HTTP, typeVersion: 2 };
		const parameters = { url: 'https://api.postiz.com/public/v1/posts' };
		expect(convertWorkflow({ nodes: [{ ...node, parameters }] })).toMatchObject({
			converted: 0,
			remarks: [{ kind: 'todo', message: expect.stringContaining('early version') }],
		});
	});

	test('an upload without a file is left as it was', () => {
		const url = 'https://api.postiz.com/public/v1/upload';
		expect(converted('', { url }).messages).toEqual([expect.stringMatching(/left as it was$/)]);
	});
});
