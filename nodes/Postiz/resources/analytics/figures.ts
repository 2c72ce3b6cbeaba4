import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { PostizClient } from '../../transport/client';
import { isUnknownId } from '../../transport/explain';
import { Problem } from '../../values/problem';
import { quote } from '../../values/quote';
import { isObject, readCount, readOption } from '../../values/read';
import { readId, type IdField } from '../shared/ids';
import { forEachItem } from '../shared/itemRun';
import { toRows } from '../shared/rows';

const CUSTOM = 'custom';
const PER_METRIC = 'metric';
const PER_DAY = 'day';

/** Period and Output, as both operations have them. */
export const figureFields: INodeProperties[] = [
	{
		displayName: 'Period',
		name: 'period',
		type: 'options',
		default: 7,
		description: 'How far back the figures go',
		options: [
			{ name: 'Last 7 Days', value: 7 },
			{ name: 'Last 30 Days', value: 30 },
			{ name: 'Last 90 Days', value: 90 },
			{ name: 'Other Number of Days', value: CUSTOM },
		],
	},
	{
		displayName: 'Days',
		name: 'days',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 14,
		description:
			'How many days back the figures go. Networks keep figures for a limited time, often 90 days.',
		displayOptions: { show: { period: [CUSTOM] } },
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: PER_METRIC,
		description:
			'What an output item holds. If Postiz has no figures there are no items: turn on Always Output Data in the settings of the node to go on all the same.',
		options: [
			{
				name: 'One Item per Metric',
				value: PER_METRIC,
				description: 'Such as Likes, with its days as a list under “data”',
			},
			{
				name: 'One Item per Metric and Day',
				value: PER_DAY,
				description: 'Such as Likes of one day: rows for sheets and charts',
			},
		],
	},
];

/** Whose figures an operation gets. */
interface Subject {
	/** The form's field with the ID, and how people see it. */
	parameter: IdField;
	name: string;
	noun: string;
	/** Under which key each row names the subject. */
	idKey: string;
	path: (id: string) => string;
	whenUnknown: string;
	whenEmpty: string;
}

/**
 * The figures of what each item names; requested once if several items name the same
 * (docs/api.md, Analytics).
 */
export async function figureItems(
	context: IExecuteFunctions,
	client: PostizClient,
	subject: Subject,
): Promise<INodeExecutionData[]> {
	const { parameter, name, noun, idKey, path } = subject;
	const answers = new Map<string, unknown>();
	const withoutFigures = new Set<string>();
	const items = await forEachItem(context, async (itemIndex) => {
		const id = readId(context, itemIndex, parameter, name);
		const days = readDays(context, itemIndex);
		const output = readOutput(context, itemIndex);
		const key = `${days} ${id}`;
		if (!answers.has(key)) {
			const answer = await client.request({
				method: 'GET',
				path: path(id),
				query: { date: days },
				explain: (refused) =>
					isUnknownId(refused)
						? {
								message: `Postiz has no figures for the ${noun} ${quote(id)}`,
								description: subject.whenUnknown,
							}
						: undefined,
			});
			answers.set(key, answer);
		}
		const rows = toMetrics(answers.get(key), id).flatMap((metric) =>
			(output === PER_DAY ? dayRows(metric) : [metric]).map((row) => ({ [idKey]: id, ...row })),
		);
		if (rows.length === 0) withoutFigures.add(id);
		return rows;
	});
	if (withoutFigures.size > 0) {
		context.addExecutionHints({
			message: `Postiz has no figures of this period for the ${noun} ${listed([...withoutFigures])}. ${subject.whenEmpty}`,
			location: 'outputPane',
		});
	}
	return items;
}

const MAX_LISTED = 3;

function listed(ids: string[]): string {
	const names = ids.slice(0, MAX_LISTED).map((id) => quote(id));
	const rest = ids.length - names.length;
	return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function readDays(context: IExecuteFunctions, itemIndex: number): number {
	const period = context.getNodeParameter('period', itemIndex, 7) as unknown;
	const isCustom = period === CUSTOM;
	const entered = isCustom ? context.getNodeParameter('days', itemIndex, '') : period;
	return readCount(
		entered,
		isCustom ? 'Days' : 'Period',
		'Enter a whole number of days from 1 on, such as 7, 30 or 90.',
	);
}

function readOutput(context: IExecuteFunctions, itemIndex: number): string {
	const entered = context.getNodeParameter('output', itemIndex, PER_METRIC);
	return readOption(entered, [PER_METRIC, PER_DAY], 'Output');
}

interface Metric extends IDataObject {
	data: IDataObject[];
}

/** The metrics of an answer, their numbers as numbers. Throws {@link Problem} if it has none. */
function toMetrics(answer: unknown, id: string): Metric[] {
	if (Array.isArray(answer)) {
		return answer.filter(isObject).map(({ data, ...metric }) => ({
			...withNumber(metric, 'percentageChange'),
			data: toRows(data).map((day) => withNumber(day, 'total')),
		}));
	}
	if ((Object(answer) as IDataObject).missing === true) {
		throw new Problem(
			`Postiz does not know which content of its network the post ${quote(id)} became`,
			'Without that it cannot count. Find the content with Post > Get Missing Content, connect it with Post > Connect Missing Content, then run this again.',
		);
	}
	throw new Problem(
		'The answer of Postiz has no list of figures',
		'Something else may have answered in its place. Check the Base URL in the credential.',
	);
}

function dayRows({ data, ...metric }: Metric): IDataObject[] {
	return data.map((day) => ({ ...metric, ...day }));
}

function withNumber(row: IDataObject, key: string): IDataObject {
	return key in row ? { ...row, [key]: asNumber(row[key]) } : row;
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** A number that was written as text as a number; no figure as null, other text as it is. */
function asNumber(value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'string') return value ?? null;
	const text = value.trim();
	if (text === '') return null;
	const number = Number(text);
	// Beyond this, digits would be lost.
	const isExact = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	return DECIMAL.test(text) && isExact ? number : value;
}
