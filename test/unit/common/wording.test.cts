import {
	formatItemNumbers,
	takeStart,
	toStateWord,
	removeUnstorable,
} from '../../../nodes/Postiz/common/wording';

test.each([
	[[], ''],
	[[0], '0'],
	[[2, 0, 1], '0–2'],
	[[0, 1, 1, 4, 6, 7, 8], '0–1, 4, 6–8'],
])('names the items %j as %j', (indexes, words) => {
	expect(formatItemNumbers(indexes)).toBe(words);
});

test.each([
	['DRAFT', 'draft'],
	['ERROR', 'failed'],
	['PUBLISHED', 'published'],
	['QUEUE', 'scheduled'],
	['PAUSED', 'PAUSED'],
	['constructor', 'constructor'],
])('calls the state %s “%s”', (state, word) => {
	expect(toStateWord(state)).toBe(word);
});

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

const FAMILY = '\u{1F468}\u200d\u{1F469}\u200d\u{1F467}';

test.each([
	['Tea', 9, 'Tea'],
	[`Tea${TEA}`, 4, 'Tea'],
	[`Tea${TEA}!`, 5, `Tea${TEA}`],
	[`ab${FAMILY}`, 6, 'ab'],
	['e\u0301e\u0301', 3, 'e\u0301'],
	['x'.repeat(5000), 10, 'x'.repeat(10)],
])('shortens %s to %d without splitting a character', (text, max, start) => {
	expect(takeStart(text, max)).toBe(start);
});
