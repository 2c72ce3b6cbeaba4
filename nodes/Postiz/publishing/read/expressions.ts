import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';

import { getLabel } from '../../form/fieldSpec';
import { Problem, quote } from '../../common/problem';
import { getProperties, unwrap } from '../../common/parseValue';

/** A text in the parameters of the node: the label of its field, its path for n8n, and what was entered. */
export interface EnteredField {
	label: string;
	path: string;
	source: string;
}

/** The texts in all fields of the form, expressions included. */
export function listEnteredFields(
	context: IExecuteFunctions,
	form: INodeProperties[],
): EnteredField[] {
	const fields = listFields(form, context.getNode().parameters as IDataObject);
	// Networks may have a field of the same name.
	return [...new Map(fields.map((one) => [one.path, one])).values()];
}

const listFields = (
	properties: INodeProperties[],
	values: IDataObject,
	at = '',
	owner = '',
): EnteredField[] =>
	properties.flatMap((property) => {
		const { name, type, options = [] } = property;
		const value = unwrap(values[name]);
		// Most fields of networks are not there.
		if (type === 'notice' || value === undefined) return [];
		const path = `${at}${name}`;
		const label = `${owner}${getLabel(property)}`;
		const within = getProperties(value) as IDataObject;
		if (typeof value === 'string') return [{ label, path, source: value }];
		if (type === 'collection') {
			return listFields(options as INodeProperties[], within, `${path}.`, `${label}: `);
		}
		if (type !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap((list) => {
			const place = `${path}.${list.name}`;
			const entries = within[list.name] ?? [];
			if (typeof entries === 'string') return [{ label, path: place, source: entries }];
			if (!Array.isArray(entries)) {
				return listFields(list.values, entries as IDataObject, `${place}.`, `${label}: `);
			}
			return entries.flatMap((entry, index) => {
				const named = entries.length > 1 ? `${label} ${index + 1}: ` : `${label}: `;
				return listFields(list.values, entry as IDataObject, `${place}[${index}].`, named);
			});
		});
	});

/** True for a field at Expression. */
export const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

/** Matches references to the current time. */
const CLOCK =
	/\$now\b|\bDateTime\s*\.\s*(?:now|local|utc)\s*\(\s*\)|\bDate\s*\.\s*now\b|\bnew\s+Date\s*\(\s*\)/;
/** Matches what cuts it to a day or an hour, which is the same in each run of that day. */
const CUT =
	/\.(?:set|startOf|endOf|toFormat|format|toISODate|slice|substring|split|toLocaleString|toLocaleDateString)\s*\(/;
/** Matches a value of the item. */
const OF_ITEM = /\$json\b|\$input\b|\$\(\s*['"`]|\$node\b|\$items\b|\$binary\b/;
const FORMAT = /format\(\s*(['"])(.*?)\1/gi;
/** Matches the date in the text of a body, up to the next key. */
const DATE_IN_BODY =
	/["']?\bdate["']?\s*:\s*([^]{1,300}?)(?=["']?\b(?:type|shortLink|tags|posts|inter|order)["']?\s*:|$)/;

/**
 * True if an expression returns another time on each evaluation, such as `$now.plus(1, 'hour')`; with a value of the item
 * beside the clock, it is a date.
 */
export const followsClock = (expression: unknown): boolean =>
	typeof expression === 'string' &&
	CLOCK.test(expression) &&
	!CUT.test(expression) &&
	!OF_ITEM.test(expression);

/** The date in the text of a body of `POST /posts`, with its expressions; undefined if there is none. */
export const dateInBody = (body: unknown) =>
	typeof body === 'string' ? DATE_IN_BODY.exec(body)?.[1] : undefined;

/** What a format prints that nobody means in a date, and how to write what is meant. */
const MISPRINTS: Array<[RegExp, string]> = [
	[/HH?:ii?/i, 'prints the year: use HH:mm'],
	[/[Hh]{1,2}:MM?/, 'prints the month: use HH:mm'],
	[/y+[-/.]mm?\b|\bmm?[-/.]y+|\bd+[-/.]mm?\b/, 'prints the minutes: use MM for the month'],
	[/\bhh?:mm(?!.*a)/, 'prints 01:00 for 13:00: use HH:mm'],
];

/** What is wrong with the formats in the expression of a date. */
const findMisprints = (expression = ''): string[] =>
	[...expression.matchAll(FORMAT)].flatMap(([, , format = '']) =>
		MISPRINTS.flatMap(([sign, what]) => {
			const found = sign.exec(format);
			return found ? [`${found[0]} ${what}`] : [];
		}),
	);

/** Matches an expression that names a value of n8n, unlike those of Vue, Blade, Angular and Helm. */
const OF_N8N =
	/\{\{(?:(?!\}\})[^]){0,2000}?\$(?:(?:json|now|input|binary|node|items|today|workflow|execution)\b|\(\s*['"`])(?:(?!\}\})[^]){0,2000}\}\}/;

/**
 * Throws {@link Problem} if a field has an expression but is at Fixed, as n8n would use it as it is written, or if a date
 * has a format that prints something else.
 */
export function assertWellWritten(fields: EnteredField[]): void {
	for (const { label, path, source } of fields) {
		const [found] = (!isExpression(source) && OF_N8N.exec(source)) || [];
		if (found !== undefined) {
			throw new Problem(
				`${label}: ${quote(found)} would be published as text`,
				'Switch the field to Expression.',
				{ isForPerson: true },
			);
		}
		const date = path === 'json' ? dateInBody(source) : source;
		const [misprint] = /\b(?:date|json)$/.test(path) ? findMisprints(date) : [];
		if (misprint !== undefined) {
			throw new Problem(`${label}: ${misprint}`, 'Correct the format in the expression.', {
				isForPerson: true,
			});
		}
	}
}

const EXPRESSIONS = /\{\{[^]*?\}\}/g;

/** The expressions in the source of a field. */
export const expressionsIn = (source: string): string[] => source.match(EXPRESSIONS) ?? [];

const LINKS_AND_NAMES = /https?:\/\/\S+|www\.\S+|[#＃@]\S+/g;

/** True if nothing is left of a text without links, hashtags, mentions and signs, or if it ends with a colon. */
export function leadsNowhere(text: string): boolean {
	const words = text
		.replace(LINKS_AND_NAMES, ' ')
		.replace(/(?<![^\p{L}\p{N}:：])[^\p{L}\p{N}:：]+$/u, '');
	return /[:：]$/.test(words) || !/[\p{L}\p{N}]/u.test(words);
}

const withoutSpaces = (text: unknown) => String(text).replace(/\s+/g, '');

/** True for a text of which only what stands around its expressions is left, as they give nothing. */
export function hasOnlyPunctuation(text: unknown, source: unknown): boolean {
	if (typeof source !== 'string' || !isExpression(source)) return false;
	const around = source.slice(1).replace(EXPRESSIONS, '');
	return around !== source.slice(1) && withoutSpaces(text) === withoutSpaces(around);
}
