import type { IExecuteFunctions } from 'n8n-workflow';

import { ItemRun, toRows } from '../../../../nodes/Postiz/resources/shared/operation';

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

test('an item can have more rows than the arguments of a call', () => {
	const run = new ItemRun({ getInputData: () => [{ json: {} }] } as unknown as IExecuteFunctions);
	run.add(Array(200_000).fill({ a: 1 }), 0);
	expect(run.toOutput()).toHaveLength(200_000);
});
