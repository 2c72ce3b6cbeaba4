import type { IDataObject } from 'n8n-workflow';

import { formWithRowId, jsonFields } from '../../../../nodes/Postiz/posts/form/createFields';
import {
	hasNoMessage,
	assertExpressionsValid,
	listEnteredFields,
} from '../../../../nodes/Postiz/posts/form/expressions';
import { updateFields } from '../../../../nodes/Postiz/posts/form/updateFields';
import { Problem } from '../../../../nodes/Postiz/common/problem';
import { catchProblem } from '../../support/problem.cjs';
import { createFormContext } from '../../publishing/read/form.cjs';

const CREATE = [...formWithRowId, ...jsonFields];

describe('an expression in a Fixed field', () => {
	const reject = (parameters: IDataObject) =>
		assertExpressionsValid(
			listEnteredFields(
				createFormContext(parameters),
				'updateFields' in parameters ? updateFields : CREATE,
			),
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
	])('is rejected as %s', (found, parameters) => {
		const [message, advice] = catchProblem(() => reject(parameters));
		expect(message).toBe(`${found} is not evaluated`);
		expect(advice).toMatch(/^Switch the field to Expression\./);
	});

	test.each<[string, IDataObject]>([
		['an expression', { content: '=New: {{ $json.text }}', thread: '={{ $json.thread }}' }],
		['words in braces', { content: 'Hello {{name}}, {{ 5 $ }}, {{$5 off}}, {{$}}' }],
		['Vue', { content: '<p>{{ $t("hello") }} {{ $route.path }}</p>' }],
		['Blade and Angular', { content: '{{ $user->name }} {{ $index + 1 }} {{ $jsonp }}' }],
		['Helm', { content: '{{ $root := . }} {{ .Values.x | default "$(date)" }}' }],
		['the description of a tool', { toolDescription: 'Posts {{ $json.text }}' }],
		['nothing', { content: null, thread: undefined }],
	])('is not found in %s', (_what, parameters) => {
		expect(() => reject(parameters as IDataObject)).not.toThrow();
	});
});

test.each<[IDataObject, boolean]>([
	[{ date: "={{ $now.format('HH:ii') }}" }, true],
	[{ json: `={"date": "{{ $now.format('HH:ii') }}", "posts": []}` }, true],
	[{ updateFields: { date: "={{ $now.format('HH:ii') }}" } }, true],
	[{ content: "={{ $now.format('HH:ii') }}" }, false],
])('finds a wrong date format in %j: %p', (parameters, isRejected) => {
	const form = 'updateFields' in parameters ? updateFields : CREATE;
	const [message] = catchProblem(() => {
		assertExpressionsValid(listEnteredFields(createFormContext(parameters), form));
		throw new Problem('none', '');
	});
	expect(message).toMatch(isRejected ? /: HH:ii prints the year: use HH:mm$/ : /^none$/);
});

test.each([
	['\n\n#acme #tea @acme', true],
	['New: ', true],
	['Mehr dazu：', true],
	['📣 !', true],
	['Open today! #acme', false],
	['Neu: Tee', false],
])('recognizes that %j has no message: %p', (text, expected) => {
	expect(hasNoMessage(text)).toBe(expected);
});
