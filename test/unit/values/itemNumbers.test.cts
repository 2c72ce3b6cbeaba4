import { itemNumbers } from '../../../nodes/Postiz/values/itemNumbers';

test.each([
	[[], ''],
	[[0], '0'],
	[[2, 0, 1], '0–2'],
	[[0, 1, 1, 4, 6, 7, 8], '0–1, 4, 6–8'],
])('the items %j are called %j', (indexes, words) => {
	expect(itemNumbers(indexes)).toBe(words);
});
