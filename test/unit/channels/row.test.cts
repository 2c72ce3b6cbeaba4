import { channelRow } from '../../../nodes/Postiz/channels/match';

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
])('of %j, a row has what is known', (channel, row) => {
	expect(channelRow(channel)).toEqual(row);
});
