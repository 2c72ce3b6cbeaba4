import { passes } from '../../../nodes/Postiz/channels/filters';
import { providers } from '../../../nodes/Postiz/providers';

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
