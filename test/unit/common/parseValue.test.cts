import { DateTime } from 'luxon';

import {
	canBePathSegment,
	extractId,
	isEmpty,
	isObject,
	isUsableText,
	parseBoolean,
	parseCount,
	parseJson,
	parseObject,
	parseOption,
	parseOptionalText,
	parseOptions,
	parsePositive,
	parseText,
	getProperties,
	toNumber,
	toNumberIfNumeric,
	tryParseJson,
	unwrapLocator,
} from '../../../nodes/Postiz/common/parseValue';
import { catchProblem } from '../support/catchProblem.cjs';

test.each([
	[{ a: 1 }, true, 1],
	[Object.assign(new Error(), { a: 2 }), true, 2],
	[{}, true, undefined],
	[[], false, undefined],
	[null, false, undefined],
	[undefined, false, undefined],
	['{}', false, undefined],
])('recognizes %p as an object: %p, with the property %p', (value, is, a) => {
	expect(isObject(value)).toBe(is);
	expect(getProperties(value).a).toBe(a);
});

test('treats values that people leave empty as empty', () => {
	for (const value of [undefined, null, '', ' \n', []]) expect(isEmpty(value)).toBe(true);
	for (const value of [false, 0, 'a', [''], {}]) expect(isEmpty(value)).toBe(false);
});

test('reads the value of a picker', () => {
	expect(unwrapLocator({ __rl: true, mode: 'id', value: 'c1' })).toBe('c1');
	expect(unwrapLocator({ id: '1', path: 'p' })).toEqual({ id: '1', path: 'p' });
	expect(unwrapLocator('c1')).toBe('c1');
	const picked = { __rl: true, mode: 'list', value: ' c1 ' };
	expect(parseOptionalText(picked, 'Group')).toBe('c1');
	expect(parseOptionalText(undefined, 'Group')).toBe('');
	expect(unwrapLocator(undefined)).toBeUndefined();
});

test.each<[unknown[], boolean]>([
	[[false, undefined, null, '', ' False ', 'no', 0], false],
	[[true, 'TRUE', 'yes', 1], true],
])('reads each of %j as %p', (values, expected) => {
	for (const value of values) expect(parseBoolean(value, 'Simplify')).toBe(expected);
});

test.each([['maybe'], [2], [{ a: 1 }]])('rejects %j as a boolean', (value) => {
	expect(catchProblem(() => parseBoolean(value, 'Simplify'))).toEqual([
		expect.stringMatching(/^Simplify cannot be “/),
		'Enter true or false.',
	]);
});

test.each<[unknown, number, otherwise: unknown]>([
	[7, 7, 7],
	['7', 7, 7],
	[' 1.5 ', 1.5, 1.5],
	['', NaN, ''],
	['seven', NaN, 'seven'],
	[true, NaN, true],
	[null, NaN, null],
])('reads %j as the number %d, or keeps %j', (value, number, otherwise) => {
	expect(toNumber(value)).toBe(number);
	expect(toNumberIfNumeric(value)).toBe(otherwise);
});

test('reads positive numbers, and counts without a fraction', () => {
	const parsers = [parsePositive, parseCount];
	expect(parsers.map((parse) => parse(' 7 ', 'Days', 'Enter 7.'))).toEqual([7, 7]);
	expect(parsePositive(0.5, 'Days', 'Enter 7.')).toBe(0.5);
	for (const entered of [0, -1, '', 'seven', null, true, NaN, Infinity, [7]]) {
		for (const parse of parsers) {
			expect(catchProblem(() => parse(entered, 'Days', 'Enter 7.'))).toEqual([
				expect.stringMatching(/^Days cannot be “/),
				'Enter 7.',
			]);
		}
	}
	for (const entered of [1.5, 2 ** 31]) {
		expect(catchProblem(() => parseCount(entered, 'Days', 'Enter 7.'))[0]).toMatch(/cannot be “/);
	}
});

/** What expressions return instead of a text, or formulas. */
const NO_TEXTS: unknown[] = [
	...[false, true, NaN, Infinity, ['g1'], { id: 'g1' }, new Date(NaN), DateTime.invalid('no date')],
	...['Invalid DateTime', 'Invalid Date', 'NaN', 'undefined', ' null ', '[object Object]'],
	'[object Object],[object Object]',
	// As long IDs are after a sheet has rounded them.
	...[2 ** 60, -(2 ** 60)],
	...['#N/A', ' #REF! ', '#DIV/0!', '#NAME?', 'Loading...'],
];

test.each(NO_TEXTS.map((value) => [value]))('rejects %p as text', (value) => {
	for (const parse of [
		() => parseText(value, 'Title'),
		() => parseOptionalText({ mode: 'id', value }, 'Title'),
	]) {
		expect(catchProblem(parse)).toEqual([
			expect.stringMatching(/^Title (?:cannot be|must be text, not) “/),
			expect.stringMatching(/^Check where it comes from\. Correct the cell /),
		]);
	}
	expect([isUsableText(value), extractId(value)]).toEqual([false, '']);
});

