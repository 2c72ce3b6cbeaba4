import { memoize, memoizeByObject } from '../../../nodes/Postiz/common/memoize';

describe('memoize', () => {
	let now = 0;
	beforeEach(() => {
		now = 1000;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	/** Counts its calls. */
	function createCounter() {
		let calls = 0;
		return async (..._args: unknown[]) => await Promise.resolve(++calls);
	}

	test('calls once for the same arguments', async () => {
		const count = memoize(createCounter());
		const results = [];
		for (const args of [['a', 7], ['a', 30], ['b', 7], ['a', 7], []]) {
			results.push(await count(...args));
			now += 1e12;
		}
		expect(results).toEqual([1, 2, 3, 1, 4]);
	});

	test('uses a given key and a shared cache', async () => {
		const options = { cache: new Map(), toKey: ([first]: unknown[]) => String(first) };
		const [count, other] = [memoize(createCounter(), options), memoize(createCounter(), options)];
		expect([await count('a', 1), await count('a', 2), await other('a', 3)]).toEqual([1, 1, 1]);
		options.cache.clear();
		expect(await count('a', 1)).toBe(2);
	});

	test('keeps a result for its lifetime', async () => {
		const cache = new Map();
		const count = memoize(createCounter(), { cache, ttl: 100 });
		const results = [];
		for (const [key, later] of [
			['a', 0],
			['a', 99],
			['b', 0],
			['a', 1],
			['b', 98],
			['b', 1],
		] as const) {
			now += later;
			results.push(await count(key));
		}
		expect(results).toEqual([1, 1, 2, 3, 2, 4]);
		now += 100;
		await count('c');
		expect(cache.size).toBe(1);
	});

	test('shares a pending result, and does not keep a failure', async () => {
		const ask = jest
			.fn(async () => await Promise.resolve('yes'))
			.mockRejectedValueOnce(new Error('no'));
		const get = memoize(ask);
		const both = await Promise.allSettled([get(), get()]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(ask).toHaveBeenCalledTimes(1);
		expect(await Promise.all([get(), get()])).toEqual(['yes', 'yes']);
		expect(ask).toHaveBeenCalledTimes(2);
	});

	test('keeps failures on request', async () => {
		const ask = jest.fn(async () => await Promise.reject(new Error('no')));
		const get = memoize(ask, { keepsFailures: true });
		await expect(get()).rejects.toThrow('no');
		await expect(get()).rejects.toThrow('no');
		expect(ask).toHaveBeenCalledTimes(1);
	});
});

test('memoizeByObject calls once for each object, even if it returns nothing', () => {
	const compute = jest.fn((_key: object) => undefined);
	const get = memoizeByObject(compute);
	const [key, equal] = [{}, {}];
	for (const object of [key, equal, key]) get(object);
	expect(compute.mock.calls).toEqual([[key], [equal]]);
});
