import { resolveChannels } from '../../../nodes/Postiz/channels/resolveChannels';
import { parseChannelNames } from '../../../nodes/Postiz/channels/parseChannelNames';
import { toChannelColumns } from '../../../nodes/Postiz/channels/channelLabel';
import { allNetworks } from '../../../nodes/Postiz/networks';
import type { Channel } from '../../../nodes/Postiz/transport/apiTypes';
import { catchProblem } from '../support/catchProblem.cjs';
import { castUnchecked } from '../../shared/fakes.cjs';

const ACME = { id: 'acme', name: 'Acme' };

const CHANNELS: Channel[] = [
	{ id: 'x-1', name: 'Acme Coffee', profile: 'acmecoffee', identifier: 'x', customer: ACME },
	{ id: 'page-1', name: 'Acme', identifier: 'linkedin-page' },
	{ id: 'li-1', name: 'Jo Acme', identifier: 'linkedin', customer: ACME },
	{ id: 'sky-1', name: 'Acme, Inc.', identifier: 'bluesky', disabled: true, customer: ACME },
	{ id: 'th-1', name: 'Tea; Cake, Ltd, Oslo', identifier: 'threads' },
	{ id: 'tg-1', name: 'News', identifier: 'telegram', customer: { id: 'b', name: 'Beans' } },
	{ id: 'tg-2', name: 'news', identifier: 'telegram', customer: { id: 'c', name: '' } },
	castUnchecked<Channel>({ id: 'vibes-1', name: 'Vibes', profile: null, identifier: 'vibes' }),
	{
		id: 'pin-1',
		name: 'Off',
		identifier: 'pinterest',
		disabled: true,
		customer: { id: 'd', name: 'Quiet' },
	},
];

const find = (entered: unknown, channels = CHANNELS) =>
	resolveChannels(parseChannelNames(entered), channels);
const findIds = (entered: unknown) => find(entered).channels.map(({ id }) => id);

const describeUnknown = (name: string) => `No channel, group or network is named “${name}”`;
const CONNECTED = 'Connected: X: Acme Coffee, LinkedIn Page: Acme';
const GONE = 'c2zwb9hwkku5tf11w98d8hri2';
const DISABLED = 'Bluesky: Acme, Inc. is disabled in Postiz';

