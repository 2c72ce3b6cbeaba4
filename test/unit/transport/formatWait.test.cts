import { formatWait } from '../../../nodes/Postiz/transport/formatWait';

test.each([
	[0, '0 seconds'],
	[1, '1 second'],
	[59, '59 seconds'],
	[60, '1 minute'],
	[61, '2 minutes'],
	[3599, '60 minutes'],
	[3600, '1 hour'],
	[5400, '1.5 hours'],
])('writes %i seconds as %s', (seconds, words) => {
	expect(formatWait(seconds)).toBe(words);
});
