import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { listSearch, loadOptions } from '../../../nodes/Postiz/methods';
import { pickerLoaders } from '../../../nodes/Postiz/methods/pickerLoaders';
import { findNetwork, allNetworks } from '../../../nodes/Postiz/networks';
import { findPickers, getPickerMethodName } from '../../../nodes/Postiz/networks/settingFields';
import { type SeenError } from '../support/harness.cjs';
import { callListSearch, callLoadOptions, type PickerOptions } from '../support/callMethods.cjs';
import { createPostLocator, sendPost } from '../support/posts.cjs';
import { createIdLocator } from '../../networks/settingBuilders.cjs';
import { pickerCases, type PickerCase } from './pickers.cases.cjs';
import { listCalls, LOOK_UP, useService } from '../support/useService.cjs';
import { createSegment } from '../../service/client.cjs';
import type { Channel } from '../../service/state.cjs';

const service = useService();

const findChannel = (identifier: string) =>
	service.state.channels.find((channel) => channel.identifier === identifier)!;

/** The form when a picker of its second entry of Network Settings is opened. */
function openForm(
	{ network, channel = network, field, form }: Omit<PickerCase, 'rows' | 'method' | 'kind'>,
	integrationId: unknown = createIdLocator(findChannel(channel).id),
): PickerOptions {
	const entry = { provider: network, integrationId, ...form };
	return {
		service,
		path: `parameters.networkSettings.network[1].${field}`,
		parameters: {
			resource: 'post',
			operation: 'create',
			networkSettings: { network: [{ provider: 'bluesky' }, entry] },
		} as INodeParameters,
	};
}

async function fill({ method, kind, filter }: PickerCase, options: PickerOptions) {
	return kind === 'options'
		? await callLoadOptions(method, options)
		: (await callListSearch(method, options, filter)).results;
}

const findCase = (method: string) => pickerCases.find((entry) => entry.method === method)!;

function connectAnother(identifier: string): Channel {
	const another = { ...findChannel(identifier), id: 'another', name: 'Another' };
	service.state.channels.push(another);
	return another;
}

/** What the editor shows for a list that can't be filled: an error, or the only option. */
async function catchFailure(filled: Promise<unknown>): Promise<SeenError> {
	try {
		const [{ name, value, description = '' }] = (await filled) as INodePropertyOptions[];
		if (value !== '' || !name.startsWith('⚠ ')) throw new Error('The picker was filled');
		return { message: name.slice(2), description };
	} catch (error) {
		return error as SeenError;
	}
}

describe('the rows of a picker', () => {
	test.each(
		pickerCases.map(
			(entry) => [`${findNetwork(entry.network)!.displayName}: ${entry.method}`, entry] as const,
		),
	)('%s', async (_name, entry) => {
		const rows = await fill(entry, openForm(entry));

		expect(rows).toEqual(entry.rows);
		expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
			[
				'POST',
				`/api/public/v1/integration-trigger/${findChannel(entry.channel ?? entry.network).id}`,
				{ methodName: expect.any(String), data: entry.data ?? {} },
			],
		]);
	});

	test('tests every picker of the registry, and the form uses each', () => {
		const declared = allNetworks.flatMap(({ identifier, fields }) =>
			findPickers(fields).map((picker) => getPickerMethodName(identifier, picker)),
		);
		const tried = pickerCases.map(({ method }) => method);

		expect(tried.sort()).toEqual(declared.sort());
		expect(Object.keys(pickerLoaders).sort()).toEqual(declared.sort());
		expect(Object.keys(listSearch)).toEqual(expect.arrayContaining(declared));
		expect(Object.keys(loadOptions)).toEqual(expect.arrayContaining(declared));
	});

	test('leaves the list empty without a match, so that people can type', async () => {
		for (const method of ['pinterestBoards', 'redditSubreddits']) {
			const entry = { ...findCase(method), filter: 'submarine' };
			expect(await fill(entry, openForm(entry))).toEqual([]);
		}
	});
});

describe('a picker of Post: Update', () => {
	const open = async (method: string, identifier: string, settings: IDataObject) => {
		const value = [createSegment('Latte', [{ id: 'cup', path: 'https://media.example/cup.png' }])];
		const post = await sendPost(service, identifier, { settings, value });
		const entry = findCase(method);
		const parameters = { resource: 'post', operation: 'update', ...createPostLocator(post.id) };
		const network = [{ provider: entry.network, settings: {} }];
		return await callListSearch(method, {
			service,
			path: `parameters.networkSettings.network[0].settings.${entry.field}`,
			parameters: { ...parameters, networkSettings: { network } },
		});
	};

	test('lists rows of the channel of the post', async () => {
		const another = connectAnother('pinterest');
		await open('pinterestBoards', 'pinterest', { board: 'latte-art' });
		expect(listCalls(service).at(-1)).toBe(
			`POST /integration-trigger/${findChannel('pinterest').id}`,
		);
		expect(another.id).not.toBe(findChannel('pinterest').id);
	});

	test('sends the related settings of the post', async () => {
		await open('skoolLabel', 'skool', { group: 'baristas', label: 'news', title: 'Beans' });
		expect(service.requests.at(-1)?.body).toMatchObject({ data: { id: 'baristas' } });
	});
});

