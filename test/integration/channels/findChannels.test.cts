import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { channelOf } from '../../service/client.cjs';
import { stableId, type Channel } from '../../service/state.cjs';
import {
	callLoadOptions,
	hintsOf,
	jsonItems,
	runNode,
	type NodeRunOptions,
} from '../support/harness.cjs';
import { createPost, onlyBody, postRequests } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000 });

const ROASTERS = `group:${stableId('group-roasters')}`;
/** The networks of the channels that this group has. */
const OF_ROASTERS = ['x', 'linkedin', 'facebook', 'instagram'];

/** Leaves only the first channel of each of these networks. */
function connectOnly(...identifiers: string[]): void {
	const ids = identifiers.map((identifier) => channelOf(service, identifier));
	service.state.channels = service.state.channels.filter(({ id }) => ids.includes(id));
}

function addChannel(identifier: string, more: Partial<Channel>): string {
	const known = service.state.channels.find((channel) => channel.identifier === identifier)!;
	const id = `${identifier}-${service.state.channels.length}`;
	service.state.channels.push({ ...known, id, profile: id, ...more });
	return id;
}

/** Drafts for rows with the column Platforms. */
const run = async (platforms: unknown[], options: Partial<NodeRunOptions> = {}) =>
	await createPost(
		service,
		{
			type: 'draft',
			channelsBy: 'name',
			channelNames: '={{ $json.Platforms }}',
			networkSettings: {},
		},
		{ items: jsonItems(platforms.map((Platforms) => ({ Platforms }) as IDataObject)), ...options },
	);

test('a column for the client says in which group the names are looked for', async () => {
	const client = service.state.groups[0]!;
	const [x] = service.state.channels.filter(({ identifier }) => identifier === 'x');
	x!.customerId = client.id;
	const create = async (onlyInGroup: string) =>
		await createPost(
			service,
			{ type: 'draft', channelsBy: 'name', channelNames: 'X', onlyInGroup },
			{ items: jsonItems([{ client: client.name }]) },
		);
	const { output } = await create('={{ $json.client }}');
	expect(output[0].map(({ json }) => json.channelId)).toEqual([x!.id]);
	const refused = await create('Nobody');
	expect(refused.error?.message).toBe('Only in Group: no group of channels is called “Nobody”');
});

/** The IDs of the channels that the posts of one row went to. */
async function channelsFor(platforms: unknown): Promise<unknown[]> {
	const { error, output } = await run([platforms]);
	expect(error).toBeUndefined();
	const ids = output[0].map(({ json }) => json.channelId);
	expect(onlyBody(service).posts.map(({ integration }) => (integration as IDataObject).id)).toEqual(
		ids,
	);
	return ids;
}

async function refusal(platforms: unknown): Promise<{ message: string; description?: unknown }> {
	const { error } = await run([platforms]);
	expect(postRequests(service)).toEqual([]);
	return { message: error!.message, description: error!.description };
}

const ids = (...identifiers: string[]) =>
	identifiers.map((identifier) => channelOf(service, identifier));

test('an expression in place of the list is read in the same way', async () => {
	connectOnly('x', 'linkedin', 'bluesky');
	const channels = '={{ $json.Platforms }}';
	const items = jsonItems([{ Platforms: 'X, LinkedIn' }]);
	const { output } = await createPost(service, { channels, networkSettings: {} }, { items });
	expect(output[0].map(({ json }) => json.channelId)).toEqual(ids('x', 'linkedin'));
});

test('what is chosen in the other way does not count', async () => {
	connectOnly('x', 'linkedin', 'bluesky');
	const channelNames = 'LinkedIn';
	const listed = await createPost(service, { channels: ids('x'), channelNames });
	expect(listed.output[0].map(({ json }) => json.provider)).toEqual(['x']);
	const named = await createPost(service, { channels: ids('x'), channelsBy: 'name', channelNames });
	expect(named.output[0].map(({ json }) => json.provider)).toEqual(['linkedin']);
});

