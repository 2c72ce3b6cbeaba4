import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	formWithRowId,
	jsonFields,
} from '../../../../../nodes/Postiz/resources/post/create/fields';
import {
	leadsNowhere,
	refuseFoundNothing,
	refuseMiswritten,
	writtenFields,
} from '../../../../../nodes/Postiz/resources/post/shared/expressions';
import { updateFields } from '../../../../../nodes/Postiz/resources/post/update/form';
import { Problem } from '../../../../../nodes/Postiz/values/problem';
import { problemOf } from '../../../support/problem.cjs';
import { formOf } from '../create/form.cjs';

const CREATE = [...formWithRowId, ...jsonFields];

describe('an expression that stayed at Fixed', () => {
	const refuse = (parameters: IDataObject) =>
		refuseMiswritten(
			writtenFields(formOf(parameters), 'updateFields' in parameters ? updateFields : CREATE),
		);

	test.each<[string, IDataObject]>([
		['Text: “{{ $json.text }}”', { content: 'New: {{ $json.text }}' }],
		[
			'Thread 2: Text: “{{$json.text}}”',
			{ thread: { segment: [{ content: 'a' }, { content: '{{$json.text}}' }] } },
		],
		[
			"Network Settings: Custom Text: “{{ $('Sheet').item.json.title }}”",
			{ networkSettings: { network: [{ content: "{{ $('Sheet').item.json.title }}" }] } },
		],
		['JSON: “{{ $json.text }}”', { json: '{"posts": [{"content": "{{ $json.text }}"}]}' }],
		[
			'Date: “{{ $now.plus({ days: 1 }) }}”',
			{ date: '{{ $now.plus({ days: 1 }) }}', type: 'draft' },
		],
		[
			'Media: Details: Alt Text: “{{ $json.alt }}”',
			{ media: { file: [{ details: { alt: '{{ $json.alt }}' } }] } },
		],
		['Options: Tags: “{{ $json.tags }}”', { options: { tags: '{{ $json.tags }}' } }],
		['Update Fields: Text: “{{\n$now }}”', { updateFields: { content: '{{\n$now }}' } }],
	])('is refused as %s', (found, parameters) => {
		const [message, advice] = problemOf(() => refuse(parameters));
		expect(message).toBe(`${found} would be used as it is written`);
		expect(advice).toMatch(/^Switch it to Expression: /);
	});

	test.each<[string, IDataObject]>([
		['an expression', { content: '=New: {{ $json.text }}', thread: '={{ $json.thread }}' }],
		['words in braces', { content: 'Hello {{name}}, {{ 5 $ }}, {{$5 off}}, {{$}}' }],
		['Vue', { content: '<p>{{ $t("hello") }} {{ $route.path }}</p>' }],
		['Blade and Angular', { content: '{{ $user->name }} {{ $index + 1 }} {{ $jsonp }}' }],
		['Helm', { content: '{{ $root := . }} {{ .Values.x | default "$(date)" }}' }],
		['the description of a tool', { toolDescription: 'Posts {{ $json.text }}' }],
		['nothing', { content: null, thread: undefined }],
	])('%s is none', (_what, parameters) => {
		expect(() => refuse(parameters as IDataObject)).not.toThrow();
	});
});

test.each<[IDataObject, boolean]>([
	[{ date: "={{ $now.format('HH:ii') }}" }, true],
	[{ json: `={"date": "{{ $now.format('HH:ii') }}", "posts": []}` }, true],
	[{ updateFields: { date: "={{ $now.format('HH:ii') }}" } }, true],
	[{ content: "={{ $now.format('HH:ii') }}" }, false],
])('a format of %j that prints something else is refused: %p', (parameters, isRefused) => {
	const form = 'updateFields' in parameters ? updateFields : CREATE;
	const [message] = problemOf(() => {
		refuseMiswritten(writtenFields(formOf(parameters), form));
		throw new Problem('none', '');
	});
	expect(message).toMatch(isRefused ? /: HH:ii prints the year: use HH:mm$/ : /^none$/);
});

