import { joinMessages, mergeProblems, Problem } from '../../../nodes/Postiz/common/problem';

test('keeps the status of a reworded problem, with a new remedy for a model', () => {
	const details = { httpCode: '500', needsPerson: true, hasRetryAdvice: true };
	const problem = new Problem('It failed', 'Reconnect it, and run this again.', details);
	expect({ ...problem.with({ message: 'Lost' }) }).toMatchObject({ ...problem });
	expect(problem.with({ message: 'Lost' }).message).toBe('Lost');
	const { needsPerson, hasRetryAdvice, httpCode } = problem.withRemedy(['Wait.']);
	expect([needsPerson, hasRetryAdvice, httpCode]).toEqual([undefined, undefined, '500']);
	expect(problem.with({ remedy: ['Wait.', ...problem.remedy] }).needsPerson).toBe(true);
});

test.each<[number, string]>([
	[100, `${'a'.repeat(100)}; b`],
	[176, 'a'.repeat(176)],
	[199, 'a'.repeat(199)],
	[200, `${'a'.repeat(175)}… (and 1 more problem)`],
])('joins a problem of %i characters and another one', (length, expected) => {
	expect(joinMessages(['a'.repeat(length), 'b'])).toBe(expected);
});

test('merges problems with their closing, and needs a person if all do', () => {
	const [full, gone, slow] = [
		new Problem('It is full', 'Empty it.', { needsPerson: true, closing: ['Then wait.'] }),
		new Problem('It is gone', 'Create it.', { needsPerson: true }),
		new Problem('It is slow', 'Wait.', { hasRetryAdvice: true }),
	];
	const merged = mergeProblems([
		['X', full],
		['Bluesky', gone],
	])!;
	expect(merged).toMatchObject({
		message: 'It is full; it is gone',
		description: '“X”: Empty it. Then wait.\n“Bluesky”: Create it.',
		needsPerson: true,
		hasRetryAdvice: false,
	});
	const { needsPerson, hasRetryAdvice } = mergeProblems([
		['X', full],
		['Mastodon', slow],
	])!;
	expect([needsPerson, hasRetryAdvice]).toEqual([false, true]);
});
