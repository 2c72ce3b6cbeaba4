import {
	createChannelsFilterSpec,
	createGroupFilterSpec,
	createNetworksFilterSpec,
} from '../../../nodes/Postiz/channels/channelFields';
import {
	resolveFilters,
	matchesFilters,
	type ChannelFilters,
} from '../../../nodes/Postiz/channels/channelFilters';
import { field } from '../../../nodes/Postiz/form/fieldBuilders';
import type { Channel } from '../../../nodes/Postiz/transport/apiTypes';
import { Problem } from '../../../nodes/Postiz/common/problem';
import { catchProblem } from '../support/catchProblem.cjs';

const NONE: ChannelFilters = { channels: [], networks: [], group: '', groupMembers: [] };
const ACME = { id: 'g-acme', name: 'Acme' };
const CHANNELS: Channel[] = [
	{ id: 'x-1', name: 'Acme Coffee', profile: 'acmecoffee', identifier: 'x', customer: ACME },
	{ id: 'li-1', name: 'Jo', identifier: 'linkedin', disabled: true, customer: ACME },
	{ id: 'vibes-1', name: 'Vibes', identifier: 'vibes' },
];

const listed = jest.fn(async () => CHANNELS);
beforeEach(() => listed.mockClear());

const FILTERS = {
	channels: createChannelsFilterSpec(field.multiChoice('Channels', 'channels')),
	group: createGroupFilterSpec('Only channels of this group'),
	networks: createNetworksFilterSpec('Only channels on these networks'),
};
const read = (filters: object) => ({
	channels: FILTERS.channels.read({ ...filters }),
	group: FILTERS.group.read({ ...filters }),
	networks: FILTERS.networks.read({ ...filters }),
});

const find = async (filters: object, channels = listed) =>
	await resolveFilters(read(filters), channels);

async function catchRejection(filters: object): Promise<[string, string]> {
	try {
		await find(filters);
	} catch (error) {
		if (error instanceof Problem) return [error.message, error.description];
		throw error;
	}
	throw new Error('It was not refused');
}

describe('the requests of filters', () => {
	test.each<{ title: string; filters: object; expected: Partial<ChannelFilters> }>([
		{ title: 'a name', filters: { channels: 'acme coffee' }, expected: { channels: ['x-1'] } },
		{
			title: 'a channel that is disabled',
			filters: { channels: ['Jo'] },
			expected: { channels: ['li-1'] },
		},
		{
			title: 'a group of channels',
			filters: { channels: ['group:g-acme'] },
			expected: { channels: ['x-1', 'li-1'] },
		},
		{
			title: 'a group by its ID',
			filters: { group: 'g-acme' },
			expected: { group: 'g-acme', groupMembers: ['x-1', 'li-1'] },
		},
		{
			title: 'a group by its name',
			filters: { group: ' ACME ' },
			expected: { group: 'g-acme', groupMembers: ['x-1', 'li-1'] },
		},
		{
			title: 'names with commas',
			filters: { providers: 'Twitter, LinkedIn Page' },
			expected: { networks: ['x', 'linkedin-page'] },
		},
		{
			title: 'rows with networks',
			filters: { providers: [{ provider: 'x', name: 'Jo' }] },
			expected: { networks: ['x'] },
		},
	])('$title', async ({ filters, expected }) => {
		expect(await find(filters)).toEqual({ ...NONE, ...expected });
	});

	test.each([{}, { channels: '', group: ' ', providers: [] }, { providers: ['linkedin', 'x'] }])(
		'%j needs no list of channels',
		async (filters) => {
			await find(filters);
			expect(listed).not.toHaveBeenCalled();
		},
	);

	test.each<[object, string, string]>([
		[
			{ group: 'Acne' },
			'Group: no group of channels is named “Acne”',
			'Groups: Acme. Enter one of them or its ID, or leave Group empty.',
		],
	])('rejects %j with the available names', async (filters, message, advice) => {
		expect(await catchRejection(filters)).toEqual([message, expect.stringContaining(advice)]);
	});

	test.each([
		[{ providers: [{ a: 1 }] }, 'Networks cannot be “{"a":1}”'],
		[{ providers: 'Linkedn' }, 'Networks cannot be “Linkedn”'],
		[{ group: ['g-acme'] }, 'Group must be text, not “["g-acme"]”'],
	])('rejects %j before any request', (filters, message) => {
		expect(catchProblem(() => read(filters))[0]).toBe(message);
	});

	test('rejects a group if there are none', async () => {
		const none = jest.fn(async () => []);
		await expect(find({ group: 'Acme' }, none)).rejects.toMatchObject({
			description: expect.stringContaining('No channel is in a group'),
		});
	});
});

const CHANNEL = { channelId: 'c1', identifier: 'x', groupId: 'g1' };

test.each([
	[{}, true],
	[{ channels: ['c2', 'c1'] }, true],
	[{ networks: ['bluesky', 'x'] }, true],
	[{ networks: ['bluesky'] }, false],
	[{ channels: ['c2'], networks: ['x'] }, false],
	[{ group: 'g1' }, true],
	[{ group: 'g2' }, false],
	[{ group: 'g2', groupMembers: ['c1'] }, true],
])('%j matches a channel of X: %p', (filters, expected) => {
	expect(matchesFilters({ ...NONE, ...filters }, CHANNEL)).toBe(expected);
});

test('omits posts of unknown channels with every filter', () => {
	expect(matchesFilters(NONE, {})).toBe(true);
	expect(matchesFilters({ ...NONE, channels: ['c1'] }, {})).toBe(false);
	expect(matchesFilters({ ...NONE, networks: ['x'] }, {})).toBe(false);
	expect(matchesFilters({ ...NONE, group: 'g1' }, {})).toBe(false);
});