describe('an expression that finds nothing', () => {
	/** What n8n gives for an expression is stated beside it, as `yields`. */
	function refuse(source: string, items: IDataObject[], yields: unknown = '', at = 'content') {
		const parameters: IDataObject =
			at === 'content'
				? { content: source }
				: { media: { file: [{ source: 'url', url: source, details: { cover: source } }] } };
		const context = {
			...formOf(parameters),
			getInputData: () => items.map((json) => ({ json })),
			getNodeParameter: () => yields,
		} as unknown as IExecuteFunctions;
		refuseFoundNothing(context, 0, writtenFields(context, CREATE));
	}
	const wrapped = { output: { output: { caption: 'Hi' } } };

	test.each<[string, IDataObject, unknown, string]>([
		['={{ $json.output.caption }}', wrapped, '', 'output.caption|It has output.'],
		['={{ $json.text }}', { data: { approved: true } }, undefined, 'text|It has data.'],
		['={{ $json.text }}', {}, null, 'text|It is empty.'],
		['={{ $json["the text"].trim() }}', { Text: 'a' }, null, 'the text|It has Text.'],
		['={{ $input.item.json.a || $json.b }}', { c: 1 }, '', 'a, b|It has c.'],
		['={{ $json.text }}\n\n#acme', { title: 'Hi' }, '\n\n#acme', 'text|It has title.'],
		[
			'=More: {{ $json.text }} https://e.example',
			{ x: 1 },
			'More:  https://e.example',
			'text|It has x.',
		],
	])('%s in %j is refused', (source, json, yields, expected) => {
		const [message, advice] = problemOf(() => refuse(source, [json], yields));
		const [names, has] = expected.split('|');
		expect(message).toBe(`Text finds nothing: the item has no ${names}`);
		expect(advice).toContain(has);
		expect(advice).toContain("add || '' to the expression");
	});

	test('so is the address of a file', () => {
		const [message] = problemOf(() =>
			refuse('={{ $json.image_url }}', [{ text: 'a' }], '', 'media'),
		);
		expect(message).toBe('Media: URL finds nothing: the item has no image_url');
	});

	test.each<[string, IDataObject[], unknown?]>([
		['={{ $json.caption }}', [{ caption: '' }]],
		['={{ $json.caption }}', [{ caption: null }]],
		['={{ $json.enclosure.url }}', [{ enclosure: null }]],
		['={{ $json.output.length }}', [{ output: 'text' }], 0],
		['={{ $json.caption }}', [{ title: 'a' }, { caption: 'b' }]],
		["={{ $json.caption || '' }}", [{ title: 'a' }]],
		['={{ $json.enclosure?.url }}', [{ title: 'a' }]],
		['={{ ($json.pictures ?? []).map(({ url }) => url) }}', [{ title: 'a' }], []],
		['={{ $json.ready ? $json.caption : "" }}', [{ title: 'a' }]],
		['={{ $json.caption }}', [{ id: 'rec0123456789ABCD', createdTime: '2026' }]],
		['={{ $json.title }} {{ $json.link }}', [{ title: 'a' }], 'a '],
		['=Open today! {{ $json.more }}', [{ title: 'a' }], 'Open today! '],
		["={{ $json.text ?? $('Form').item.json.caption }}", [{ title: 'a' }]],
		['', [{}]],
	])('%s in %j is right', (source, items, yields = '') => {
		expect(() => refuse(source, items, yields)).not.toThrow();
	});

	test.each([
		['={{ "New: " + $json }}', 'New: [object Object]', '[object Object]'],
		['={{ $json.title }} by {{ `${$json.a}` }}', 'Tea by undefined', 'by undefined'],
		['={{ "Price: " + $json.a * 2 }}', 'Price: NaN', ': NaN'],
	])('%s, which gives %j, is refused', (source, yields, mistake) => {
		const [message] = problemOf(() => refuse(source, [{ title: 'Tea' }], yields));
		expect(message).toBe(`Text has “${mistake}” in it`);
	});

	test('a text about such words is right', () => {
		const text = 'In JavaScript, the sum is undefined. Why [object Object]?';
		expect(() => refuse('={{ $json.title }}', [{ title: text }], text)).not.toThrow();
		expect(() => refuse('={{ $json.title }}!', [{ title: 'a' }], 'It is undefined!')).not.toThrow();
	});
});

test.each([
	['\n\n#acme #tea @acme', true],
	['New: ', true],
	['Mehr dazu：', true],
	['📣 !', true],
	['Open today! #acme', false],
	['Neu: Tee', false],
])('%j leads nowhere: %p', (text, expected) => {
	expect(leadsNowhere(text)).toBe(expected);
});
