import { convertWorkflow } from '../../convertWorkflow';
import { literalIn } from '../../literal';

test.each<[string, string, unknown]>([
	[
		'an object',
		'={{ JSON.stringify({ post: { text: $json.text, urls: [$json.url, "https://a.b/c.png"] }, "n": 1, \'on\': true }) }}',
		{
			post: { text: '={{ $json.text }}', urls: ['={{ $json.url }}', 'https://a.b/c.png'] },
			n: 1,
			on: true,
		},
	],
	['with an indent', "={{ JSON.stringify({ a: 'b' }, null, 2) }}", { a: 'b' }],
	[
		'that n8n makes JSON of',
		'={{ { a: $json.a.map((x) => [x, "}"]) } }}',
		{ a: '={{ $json.a.map((x) => [x, "}"]) }}' },
	],
	['a name that is a value', '={{ JSON.stringify({ text }) }}', { text: '={{ text }}' }],
	['a trailing comma', '={{ JSON.stringify({ a: 1, }) }}', { a: 1 }],
	['an element of a list', '={{ JSON.stringify({ a: [b][0] }) }}', { a: '={{ [b][0] }}' }],
	[
		'an object by a condition',
		'={{ JSON.stringify({ a: b ? { c: 1 } : {} }) }}',
		{ a: '={{ b ? { c: 1 } : {} }}' },
	],
])('%s is read', (_what, text, expected) => {
	expect(literalIn(text)).toEqual(expected);
});

test.each([
	['a spread', '={{ JSON.stringify({ ...$json, a: 1 }) }}'],
	['a spread in a list', '={{ JSON.stringify({ a: [...$json.urls] }) }}'],
	['a computed name', '={{ JSON.stringify({ [a]: 1 }) }}'],
	['a function', '={{ JSON.stringify({ a() { return 1; } }) }}'],
	['a name alone', '={{ JSON.stringify($json) }}'],
	['two expressions', '={{ { a: 1 } }}, {{ { b: 2 } }}'],
	['a replacer', '={{ JSON.stringify({ a: 1 }, ["b"]) }}'],
	['plain JSON', '={ "a": {{ $json.a }} }'],
	['fixed text', '{{ { a: 1 } }}'],
	['nothing', undefined],
])('%s is not', (_what, text) => {
	expect(literalIn(text)).toBeUndefined();
});

test('a call is converted alike, however its body is written', () => {
	const converted = (jsonBody: string) => {
		const parameters = {
			method: 'POST',
			url: 'https://backend.blotato.com/v2/posts',
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
		};
		const node = { name: 'Post', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
		const { workflows, calls } = convertWorkflow({ nodes: [node] });
		expect(calls).toMatchObject([{ outcome: 'converted' }]);
		return workflows;
	};
	const code = `{ post: {
		accountId: '98',
		target: { targetType: "youtube", title: $json.title, privacyStatus: 'private' },
		content: { text: $json.text, platform: 'youtube', mediaUrls: [$json.url] },
	} }`;
	const template = `={ "post": {
		"accountId": "98",
		"target": { "targetType": "youtube", "title": "{{ $json.title }}", "privacyStatus": "private" },
		"content": { "text": "{{ $json.text }}", "platform": "youtube", "mediaUrls": ["{{ $json.url }}"] }
	} }`;
	const expected = converted(template);
	expect(converted(`={{ JSON.stringify(${code}) }}`)).toEqual(expected);
	expect(converted(`={{ ${code} }}`)).toEqual(expected);
});
