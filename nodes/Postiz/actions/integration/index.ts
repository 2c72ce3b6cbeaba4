import type { IDataObject } from 'n8n-workflow';

import { callTool, SlotFinder } from '../../channels/channelFacts';
import {
	findFilters,
	groupFilter,
	networksFilter,
	matchesFilters,
} from '../../channels/channelFilters';
import { flatRow } from '../../calendar/postRow';
import { channelRow } from '../../channels/findByName';
import { fetchStatuses, type ChannelStatus } from '../../channels/channelStatus';
import { findConnectedChannel, findTarget } from '../../channels/targets';
import { entry, field } from '../../form/fieldBuilders';
import { filtersSpec, fieldSpec, searchWordSpec } from '../../form/fieldSpec';
import { type Channel, toChannelSettings } from '../../transport/apiTypes';
import { endpoints } from '../../transport/endpoints';
import { showDate } from '../../common/date';
import { asProblem, quote } from '../../common/problem';
import {
	emptyProblem,
	isEmpty,
	parseBoolean,
	parseOptionalText,
	parseText,
	propertiesOf,
} from '../../common/parseValue';
import {
	readLimit,
	returnAllOrLimit,
	simplifyField,
	takeLimited,
	channelField,
	idField,
} from '../shared/sharedFields';
import {
	memoizeAsync,
	forEachItem,
	type Operation,
	type Resource,
	toRows,
} from '../shared/operation';

/** Channel: Delete (docs/api.md, Deleting a channel). */
const deleteChannel: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete channel',
	description:
		'Remove a channel and all its posts from Postiz, by channel ID. Published posts stay on the network.',
	properties: [
		field.notice(
			'This removes the channel from Postiz for good, together with all its posts, scheduled ones included',
			'deleteNotice',
		),
		channelField.property,
	],
	execute: async (context, client, { deleted }) =>
		await forEachItem(context, async (itemIndex) => {
			const entered = channelField.readItem(context, itemIndex);
			const known = deleted.get(entered);
			if (known) return [known];
			const channel = await findConnectedChannel(client, entered);
			// The answer has the access token of the network.
			await client.request(endpoints.deleteChannel(channel.id)).catch(async (error: unknown) => {
				if (Number(asProblem(error).httpCode ?? 500) < 500) throw error;
				// What is gone fails like this, too: an earlier attempt may have removed it.
				const left = await client.requestList(endpoints.listChannels());
				if (left.some(({ id }) => id === channel.id)) throw error;
			});
			const row = { deleted: true, ...channelRow(channel) };
			deleted.set(entered, row);
			return [row];
		}),
};

/** Channel: Find Free Slot (docs/api.md, Free slots). */
const findSlot: Operation = {
	name: 'Find Free Slot',
	value: 'findSlot',
	action: 'Find free slot',
	description:
		'Get the next free time of a channel’s posting schedule, by channel ID (from Channel > Get Many)',
	properties: [channelField.property],
	execute: async (context, client) => {
		const finder = new SlotFinder(client);
		const ask = memoizeAsync(async (id: string) => {
			// For an unknown or disabled channel, the service would never answer.
			const target = findTarget({ id, position: 'Channel' }, await client.channels());
			const date = await finder.findOne(target);
			return flatRow({ target, date }, context.getTimezone());
		});
		return await forEachItem(context, async (itemIndex) => [
			{ ...(await ask(channelField.readItem(context, itemIndex))) },
		]);
	},
};

const FILTERS = filtersSpec({
	group: groupFilter('Only channels of this group'),
	includeDisabled: fieldSpec(
		field.boolean('Include Disabled Channels', 'includeDisabled', {
			description:
				'Whether to return channels that are disabled in Postiz too. Their status is “disabled”: they cannot publish.',
		}),
		(entered, label, isAdded) => !isAdded || parseBoolean(entered, label),
	),
	name: searchWordSpec('Name Contains', 'name', {
		placeholder: 'e.g. coffee',
		description: 'Only channels whose name contains this, ignoring case',
	}),
	networks: networksFilter('Only channels of these social networks'),
});
const simplify = simplifyField(', with the names that Postiz uses');

/** Channel: Get Many (docs/api.md, Channels). */
const getMany: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many channels',
	description:
		'List the channels with their IDs, and whether they are connected, disabled, or to be reconnected',
	properties: [...returnAllOrLimit, FILTERS.property, simplify.property],
	execute: async (context, client) => {
		const list = async () => await client.channels();
		const statuses = memoizeAsync(async () => await fetchStatuses(client, MAX_PAGES));
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const isRaw = !simplify.readItem(context, itemIndex);
			const filters = FILTERS.readItem(context, itemIndex);
			const { includeDisabled, name } = filters;
			const wanted = await findFilters(filters, list);
			const found = (await list()).filter(
				(channel) =>
					(includeDisabled || !channel.disabled) &&
					channel.name.toLowerCase().includes(name) &&
					matchesFilters(wanted, {
						...channel,
						channelId: channel.id,
						groupId: channel.customer?.id,
					}),
			);
			const filtersInWords = FILTERS.nameItem(context, itemIndex);
			const shown = takeLimited(context, found, limit, { filters: filtersInWords });
			if (isRaw || shown.length === 0) return shown.map((channel) => ({ ...channel }));
			const statusOf = await statuses();
			return shown.map((channel) => toRow(channel, statusOf(channel), context.getTimezone()));
		});
	},
};

