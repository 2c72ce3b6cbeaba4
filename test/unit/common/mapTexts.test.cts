import { removeUnstorable } from '../../../nodes/Postiz/common/mapTexts';

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
	[`Tea ${TEA}`, `Tea ${TEA}`],
	[undefined, undefined],
])('turns %j into %j without what cannot be stored', (value, whole) => {
	expect(removeUnstorable(value)).toEqual(whole);
});

test('leaves other values than plain data unchanged', () => {
	const date = new Date();
	expect(removeUnstorable({ date }).date).toBe(date);
});
