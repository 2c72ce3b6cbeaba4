import { parseChannelNames } from '../../../nodes/Postiz/channels/parseChannelNames';
import { toChannelColumns } from '../../../nodes/Postiz/channels/channelLabel';
import { catchProblem } from '../support/catchProblem.cjs';

const COFFEE = {
	id: 'x-1',
	name: 'Acme Coffee',
	profile: 'acmecoffee',
	identifier: 'x',
	customer: { id: 'acme', name: 'Acme' },
};

describe('reads the value of Channels', () => {
	const picked = { __rl: true, mode: 'list', value: 'x-1', cachedResultName: 'Acme' };
	test.each<{ title: string; entered: unknown; expected: string[][] }>([
		{ title: 'nothing', entered: undefined, expected: [] },
		{ title: 'an empty text', entered: ' \n', expected: [] },
		{ title: 'a list of nothing', entered: ['', null, [[]]], expected: [] },
		{ title: 'a text', entered: ' X, LinkedIn ', expected: [['X, LinkedIn']] },
		{ title: 'a list', entered: ['x-1', ' group:acme'], expected: [['x-1'], ['group:acme']] },
		{ title: 'a picker', entered: picked, expected: [['x-1']] },
		{
			title: 'a row of a post',
			entered: { channel: 'X: Acme Coffee', text: 'Tea' },
			expected: [['X: Acme Coffee']],
		},
		{ title: 'JSON', entered: '["x-1", {"id": "li-1"}]', expected: [['x-1'], ['li-1']] },
		{ title: 'JSON in a string of JSON', entered: '"[\\"x-1\\"]"', expected: [['x-1']] },
		{
			title: 'JSON in a code fence',
			entered: '```json\n["x-1", "li-1"]\n```',
			expected: [['x-1'], ['li-1']],
		},
		{
			title: 'a text that only looks like JSON',
			entered: '[Acme] Coffee',
			expected: [['[Acme] Coffee']],
		},
		{ title: 'what the service lists', entered: COFFEE, expected: [['x-1']] },
		{
			title: 'what Channel > Get Many outputs',
			entered: toChannelColumns(COFFEE),
			expected: [['x-1']],
		},
		{
			title: 'a row of another service',
			entered: { id: 'rec1', name: 'Acme Coffee', provider: 'X' },
			expected: [['X: rec1', 'X: Acme Coffee']],
		},
		{
			title: 'a multi-select',
			entered: [{ id: 'sel1', name: 'X', color: 'blue' }, { value: 'LinkedIn' }],
			expected: [['sel1', 'X'], ['LinkedIn']],
		},
	])('$title', ({ entered, expected }) => {
		expect(parseChannelNames(entered)).toEqual(expected);
	});

	test.each([
		[{}, '{}'],
		[['X', { id: ' ', name: null }], '{"id":" ","name":null}'],
		[JSON.parse('{"__proto__": {"id": "x-1"}}'), '{"__proto__":{"id":"x-1"}}'],
	])('finds no channel in %j', (entered, shown) => {
		expect(catchProblem(() => parseChannelNames(entered))).toEqual([
			`Channels cannot be “${shown}”`,
			expect.stringContaining('Enter each channel as its name, handle or ID'),
		]);
	});
});
