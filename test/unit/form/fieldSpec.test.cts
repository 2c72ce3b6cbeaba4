import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { field } from '../../../nodes/Postiz/form/fieldBuilders';
import { createFiltersSpec, createFieldSpec } from '../../../nodes/Postiz/form/fieldSpec';
import { catchProblem } from '../support/catchProblem.cjs';
import { castUnchecked } from '../../shared/fakes.cjs';

const createTextSpec = (label: string, name: string) =>
	createFieldSpec(field.text(label, name), (value, _label, { isAdded }) =>
		isAdded ? value : 'any',
	);
const FILTERS = createFiltersSpec({
	channels: createTextSpec('Channels', 'channels'),
	group: createTextSpec('Group Name or ID', 'group'),
});

const read = (entered: unknown, written: unknown = entered) =>
	FILTERS.read(entered, castUnchecked<INode>({ parameters: { filters: written } }));

test('reads filters with a value', () => {
	expect(read({ group: 'g1', channels: ['c1'] })).toEqual({ group: 'g1', channels: ['c1'] });
	const any = { group: 'any', channels: 'any' };
	expect([read({}), read(undefined)]).toEqual([any, any]);
});

test.each([[''], [undefined], [null], [[]], [{ mode: 'list', value: '' }]])(
	'rejects a filter with %j by name',
	(value) => {
		expect(catchProblem(() => read({ channels: ['c1'], group: value }))).toEqual([
			'The filter Group Name or ID is empty',
			'Enter a value, or remove the filter. With an expression, check that every item has a value.',
		]);
	},
);

test('ignores a filter that a model leaves empty', () => {
	const byModel = "={{ $fromAI('Group', `A group, or an empty text for all`, 'string') }}";
	expect(read({ channels: ['c1'], group: '' }, { channels: ['c1'], group: byModel })).toEqual({
		channels: ['c1'],
		group: 'any',
	});
});

test('describes filters by their labels, also where the spec has another key', () => {
	const filters = createFiltersSpec({
		channelIds: createTextSpec('Channels', 'integrationId'),
		group: createTextSpec('Group Name or ID', 'group'),
	});
	const entered = { integrationId: ['c1', 'c2'], group: { mode: 'id', value: 'g1' } };
	const context = castUnchecked<IExecuteFunctions>({ getNodeParameter: () => entered });
	expect(filters.describeParameter(context, 0)).toBe('Channels “c1, c2”, Group “g1”');
});
