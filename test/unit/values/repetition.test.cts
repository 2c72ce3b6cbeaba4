import { describeRepeats, doubledProblem } from '../../../nodes/Postiz/values/repetition';
import { DAY_MS } from '../../../nodes/Postiz/values/date';

const MADE = Date.parse('2099-03-01T10:00:00.000Z');
const timezone = 'Europe/Berlin';
const inDays = (days: number) => new Date(MADE + days * DAY_MS).toISOString();
const problem = (
	days: number,
	{ inter = 7, ...more }: { inter?: number; exists?: boolean; madeAt?: number } = {},
) => doubledProblem({ date: inDays(days), inter }, { madeAt: MADE, timezone, ...more });

test('a date as far away as the post repeats is refused, as both would be due at once', () => {
	expect(problem(7)).toMatchObject({
		message:
			'A post that repeats every 7 days would be published twice on 2099-03-08 11:00 Europe/Berlin',
		description:
			'Postiz counts the days from now, not from the date. Choose a date before 2099-03-08 11:00 Europe/Berlin, or leave out the repetition. A Schedule Trigger can create each post anew.',
	});
	expect(problem(30, { exists: true })).toMatchObject({
		message:
			'A post that repeats every 7 days would be published twice on 2099-03-31 12:00 Europe/Berlin',
		description:
			'Postiz counts the days from when the post was made, 2099-03-01 11:00 Europe/Berlin, not from its date. Choose a date before 2099-03-08 11:00 Europe/Berlin, remove its repetition, or delete it and create it anew.',
	});
});

test('others are not', () => {
	for (const inter of [0, 8]) expect(problem(7, { inter })).toBeUndefined();
	expect(problem(6.99)).toBeUndefined();
	expect(problem(30, { madeAt: undefined })).toBeUndefined();
});

test('the first of several repeats is named', () => {
	expect(describeRepeats([MADE + DAY_MS, MADE], timezone)).toBe(
		'2 posts will be published again, first on 2099-03-01 11:00 Europe/Berlin: Postiz counts the days from when a post is made, not from its date.',
	);
	expect(describeRepeats([], timezone)).toBe('');
});
