import { removeUnstorable } from '../../../nodes/Postiz/values/characters';

const TEA = '\u{1F375}';
const [HIGH, LOW] = [TEA.slice(0, 1), TEA.slice(1)];

test.each([
	[`Tea ${HIGH}`, 'Tea '],
	[`${LOW}${HIGH} both`, ' both'],
	['a\0b', 'ab'],
	[
		{ a: [`x${HIGH}`, { b: `\0` }], c: 1 },
		{ a: ['x', { b: '' }], c: 1 },
	],
])('%j is %j without what cannot be stored', (value, whole) => {
	const removed = jest.fn();
	expect(removeUnstorable(value, removed)).toEqual(whole);
	expect(removed).toHaveBeenCalled();
});

test.each([`Tea ${TEA}`, '', '\u200d\ufe0f\u0001\r\n', undefined, 7, null])(
	'%j stays as it is',
	(value) => {
		const removed = jest.fn();
		expect(removeUnstorable(value, removed)).toBe(value);
		expect(removed).not.toHaveBeenCalled();
	},
);

test('a value without such characters is the very same, and so is what is no plain data', () => {
	const date = new Date();
	const value = { a: [TEA, { date }] };
	const removed = jest.fn();
	expect(removeUnstorable(value, removed)).toBe(value);
	expect(removed).not.toHaveBeenCalled();
	const mended = removeUnstorable({ cut: HIGH, ...value }, removed);
	expect(mended).toEqual({ cut: '', ...value });
	expect(mended.a).toBe(value.a);
});
