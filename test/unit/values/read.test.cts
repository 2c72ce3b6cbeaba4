import {
	isEmpty,
	isObject,
	parseJson,
	propertiesOf,
	parseBoolean,
	parseCount,
	parseList,
	parseObject,
	parseOption,
	parseOptionalText,
	parsePositive,
	toNumber,
	toNumberIfNumeric,
	tryJson,
	unwrap,
} from '../../../nodes/Postiz/values/read';
import { problemOf } from '../support/problem.cjs';

test.each([
	[{}, true],
	[{ a: 1 }, true],
	[[], false],
	[null, false],
	[undefined, false],
	['{}', false],
])('isObject(%j) is %p', (value, expected) => {
	expect(isObject(value)).toBe(expected);
});

test('empty is what a person left empty', () => {
	for (const value of [undefined, null, '', ' \n', []]) expect(isEmpty(value)).toBe(true);
	for (const value of [false, 0, 'a', [''], {}]) expect(isEmpty(value)).toBe(false);
});

test('a picker is its value', () => {
	expect(unwrap({ __rl: true, mode: 'id', value: 'c1' })).toBe('c1');
	expect(unwrap({ id: '1', path: 'p' })).toEqual({ id: '1', path: 'p' });
	expect(unwrap('c1')).toBe('c1');
	expect(unwrap(undefined)).toBeUndefined();
});

describe('parseBoolean', () => {
	test.each([
		[true, true],
		[false, false],
		[undefined, false],
		[null, false],
		['', false],
		[' False ', false],
		['no', false],
		[0, false],
		['TRUE', true],
		['yes', true],
		[1, true],
	])('reads %j as %j', (value, expected) => {
		expect(parseBoolean(value, 'Simplify')).toBe(expected);
	});

	test.each([['maybe'], [2], [{ a: 1 }]])('refuses %j by the name of the field', (value) => {
		expect(problemOf(() => parseBoolean(value, 'Simplify'))).toEqual([
			expect.stringMatching(/^Simplify cannot be “/),
			'Enter true or false.',
		]);
	});
});

test.each([
	[7, 7],
	['7', 7],
	[' 1.5 ', 1.5],
	['', NaN],
	['seven', NaN],
	[true, NaN],
	[[7], NaN],
	[null, NaN],
])('toNumber reads %j as %d', (value, expected) => {
	expect(toNumber(value)).toBe(expected);
});

test('a number above zero is read, and a count has no fraction', () => {
	const read = [parsePositive, parseCount];
	expect(read.map((one) => one(' 7 ', 'Days', 'Enter 7.'))).toEqual([7, 7]);
	expect(parsePositive(0.5, 'Days', 'Enter 7.')).toBe(0.5);
	for (const entered of [0, -1, '', 'seven', null, true, NaN, Infinity, [7]]) {
		for (const one of read) {
			expect(problemOf(() => one(entered, 'Days', 'Enter 7.'))).toEqual([
				expect.stringMatching(/^Days cannot be “/),
				'Enter 7.',
			]);
		}
	}
	expect(problemOf(() => parseCount(1.5, 'Days', 'Enter 7.'))[0]).toBe('Days cannot be “1.5”');
});

test('a number stays a number, and what is none stays what it is', () => {
	expect(['11', ' 1.5 ', 0, '', 'eleven', null].map(toNumberIfNumeric)).toEqual([
		11,
		1.5,
		0,
		'',
		'eleven',
		null,
	]);
});

test.each([
	[
		['a', ' b ', '', 7],
		['a', 'b', '7'],
	],
	['a, b,,', ['a', 'b']],
	['', []],
	[undefined, []],
	[null, []],
])('parseList reads %j as %j', (value, entries) => {
	expect(parseList(value)).toEqual(entries);
});

