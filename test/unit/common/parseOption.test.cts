import { parseOption, parseOptions } from '../../../nodes/Postiz/common/parseOption';
import { catchProblem } from '../support/catchProblem.cjs';

test.each([
	...['draft', ' draft ', 'DRAFT', { __rl: true, mode: 'list', value: 'draft' }].map(
		(entered) => [entered, 'draft'] as const,
	),
	...['nextSlot', 'next slot', 'Next-Slot', 'NEXT_SLOT'].map(
		(entered) => [entered, 'nextSlot'] as const,
	),
])('reads the choice %j as %s', (entered, option) => {
	expect(parseOption(entered, ['draft', 'nextSlot'], 'Type')).toBe(option);
});

test.each([
	['drafted', 'Type cannot be “drafted”'],
	[['draft'], 'Type cannot be “["draft"]”'],
	[true, 'Type cannot be “true”'],
	[null, 'Type is empty'],
	[' ', 'Type is empty'],
])('rejects the choice %j', (entered, message) => {
	expect(catchProblem(() => parseOption(entered, ['draft', 'now'], 'Type'))).toEqual([
		message,
		'Use one of draft, now.',
	]);
});

test.each<[unknown, string[]]>([
	[
		['draft', ' Now ', ''],
		['draft', 'now'],
	],
	['["draft"]', ['draft']],
	['now, draft,,', ['now', 'draft']],
	['', []],
	[undefined, []],
])('reads the choices %j as %j', (value, chosen) => {
	expect(parseOptions(value, ['draft', 'now'], 'States')).toEqual(chosen);
});
