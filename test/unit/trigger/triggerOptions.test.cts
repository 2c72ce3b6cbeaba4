import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import { filtersSpec } from '../../../nodes/Postiz/trigger/triggerFields';
import {
	resolveEventFilters,
	readTriggerOptions,
} from '../../../nodes/Postiz/trigger/triggerOptions';
import type { Channel } from '../../../nodes/Postiz/transport/apiTypes';
import { catchProblem } from '../support/catchProblem.cjs';
import { createFake } from '../../shared/fakes.cjs';

const createContext = (parameters: IDataObject) =>
	createFake<IPollFunctions>({
		getNode: () => ({ parameters }),
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	});

test('reads events and filters from lists and expressions alike', () => {
	const expected = { events: ['postFailed', 'postPublished'] };
	const filters = { networks: ['x', 'linkedin'] };
	expect(
		readTriggerOptions(
			createContext({
				events: ['postFailed', 'postPublished'],
				filters: { channels: ['c1', 'c2'], providers: ['x', 'LinkedIn'] },
			}),
		),
	).toEqual({
		...expected,
		filters: { ...filters, channels: [['c1'], ['c2']] },
	});
	expect(
		readTriggerOptions(
			createContext({
				events: 'postFailed, postPublished',
				filters: { channels: 'c1,c2', providers: 'x, LinkedIn' },
			}),
		),
	).toEqual({ ...expected, filters: { ...filters, channels: [['c1,c2']] } });
});

test.each([
	[undefined, 'No event is selected', 'Add what starts the workflow under Events.'],
	['', 'No event is selected', 'Add what starts the workflow under Events.'],
	[
		['postPublished', 'toString'],
		'Events cannot be “toString”',
		'Use one of channelNeedsAttention, postFailed, postOverdue, postPublished.',
	],
])('rejects %j: %s', (events, ...problem) => {
	expect(catchProblem(() => readTriggerOptions(createContext({ events })))).toEqual(problem);
});

const ACME = { id: 'g1', name: 'Acme' };
const COFFEE: Channel = { id: 'x-1', name: 'Coffee', identifier: 'x', customer: ACME };
const OTHER: Channel = { id: 'vibes-1', name: 'Other', identifier: 'vibes' };

const WRITTEN = { channels: ['group:g1', 'Other'], providers: ['x'] };
const read = (filters: object) => filtersSpec.read(filters, createFake<INode>({ parameters: {} }));

const find = async (channels: Channel[], before?: Record<string, string[]>) =>
	await resolveEventFilters(read(WRITTEN), async () => channels, before);

test('keeps the meaning of a name after its channel is renamed or deleted', async () => {
	const { filters, idsByFilter } = await find([COFFEE, OTHER]);
	expect(filters).toEqual({
		channels: ['x-1', 'vibes-1'],
		group: '',
		groupMembers: [],
		networks: ['x'],
	});
	const stored = JSON.parse(JSON.stringify(idsByFilter)) as typeof idsByFilter;
	const renamed = { ...COFFEE, name: 'Tea', customer: { id: 'g1', name: 'Acme Ltd' } };
	for (const channels of [[renamed, OTHER], [OTHER], []]) {
		expect(await find(channels, stored)).toEqual({ filters, idsByFilter });
	}
});

test('resolves a name to the channel that has it now', async () => {
	const { idsByFilter } = await find([COFFEE, OTHER]);
	const added = { ...COFFEE, id: 'x-2' };
	expect((await find([COFFEE, added, OTHER], idsByFilter)).filters).toMatchObject({
		channels: ['x-1', 'x-2', 'vibes-1'],
	});
	const moved = { ...COFFEE, customer: undefined };
	expect((await find([moved, added, OTHER], idsByFilter)).filters).toMatchObject({
		channels: ['x-2', 'vibes-1'],
	});
});

test('keeps a removed channel in a group that has others', async () => {
	const added = { ...COFFEE, id: 'x-2' };
	const { idsByFilter } = await find([COFFEE, added, OTHER]);
	expect((await find([added, OTHER], idsByFilter)).filters.channels).toEqual([
		'x-2',
		'x-1',
		'vibes-1',
	]);
});

test('rejects a name that was never known', async () => {
	const { idsByFilter } = await find([COFFEE, OTHER]);
	const written = read({ channels: ['toString'] });
	await expect(resolveEventFilters(written, async () => [COFFEE], idsByFilter)).rejects.toThrow(
		'No channel, group or network is named “toString”',
	);
});
