import type { IExecuteFunctions } from 'n8n-workflow';

import { ItemResults, toRows } from '../../../../nodes/Postiz/actions/shared/operation';

test.each([
	[{ a: 1 }, [{ a: 1 }]],
	[
		[{ a: 1 }, { a: 2 }],
		[{ a: 1 }, { a: 2 }],
	],
	['text', [{ value: 'text' }]],
	[0, [{ value: 0 }]],
	[false, [{ value: false }]],
	[
		['a', [1], null, { a: 1 }],
		[{ value: 'a' }, { value: [1] }, { a: 1 }],
	],
	[[], []],
	[{}, [{}]],
	[null, []],
	[undefined, []],
	['', [{ value: '' }]],
])('%j is output as %j', (answer, rows) => {
	expect(toRows(answer)).toEqual(rows);
});

const contextOf = (items: number) =>
	({
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		getNode: () => ({}),
		continueOnFail: () => false,
	}) as unknown as IExecuteFunctions;

test('an item can have more rows than the arguments of a call', () => {
	const rows = Array(200_000).fill({ a: 1 });
	expect(new ItemResults(contextOf(1)).toOutput([{ index: 0, rows }])).toHaveLength(200_000);
});

test('a step lets others have a turn while it works', async () => {
	const failures = new ItemResults(contextOf(100));
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	let turns = 0;
	const timer = setInterval(() => turns++, 0);
	const turnsBefore: number[] = [];
	await failures.inTurn(failures.items, () => {
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
