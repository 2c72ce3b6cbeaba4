export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A number in [0, 1) from a seed, the same for the same seed. */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

let made = 0;

/** An ID that the service gives at a time (ms). */
export const idMadeAt = (time: number) =>
	`c${time.toString(36).padStart(8, '0')}${String(made++).padStart(16, '0')}`;
