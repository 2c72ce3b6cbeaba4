import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../../../nodes/Postiz/common/problem';
import type { Item } from '../../../../nodes/Postiz/posts/item';
import type { Outcome, PostResult } from '../../../../nodes/Postiz/posts/postResult';
import {
	addOtherItems,
	createItemProblems,
} from '../../../../nodes/Postiz/publishing/report/failedItems';
import { createExisting } from '../../posts/existing/createExisting.cjs';
import { createDesiredPost, createItem, createTarget } from '../createItem.cjs';

const createResult = (
	identifier: string,
	more: Partial<PostResult>,
	item: Partial<Item> = {},
): PostResult => {
	const desired = createDesiredPost({ target: createTarget(identifier), item: createItem(item) });
	const planned = { action: 'create' as const, desired, issues: [] };
	return { planned, outcome: 'created', ...more };
};

/** The remedy of an item whose first post was created, and whose second one failed with this problem. */
const explainPartlySent = (problem: Problem, item: Partial<Item> = {}): string | undefined => {
	const results = [
		createResult('bluesky', { postId: 'p1' }, item),
		createResult('x', { outcome: 'rejected', problem }, item),
	];
	return createItemProblems(new Map([[0, results]]), new Map()).get(0)?.description;
};

const RETRY_ADVICE = 'Run this again. Existing posts are skipped.';

test.each(['Compare it against the rules of the network.', 'Copy the key again from Postiz.'])(
	'says how to send the rest of an item: %s',
	(remedy) => {
		expect(explainPartlySent(new Problem('It failed', remedy))).toBe(
			`Postiz has p1. Not created: X: x-1. ${RETRY_ADVICE} ${remedy}`,
		);
	},
);

test('distinguishes posts that are unclear, not changed and not created', () => {
	const problem = new Problem('It failed', 'Wait.', { hasRetryAdvice: true });
	const update = { action: 'update' as const, existing: createExisting(), changedFields: [] };
	const fail = (identifier: string, outcome: Outcome, decision: object = {}) => {
		const result = createResult(identifier, { outcome, problem });
		return { ...result, planned: { ...result.planned, ...decision } };
	};
	const results = [
		createResult('bluesky', { postId: 'p1' }),
		fail('x', 'unknown', update),
		fail('mastodon', 'rejected', update),
		fail('telegram', 'rejected'),
		fail('threads', 'notSent'),
	];
	const explained = createItemProblems(new Map([[0, results]]), new Map()).get(0);
	expect(explained?.message).toBe('4 of the 5 posts of this item failed: It failed');
	expect(explained?.description).toBe(
		'Postiz has p1. Unclear: X: x-1. Not changed: Mastodon: mastodon-1. Not created: Telegram: telegram-1, Threads: threads-1. Wait.',
	);
});

test('does not repeat when to run an item again', () => {
	const remedy = 'Run this again in an hour.';
	const problem = new Problem('It failed', remedy, { hasRetryAdvice: true });
	expect(explainPartlySent(problem)).not.toContain(RETRY_ADVICE);
});

test('does not promise to skip existing posts with Post Again', () => {
	const problem = new Problem('It failed', 'Run this again in an hour.', { hasRetryAdvice: true });
	expect(explainPartlySent(problem, { ignoresExistingPosts: true })).toContain(
		'Running this again creates existing posts again. To prevent this, set If the Post Exists to Skip first.',
	);
});

test('does not promise to skip the posts of rows that are not up to date', () => {
	expect(explainPartlySent(new Problem('It failed', 'Wait.'), { rowId: 'May 1' })).toContain(
		'Run this again. Posts that match their rows are skipped.',
	);
});

test('counts what was created and updated before an item ended the run', () => {
	const problem = new Problem('It failed', 'Shorten it.');
	const updated = createResult('x', { outcome: 'updated', postId: 'p1' });
	const resultsByItem = new Map([
		[0, [updated]],
		[1, [createResult('x', { outcome: 'updated', postId: 'p2' })]],
		[2, [createResult('x', { postId: 'p3' })]],
		// A duplicate shares its result, and one that wasn't stored as sent doesn't count.
		[3, [updated]],
		[4, [createResult('x', { outcome: 'updated', postId: 'p4', problem })]],
		[5, [createResult('x', { outcome: 'rejected', problem })]],
	]);
	const context = {} as IExecuteFunctions;
	expect(addOtherItems([5, problem], resultsByItem, context).description).toBe(
		`Shorten it. 1 post was created. 2 posts were updated. ${RETRY_ADVICE}`,
	);
});
