import { describeSkippedChannels } from '../../../../nodes/Postiz/publishing/report/describeOutcomes';
import { createDesired } from '../../posts/existing/createExisting.cjs';

test('counts a channel once that several rows skip', () => {
	const results = [0, 1, 2].map(() => ({
		planned: {
			action: 'skip' as const,
			reason: 'Board is required.',
			desired: createDesired(),
			issues: [],
		},
		outcome: 'skipped' as const,
	}));
	expect(describeSkippedChannels(results)).toMatch(
		/^1 channel was skipped\. .* – Board is required\.$/,
	);
});
