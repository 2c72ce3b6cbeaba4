import type { IDataObject } from 'n8n-workflow';

import { toNumber } from '../../common/parseNumber';
import { Problem } from '../../common/problem';
import { parseServiceTime } from '../../common/serviceTime';
import { isObject, toObject } from '../../common/value';
import { toOutputs } from '../shared/toOutputs';

/** A metric of a channel or post. */
interface Metric {
	label: string;
	/** How the total is calculated from the days. */
	calculation: 'average' | 'latest' | 'sum';
	/** Null without a number. */
	total: number | null;
	data: MetricDay[];
}

interface MetricDay {
	date: IDataObject[string];
	total: number;
}

/**
 * Metrics with an entry per day and a total. Throws {@link Problem} if the response has no list (docs/api.md,
 * Analytics).
 */
export function parseMetrics(response: unknown): Metric[] {
	if (Array.isArray(response)) return response.filter(isObject).map(toMetric);
	// The post isn't linked to its network.
	if (toObject(response).missing === true) return [];
	throw new Problem(
		'Postiz returned no list of metrics',
		'Another server may have answered. Check the Base URL in the credential.',
		{ needsPerson: true },
	);
}

/** Metrics with the names of their columns: their labels in camelCase, numbered if `takenNames` has them. */
export function nameColumns(
	metrics: Metric[],
	takenNames: string[],
): Array<[column: string, metric: Metric]> {
	const usedNames = new Set(takenNames);
	return metrics.map((metric) => {
		const name = toCamelCase(metric.label) || 'metric';
		let column = name;
		for (let number = 2; usedNames.has(column); number++) column = `${name}${number}`;
		usedNames.add(column);
		return [column, metric];
	});
}

/** The total of each metric, by column. */
export const toTotals = (columns: Array<[column: string, metric: Metric]>): IDataObject =>
	Object.fromEntries(columns.map(([column, { total }]) => [column, total]));

/** An output per day, in order, with the columns of its metrics; one without a date if there is no day. */
export function toDayOutputs(columns: Array<[column: string, metric: Metric]>): IDataObject[] {
	const dates = new Set(columns.flatMap(([, { data }]) => data.map(({ date }) => date)));
	const outputs = [...dates].map((date): IDataObject => {
		const values = columns.map(([column, { data, calculation }]) => {
			const entries = data.filter((day) => day.date === date);
			return [column, summarize(entries, calculation)];
		});
		return { date, ...Object.fromEntries(values) };
	});
	return outputs.length > 0 ? outputs.sort(compareDates) : [{ date: null }];
}

const AVERAGES = /\b(?:average|avg|rate|ratio|percent|percentage)\b|%/i;
const COUNTS =
	/^(?:(?:total|page|channel) )?(?:followers?|following|subscribers?|fans?|members?|connections?)(?: count)?$/i;

const splitWords = (label: string) => label.match(/[\p{L}\p{N}]+/gu) ?? [];

function toCamelCase(label: string): string {
	const words = splitWords(label).map((word) => {
		const lowered = word === word.toUpperCase() ? word.toLowerCase() : word;
		return lowered.charAt(0).toUpperCase() + lowered.slice(1);
	});
	const name = words.join('');
	return name.charAt(0).toLowerCase() + name.slice(1);
}

function toMetric({ label: name, average, data }: IDataObject): Metric {
	const label = String(name ?? '');
	const days = toOutputs(data).map(({ date = null, total }) => ({ date, total: toNumber(total) }));
	const isAverage = average === true || AVERAGES.test(label);
	const isCount = COUNTS.test(splitWords(label).join(' '));
	const calculation = isAverage ? 'average' : isCount ? 'latest' : 'sum';
	return { label, calculation, total: summarize(days, calculation), data: days };
}

/** Null without a number. */
function summarize(days: MetricDay[], calculation: Metric['calculation']): number | null {
	const numbers = days.filter(({ total }) => Number.isFinite(total)).sort(compareDates);
	const latest = numbers.at(-1)?.total ?? null;
	if (numbers.length <= 1 || calculation === 'latest') return latest;
	const sum = numbers.reduce((all, { total }) => all + total, 0);
	// Rounds to four decimals, which also hides that 0.1 plus 0.2 isn't 0.3.
	return Number((calculation === 'average' ? sum / numbers.length : sum).toFixed(4));
}

const compareDates = (a: { date?: unknown }, b: { date?: unknown }) =>
	parseServiceTime(a.date) - parseServiceTime(b.date) || 0;
