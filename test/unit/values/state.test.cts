import { firstState, stateWord } from '../../../nodes/Postiz/values/state';

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
