import { channelItem, notificationItem, postItem } from '../../../nodes/Postiz/events/items';

test('the item of a post is flat', () => {
	expect(
		postItem('postFailed', {
			id: 'p1',
			state: 'ERROR',
			publishDate: '2026-09-01T12:00:00.000Z',
			content: '<p>Fresh &amp; hot</p>',
			settings: '{"__type":"x"}',
			tags: [{ tag: { name: 'Tea' } }],
			integration: { id: 'c1', name: 'Acme', providerIdentifier: 'x' },
		}),
	).toMatchObject({
		event: 'postFailed',
		id: 'p1',
		state: 'ERROR',
		text: 'Fresh & hot',
		settings: { __type: 'x' },
		tags: ['Tea'],
		channelId: 'c1',
		channelName: 'Acme',
		providerName: 'X',
		releaseURL: null,
	});
});

test('the item of a notification has its link only if there is one', () => {
	const row = { id: 'n1', content: 'Done', createdAt: '2026-09-01T12:00:00.000Z' };
	expect(notificationItem(row)).toEqual({ event: 'newNotification', ...row, link: null });
	expect(notificationItem({ ...row, link: 'https://x.example' })).toEqual({
		event: 'newNotification',
		...row,
		link: 'https://x.example',
	});
});

test('the item of a channel has null for what is not known', () => {
	expect(
		channelItem({ reason: 'reconnect', channel: { name: '', identifier: '' }, message: 'Why' }),
	).toEqual({
		event: 'channelNeedsAttention',
		reason: 'reconnect',
		id: null,
		name: null,
		provider: null,
		providerName: null,
		groupId: null,
		groupName: null,
		message: 'Why',
	});
});
