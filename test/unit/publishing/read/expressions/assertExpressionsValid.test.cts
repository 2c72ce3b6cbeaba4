import type { IDataObject } from 'n8n-workflow';

import { Problem } from '../../../../../nodes/Postiz/common/problem';
import {
	fieldsOfUpsert,
	fieldsOfCreateFromJson,
} from '../../../../../nodes/Postiz/posts/form/publishFields';
import { fieldsOfUpdate } from '../../../../../nodes/Postiz/posts/form/updateFields';
import { assertExpressionsValid } from '../../../../../nodes/Postiz/publishing/read/expressions/assertExpressionsValid';
import { listRawFields } from '../../../../../nodes/Postiz/publishing/read/expressions/rawFields';
import { catchProblem } from '../../../support/catchProblem.cjs';
import { createFormContext } from '../createFormContext.cjs';

const CREATE = [...fieldsOfUpsert, ...fieldsOfCreateFromJson];

describe('an expression in a Fixed field', () => {
	const reject = (parameters: IDataObject) =>
		assertExpressionsValid(
			listRawFields(
				createFormContext(parameters),
				'updateFields' in parameters ? fieldsOfUpdate : CREATE,
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
		expect(advice?.includes('publish it unchanged')).toBe(!found.startsWith('Date'));
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
	const form = 'updateFields' in parameters ? fieldsOfUpdate : CREATE;
	const [message] = catchProblem(() => {
		assertExpressionsValid(listRawFields(createFormContext(parameters), form));
		throw new Problem('none', '');
	});
	expect(message).toMatch(isRejected ? /: HH:ii prints the year: use HH:mm$/ : /^none$/);
});

test.each<[string, string | undefined]>([
	[
		"={{ $now.format('yyyy-LL-dd') }}T{{ $now.format('HH:ii:ss') }}",
		'HH:ii prints the year: use HH:mm',
	],
	[
		"={{ $json.day.toDateTime().toFormat('yyyy-MM-dd HH:MM') }}",
		'HH:MM prints the month: use HH:mm',
	],
	['={{ $now.format("yyyy-mm-dd HH:mm") }}', 'yyyy-mm prints the minutes: use MM for the month'],
	["={{ $now.format('dd.mm.yyyy') }}", 'dd.mm prints the minutes: use MM for the month'],
	[
		"={{ $now.plus(1, 'hour').format('yyyy-MM-dd hh:mm') }}",
		'hh:mm prints 01:00 for 13:00: use HH:mm',
	],
	["={{ $now.format('yyyy-MM-dd hh:mm a') }}", undefined],
	['={{ $now.format("yyyy-LL-dd\'T\'HH:mm:ss") }}', undefined],
	['={{ $json.date }}', undefined],
])('finds a wrong date format in %s: %s', (expression, found) => {
	const reject = () =>
		assertExpressionsValid([{ label: 'Date', path: 'date', rawText: expression }]);
	if (found === undefined) expect(reject).not.toThrow();
	else expect(catchProblem(reject)[0]).toBe(`Date: ${found}`);
});
