import fc from 'fast-check';

const wanted = process.env.RANDOM_SEED ?? (process.env.CI ? '1' : undefined);

/** The seed of random tests: fixed in CI, and a new one each time elsewhere. */
export const RANDOM_SEED = wanted === undefined ? Date.now() % 1_000_000 : Number(wanted);
if (!Number.isInteger(RANDOM_SEED)) {
	throw new Error(`RANDOM_SEED is “${wanted}”; it must be a whole number.`);
}

fc.configureGlobal({ seed: RANDOM_SEED });
