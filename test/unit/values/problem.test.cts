import {
	hideSecrets,
	Problem,
	quote,
	shortUrl,
	type Explanation,
} from '../../../nodes/Postiz/values/problem';

test.each<Explanation>([
	{ message: 'It failed', description: 'Try again.' },
	{ message: 'It failed', description: 'Try again.', httpCode: '429' },
	{ message: 'It was not sent', description: 'Correct the other.', isFollowUp: true },
])('a problem says all that its explanation says: %j', (explanation) => {
	const problem = Problem.from(explanation);
	expect(problem).toBeInstanceOf(Error);
	const { name, message, description, httpCode, isFollowUp } = problem;
	expect({ name, message, description, httpCode, isFollowUp }).toEqual({
		name: 'Problem',
		httpCode: undefined,
		isFollowUp: undefined,
		...explanation,
	});
	// On its way it is passed on as an explanation again.
	expect(Problem.from(problem)).toEqual(problem);
});

test('in other words, a problem keeps its status alone', () => {
	const problem = new Problem('It failed', 'Try again.', { httpCode: '500', isUnclear: true });
	expect(problem.with({ message: 'Lost' })).toEqual(
		new Problem('Lost', 'Try again.', { httpCode: '500' }),
	);
	const { message, description, isUnclear } = problem.with({ description: 'Wait.' });
	expect([message, description, isUnclear]).toEqual(['It failed', 'Wait.', undefined]);
});
