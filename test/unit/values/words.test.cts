import { count, firstState, itemNumbers, stateWord } from '../../../nodes/Postiz/values/words';

test.each([
	[0, '0 posts'],
	[1, '1 post'],
	[2, '2 posts'],
])('%p', (amount, words) => expect(count(amount, 'post')).toBe(words));

test.each([
	[[], ''],
	[[0], '0'],
	[[2, 0, 1], '0–2'],
	[[0, 1, 1, 4, 6, 7, 8], '0–1, 4, 6–8'],
])('the items %j are called %j', (indexes, words) => {
	expect(itemNumbers(indexes)).toBe(words);
});

test.each([
	['DRAFT', 'draft'],
	['ERROR', 'failed'],
	['PUBLISHED', 'published'],
	['QUEUE', 'scheduled'],
	['PAUSED', 'PAUSED'],
	['constructor', 'constructor'],
])('the state %s is called %s', (state, word) => {
	expect(stateWord(state)).toBe(word);
});

test.each([
	['draft', 'draft'],
	['schedule', 'scheduled'],
	['now', 'scheduled'],
	['nextSlot', 'scheduled'],
])('a post that is created with the type %s is %s', (type, word) => {
	expect(firstState(type)).toBe(word);
});
