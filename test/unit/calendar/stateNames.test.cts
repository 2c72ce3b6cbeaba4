import { getStateName } from '../../../nodes/Postiz/calendar/stateNames';

test.each([
	['DRAFT', 'draft'],
	['ERROR', 'failed'],
	['PUBLISHED', 'published'],
	['QUEUE', 'scheduled'],
	['PAUSED', 'PAUSED'],
	['constructor', 'constructor'],
])('calls the state %s “%s”', (state, word) => {
	expect(getStateName(state)).toBe(word);
});
