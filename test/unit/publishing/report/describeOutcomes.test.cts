import type { Outcome, PostResult } from '../../../../nodes/Postiz/posts/postResult';
import {
	describeOutcomes,
	describeSkippedChannels,
} from '../../../../nodes/Postiz/publishing/report/describeOutcomes';
import { createDesired, createExisting } from '../../posts/existing/createExisting.cjs';

const createSkipped = (reason: string) => ({
	planned: { action: 'skipChannel' as const, reason, desired: createDesired(), issues: [] },
	outcome: 'skipped' as const,
});

test('counts a channel once that several rows skip', () => {
	const results = [0, 1, 2].map(() => createSkipped('Board is required.'));
	expect(describeSkippedChannels(results)).toMatch(
		/^1 channel was skipped\. .* – Board is required\.$/,
	);
});

test('counts the reasons that it leaves out', () => {
	const results = [1, 2, 3].map((number) => createSkipped(`${number} `.repeat(100)));
	expect(describeSkippedChannels(results)).toMatch(
		/^1 channel was skipped\. .* And 2 more reasons: see “note”\.$/,
	);
});

const createResults = (...outcomes: Outcome[]) => {
	const planned = {
		action: 'keep',
		existing: createExisting(),
		desired: createDesired(),
		issues: [],
	};
	return outcomes.map((outcome) => ({ planned, outcome })) as PostResult[];
};
const NO_FAILURES = { failedItemCount: 0, sentFingerprintCount: 0 };

test.each([
	[0, 'The post was already in Postiz. Nothing was sent.'],
	[1, 'The post was already in Postiz.'],
])('says that nothing was sent, unless posts were sent again: %s', (sentFingerprintCount, text) => {
	const facts = { ...NO_FAILURES, sentFingerprintCount };
	expect(describeOutcomes(createResults('unchanged'), facts)).toBe(text);
});

test.each<[Outcome[], string]>([
	[['unchanged', 'unchanged'], 'Both posts were already in Postiz. Nothing was sent.'],
	[
		['unchanged', 'unchanged', 'unchanged'],
		'All 3 posts were already in Postiz. Nothing was sent.',
	],
])('says that %j are already in Postiz', (outcomes, text) => {
	expect(describeOutcomes(createResults(...outcomes), NO_FAILURES)).toBe(text);
});

test.each<[Outcome[], forModel: string, text: string]>([
	[
		['unchanged', 'unknown'],
		'1 post unchanged, 1 unknown.',
		'1 post unchanged, 1 item failed (see “error”).',
	],
	[
		['unchanged', 'rejected'],
		'1 post unchanged.',
		'1 post unchanged, 1 item failed (see “error”).',
	],
	[['unknown'], '', '1 item failed (see “error”).'],
	[['rejected'], '', '1 item failed (see “error”).'],
])('reports failures beside other posts: %j', (outcomes, forModel, text) => {
	const results = createResults(...outcomes);
	const facts = { ...NO_FAILURES, failedItemCount: 1 };
	expect(describeOutcomes(results, { ...facts, isForModel: true })).toBe(forModel);
	expect(describeOutcomes(results, facts)).toBe(text);
});