describe('a text that may stay empty', () => {
	test.each([
		[' a ', 'a'],
		[7, '7'],
		[undefined, ''],
		[null, ''],
		[{ __rl: true, mode: 'list', value: ' c1 ' }, 'c1'],
		[{ __rl: true, mode: 'list', value: undefined }, ''],
	])('%j is %j', (entered, text) => {
		expect(parseOptionalText(entered, 'Group')).toBe(text);
	});

	test.each([
		[{ id: 'g1' }, '{"id":"g1"}'],
		[['g1'], '["g1"]'],
	])('%j is refused by the name of the field', (entered, shown) => {
		expect(problemOf(() => parseOptionalText(entered, 'Group'))).toEqual([
			`Group cannot be “${shown}”`,
			'Enter a single value, or leave it empty. With an expression, name the field that holds it.',
		]);
	});
});

describe('a choice', () => {
	test.each(['draft', ' draft ', 'DRAFT', 'Draft', { __rl: true, mode: 'list', value: 'draft' }])(
		'%j is one of them',
		(entered) => {
			expect(parseOption(entered, ['draft', 'now'], 'Type')).toBe('draft');
		},
	);

	test.each(['nextSlot', 'next slot', 'Next-Slot', 'NEXT_SLOT'])(
		'%j may have two words',
		(entered) => {
			expect(parseOption(entered, ['now', 'nextSlot'], 'Type')).toBe('nextSlot');
		},
	);

	test('is the one that is written alike, if several mean the same', () => {
		expect(parseOption('A_B', ['a b', 'A_B'], 'Type')).toBe('A_B');
	});

	test.each([
		['drafted', 'Type cannot be “drafted”'],
		[['draft'], 'Type cannot be “["draft"]”'],
		[true, 'Type cannot be “true”'],
		[null, 'Type is empty'],
		[' ', 'Type is empty'],
	])('%j is refused with what it can be', (entered, message) => {
		expect(problemOf(() => parseOption(entered, ['draft', 'now'], 'Type'))).toEqual([
			message,
			'Use one of draft, now.',
		]);
	});
});

test.each([
	[{ a: 1 }, 1],
	[Object.assign(new Error(), { a: 2 }), 2],
	[[], undefined],
	['text', undefined],
	[null, undefined],
	[undefined, undefined],
])('propertiesOf %p', (value, a) => expect(propertiesOf(value).a).toBe(a));

test('parseJson names the field, and where the JSON breaks off', () => {
	expect(parseJson('[1]', 'Cover')).toEqual([1]);
	expect(problemOf(() => parseJson('[', 'Cover'))).toEqual([
		'Cover is not valid JSON',
		expect.stringMatching(/\S\. Look for a missing quote, comma or bracket\.$/),
	]);
});

test.each([
	['{"a":1}', { a: 1 }],
	['null', null],
	['[', undefined],
	['', undefined],
])('tryJson %p', (text, value) => expect(tryJson(text)).toEqual(value));

describe('an object in a field of JSON', () => {
	test.each([undefined, null, '', ' ', '{}', {}])('%j is an empty one', (value) => {
		expect(parseObject(value, 'Settings (JSON)')).toEqual({});
	});

	test('a text or an object', () => {
		expect(parseObject('{"title": "Menu"}', 'Settings (JSON)')).toEqual({ title: 'Menu' });
		expect(parseObject({ title: 'Menu' }, 'Settings (JSON)')).toEqual({ title: 'Menu' });
	});

	test.each(['[1]', '"text"', '5', 'null', 'true'])('%s is no object', (value) => {
		expect(() => parseObject(value, 'Settings (JSON)')).toThrow(
			expect.objectContaining({
				message: 'Settings (JSON) must be an object',
				description: 'Write it between curly brackets, such as {"title": "Winter menu"}.',
			}),
		);
	});

	test.each(['{title: Menu', '{"a": }', "{'a'}", 'menu'])('%s is no JSON', (value) => {
		expect(() => parseObject(value, 'Settings (JSON)')).toThrow(
			expect.objectContaining({
				message: 'Settings (JSON) is not valid JSON',
				description: expect.stringMatching(/.+\. Look for a missing quote, comma or bracket\.$/),
			}),
		);
	});
});
