import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { DAY_MS } from '../../common/date';
import { parseDate, parseEndDate } from '../../common/parseDate';
import { Problem } from '../../common/problem';
import { isEmpty } from '../../common/value';
import { field, option } from '../../form/fieldBuilders';
import { createChoiceSpec, createFieldSpec } from '../../form/fieldSpec';

const CUSTOM = 'custom';
/** The default length of a custom period, if one of its dates is empty. */
const DEFAULT_DAYS = 30;
/** Label, days before and days after now, by value. */
const PERIODS: Record<string, [name: string, before?: number, after?: number]> = {
	[CUSTOM]: ['Between Two Dates'],
	around: ['Last 30 and Next 30 Days', 30, 30],
	last30: ['Last 30 Days', 30],
	last7: ['Last 7 Days', 7],
	last90: ['Last 90 Days', 90],
	next30: ['Next 30 Days', 0, 30],
	next7: ['Next 7 Days', 0, 7],
	next90: ['Next 90 Days', 0, 90],
};
const periodSpec = createChoiceSpec('Period', 'period', 'around', {
	isRequired: true,
	description: 'Only posts with a date in this period. With a limit, those nearest to now.',
	options: Object.entries(PERIODS).map(([value, [name]]) => option(name, value)),
});

/** Creates a date field. Its reader returns a time, or undefined if it is empty. */
const createDateSpec = (property: INodeProperties, parse: typeof parseEndDate) =>
	createFieldSpec(
		{ ...property, displayOptions: { show: { period: [CUSTOM] } } },
		(entered, label) => (timezone: string) =>
			isEmpty(entered) ? undefined : Date.parse(parse(entered, timezone, { label })),
	);
const startDateSpec = createDateSpec(
	field.date('Start Date', 'startDate', {
		description:
			"Only posts from this date, such as 2026-12-14 10:00:00 (in the workflow's time zone). If empty, from 30 days ago.",
	}),
	parseDate,
);
const endDateSpec = createDateSpec(
	field.date('End Date', 'endDate', {
		description:
			"Only posts up to this date, such as 2026-12-14 10:00:00 (in the workflow's time zone). If empty, up to 30 days ahead. A picked day starts at 00:00, so set the time, too. A day without a time, such as 2026-12-14 from an expression, is included.",
	}),
	parseEndDate,
);

export const periodFields: INodeProperties[] = [
	periodSpec.property,
	startDateSpec.property,
	endDateSpec.property,
];

/** Reads the chosen period. Throws {@link Problem} if it ends before it starts. */
export function readPeriod(context: IExecuteFunctions, itemIndex: number, now: number) {
	const chosen = periodSpec.readParameter(context, itemIndex);
	if (chosen !== CUSTOM) {
		const [, before = 0, after = 0] = PERIODS[chosen] ?? [];
		return { start: now - before * DAY_MS, end: now + after * DAY_MS };
	}
	const [from, to] = [startDateSpec, endDateSpec].map((field) =>
		field.readParameter(context, itemIndex)(context.getTimezone()),
	);
	const start = from ?? Math.min(now, to ?? now) - DEFAULT_DAYS * DAY_MS;
	const end = to ?? Math.max(now, start) + DEFAULT_DAYS * DAY_MS;
	if (end < start) {
		throw new Problem('The End Date is before the Start Date', 'Swap the two dates.');
	}
	return { start, end };
}
