import { hideSecrets, numberIn, quote, readSwitch } from '../../../nodes/Postiz/values/read';

describe('readSwitch', () => {
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
		expect(readSwitch(value, 'Simplify')).toBe(expected);
	});

	test.each([['maybe'], [2], [{ a: 1 }]])('refuses %j by the name of the field', (value) => {
		expect(() => readSwitch(value, 'Simplify')).toThrow(/^Simplify cannot be “/);
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
])('numberIn reads %j as %d', (value, expected) => {
	expect(numberIn(value)).toBe(expected);
});

test('a quoted value is short, whatever it is', () => {
	expect(quote({ a: 1 })).toBe('“{"a":1}”');
	expect(quote(undefined)).toBe('“undefined”');
	expect(quote('://'.repeat(1_000_000))).toHaveLength(83);
});

test.each([
	['https://user:pw@host.example/a.png', 'https://host.example/a.png'],
	['https://host.example/a.png?X-Signature=SECRET&b=1#c', 'https://host.example/a.png'],
	[
		'see "https://u:p@h.example/x?k=1" and ftp://u:p@f.example',
		'see "https://h.example/x" and ftp://f.example',
	],
	['What? No address, a@b.example', 'What? No address, a@b.example'],
])('%s is shown as %s', (text, shown) => {
	expect(hideSecrets(text)).toBe(shown);
	expect(quote(text)).not.toMatch(/SECRET|pw|u:p/);
});
