import { notificationRow } from '../../../nodes/Postiz/transport/notifications';

test('a notification has its own ID under its own name, and its link only if there is one', () => {
	const row = { id: 'n1', content: 'Done', createdAt: '2026-09-01T12:00:00.000Z', orgId: 'o1' };
	const shown = { notificationId: 'n1', content: 'Done', createdAt: row.createdAt };
	expect(notificationRow(row)).toEqual({ ...shown, link: null });
	expect(notificationRow({ ...row, link: 'https://x.example' })).toEqual({
		...shown,
		link: 'https://x.example',
	});
	expect(notificationRow({ content: 'Done' })).toMatchObject({ notificationId: null });
});
