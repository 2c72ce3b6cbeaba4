import {
	channelsFilter,
	findFilters,
	networksFilter,
	passes,
	type ChannelFilters,
} from '../../../nodes/Postiz/channels/filters';
import type { Channel } from '../../../nodes/Postiz/transport/types';
import { problemOf } from '../support/problem.cjs';

const NONE: ChannelFilters = { channels: [], networks: [] };
const ACME = { id: 'g-acme', name: 'Acme' };
const CHANNELS: Channel[] = [
	{ id: 'x-1', name: 'Acme Coffee', profile: 'acmecoffee', identifier: 'x', customer: ACME },
	{ id: 'li-1', name: 'Jo', identifier: 'linkedin', disabled: true, customer: ACME },
	{ id: 'vibes-1', name: 'Vibes', identifier: 'vibes' },
];

const listed = jest.fn(async () => CHANNELS);
beforeEach(() => listed.mockClear());

const FILTERS = {
	channels: channelsFilter('Only these channels'),
	networks: networksFilter('Only channels on these networks'),
};
const read = (filters: object) => ({
	channels: FILTERS.channels.read({ ...filters }),
	networks: FILTERS.networks.read({ ...filters }),
});

const find = async (filters: object, channels = listed) =>
	await findFilters(read(filters), channels);

describe('what filters ask for', () => {
	test.each<[string, object, Partial<ChannelFilters>]>([
		['a name', { channels: 'acme coffee' }, { channels: ['x-1'] }],
		['a channel that is disabled', { channels: ['Jo'] }, { channels: ['li-1'] }],
		['a group of channels', { channels: ['All of Acme'] }, { channels: ['x-1', 'li-1'] }],
		[
			'names with commas',
			{ providers: 'Twitter, LinkedIn Page' },
			{ networks: ['x', 'linkedin-page'] },
		],
		['rows with networks', { providers: [{ provider: 'x', name: 'Jo' }] }, { networks: ['x'] }],
	])('%s', async (_kind, filters, expected) => {
		expect(await find(filters)).toEqual({ ...NONE, ...expected });
	});

	test.each([{}, { channels: '', providers: [] }, { providers: ['linkedin', 'x'] }])(
		'%j needs no list of channels',
		async (filters) => {
			await find(filters);
			expect(listed).not.toHaveBeenCalled();
		},
	);

	test.each([
		[{ providers: [{ a: 1 }] }, 'Networks cannot be “{"a":1}”'],
		[{ providers: 'Linkedn' }, 'Networks cannot be “Linkedn”'],
	])('%j is refused before anything is asked', (filters, message) => {
		expect(problemOf(() => read(filters))[0]).toBe(message);
	});
});

const CHANNEL = { id: 'c1', identifier: 'x' };

test.each([
	[{}, true],
	[{ channels: ['c2', 'c1'] }, true],
	[{ networks: ['bluesky', 'x'] }, true],
	[{ networks: ['bluesky'] }, false],
	[{ channels: ['c2'], networks: ['x'] }, false],
])('%j lets a channel of X through: %p', (filters, expected) => {
	expect(passes({ ...NONE, ...filters }, CHANNEL)).toBe(expected);
});

test('any filter keeps out what nothing is known of', () => {
	expect(passes(NONE, {})).toBe(true);
	expect(passes({ ...NONE, channels: ['c1'] }, {})).toBe(false);
	expect(passes({ ...NONE, networks: ['x'] }, {})).toBe(false);
});
