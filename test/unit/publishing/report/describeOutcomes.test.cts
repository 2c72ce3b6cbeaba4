import type { PostResult } from '../../../../nodes/Postiz/posts/postResult';
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

test.each([
	[0, 'The post was already in Postiz. Nothing was sent.'],
	[1, 'The post was already in Postiz.'],
])('says that nothing was sent, unless rows were linked: %s', (writtenRowIdCount, expected) => {
	const planned = {
		action: 'keep',
		existing: createExisting(),
		desired: createDesired(),
		issues: [],
	};
	const results = [{ planned, outcome: 'unchanged' }] as PostResult[];
	expect(describeOutcomes(results, { failedItemCount: 0, writtenRowIdCount })).toBe(expected);
});
