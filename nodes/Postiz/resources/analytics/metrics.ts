import type { IDataObject } from 'n8n-workflow';

import { serviceTime } from '../../values/date';
import { FOR_MAKER, Problem } from '../../values/problem';
import { isObject } from '../../values/read';
import { toRows } from '../shared/operation';

/** A metric with an entry for each day, with its numbers as numbers. */
export interface Metric extends IDataObject {
	data: IDataObject[];
	/** How the days become the total of the period. */
	calculation: 'sum' | 'latest' | 'average';
	total: IDataObject[string];
}

/** Throws {@link Problem} for an answer without a list of metrics (docs/api.md, Analytics). */
export function readMetrics(answer: unknown): Metric[] {
	if (Array.isArray(answer)) return answer.filter(isObject).map(toMetric);
	if (isMissing(answer)) return [];
	throw new Problem(
		'The answer of Postiz has no list of metrics',
		'Something else may have answered instead. Check the Base URL in the credential.',
		{ forModel: FOR_MAKER },
	);
}

/** True for the answer about a post whose counterpart on the network is unknown. */
export const isMissing = (answer: unknown) => isObject(answer) && answer.missing === true;

/** The names of columns for metrics: their labels in camelCase, numbered where one is `taken`. */
export function columnsOf(metrics: Metric[], taken: string[]): Array<[string, Metric]> {
	const used = new Set(taken);
	return metrics.map((metric) => {
		const name = camelCase(String(metric.label ?? '')) || 'metric';
		let column = name;
		for (let number = 2; used.has(column); number++) column = `${name}${number}`;
		used.add(column);
		return [column, metric];
	});
}

/** A row for each day, in order, with the columns of the metrics that have it. */
export function dayRows(columns: Array<[string, Metric]>): IDataObject[] {
	const dates = new Set(columns.flatMap(([, { data }]) => data.map(dateOf)));
	const rows = [...dates].map((date): IDataObject => {
		const values = columns.map(([column, { data, calculation }]) => {
			const own = data.filter((day) => dateOf(day) === date);
			return [column, totalOf(own, calculation)];
		});
		return { date, ...Object.fromEntries(values) };
	});
	return rows.sort(byDate);
}

const AVERAGES = /\b(?:average|avg|rate|ratio|percent|percentage)\b|%/i;
const COUNTS =
	/^(?:(?:total|page|channel) )?(?:followers?|following|subscribers?|fans?|members?|connections?)(?: count)?$/i;

const wordsOf = (label: string) => label.match(/[\p{L}\p{N}]+/gu) ?? [];

function camelCase(label: string): string {
	const words = wordsOf(label).map((word) => {
		const known = word === word.toUpperCase() ? word.toLowerCase() : word;
		return known.charAt(0).toUpperCase() + known.slice(1);
	});
	const name = words.join('');
	return name.charAt(0).toLowerCase() + name.slice(1);
}

function toMetric({ data, ...metric }: IDataObject): Metric {
	const days = toRows(data).map((day) => withNumber(day, 'total'));
	const calculation = calculationOf(metric);
	return {
		...withNumber(metric, 'percentageChange'),
		calculation,
		total: totalOf(days, calculation),
		data: days,
	};
}

function calculationOf({ label, average }: IDataObject): Metric['calculation'] {
	const name = String(label ?? '');
	if (average === true || AVERAGES.test(name)) return 'average';
	return COUNTS.test(wordsOf(name).join(' ')) ? 'latest' : 'sum';
}

/** Null without a value, or if one of several is not a number. */
function totalOf(days: IDataObject[], calculation: Metric['calculation']): IDataObject[string] {
	const known = days.filter(({ total }) => total !== undefined && total !== null).sort(byDate);
	const latest = known.at(-1)?.total ?? null;
	if (known.length <= 1 || calculation === 'latest') return latest;
	const numbers = known.map(({ total }) => total).filter((total) => typeof total === 'number');
	if (numbers.length < known.length) return null;
	const sum = numbers.reduce((all, number) => all + number, 0);
	// Four decimals are enough, and hide that 0.1 and 0.2 are not 0.3.
	return Number((calculation === 'average' ? sum / numbers.length : sum).toFixed(4));
}

const dateOf = ({ date }: IDataObject) => date ?? null;
const byDate = (a: IDataObject, b: IDataObject) => serviceTime(a.date) - serviceTime(b.date) || 0;

const withNumber = (row: IDataObject, key: string): IDataObject =>
	key in row ? { ...row, [key]: asNumber(row[key]) } : row;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** A number that was written as text as a number; no value as null, other text as it is. */
function asNumber(value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'string') return value ?? null;
	const text = value.trim();
	// Beyond what is safe, digits would be lost.
	const isExact = Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER;
	if (DECIMAL.test(text) && isExact) return Number(text);
	return text === '' ? null : value;
}
