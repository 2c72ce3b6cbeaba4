import type { PostFinder } from '../../../../../nodes/Postiz/calendar/postFinder';
import { uploadAndPrepareRowUpdate } from '../../../../../nodes/Postiz/publishing/send/updates/uploadAndPrepareRowUpdate';
import { createFake } from '../../../../shared/fakes.cjs';
import { createDesiredPost, createItem, REQUEST_FIELDS } from '../../createItem.cjs';
import { createCalendarPost } from './createCalendarPost.cjs';

test('rejects a post that is moved to a past date', async () => {
	const before = createCalendarPost();
	const finder = createFake<PostFinder>({
		fetchFresh: async () => await Promise.resolve(before),
	});
	const item = createItem({
		requestFields: { ...REQUEST_FIELDS, date: '2001-02-03T10:00:00.000Z' },
	});
	const planned = {
		desired: createDesiredPost({ item }),
		existing: before,
		changedFields: ['date'],
	} as never;
	const client = { instance: { clockOffset: 0 }, serviceNow: Date.now };
	const run = { client, startedAt: Date.now(), timezone: 'UTC' } as never;
	await expect(uploadAndPrepareRowUpdate(planned, finder, run)).rejects.toThrow(
		'The date 2001-02-03 10:00 UTC is in the past',
	);
});
