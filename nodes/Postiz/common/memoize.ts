import { getOrCreate } from './collections';

/** Results by key, with the time of the call. */
export type Cache<Result> = Map<string, { calledAt: number; result: Promise<Result> }>;

interface MemoizeOptions<Args, Result> {
	/** Shared by several functions, or kept longer than the function. */
	cache?: Cache<Result>;
	toKey?: (args: Args) => string;
	/** How long a result is valid. */
	ttl?: number;
	/** For calls that would fail again in the same run. */
	keepsFailures?: boolean;
}

/** Calls `compute` once for the same arguments. Calls it again after a failure. */
export function memoize<Args extends unknown[], Result>(
	compute: (...args: Args) => Promise<Result>,
	{
		cache = new Map(),
		toKey = JSON.stringify,
		ttl = Infinity,
		keepsFailures = false,
	}: MemoizeOptions<Args, Result> = {},
): (...args: Args) => Promise<Result> {
	return async (...args) => {
		const calledAt = Date.now();
		if (ttl < Infinity) deleteExpired(cache, calledAt - ttl);
		const key = toKey(args);
		const entry = getOrCreate(cache, key, () => ({ calledAt, result: compute(...args) }));
		return await entry.result.catch((error: unknown) => {
			// Another call may have begun since.
			if (!keepsFailures && cache.get(key) === entry) cache.delete(key);
			throw error;
		});
	};
}

/** Deletes results of all keys, as nobody may ask for them again. */
function deleteExpired(cache: Cache<unknown>, latestExpired: number): void {
	for (const [key, { calledAt }] of cache) if (calledAt <= latestExpired) cache.delete(key);
}

/** Calls `compute` once for each object, which must not change. */
export function memoizeByObject<Key extends object, Value>(
	compute: (key: Key) => Value,
): (key: Key) => Value {
	const cache = new WeakMap<Key, { value: Value }>();
	return (key) => getOrCreate(cache, key, () => ({ value: compute(key) })).value;
}
