import { getTextList, parsePostText } from '../../../nodes/Postiz/text/parsePostText';
import { quote } from '../../../nodes/Postiz/common/text';
import { catchProblem } from '../support/catchProblem.cjs';

describe('a text to publish', () => {
	test.each([
		...['None', ' "N/A" ', 'TBD', '-', 'null.', '(empty)', 'NA', 'nil', 'tba', 'todo', 'blank'],
		...['“none”', '```\nNone\n```', 'null', '[]', '{ }', '""', "''"],
	])('cannot be %j', (text) => {
		const [message, advice] = catchProblem(() => parsePostText(text, 'Text'));
		expect(message).toMatch(/^Text cannot be “/);
		expect(advice).toMatch(/^Check where it comes from/);
	});

	test.each([...['None', 'keep', 'Unchanged', 'keep as is', 'no change', '“No changes”', 'same.']])(
		'cannot be %j in an update',
		(text) => {
			const [message, advice] = catchProblem(() => parsePostText(text, 'Text', { isUpdate: true }));
			expect([message, advice]).toEqual([
				`Text cannot be ${quote(text)}`,
				'An empty text keeps it.',
			]);
		},
	);

	test('is rejected before parsing if it is too long for all networks', () => {
		const text = 'a **b** '.repeat(1_250_000);
		const started = Date.now();
		expect(catchProblem(() => parsePostText(text, 'Text'))).toEqual([
			'Text has 10,000,000 characters',
			'No network accepts more than 500,000. Use only the text.',
		]);
		expect(Date.now() - started).toBeLessThan(5000);
	});

	test.each([
		'{"content":"Hi"}',
		' [ { "content": "Hi"}]\n',
		'[{"a":[1]}]',
		'```json\n{"content": "Hi"}\n```',
		'<think>Short.</think>\n{"content": "Hi"}',
	])('cannot be JSON: %j', (text) => {
		expect(catchProblem(() => parsePostText(text, 'Text'))).toEqual([
			'Text is JSON, not a text',
			expect.stringContaining('An expression can name'),
		]);
	});

	test.each([
		['None of us knew'],
		['{"content": "Hi"'],
		['{now} open'],
		...[['None.!'], ['no tbd'], ['[1]'], ['{"Hi"} or {"you"}']],
		[''],
		['Keep', 'Keep'],
		[
			[
				{ type: 'text', text: 'Hello ' },
				{ type: 'text', text: 'world' },
			],
			'Hello world',
		],
		[[{ text: 'Hello' }], 'Hello'],
		[
			[
				{ type: 'thinking', thinking: 'Short.' },
				{ type: 'text', text: 'Hello' },
			],
			'Hello',
		],
		['[1/5] A thread'],
		[7, '7'],
	] as Array<[unknown, string?]>)('may be %j', (entered, text = String(entered)) => {
		expect(parsePostText(entered, 'Text')).toBe(text);
	});

	test('is rejected if only some of its parts have a text, and may talk about “the same”', () => {
		const [message] = catchProblem(() => parsePostText([{ text: 'a' }, {}], 'Text'));
		expect(message).toMatch(/^Text must be text/);
		for (const text of ['The same', 'Same old']) {
			expect(parsePostText(text, 'Text', { isUpdate: true })).toBe(text);
		}
	});
});

test.each<[unknown, string[] | undefined]>([
	[
		['a', '', null, 'b'],
		['a', 'b'],
	],
	['["a", "b"]', ['a', 'b']],
	[
		[{ text: 'a' }, { text: 'b' }],
		['a', 'b'],
	],
	[[{ type: 'text', text: 'a' }], undefined],
	[[{ tweet: 'a' }], undefined],
	[[null, ' '], ['']],
	[[], undefined],
	['[1/2] a', undefined],
	['[1]', undefined],
	['a', undefined],
])('reads the list of texts %j as %j', (value, texts) => {
	expect(getTextList(value)).toEqual(texts);
});
