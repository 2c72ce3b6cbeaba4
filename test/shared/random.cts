/** Random values of a seed: a number in [0, 1), one below a count, an element, or true with a probability. */
export function createRandom(seed: number) {
	const drawFraction = createSeededRandom(seed);
	const drawBelow = (count: number) => Math.floor(drawFraction() * count);
	return {
		drawFraction,
		drawBelow,
		pick: <T,>(values: readonly T[]): T => values[drawBelow(values.length)],
		chance: (probability: number) => drawFraction() < probability,
	};
}

export type Random = ReturnType<typeof createRandom>;

function createSeededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