/** Of 100 notifications each, in the last month. */
const MAX_PAGES = 5;

/** What is empty is left out. `since` is shown in `timezone` (an IANA name). */
function toRow(
	{ profile, customer, ...channel }: Channel,
	{ status, since }: Partial<ChannelStatus> = {},
	timezone: string,
): IDataObject {
	const { channel: name, ...ids } = channelRow(channel);
	return {
		channel: name,
		...(status && { status }),
		...(since && { since: showDate(since, timezone) }),
		...ids,
		...(profile && { profile }),
		...(customer && { group: customer.name, groupId: customer.id }),
	};
}

/** Channel: Get Settings and Tools (docs/api.md, Channel settings and tools). */
const getSettings: Operation = {
	name: 'Get Settings and Tools',
	value: 'getSettings',
	action: 'Get channel settings',
	description:
		'Get the settings, lengths and rules of posts on a channel, and what Channel > Look Up can find',
	properties: [channelField.property],
	execute: async (context, client) => {
		const ask = memoizeAsync(async (id: string) => {
			const channel = await findConnectedChannel(client, id);
			const answer = await client.request(endpoints.getChannelSettings(channel.id));
			const found = propertiesOf(propertiesOf(answer).output) as IDataObject;
			return { ...channelRow(channel), ...toChannelSettings(found) };
		});
		return await forEachItem(context, async (itemIndex) => {
			const id = channelField.readItem(context, itemIndex);
			return [{ ...(await ask(id)) }];
		});
	},
};

const toolField = idField(
	field.choice('Tool Name or ID', 'methodName', {
		required: true,
		hint: 'Choose the channel first: the tools come from it',
		typeOptions: { loadOptionsMethod: 'getTools', loadOptionsDependsOn: ['integrationId.value'] },
		description:
			'What to look up, such as the boards of a Pinterest channel. Channel > Get Settings and Tools returns the names. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	'Enter the name of a tool: Channel > Get Settings and Tools returns the names.',
);

/** Channel: Look Up (docs/api.md, Provider tools). */
const lookUp: Operation = {
	name: 'Look Up',
	value: 'lookUp',
	action: 'Look up on channel',
	description:
		'Look up Pinterest boards, Discord channels, subreddits, music and more on the network of a channel',
	properties: [
		channelField.property,
		toolField.property,
		field.entries('Inputs', 'inputs', {
			placeholder: 'Add Input',
			description:
				'What the tool needs to know, such as a word to search for. Many tools need nothing.',
			options: [
				entry('Input', 'input', [
					field.text('Name', 'name', {
						description: 'Name of the input, as Channel > Get Settings and Tools returns it',
					}),
					field.text('Value', 'value', {
						placeholder: 'e.g. coffee',
						description: 'Value of the input, such as the word to search for',
					}),
				]),
			],
		}),
	],
	execute: async (context, client) =>
		await forEachItem(context, async (itemIndex) => {
			const entered = channelField.readItem(context, itemIndex);
			const methodName = toolField.readItem(context, itemIndex);
			const inputs = context.getNodeParameter('inputs.input', itemIndex, []) as IDataObject[];
			const data = Object.fromEntries(inputs.map(readInput)) as IDataObject;
			const { id: channelId } = await findConnectedChannel(client, entered);
			const answer = await callTool(client, { channelId, methodName, data });
			return toRows(propertiesOf(answer).output);
		}),
};

function readInput({ name, value }: IDataObject, index: number): [name: string, value: unknown] {
	const key = parseOptionalText(name, `The name of input ${index + 1}`);
	if (key === '' || isEmpty(value)) {
		throw emptyProblem(
			`Input ${index + 1} needs a name and a value`,
			'Fill it in, or remove the input: Channel > Get Settings and Tools returns the inputs of each tool.',
		);
	}
	const text = parseText(value, `The input ${quote(key)}`);
	return [key, typeof value === 'number' ? value : text];
}

/** Channels: the connected social accounts. */
export const integration: Resource = {
	name: 'Channel',
	value: 'integration',
	defaultOperation: 'list',
	operations: [getMany, getSettings, lookUp, findSlot, deleteChannel],
};
