import fc from 'fast-check';

import { findNetwork } from '../../../../nodes/Postiz/networks';
import { providers } from '../../../service/providers.cjs';
import { createTrial, generateTrials } from '../../support/trialPosts.cjs';
import { startTrialService, findDisagreements, type TrialService } from '../../support/trials.cjs';

/** How many random trials each network has; CI plays more of them. */
const TRIALS = Number(process.env.RANDOM_TRIALS ?? 1);

let trialService: TrialService;
beforeAll(async () => {
	trialService = await startTrialService();
});
afterAll(async () => await trialService.close());

test.each(Object.keys(providers))(
	'%s: rejects the random posts that the service rejects',
	async (identifier) => {
		await fc.assert(
			fc.asyncProperty(generateTrials(identifier, trialService.pictures), async (trial) => {
				expect(await findDisagreements(trialService, trial)).toEqual([]);
			}),
			{ numRuns: TRIALS, endOnFailure: true },
		);
	},
	TRIALS * 60_000,
);

describe('the comparison with the service', () => {
	const bluesky = findNetwork('bluesky')!;
	const usual = { ...bluesky };
	afterEach(() => Object.assign(bluesky, usual));
	const lengths = [298, 299, 300, 301, 302, 303];

	test.each([
		{ off: -2, noticed: [299, 300], kind: 'falseRejection', reason: /298/ },
		{ off: 2, noticed: [301, 302], kind: 'miss', reason: /too long/ },
	])('finds a limit that is off by $off', async ({ off, noticed, kind, reason }) => {
		bluesky.maxLength = usual.maxLength! + off;
		const found = await findDisagreements(
			trialService,
			createTrial(
				'bluesky',
				lengths.map((length) => 'x'.repeat(length)),
			),
		);
		expect(found.map(({ row }) => lengths[row])).toEqual(noticed);
		for (const disagreement of found)
			expect(disagreement).toMatchObject({ kind, reason: expect.stringMatching(reason) });
	});
});