describe('the channels of a value', () => {
	test.each<{ title: string; entered: unknown; ids: string[] }>([
		{ title: 'a group as the list has it', entered: 'group:acme', ids: ['x-1', 'li-1'] },
		{ title: 'a name a line', entered: 'X: Acme Coffee\nThreads', ids: ['x-1', 'th-1'] },
		{
			title: 'commas without anything between them',
			entered: ', X,, ,LinkedIn Profile,',
			ids: ['x-1', 'li-1'],
		},
		{ title: 'a name with commas in it', entered: 'tea; cake, ltd, oslo', ids: ['th-1'] },
		{ title: 'a list in its order', entered: ['li-1', 'x-1'], ids: ['li-1', 'x-1'] },
		{
			title: 'a channel that is named twice',
			entered: ['x-1', 'X', 'group:acme', 'Acme Coffee'],
			ids: ['x-1', 'li-1'],
		},
		{
			title: 'what Channel > Get Many outputs',
			entered: [toChannelColumns(CHANNELS[2])],
			ids: ['li-1'],
		},
		{
			title: 'its name and network',
			entered: { channel: 'Jo Acme', network: 'LinkedIn' },
			ids: ['li-1'],
		},
		{
			title: 'a row of another service with its network',
			entered: { id: 'rec1', name: 'Jo Acme', provider: 'linkedin' },
			ids: ['li-1'],
		},
		{
			title: 'an object whose ID is that of a sheet',
			entered: { id: 'rec1', name: 'Acme Coffee' },
			ids: ['x-1'],
		},
		{
			title: 'an object with its ID and an ambiguous name',
			entered: { id: 'x-1', name: 'LinkedIn' },
			ids: ['x-1'],
		},
		{ title: 'names in quotes', entered: '“X”, "LinkedIn Profile"', ids: ['x-1', 'li-1'] },
		{
			title: 'a list as Python writes it',
			entered: "['X', 'LinkedIn Profile']",
			ids: ['x-1', 'li-1'],
		},
		{ title: 'a list without quotes', entered: '[X, LinkedIn Profile]', ids: ['x-1', 'li-1'] },
		{ title: 'a list of one and an empty text', entered: ' [ X, "" ] ', ids: ['x-1'] },
		{
			title: 'lists in lines without quotes',
			entered: '[x-1, li-1]\n[Threads]',
			ids: ['x-1', 'li-1', 'th-1'],
		},
		{
			title: 'a text in an object',
			entered: { name: 'X, LinkedIn Profile' },
			ids: ['x-1', 'li-1'],
		},
		{
			title: 'a group by the ID and name that Channel > Get Many outputs',
			entered: { groupId: 'b', group: 'B' },
			ids: ['tg-1'],
		},
		{ title: 'a group by its name', entered: { group: 'Beans' }, ids: ['tg-1'] },
		{
			title: 'as errors list it with its ID',
			entered: 'LinkedIn Page: Acme (page-1), X',
			ids: ['page-1', 'x-1'],
		},
		{
			title: 'a name with another name of its network',
			entered: 'Acme Coffee (Twitter)',
			ids: ['x-1'],
		},
		{
			title: 'only a network',
			entered: [{ provider: 'threads' }, { identifier: 'x' }],
			ids: ['th-1', 'x-1'],
		},
		{ title: 'a network that the node does not know', entered: 'Vibes', ids: ['vibes-1'] },
		{ title: '10,000 names with commas', entered: Array(10_000).fill('X').join(','), ids: ['x-1'] },
		{
			title: 'a list of 10,000 as JSON',
			entered: JSON.stringify(Array(10_000).fill({ id: 'x-1' })),
			ids: ['x-1'],
		},
	])('$title', ({ entered, ids }) => {
		expect(findIds(entered)).toEqual(ids);
	});

	test.each([
		['[X]', ['brackets']],
		['X [old]', ['old']],
		['[X], X [old]', ['brackets', 'old']],
		['X [old], Bluesky', ['old', 'sky']],
		['[X [old], Bluesky]', ['old', 'sky']],
		['[[X], X [old]]', ['brackets', 'old']],
		['[Bluesky]', ['sky']],
		['Bluesky, "New" Tea', ['sky', 'new']],
	])('%j keeps brackets and quotes that belong to a name', (entered, ids) => {
		const channels: Channel[] = [
			{ id: 'brackets', name: '[X]', identifier: 'x' },
			{ id: 'old', name: 'X [old]', identifier: 'x' },
			{ id: 'new', name: '"New" Tea', identifier: 'x' },
			{ id: 'sky', name: 'Acme', identifier: 'bluesky' },
		];
		expect(find(entered, channels).channels.map(({ id }) => id)).toEqual(ids);
	});

	test('every network means its only channel, under each of its names', () => {
		for (const { identifier, displayName, searchWords = [], aliases = [] } of allNetworks) {
			const channels: Channel[] = [{ id: 'only', name: 'Acme Coffee', identifier }];
			for (const name of [identifier, displayName, ...searchWords, ...aliases]) {
				expect([name, find(name, channels).channels]).toEqual([name, channels]);
			}
		}
	});

	test('skips a disabled channel of a group', () => {
		expect(find('group:acme').disabled.map(({ id }) => id)).toEqual(['sky-1']);
		expect(find(['X', 'Threads']).disabled).toEqual([]);
	});

	test('names five of very many channels, and no disabled one', () => {
		const many = Array.from({ length: 40 }, (_, index) => ({
			id: `x-${index}`,
			name: `Shop ${index}`,
			identifier: 'x',
			disabled: index === 0,
		}));
		const getAdvice = (text: string) => catchProblem(() => find(text, many))[1];
		expect(getAdvice('null')).toMatch(/ Connected: X: Shop 1, .* X: Shop 5, and 34 more\. /);
		expect(catchProblem(() => find('', []))[1]).toMatch(
			/Connect one under Channels in Postiz\. With an expression/,
		);
	});

	test.each<{ title: string; entered: unknown; message: string; advice: string }>([
		{ title: 'nothing', entered: [], message: 'No channel is selected', advice: CONNECTED },
		{
			title: 'commas alone',
			entered: ' , ;\n',
			message: 'No channel is selected',
			advice: CONNECTED,
		},
		{
			title: 'an object that is unknown',
			entered: { id: 'rec1', name: 'Quux' },
			message: describeUnknown('Quux'),
			advice: 'Connected: ',
		},
		{
			title: 'an ID that is gone, beside the name of a channel',
			entered: { channelId: GONE, channel: 'LinkedIn: Acme', network: 'linkedin' },
			message: describeUnknown(GONE),
			advice: CONNECTED,
		},
		{
			title: 'the ID of a group that is gone, beside the name of another one',
			entered: { groupId: 'gone', group: 'Beans' },
			message: describeUnknown('group:gone'),
			advice: CONNECTED,
		},
		{
			title: 'a name of another network',
			entered: { name: 'Jo Acme', network: 'x' },
			message: describeUnknown('x: Jo Acme'),
			advice: 'LinkedIn: Jo',
		},
		{
			title: 'a group that is gone',
			entered: 'group:gone',
			message: describeUnknown('group:gone'),
			advice: CONNECTED,
		},
		{
			title: 'false beside a channel',
			entered: ['x-1', false],
			message: describeUnknown('false'),
			advice: '',
		},
		{ title: 'an @ alone', entered: '@', message: describeUnknown('@'), advice: 'Connected: X' },
		{
			title: 'a network without a channel',
			entered: 'reddit',
			message: 'No Reddit channel is connected',
			advice: 'Connect one under',
		},
		{
			title: 'a channel that is disabled',
			entered: ['X', 'Acme, Inc.'],
			message: DISABLED,
			advice: 'Enable or reconnect it under',
		},
		{
			title: 'a network whose only channel is disabled',
			entered: 'Bluesky',
			message: DISABLED,
			advice: 'or remove it.',
		},
		{
			title: 'a group whose channels are all disabled',
			entered: 'Quiet',
			message: 'All channels of the group are disabled in Postiz',
			advice: 'Enable or reconnect them under Channels in Postiz: Pinterest: Off.',
		},
	])('rejects $title', ({ entered, message, advice }) => {
		expect(catchProblem(() => find(entered))).toEqual([message, expect.stringContaining(advice)]);
	});
});

test('names all unknown channels of a list', () => {
	expect(catchProblem(() => find(['Quux, Threadz', 'X', { channel: 'Zork' }]))[0]).toBe(
		[describeUnknown('Quux'), describeUnknown('Threadz'), describeUnknown('Zork')]
			.join('; ')
			.replace(/; N/g, '; n'),
	);
});

test('rejects a name of several groups, and lists their IDs', () => {
	const createGroupChannel = (id: string, name: string): Channel => ({
		id: `${id}-x`,
		name: `Shop ${id}`,
		identifier: 'x',
		customer: { id, name },
	});
	const alike = [createGroupChannel('a', 'Beans'), createGroupChannel('b', 'BEANS')];
	expect(find(['group:b', 'a'], alike).channels).toEqual([alike[1], alike[0]]);
	expect(catchProblem(() => find('beans', alike))).toEqual([
		'Several groups are named “beans”',
		'Use the ID of one of them: Beans (group:a), BEANS (group:b).',
	]);
});
