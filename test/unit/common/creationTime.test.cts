import { getCreationTime } from '../../../nodes/Postiz/common/creationTime';

test('reads the creation time from an ID of the service', () => {
	const at = getCreationTime('cm6tcts4f0005qcwit25cis26')!;
	expect(new Date(at).toISOString()).toBe('2025-02-06T13:09:28.095Z');
});

test.each(['', 'post-1', 'cm6tcts4f', 'cm6tcts4f0005qcwit25cis26x', 'CM6TCTS4F0005QCWIT25CIS26'])(
	'reads no time from another ID such as %j',
	(id) => expect(getCreationTime(id)).toBeUndefined(),
);
