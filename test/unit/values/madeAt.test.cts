import { madeAt } from '../../../nodes/Postiz/values/madeAt';

test('an ID of the service says when what has it was made', () => {
	const at = madeAt('cm6tcts4f0005qcwit25cis26')!;
	expect(new Date(at).toISOString()).toBe('2025-02-06T13:09:28.095Z');
});

test.each(['', 'post-1', 'cm6tcts4f', 'cm6tcts4f0005qcwit25cis26x', 'CM6TCTS4F0005QCWIT25CIS26'])(
	'another ID, such as %j, does not',
	(id) => expect(madeAt(id)).toBeUndefined(),
);
