import { toStateWord } from '../../../nodes/Postiz/calendar/stateWords';

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
