import { findProvider } from '../../../../nodes/Postiz/providers';
import { makeTrial, NETWORKS } from '../../../differential/posts.cjs';
import {
	openStage,
	playTrial,
	type Disagreement,
	type Stage,
} from '../../../differential/trials.cjs';

/** Posts per trial. */
const ITEMS = 10;

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
afterAll(async () => await stage.close());

/** Where the node and the service differ, by the number of the trial. */
async function differences(seeds: number[]): Promise<Record<number, Disagreement[]>> {
	const found: Record<number, Disagreement[]> = {};
	for (const seed of seeds) {
		const disagreements = await playTrial(stage, makeTrial(seed, stage.pictures, ITEMS));
		if (disagreements.length > 0) found[seed] = disagreements;
	}
	return found;
}

/** DIFFERENTIAL_SEED selects other posts, and DIFFERENTIAL_ROUNDS more of them: a trial for each network a round. */
const { DIFFERENTIAL_SEED = '1', DIFFERENTIAL_ROUNDS = '1' } = process.env;
const seeds = Array.from(
	{ length: NETWORKS.length * Number(DIFFERENTIAL_ROUNDS) },
	(_, index) => Number(DIFFERENTIAL_SEED) + index,
);
jest.setTimeout(600_000 * Number(DIFFERENTIAL_ROUNDS));

test(`${seeds.length * ITEMS} random posts, some for each network: the node refuses what the service refuses`, async () => {
	expect(new Set(seeds.map((seed) => makeTrial(seed, stage.pictures, ITEMS).identifier)).size).toBe(
		NETWORKS.length,
	);
	expect(await differences(seeds)).toEqual({});
});

describe('a wrong limit is noticed', () => {
	const bluesky = findProvider('bluesky')!;
	const usual = { ...bluesky };
	afterEach(() => Object.assign(bluesky, usual));
	const kindsOf = async () => {
		// Some trials only have drafts, whose length isn't counted.
		const own = Array.from(
			{ length: 8 },
			(_, round) => NETWORKS.indexOf('bluesky') + round * NETWORKS.length,
		);
		const found = Object.values(await differences(own)).flat();
		return [...new Set(found.map(({ kind, reason }) => `${kind}: ${reason}`))].join('\n');
	};

	test('a smaller one refuses what the service takes', async () => {
		bluesky.maxLength = usual.maxLength! - 2;
		const kinds = await kindsOf();
		expect(kinds).toMatch(/^falseRefusal: .*298/m);
		expect(kinds).not.toMatch(/^miss/m);
	});

	test('a larger one misses what the service refuses', async () => {
		bluesky.maxLength = usual.maxLength! + 2;
		const kinds = await kindsOf();
		expect(kinds).toMatch(/^miss: .*too long/m);
		expect(kinds).not.toMatch(/^falseRefusal/m);
	});
});
