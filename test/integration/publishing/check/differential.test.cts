import { findProvider } from '../../../../nodes/Postiz/providers';
import { makeTrial, NETWORKS } from '../../../differential/posts.cjs';
import {
	openStage,
	playTrial,
	type Disagreement,
	type Stage,
} from '../../../differential/trials.cjs';

jest.setTimeout(120_000);

/** Posts per trial; `test:differential` has twice as many. */
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
		const { disagreements } = await playTrial(stage, makeTrial(seed, stage.pictures, ITEMS));
		if (disagreements.length > 0) found[seed] = disagreements;
	}
	return found;
}

/** Like `test:differential`, but fewer; DIFFERENTIAL_SEED selects others. */
const FIRST = Number(process.env.DIFFERENTIAL_SEED ?? 1);
const seeds = Array.from({ length: NETWORKS.length }, (_, index) => FIRST + index);

test(`${NETWORKS.length * ITEMS} random posts, some for each network: the node refuses what the service refuses`, async () => {
	expect(new Set(seeds.map((seed) => makeTrial(seed, stage.pictures).identifier)).size).toBe(
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

	test('so is a forgotten rule about files', async () => {
		bluesky.media = undefined;
		expect(await kindsOf()).toMatch(/^miss: /m);
	});
});