describe('a column Platforms', () => {
	beforeEach(() => connectOnly('x', 'linkedin', 'bluesky'));

	test.each<[string, unknown]>([
		['commas', 'X, LinkedIn'],
		['no spaces', 'x,linkedin'],
		['semicolons', 'X; LinkedIn;'],
		['line breaks', 'X\nLinkedIn\r\n'],
		['all of these', ' X ;\n\n, LinkedIn ,'],
		['other names of a network', 'Twitter, linkedin'],
		['a list', ['X', 'LinkedIn']],
		['a list with gaps', ['X', null, '', ' ', 'LinkedIn', []]],
		['a list in a list', [['X'], 'LinkedIn']],
		['a list of texts that are lists', ['X, LinkedIn']],
		['a list as JSON', '["X", "LinkedIn"]'],
		[
			'a multi-select of Airtable',
			[{ id: 'sel1', name: 'X', color: 'cyan' }, { name: 'LinkedIn' }],
		],
		[
			'a multi-select of Notion',
			[
				{ id: '5f0c', name: 'X', color: 'blue' },
				{ id: '7aa1', name: 'LinkedIn', color: 'red' },
			],
		],
		['labels and values', [{ label: 'X', value: 'other' }, { value: 'linkedin' }]],
	])('%s', async (_kind, platforms) => {
		expect(await channelsFor(platforms)).toEqual(ids('x', 'linkedin'));
		expect(callsOf(service)).toEqual([LOOK_UP, 'POST /posts']);
	});

	test('items of another node', async () => {
		const platforms = ids('x', 'linkedin').map((channelId) => ({ json: { channelId } }));
		expect(await channelsFor(platforms)).toEqual(ids('x', 'linkedin'));
	});

	test('rows of Channel: Get Many', async () => {
		const { output } = await runNode({
			service,
			parameters: { resource: 'integration', operation: 'list', returnAll: true },
		});
		const rows = output[0].map(({ json }) => json);
		expect(rows).toHaveLength(3);
		service.requests.length = 0;
		expect(await channelsFor(rows)).toEqual(rows.map(({ channelId }) => channelId));
	});

	test('a row names one channel, another one two', async () => {
		const { output } = await run(['LinkedIn', 'Bluesky, X']);
		expect(output[0].map(({ json, pairedItem }) => [json.provider, pairedItem])).toEqual([
			['linkedin', { item: 0 }],
			['bluesky', { item: 1 }],
			['x', { item: 1 }],
		]);
		expect(callsOf(service).filter((call) => call === LOOK_UP)).toHaveLength(1);
	});

	test('one bad row does not harm the others', async () => {
		const { error, output } = await run(['X', 'Myspace', 'LinkedIn', '', 'Bluesky, Nowhere'], {
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(output[0].map(({ json, pairedItem }) => [json.provider, pairedItem])).toEqual([
			['x', { item: 0 }],
			['linkedin', { item: 2 }],
		]);
		expect(output[1].map(({ json }) => String(json.error).split('.')[0])).toEqual([
			'Channels: no channel, group or network is called “Myspace” [item 1]',
			'No channel is selected [item 3]',
			'Channels: no channel, group or network is called “Nowhere” [item 4]',
		]);
		expect(output[1].map(({ json }) => json.Platforms)).toEqual([
			'Myspace',
			'',
			'Bluesky, Nowhere',
		]);
	});

	test.each(['', ' ', ',', ' ; \n', null, undefined, [], [null], '[]'])(
		'%j chooses no channel',
		async (platforms) => {
			expect(await refusal(platforms)).toEqual({
				message: 'No channel is selected',
				description: expect.stringContaining('every item has one. Connected: '),
			});
		},
	);

	test.each<[unknown, string]>([
		[{}, '{}'],
		[[{ color: 'red' }], '{"color":"red"}'],
	])('%j names nothing, and costs no request', async (platforms, shown) => {
		expect(await refusal(platforms)).toEqual({
			message: `Channels cannot be “${shown}”`,
			description:
				'Enter each channel as its name, handle or ID, or as an object with one of these under “channelName” or “channelId”.',
		});
		expect(service.requests).toEqual([]);
	});

	test('a number is a name like any other', async () => {
		const id = addChannel('x', { name: '4711' });
		expect(await channelsFor(4711)).toEqual([id]);
		expect((await run([5])).error?.message).toBe(
			'Channels: no channel, group or network is called “5”',
		);
	});
});

describe('a channel', () => {
	beforeEach(() => connectOnly('x', 'linkedin', 'bluesky'));

	test.each(['acme-coffee.bsky.social', '@acme-coffee.bsky.social', ' ACME-Coffee.bsky.social '])(
		'by its name or handle: %j',
		async (name) => {
			expect(await channelsFor(`${name}, X`)).toEqual(ids('bluesky', 'x'));
		},
	);

	test('by its ID', async () => {
		const [x, bluesky] = ids('x', 'bluesky');
		expect(await channelsFor(`${bluesky};${x}`)).toEqual([bluesky, x]);
	});

	test('by a name with commas, alone and among others', async () => {
		const id = addChannel('x', { name: 'Coffee, Tea; and More, Ltd.', profile: 'coffeetea' });
		expect(await channelsFor('coffee, tea; and more, ltd.')).toEqual([id]);
		service.requests.length = 0;
		expect(await channelsFor('LinkedIn, Coffee, Tea; and More, Ltd., Bluesky')).toEqual([
			channelOf(service, 'linkedin'),
			id,
			channelOf(service, 'bluesky'),
		]);
	});

	test('that is named twice gets one post', async () => {
		const [x] = ids('x');
		expect(await channelsFor(`X, twitter, ${x}, LinkedIn, @x`)).toEqual(ids('x', 'linkedin'));
	});

	test('by a name that several have is refused with their IDs', async () => {
		const [x, linkedin] = ids('x', 'linkedin');
		expect(await refusal('acmecoffee')).toEqual({
			message: 'Channels: several channels are called “acmecoffee”',
			description: `Use the ID of one of them: Acme Coffee (X, ${x}), Acme Coffee (LinkedIn, ${linkedin}).`,
		});
	});

	test('that is unknown is refused with the nearest ones', async () => {
		const [bluesky] = ids('bluesky');
		expect(await refusal('X, acme-cofee.bsky.social')).toEqual({
			message: 'Channels: no channel, group or network is called “acme-cofee.bsky.social”',
			description: `Did you mean acme-coffee.bsky.social (Bluesky, ${bluesky})?`,
		});
	});

	test('that is disabled is refused by name', async () => {
		addChannel('x', { name: 'Archive', disabled: true });
		for (const named of ['Archive', 'LinkedIn, @archive']) {
			expect(await refusal(named)).toEqual({
				message: 'Channel (X, Archive) is disabled in Postiz',
				description:
					'Posts to it would never be published. Enable or reconnect it under Channels in Postiz, or leave it out.',
			});
		}
	});
});

describe('the name of a network', () => {
	test('with several channels is refused, and lists them', async () => {
		const [coffee] = ids('x');
		const roasters = channelOf(service, 'x', 1);
		expect(await refusal('Bluesky, X')).toEqual({
			message: 'Channels: “X” is a network with several connected channels',
			description: `Enter the one you mean: Acme Coffee (X, ${coffee}), Acme Roasters (X, ${roasters}).`,
		});
	});

	test('stands for its only channel that is not disabled', async () => {
		expect(await channelsFor('Mastodon')).toEqual(ids('mastodon'));
	});

	test('whose only channel is disabled is refused', async () => {
		service.state.channels.find(({ identifier }) => identifier === 'bluesky')!.disabled = true;
		expect((await refusal('Bluesky')).message).toBe(
			'Channel (Bluesky, acme-coffee.bsky.social) is disabled in Postiz',
		);
	});

	test('without a channel is refused', async () => {
		connectOnly('x', 'bluesky');
		expect(await refusal('X, Telegram')).toEqual({
			message: 'Channels: no Telegram channel is connected',
			description: 'Connect one under Channels in Postiz, or leave it out.',
		});
	});
});

describe('a group', () => {
	const all = () => OF_ROASTERS.map((identifier) => channelOf(service, identifier, 1));

	test.each([ROASTERS, [ROASTERS]])('as the list gives it: %j', async (named) => {
		expect(await channelsFor(named)).toEqual(all());
	});

	test('by its name', async () => {
		service.state.groups.find(({ name }) => name === 'Acme Roasters')!.name = 'Roasters';
		expect(await channelsFor(' roasters ')).toEqual(all());
	});

	test('whose name its channels have as well is refused, and the error tells both apart', async () => {
		const { message, description } = await refusal('Acme Roasters');
		expect(message).toBe('Channels: several channels are called “Acme Roasters”');
		expect(description).toMatch(
			new RegExp(`^Use the ID of one of them: .*, or ${ROASTERS} for all of the group\\.$`),
		);
	});

	test('and a channel of it get one post each', async () => {
		const [x] = all();
		expect(await channelsFor([x, ROASTERS, 'Bluesky', x])).toEqual([
			...all(),
			channelOf(service, 'bluesky'),
		]);
	});

	test('leaves disabled channels out, and a hint names them', async () => {
		const [x] = all();
		service.state.channels.find(({ id }) => id === x)!.disabled = true;
		const result = await run([ROASTERS, ROASTERS]);
		expect(result.error).toBeUndefined();
		expect(result.output[0].map(({ json }) => json.channelId)).toEqual([
			...all().slice(1),
			...all().slice(1),
		]);
		expect(hintsOf(result)).toContain(
			`These channels of the chosen groups were left out, as they are disabled in Postiz: Acme Roasters (X, ${x}).`,
		);
		const named = await run([[ROASTERS, x]]);
		expect(named.error?.message).toBe('Channel (X, Acme Roasters) is disabled in Postiz');
	});

	test('of disabled channels only is refused', async () => {
		for (const id of all()) {
			service.state.channels.find((channel) => channel.id === id)!.disabled = true;
		}
		const { message, description } = await refusal(ROASTERS);
		expect(message).toBe('Channels: all channels of the group are disabled in Postiz');
		expect(description).toContain('Postiz: Acme Roasters (X), Acme Roasters (LinkedIn)');
	});

	test('that is gone is refused', async () => {
		expect((await refusal('group:gone')).message).toBe(
			'Channels: no channel, group or network is called “group:gone”',
		);
	});
});

test('values that were picked in the form are what the expression would return', async () => {
	const channels: INodeParameters[string] = [ROASTERS, channelOf(service, 'bluesky')];
	const { output } = await createPost(service, { type: 'draft', channels, networkSettings: {} });
	expect(output[0]).toHaveLength(5);
});

describe('the list of Channels', () => {
	const rows = async () => await callLoadOptions('getChannelsAndGroups', { service });

	test('has the groups, with how many channels can be posted to, and then the channels', async () => {
		const options = await rows();
		const own = service.state.channels.filter(
			({ customerId, disabled }) => customerId === stableId('group-coffee') && !disabled,
		);
		expect(options.slice(0, 2)).toEqual([
			{ name: `All of Acme Coffee (${own.length})`, value: `group:${stableId('group-coffee')}` },
			{ name: 'All of Acme Roasters (4)', value: ROASTERS },
		]);
		expect(options).toHaveLength(2 + service.state.channels.length);
		expect(options).toEqual(
			expect.arrayContaining([
				{ name: 'Bluesky: acme-coffee.bsky.social (Acme Coffee)', value: ids('bluesky')[0] },
				{ name: 'X (Twitter): Acme Coffee', value: ids('x')[0] },
				{
					name: 'Mastodon: Acme Coffee Archive – disabled in Postiz',
					value: channelOf(service, 'mastodon', 1),
				},
			]),
		);
		const names = options.slice(2).map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		expect(callsOf(service)).toEqual([LOOK_UP]);
	});

	test('has no group without a channel that can be posted to', async () => {
		connectOnly('medium', 'bluesky');
		service.state.channels.find(({ identifier }) => identifier === 'bluesky')!.disabled = true;
		expect((await rows()).map(({ value }) => value)).toEqual(ids('bluesky', 'medium'));
	});

	test('says so if no channel is connected', async () => {
		service.state.channels = [];
		expect(await rows()).toEqual([
			{
				name: '⚠ No channel is connected',
				value: '',
				description: 'Connect one under Channels in Postiz, then open this list again.',
			},
		]);
	});

	test('every row can be posted to as it is', async () => {
		connectOnly('x', 'linkedin', 'bluesky');
		const values = (await rows()).map(({ value }) => [value]);
		const { error, output } = await run(values);
		expect(error).toBeUndefined();
		expect(output[0].map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 0, 1, 2, 3].map((item) => ({ item })),
		);
	});
});
