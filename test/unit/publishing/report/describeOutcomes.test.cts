import { describeSkippedChannels } from '../../../../nodes/Postiz/publishing/report/describeOutcomes';
import { createDesired } from '../../posts/existing/createExisting.cjs';

const createSkipped = (reason: string) => ({
	planned: { action: 'omit' as const, reason, desired: createDesired(), issues: [] },
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