test.each<[unknown, string]>([
	['', ''],
	[undefined, ''],
	[null, ''],
	[0, '0'],
	[7n, '7'],
	...['False', 'Infinity', 'null and void', ' Two ', 'Null', '#WIN!', '#N/A?'].map(
		(text): [string, string] => [text, text],
	),
	[new Date('2026-12-14'), String(new Date('2026-12-14'))],
	[DateTime.fromISO('2026-12-14', { zone: 'UTC' }), '2026-12-14T00:00:00.000Z'],
])('reads the text in %p as %j', (value, text) => {
	expect(parseText(value, 'Title')).toBe(text);
});

test.each([
	...['draft', ' draft ', 'DRAFT', { __rl: true, mode: 'list', value: 'draft' }].map(
		(entered) => [entered, 'draft'] as const,
	),
	...['nextSlot', 'next slot', 'Next-Slot', 'NEXT_SLOT'].map(
		(entered) => [entered, 'nextSlot'] as const,
	),
])('reads the choice %j as %s', (entered, option) => {
	expect(parseOption(entered, ['draft', 'nextSlot'], 'Type')).toBe(option);
});

test.each([
	['drafted', 'Type cannot be “drafted”'],
	[['draft'], 'Type cannot be “["draft"]”'],
	[true, 'Type cannot be “true”'],
	[null, 'Type is empty'],
	[' ', 'Type is empty'],
])('rejects the choice %j', (entered, message) => {
	expect(catchProblem(() => parseOption(entered, ['draft', 'now'], 'Type'))).toEqual([
		message,
		'Use one of draft, now.',
	]);
});

test.each<[unknown, string[]]>([
	[
		['draft', ' Now ', ''],
		['draft', 'now'],
	],
	['["draft"]', ['draft']],
	['now, draft,,', ['now', 'draft']],
	['', []],
	[undefined, []],
])('reads the choices %j as %j', (value, chosen) => {
	expect(parseOptions(value, ['draft', 'now'], 'States')).toEqual(chosen);
});

const BROKEN = [
	'Cover is not valid JSON',
	expect.stringMatching(/\S\. Look for a missing quote, comma or bracket\.$/),
];
const NO_OBJECT = [
	'Cover must be an object',
	'Write it between curly brackets, such as {"title": "Winter menu"}.',
];

test.each([
	'Here you are:\n```json\n{"a": 1}\n```\nEnjoy!',
	'Here you are: {"a": 1}. Enjoy!',
	'"{\\"a\\": 1}"',
	'```\n{"a": 1}```',
])('reads JSON from %j too', (text) => {
	expect(parseJson(text, 'The JSON')).toEqual({ a: 1 });
});

test.each(['{"a": "one\ntwo"}', '{"a": "the "one""}', '["the "one""]'])(
	'explains for %j how an expression returns text',
	(text) => {
		expect(catchProblem(() => parseJson(text, 'The JSON'))[1]).toContain(
			'Insert a text with {{ JSON.stringify($json.text) }}, without quotes around it',
		);
	},
);

test.each(['{"a": 1} or {"b": 2}', '{"a"', 'no JSON'])('rejects %j as JSON', (text) => {
	expect(catchProblem(() => parseJson(text, 'The JSON'))[1]).not.toContain('stringify');
});

test('parses JSON, or says where it breaks off', () => {
	expect(parseJson('[1]', 'Cover')).toEqual([1]);
	expect(catchProblem(() => parseJson('[', 'Cover'))).toEqual(BROKEN);
	expect(['{"a":1}', 'null', '[', ''].map(tryParseJson)).toEqual([
		{ a: 1 },
		null,
		undefined,
		undefined,
	]);
});

test('reads an object from text too, and an empty value as an empty object', () => {
	for (const value of [undefined, null, '', ' ', '{}', {}]) {
		expect(parseObject(value, 'Cover')).toEqual({});
	}
	for (const value of ['{"title": "Menu"}', { title: 'Menu' }]) {
		expect(parseObject(value, 'Cover')).toEqual({ title: 'Menu' });
	}
});

test.each([
	...['[1]', '"text"', '5', 'null', 'true'].map((text) => [text, NO_OBJECT]),
	...['{title: Menu', '{"a": }', "{'a'}", 'menu'].map((text) => [text, BROKEN]),
])('rejects %s as an object', (text, problem) => {
	expect(catchProblem(() => parseObject(text, 'Cover'))).toEqual(problem);
});

test.each([
	[' c1\n', 'c1'],
	[7, '7'],
	[{ __rl: true, mode: 'list', value: 'c1', cachedResultName: 'Acme' }, 'c1'],
	[{ __rl: true, mode: 'id', value: 7 }, '7'],
	['', ''],
	[undefined, ''],
	[{ id: 'c1' }, ''],
	[['c1'], ''],
	[true, ''],
])('reads the ID in %j as %j', (value, id) => {
	expect(extractId(value)).toBe(id);
});

test.each([
	['cmb1x2y3z0001abcd', true],
	['a/b?c#d', true],
	['...', true],
	['.', false],
	['..', false],
	['\ud83c', false],
	['a\udf89b', false],
])('allows %j as part of a URL: %p', (id, fits) => {
	expect(canBePathSegment(id)).toBe(fits);
});
