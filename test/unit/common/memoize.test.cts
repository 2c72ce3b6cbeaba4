import { Memoizer } from '../../../nodes/Postiz/common/memoize';

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
