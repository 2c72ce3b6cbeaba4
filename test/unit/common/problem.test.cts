import { Problem } from '../../../nodes/Postiz/common/problem';

test('keeps the status of a reworded problem, with a new remedy for a model', () => {
	const details = { httpCode: '500', needsPerson: true, hasRetryAdvice: true };
	const problem = new Problem('It failed', 'Reconnect it, and run this again.', details);
	expect({ ...problem.with({ message: 'Lost' }) }).toMatchObject({ ...problem });
	expect(problem.with({ message: 'Lost' }).message).toBe('Lost');
	const { needsPerson, hasRetryAdvice, httpCode } = problem.withRemedy(['Wait.']);
	expect([needsPerson, hasRetryAdvice, httpCode]).toEqual([undefined, undefined, '500']);
	expect(problem.with({ remedy: ['Wait.', ...problem.remedy] }).needsPerson).toBe(true);
});
