import { itemNumbers } from '../../../nodes/Postiz/values/itemNumbers';

test.each([
	[[], ''],
	[[0], '1'],
	[[2, 0, 1], '1–3'],
	[[0, 1, 1, 4, 6, 7, 8], '1–2, 5, 7–9'],
])('the items %j are called %j', (indexes, words) => {
	expect(itemNumbers(indexes)).toBe(words);
});