const boards = { ...findCase('pinterestBoards'), filter: '' };

test.each<{ title: string; channels: () => INodeParameters[string]; id: () => string }>([
	{
		title: 'the only connected channel of the network',
		channels: () => [],
		id: () => findChannel('pinterest').id,
	},
	{
		title: 'the channel that is chosen',
		channels: () => [findChannel('bluesky').id, connectAnother('pinterest').id],
		id: () => 'another',
	},
	{
		title: 'a connected one while Channels is an expression',
		channels: () => '={{ $json.platforms }}',
		id: () => findChannel('pinterest').id,
	},
])('a picker whose entry is for several channels uses $title', async ({ channels, id }) => {
	const { parameters, ...options } = openForm(boards, createIdLocator(''));
	await fill(boards, { ...options, parameters: { ...parameters, channels: channels() } });
	expect(listCalls(service)).toEqual([LOOK_UP, `POST /integration-trigger/${id()}`]);
});

describe('a picker without rows explains why', () => {
	const open = async (integrationId?: unknown, entry: PickerCase = boards) =>
		await catchFailure(fill({ ...entry, filter: '' }, openForm(entry, integrationId)));

	const listBoards = () => service.state.tools.pinterest.boards;
	test.each<{ title: string; prepare: () => unknown; message: string; description: string }>([
		{
			title: 'without a channel in the entry, and several of the network',
			prepare: () => {
				connectAnother('pinterest');
				return '={{ $json.channel }}';
			},
			message: 'Choose the channel first',
			description:
				'The boards come from the channel, and there are several Pinterest channels. Choose one under Limit to One Channel, or the post to change, then open this list again.',
		},
		{
			title: 'without a channel in the entry, and only a disabled one connected',
			prepare: () => {
				findChannel('pinterest').disabled = true;
				return '';
			},
			message: 'No Pinterest channel is connected',
			description: 'Connect one under Channels in Postiz, then choose Refresh List (⋮).',
		},
		{
			title: 'where the instance lacks the tool',
			prepare: () => void delete service.state.tools.pinterest.boards,
			message: 'Postiz has no tool “boards” for this channel',
			description: 'lists its tools',
		},
		{
			title: 'where the tool fails',
			prepare: () => void (listBoards().fail = { status: 500, message: 'Pinterest is down' }),
			message: 'Postiz failed (status 500)',
			description: 'Pinterest is down',
		},
		{
			title: 'where the tool has nothing',
			prepare: () => void (listBoards().rows = []),
			message: 'No boards found',
			description: 'Add one on the network, then choose Refresh List (⋮).',
		},
	])('$title', async ({ prepare, message, description }) => {
		const id = prepare();
		const error = await open(typeof id === 'string' ? createIdLocator(id) : undefined);
		expect(error).toMatchObject({ message, description: expect.stringContaining(description) });
	});

	const answer = (body: unknown) =>
		service.faults.push({ match: { path: /integration-trigger/ }, kind: 'wrongJson', body });

	test('if the answer is not a list', async () => {
		for (const body of ['text', [{ id: 'one', name: 'One' }], { output: 'text' }]) {
			answer(body);
			expect((await open()).message).toBe("Postiz didn't return a list of boards");
		}
	});

	test('omits rows that cannot be chosen', async () => {
		answer({
			output: [
				null,
				'one',
				{ name: 'Lost' },
				{ id: { a: 1 } },
				{ id: 7, name: 'Found' },
				{ id: 'bare' },
			],
		});
		expect(await fill({ ...boards, filter: '' }, openForm(boards))).toEqual([
			{ name: 'Found', value: '7' },
			{ name: 'bare', value: 'bare' },
		]);
	});

	test.each([
		['skoolLabel', 'Choose the Skool Group first', 'The labels belong to it'],
		['whopExperiences', 'Choose the Company first', 'The experiences belong to it'],
		['redditRestrictions', 'Choose the Subreddit first', 'The flairs belong to it'],
	])('%s, while what it depends on is empty', async (method, message, description) => {
		const error = await open(undefined, { ...findCase(method), form: {} });
		expect(error).toMatchObject({ message, description: expect.stringContaining(description) });
		expect(service.requests).toEqual([]);
	});

	test('the list of channels, if none is connected', async () => {
		service.state.channels = [];
		const error = await catchFailure(
			callListSearch('searchChannels', {
				service,
				path: 'parameters.networkSettings.network[0].integrationId',
				parameters: { networkSettings: { network: [{ provider: 'other' }] } },
			}),
		);
		expect(error.message).toBe('No channel is connected');
	});

	test('the list of groups, if none exists', async () => {
		service.state.groups = [];
		const error = await catchFailure(callLoadOptions('getGroups', { service }));
		expect(error.message).toBe('No groups found');
	});
});
