import {
	CANCELLED_BEFORE_SENDING,
	Memoizer,
	Locks,
	Queue,
} from '../../../nodes/Postiz/common/concurrency';

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** Works that end on request. */
function works() {
	const begun: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	const work = (name: string) => async () => {
		begun.push(name);
		await new Promise<void>((resolve, reject) =>
			ends.set(name, (error) => (error ? reject(error) : resolve())),
		);
		return name;
	};
	const end = async (name: string, error?: Error) => {
		ends.get(name)!(error);
		await settle();
	};
	return { begun, work, end };
}

describe('locks', () => {
	function locked() {
		const turns = new Locks();
		const { begun, work, end } = works();
		const start = async (name: string, keys: string[], signal?: AbortSignal) =>
			await turns.run(keys, work(name), signal);
		return { begun, start, end };
	}

	test('works with a key in common follow each other, others do not wait', async () => {
		const { begun, start, end } = locked();
		const all = [start('one', ['a', 'b']), start('two', ['b', 'c']), start('three', ['d'])];
		await settle();
		expect(begun).toEqual(['one', 'three']);
		await end('one');
		expect(begun).toEqual(['one', 'three', 'two']);
		await end('two');
		await end('three');
		expect(await Promise.all(all)).toEqual(['one', 'two', 'three']);
	});

	test('keys in any order, and named twice, block nobody for good', async () => {
		const { begun, start, end } = locked();
		const all = [
			start('one', ['a', 'b', 'a']),
			start('two', ['b', 'a']),
			start('three', ['a', 'b']),
		];
		for (const name of ['one', 'two', 'three']) {
			await settle();
			expect(begun.at(-1)).toBe(name);
			await end(name);
		}
		expect(await Promise.all(all)).toHaveLength(3);
	});

	test('a work that fails ends its turn', async () => {
		const { start, end } = locked();
		const failing = expect(start('one', ['a'])).rejects.toThrow('broken');
		const next = start('two', ['a']);
		await settle();
		await end('one', new Error('broken'));
		await failing;
		await end('two');
		expect(await next).toBe('two');
	});

	test('one that is cancelled while it waits does nothing, and those behind it wait on', async () => {
		const { begun, start, end } = locked();
		const first = start('one', ['a']);
		const cancel = new AbortController();
		const cancelled = expect(start('two', ['a', 'b'], cancel.signal)).rejects.toBe(
			CANCELLED_BEFORE_SENDING,
		);
		const behind = start('three', ['b', 'a']);
		await settle();
		cancel.abort();
		await settle();
		expect(begun).toEqual(['one']);
		await end('one');
		await cancelled;
		expect(begun).toEqual(['one', 'three']);
		await end('three');
		expect([await first, await behind]).toEqual(['one', 'three']);
	});
});

describe('a queue', () => {
	test('lets so many work at a time, in the order they came', async () => {
		const queue = new Queue(2);
		const { begun, work, end } = works();
		const names = ['one', 'two', 'three', 'four'];
		const running = names.map(async (name) => await queue.run(work(name)));
		await settle();
		expect(begun).toEqual(['one', 'two']);
		await end('two');
		expect(begun).toEqual(['one', 'two', 'three']);
		for (const name of ['one', 'three', 'four']) await end(name);
		expect(await Promise.all(running)).toEqual(names);
		expect(begun).toEqual(names);
	});

	test('goes on after work that fails, whose error it hands on', async () => {
		const queue = new Queue(1);
		const { work, end } = works();
		const failing = expect(queue.run(work('bad'))).rejects.toThrow('No');
		const next = queue.run(work('good'));
		await settle();
		await end('bad', new Error('No'));
		await failing;
		await end('good');
		expect(await next).toBe('good');
	});
});

describe('answers', () => {
	let now = 0;
	beforeEach(() => {
		now = 1000;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	/** Asks with these keys at these intervals (ms); returns the number of the question that was answered. */
	async function answersTo(kept: Memoizer<number>, asked: Array<[key: string, later: number]>) {
		const answers: number[] = [];
		let count = 0;
		for (const [key, later] of asked) {
			now += later;
			answers.push(await kept.get(key, async () => ++count));
		}
		return answers;
	}

	test('an answer is kept for its time, under its key', async () => {
		const asked: Array<[string, number]> = [
			['a', 0],
			['a', 99],
			['b', 0],
			['a', 1],
			['b', 98],
			['b', 1],
		];
		expect(await answersTo(new Memoizer(100), asked)).toEqual([1, 1, 2, 3, 2, 4]);
		expect(
			await answersTo(new Memoizer(), [
				['a', 0],
				['a', 1e12],
			]),
		).toEqual([1, 1]);
	});

	test('those who ask meanwhile wait for the same answer; one that failed is asked for again', async () => {
		const kept = new Memoizer<string>();
		const ask = jest.fn(async () => 'yes').mockRejectedValueOnce(new Error('no'));
		const both = await Promise.allSettled([kept.get('a', ask), kept.get('a', ask)]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(ask).toHaveBeenCalledTimes(1);
		expect(await Promise.all([kept.get('a', ask), kept.get('a', ask)])).toEqual(['yes', 'yes']);
		expect(ask).toHaveBeenCalledTimes(2);
	});
});
