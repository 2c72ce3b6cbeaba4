import { KeptAnswers } from '../../../nodes/Postiz/values/keptAnswers';

let now = 0;
beforeEach(() => {
	now = 1000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** Asks with these keys at these intervals (ms); returns the number of the question that was answered. */
async function answersTo(kept: KeptAnswers<number>, asked: Array<[key: string, later: number]>) {
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
	expect(await answersTo(new KeptAnswers(100), asked)).toEqual([1, 1, 2, 3, 2, 4]);
	expect(
		await answersTo(new KeptAnswers(), [
			['a', 0],
			['a', 1e12],
		]),
	).toEqual([1, 1]);
});

test('a clock that is put back makes nothing last longer', async () => {
	expect(
		await answersTo(new KeptAnswers(100), [
			['a', 0],
			['a', -5000],
		]),
	).toEqual([1, 2]);
});

test('those who ask meanwhile wait for the same answer; one that failed is asked for again', async () => {
	const kept = new KeptAnswers<string>();
	const ask = jest.fn(async () => 'yes').mockRejectedValueOnce(new Error('no'));
	const both = await Promise.allSettled([kept.get('a', ask), kept.get('a', ask)]);
	expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect(ask).toHaveBeenCalledTimes(1);
	expect(await Promise.all([kept.get('a', ask), kept.get('a', ask)])).toEqual(['yes', 'yes']);
	expect(ask).toHaveBeenCalledTimes(2);
});

test('a failure that is reported late does not undo what was asked since', async () => {
	const kept = new KeptAnswers<string>(100);
	let fail: (error: Error) => void = () => {};
	const first = kept.get('a', async () => await new Promise((_resolve, reject) => (fail = reject)));
	now += 100;
	await kept.get('a', async () => 'second');
	fail(new Error('no'));
	await expect(first).rejects.toThrow('no');
	expect(await kept.get('a', async () => 'third')).toBe('second');
});

test('a failure that is final is kept', async () => {
	const kept = new KeptAnswers<string>(100, (error) => String(error).includes('for good'));
	const ask = jest.fn(async () => await Promise.reject<string>(new Error('no, for good')));
	for (let time = 0; time < 2; time++) await expect(kept.get('a', ask)).rejects.toThrow('no');
	expect(ask).toHaveBeenCalledTimes(1);
	now += 100;
	await expect(kept.get('a', async () => 'yes')).resolves.toBe('yes');
});
