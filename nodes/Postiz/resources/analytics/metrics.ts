import type { IDataObject } from 'n8n-workflow';

import { serviceTime } from '../../values/date';
import { Problem } from '../../values/problem';
import { isObject } from '../../values/read';
import { toRows } from '../shared/operation';

/** Metrics with an entry per day and a total. Throws {@link Problem} if the answer has no list (docs/api.md, Analytics). */
export function readMetrics(answer: unknown): Array<ReturnType<typeof toMetric>> {
	if (Array.isArray(answer)) return answer.filter(isObject).map(toMetric);
	if (isMissing(answer)) return [];
	throw new Problem(
		'The answer of Postiz has no list of metrics',
		'Something else may have answered instead. Check the Base URL in the credential.',
		{ isForPerson: true },
	);
}

/** True for the answer about a post that isn't linked to the network. */
export const isMissing = (answer: unknown) => isObject(answer) && answer.missing === true;

/** Names the columns of metrics: their labels in camelCase, numbered if `taken`. */
export function columnsOf(metrics: ReturnType<typeof readMetrics>, taken: string[]) {
	const used = new Set(taken);
	return metrics.map((metric): [column: string, typeof metric] => {
		const name = camelCase(metric.label) || 'metric';
		let column = name;
		for (let number = 2; used.has(column); number++) column = `${name}${number}`;
		used.add(column);
		return [column, metric];
	});
}

/** A row per day, in order, with the columns of its metrics. */
export function dayRows(columns: ReturnType<typeof columnsOf>): IDataObject[] {
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

function toMetric({ label: given, average, data }: IDataObject) {
	const label = String(given ?? '');
	const days = toRows(data).map((day) => ({ ...day, total: asNumber(day.total) }));
	const isAverage = average === true || AVERAGES.test(label);
	const isCount = COUNTS.test(wordsOf(label).join(' '));
	const calculation = isAverage ? 'average' : isCount ? 'latest' : 'sum';
	return { label, calculation, total: totalOf(days, calculation), data: days };
}

/** Null without a value, or if one of several isn't a number. */
function totalOf(days: IDataObject[], calculation: string): IDataObject[string] {
	const known = days.filter(({ total }) => total !== null).sort(byDate);
	const latest = known.at(-1)?.total ?? null;
	if (known.length <= 1 || calculation === 'latest') return latest;
	const numbers = known.map(({ total }) => total).filter((total) => typeof total === 'number');
	if (numbers.length < known.length) return null;
	const sum = numbers.reduce((all, number) => all + number, 0);
	// Rounds to four decimals, which also hides that 0.1 plus 0.2 isn't 0.3.
	return Number((calculation === 'average' ? sum / numbers.length : sum).toFixed(4));
}

const dateOf = ({ date }: IDataObject) => date ?? null;
const byDate = (a: IDataObject, b: IDataObject) => serviceTime(a.date) - serviceTime(b.date) || 0;

/** Converts a number in a text to a number, and no value to null; keeps other text, and what would lose digits. */
function asNumber(value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'string') return value ?? null;
	if (value.trim() === '') return null;
	const number = Number(value);
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value.trim();
}
