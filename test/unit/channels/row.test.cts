import { channelRow, groupRow } from '../../../nodes/Postiz/channels/row';

test('a channel is named by its ID, its name and its network, and by nothing else of it', () => {
	const channel = { id: 'x-1', name: 'Acme Coffee', identifier: 'x', token: 'secret' };
	expect(channelRow(channel)).toEqual({
		channelId: 'x-1',
		channelName: 'Acme Coffee',
		provider: 'x',
		providerName: 'X',
	});
});

test('what is not known of a channel is null', () => {
	const nothing = { channelId: null, channelName: null, provider: null, providerName: null };
	expect(channelRow({})).toEqual(nothing);
	expect(channelRow({ id: '', name: '', identifier: '' })).toEqual(nothing);
});

test('a group is named by its ID and its name', () => {
	const group = { id: 'g1', name: 'Acme', orgId: 'secret' };
	expect(groupRow(group)).toEqual({ groupId: 'g1', groupName: 'Acme' });
	expect(groupRow()).toEqual({ groupId: null, groupName: null });
});
