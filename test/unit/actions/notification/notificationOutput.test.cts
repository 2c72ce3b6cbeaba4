import { toNotificationOutput } from '../../../../nodes/Postiz/actions/notification/notificationOutput';

test('names the ID of a notification, and adds a link only if it has one', () => {
	const row = { id: 'n1', content: 'Done', createdAt: '2026-09-01T12:00:00.000Z', orgId: 'o1' };
	const shown = { notificationId: 'n1', content: 'Done', createdAt: row.createdAt };
	expect(toNotificationOutput(row)).toEqual({ ...shown, link: null });
	expect(toNotificationOutput({ ...row, link: 'https://x.example' })).toEqual({
		...shown,
		link: 'https://x.example',
	});
	expect(toNotificationOutput({ content: 'Done' })).toMatchObject({ notificationId: null });
});
