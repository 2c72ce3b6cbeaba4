import { toChannelColumns } from '../../../nodes/Postiz/channels/channelLabel';

test.each([
	[
		{ id: 'x-1', name: 'Acme Coffee', identifier: 'x', token: 'secret' },
		{ channel: 'X: Acme Coffee', network: 'x', channelId: 'x-1' },
	],
	[
		{ id: 'x-1', name: '', identifier: 'x' },
		{ channel: 'X', network: 'x', channelId: 'x-1' },
	],
	[{ name: 'Acme Coffee' }, { channel: 'Acme Coffee' }],
	[{}, {}],
])('reads the known fields of %j', (channel, row) => {
	expect(toChannelColumns(channel)).toEqual(row);
});
