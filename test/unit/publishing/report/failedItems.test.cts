import { Problem } from '../../../../nodes/Postiz/common/problem';
import type { PostResult } from '../../../../nodes/Postiz/posts/postResult';
import { explainFailedItems } from '../../../../nodes/Postiz/publishing/report/failedItems';
import { createDesiredPost, createTarget } from '../createItem.cjs';

const createResult = (identifier: string, more: Partial<PostResult>): PostResult => {
	const desired = createDesiredPost({ target: createTarget(identifier) });
	const planned = { action: 'create' as const, desired, issues: [] };
	return { planned, outcome: 'created', ...more };
};

/** The remedy of an item whose first post was created, and whose second one failed with this problem. */
const explainPartlySent = (problem: Problem): string | undefined => {
	const results = [
		createResult('bluesky', { postId: 'p1' }),
		createResult('x', { outcome: 'rejected', problem }),
	];
	return explainFailedItems(new Map([[0, results]]), new Map()).get(0)?.description;
};

const RETRY_ADVICE = 'Run this again. Existing posts are skipped.';

test.each(['Compare it against the rules of the network.', 'Copy the key again from Postiz.'])(
	'says how to send the rest of an item: %s',
	(remedy) => {
		expect(explainPartlySent(new Problem('It failed', remedy))).toBe(
			`It has p1. These are missing: X: x-1. ${RETRY_ADVICE} ${remedy}`,
		);
	},
);

test('does not repeat when to run an item again', () => {
	const remedy = 'Run this again in an hour.';
	const problem = new Problem('It failed', remedy, { hasRetryAdvice: true });
	expect(explainPartlySent(problem)).not.toContain(RETRY_ADVICE);
});
