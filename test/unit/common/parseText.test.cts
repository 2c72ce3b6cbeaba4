import { DateTime } from 'luxon';

import { isUsableText } from '../../../nodes/Postiz/common/errorText';
import { parseText, parseOptionalText, extractId } from '../../../nodes/Postiz/common/parseText';
import { catchProblem } from '../support/catchProblem.cjs';

/** What expressions return instead of a text, or formulas. */
const NO_TEXTS: unknown[] = [
	...[false, true, NaN, Infinity, ['g1'], { id: 'g1' }, new Date(NaN), DateTime.invalid('no date')],
	...['Invalid DateTime', 'Invalid Date', 'NaN', 'undefined', ' null ', '[object Object]'],
	'[object Object],[object Object]',
	// As long IDs are after a sheet has rounded them.
	...[2 ** 60, -(2 ** 60)],
	...['#N/A', ' #REF! ', '#DIV/0!', '#NAME?', 'Loading...'],
];

test.each(NO_TEXTS.map((value) => [value]))('rejects %p as text', (value) => {
	for (const parse of [
		() => parseText(value, 'Title'),
		() => parseOptionalText({ mode: 'id', value }, 'Title'),
	]) {
		expect(catchProblem(parse)).toEqual([
			expect.stringMatching(/^Title (?:cannot be|must be text, not) “/),
			expect.stringMatching(/^Check where it comes from\. Correct the cell /),
		]);
	}
	expect([isUsableText(value), extractId(value)]).toEqual([false, '']);
});

test.each<[unknown, string]>([
	['', ''],
	[undefined, ''],
	[null, ''],
	[0, '0'],
	[7n, '7'],
	...['False', 'Infinity', 'null and void', ' Two ', 'Null', '#WIN!', '#N/A?'].map(
		(text): [string, string] => [text, text],
	),
	[new Date('2026-12-14'), String(new Date('2026-12-14'))],
	[DateTime.fromISO('2026-12-14', { zone: 'UTC' }), '2026-12-14T00:00:00.000Z'],
])('reads the text in %p as %j', (value, text) => {
	expect(parseText(value, 'Title')).toBe(text);
});

test.each([
	[' c1\n', 'c1'],
	[7, '7'],
	[{ __rl: true, mode: 'list', value: 'c1', cachedResultName: 'Acme' }, 'c1'],
	[{ __rl: true, mode: 'id', value: 7 }, '7'],
	['', ''],
	[undefined, ''],
	[{ id: 'c1' }, ''],
	[['c1'], ''],
	[true, ''],
])('reads the ID in %j as %j', (value, id) => {
	expect(extractId(value)).toBe(id);
});
