import type { IDataObject, IRunData } from 'n8n-workflow';

import { refuseRepetition } from './harness.cjs';

test('an error whose description repeats its message fails the run that shows it', () => {
	const runOf = (json: IDataObject) =>
		({ Postiz: [{ data: { main: [[{ json }]] } }] }) as unknown as IRunData;
	const repeated = 'The description repeats the message “A is wrong”';
	const description = 'A is wrong. Correct it.';
	for (const message of ['A is wrong', 'A is wrong (and 2 more problems)']) {
		expect(() => refuseRepetition({}, { message, description })).toThrow(repeated);
	}
	expect(() => refuseRepetition(runOf({ error: `A is wrong. ${description}` }))).toThrow(repeated);
	expect(() => refuseRepetition(runOf({ error: 'A is wrong. Fix A.' }))).not.toThrow();
	expect(() =>
		refuseRepetition({}, { message: 'A is wrong', description: 'Fix A.' }),
	).not.toThrow();
	expect(() => refuseRepetition(runOf({ error: 'A is wrong' }))).not.toThrow();
});
