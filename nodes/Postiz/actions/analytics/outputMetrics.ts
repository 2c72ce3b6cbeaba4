import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { memoize } from '../../common/memoize';
import { parseCount } from '../../common/parseNumber';
import { forEachItem } from '../../execution/forEachItem';
import type { OperationResult } from '../../execution/operationResult';
import { field, option } from '../../form/fieldBuilders';
import { type FieldSpec, createFieldSpec, createChoiceSpec } from '../../form/fieldSpec';
import type { PostizClient } from '../../transport/client';
import type { ApiCall } from '../../transport/endpoints';
import { nameColumns, toDayOutputs, toTotals, parseMetrics } from './metrics';

const daysSpec = createFieldSpec(
	field.number('Days', 'days', {
		typeOptions: { minValue: 1 },
		default: 7,
		description:
			'Number of days to look back. Networks keep metrics for a limited time, often 90 days.',
	}),
	(entered, label) =>
		parseCount(entered, label, 'Enter a whole number of days, at least 1, such as 7, 30 or 90.'),
);
const outputSpec = createChoiceSpec('Output', 'output', 'totals', {
	isRequired: true,
	description: 'What to output. Without metrics, a single item says why in “note”.',
	options: [
		option(
			'Totals of the Period',
			'totals',
			'One item with a column for each metric, like a row of a sheet',
		),
		option('One Item per Day', 'day', 'The same columns for each day'),
	],
});

export const metricFields = [daysSpec.property, outputSpec.property];

/** A channel or post with metrics. */
interface MetricsSubject {
	/** The columns before the metrics. */
	leadingColumns: IDataObject;
	/** The last columns. */
	idColumns: IDataObject;
	/** The request for its metrics. */
	call: ApiCall;
	emptyNote: string;
}

/**
 * Outputs the metrics of the channel or post of each item, with a column for each metric (docs/api.md, Analytics).
 * `findSubject` returns the channel or post by the ID that was entered.
 */
export async function outputMetrics(
	context: IExecuteFunctions,
	client: PostizClient,
	idSpec: FieldSpec<string>,
	findSubject: (id: string) => Promise<MetricsSubject>,
): Promise<OperationResult> {
	const findSubjectOnce = memoize(findSubject);
	const fetchMetrics = memoize(async (id: string, days: number) => {
		const { call, emptyNote, ...subject } = await findSubjectOnce(id);
		const metrics = parseMetrics(await client.request({ ...call, query: { date: days } }));
		const isEmpty = metrics.every(({ data }) => data.length === 0);
		return { ...subject, metrics, note: isEmpty ? emptyNote : null };
	});
	return await forEachItem(context, async (itemIndex) => {
		const id = idSpec.readParameter(context, itemIndex);
		const days = daysSpec.readParameter(context, itemIndex);
		const isPerDay = outputSpec.readParameter(context, itemIndex) === 'day';
		const { leadingColumns, idColumns, metrics, note } = await fetchMetrics(id, days);
		const takenNames = Object.keys({ ...leadingColumns, ...idColumns, days, date: '', note });
		const columns = nameColumns(metrics, takenNames);
		const outputs = isPerDay ? toDayOutputs(columns) : [{ days, ...toTotals(columns) }];
		return outputs.map((output) => ({ ...leadingColumns, ...output, note, ...idColumns }));
	});
}
