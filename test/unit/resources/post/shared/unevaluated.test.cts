import type { IDataObject } from 'n8n-workflow';

import { refuseUnevaluated } from '../../../../../nodes/Postiz/resources/post/shared/unevaluated';
import { problemOf } from '../../../support/problem.cjs';
import { formOf } from '../create/form.cjs';

const refuse = (parameters: IDataObject) => refuseUnevaluated(formOf(parameters));

test.each<[string, IDataObject]>([
	['the text', { content: 'New: {{ $json.text }}' }],
	[
		'a part of the thread',
		{ thread: { segment: [{ content: 'a' }, { content: '{{$json.text}}' }] } },
	],
	['a network', { networkSettings: { network: [{ title: "{{ $('Sheet').item.json.title }}" }] } }],
	['JSON', { json: '{"posts": [{"value": [{"content": "{{ $json.text }}"}]}]}' }],
	['a date', { date: '{{ $json.date }}' }],
	['the alt text of a file', { media: { file: [{ details: { alt: '{{ $json.alt }}' } }] } }],
	['a change', { updateFields: { content: '{{\n$now }}' } }],
])('an expression in %s that stayed at Fixed is refused', (_where, parameters) => {
	const [message, advice] = problemOf(() => refuse(parameters));
	expect(message).toMatch(/^“\{\{.*\}\}” would be used as it is written$/s);
	expect(advice).toMatch(/^Switch the field from Fixed to Expression: /);
});

test.each<[string, IDataObject]>([
	['an expression', { content: '=New: {{ $json.text }}', thread: '={{ $json.thread }}' }],
	['words in braces', { content: 'Hello {{name}}, {{ 5 $ }} off, {{$}}' }],
	['the description of a tool', { toolDescription: 'Posts {{ $json.text }}' }],
	['nothing', { content: null, thread: undefined }],
])('%s is not', (_what, parameters) => {
	expect(() => refuse(parameters as IDataObject)).not.toThrow();
});
