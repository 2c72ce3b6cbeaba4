import { getOrCreate } from './lists';

/** Caches answers by question for some time. Failures are not cached. */
export class Memoizer<Answer> {
	private readonly kept = new Map<string, { atMs: number; answer: Promise<Answer> }>();

	constructor(private readonly forMs = Infinity) {}

	/** Returns the cached answer, or calls `ask`. Throws like `ask`. */
	async get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
		const now = Date.now();
		for (const [other, { atMs }] of this.kept) {
			if (now - atMs >= this.forMs) this.kept.delete(other);
		}
		const { answer } = getOrCreate(this.kept, key, () => ({ atMs: now, answer: ask() }));
		return await answer.catch((error: unknown) => {
			this.kept.delete(key);
			throw error;
		});
	}
}

/** A function that makes a value once per object, which must not change. */
export function memoizeByObject<Key extends object, Value>(
	make: (key: Key) => Value,
): (key: Key) => Value {
	const made = new WeakMap<Key, { value: Value }>();
	return (key) => getOrCreate(made, key, () => ({ value: make(key) })).value;
}
