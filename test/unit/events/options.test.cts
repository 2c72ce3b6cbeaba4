import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { eventOptions, eventsField } from '../../../nodes/Postiz/events/fields';
import { readTriggerOptions } from '../../../nodes/Postiz/events/options';
import { problemOf } from '../support/problem.cjs';

const contextOf = (parameters: IDataObject) =>
	({
		getNode: () => ({ parameters }),
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	}) as unknown as IPollFunctions;

test('events and filters are read from lists and from expressions alike', () => {
	const expected = { events: ['postFailed', 'postPublished'] };
	const filters = { networks: ['x', 'LinkedIn'], group: 'g1' };
	expect(
		readTriggerOptions(
			contextOf({
				events: ['postFailed', 'postPublished'],
				filters: { channels: ['c1', 'c2'], providers: ['x', 'LinkedIn'], group: 'g1' },
			}),
		),
	).toEqual({
		...expected,
		filters: { ...filters, channels: [{ texts: ['c1'] }, { texts: ['c2'] }] },
	});
	expect(
		readTriggerOptions(
			contextOf({
				events: 'postFailed, postPublished',
				filters: { channels: 'c1,c2', providers: 'x, LinkedIn', group: ' g1 ' },
			}),
		),
	).toEqual({ ...expected, filters: { ...filters, channels: [{ texts: ['c1,c2'] }] } });
});

test.each([
	[[], 'No event is selected', 'Add what starts the workflow under Events.'],
	['', 'No event is selected', 'Add what starts the workflow under Events.'],
	[
		['postPublished', 'toString'],
		'Events cannot be “toString”',
		'Use one of channelNeedsAttention, newNotification, postCreated, postFailed, postOverdue, postPublished.',
	],
])('%j is refused: %s', (events, ...problem) => {
	expect(problemOf(() => readTriggerOptions(contextOf({ events })))).toEqual(problem);
});

test('the form offers only the events of a trigger, by name', () => {
	const names = (field: ReturnType<typeof eventsField>) =>
		(field.options as Array<{ name: string }>).map(({ name }) => name);
	expect(names(eventsField(['postPublished', 'postFailed'], '', ''))).toEqual([
		'Post Failed',
		'Post Published',
	]);
	const all = eventOptions.map(({ value }) => value);
	expect(names(eventsField(all, '', ''))).toHaveLength(eventOptions.length);
});
