import { toOutputs } from '../../../../nodes/Postiz/actions/shared/toOutputs';

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
	expect(toOutputs(answer)).toEqual(rows);
});
