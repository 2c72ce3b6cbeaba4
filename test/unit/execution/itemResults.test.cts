import {
	mapConcurrently,
	mapSequentially,
	mergeFailures,
} from '../../../nodes/Postiz/execution/itemResults';
import { Problem } from '../../../nodes/Postiz/common/problem';

test('ends a step at the first failure, or continues with the others', async () => {
	const failAfterFirst = (index: number) => {
		if (index > 0) throw new Problem(`Item ${index}`, '');
		return index;
	};
	const ended = await mapSequentially([0, 1, 2], failAfterFirst, { continuesOnError: false });
	expect([ended.values, [...ended.failures.keys()]]).toEqual([[0], [1]]);
	const done = await mapSequentially([0, 1, 2], failAfterFirst);
	expect([done.values, [...done.failures.keys()]]).toEqual([[0], [1, 2]]);
});

test('lists the cause of other failures first', async () => {
	const { failures } = await mapConcurrently([0, 1], async (index) => {
		await Promise.resolve();
		throw new Problem(`Item ${index}`, '', { isConsequence: index === 0 });
	});
	expect([...failures.keys()]).toEqual([1, 0]);
});

test('keeps the first reason of an item, and the order of the items', () => {
	const merged = mergeFailures(new Map([[3, 'a']]), [
		[1, 'b'],
		[3, 'c'],
		[1, 'd'],
	]);
	expect([...merged]).toEqual([
		[3, 'a'],
		[1, 'b'],
	]);
});

test('yields to other tasks during a step', async () => {
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	let turns = 0;
	const timer = setInterval(() => turns++, 0);
	const turnsBefore: number[] = [];
	await mapSequentially([...Array(100).keys()], () => {
		turnsBefore.push(turns);
		now += 10;
	});
	clearInterval(timer);
	jest.restoreAllMocks();
	const longest = Math.max(
		...turnsBefore.map((turn) => turnsBefore.filter((other) => other === turn).length),
	);
	// Of 10 ms each.
	expect(longest).toBeLessThanOrEqual(5);
});
