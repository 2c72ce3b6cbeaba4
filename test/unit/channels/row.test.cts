import { channelRow, groupRow, passes } from '../../../nodes/Postiz/channels/row';
import { providers } from '../../../nodes/Postiz/providers';

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

const CHANNEL = { channelId: 'c1', identifier: 'x' };

test.each([
	[{}, true],
	[{ channels: ['c2', 'c1'] }, true],
	[{ channels: ['c2'] }, false],
	[{ providers: ['bluesky', 'x'] }, true],
	[{ providers: ['bluesky'] }, false],
	[{ channels: ['c1'], providers: ['x'] }, true],
	[{ channels: ['c2'], providers: ['x'] }, false],
	[{ channels: ['c1'], providers: ['bluesky'] }, false],
])('%j lets a channel of X through: %p', (filters, expected) => {
	expect(passes({ channels: [], providers: [], ...filters }, CHANNEL)).toBe(expected);
});

test('any filter keeps out what nothing is known of', () => {
	expect(passes({ channels: [], providers: [] }, {})).toBe(true);
	expect(passes({ channels: ['c1'], providers: [] }, {})).toBe(false);
	expect(passes({ channels: [], providers: ['x'] }, {})).toBe(false);
});

test('a network is known by all of its identifiers', () => {
	const { identifier, aliases = [] } = providers.find((provider) => provider.aliases)!;
	for (const wanted of [identifier, ...aliases]) {
		for (const named of [identifier, ...aliases]) {
			expect(passes({ channels: [], providers: [wanted] }, { identifier: named })).toBe(true);
		}
	}
});

test('a network that the node does not know is known by its identifier', () => {
	const filters = { channels: [], providers: ['unheard-of'] };
	expect(passes(filters, { identifier: 'unheard-of' })).toBe(true);
	expect(passes(filters, { identifier: 'other' })).toBe(false);
});
