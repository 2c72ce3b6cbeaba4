import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';

import { Problem } from '../../common/problem';
import { quote } from '../../common/text';
import { getProperties, unwrapLocator } from '../../common/value';
import { getLabel } from '../../form/fieldSpec';

/** A text in the parameters of the node: the label of its field, its path for n8n, and what was entered. */
export interface EnteredField {
	label: string;
	path: string;
	source: string;
}

/** The texts in all fields of the form, expressions included. */
export function listEnteredFields(
	context: IExecuteFunctions,
	properties: INodeProperties[],
): EnteredField[] {
	const fields = listFields(properties, context.getNode().parameters as IDataObject);
	// Several networks have a field of the same name, each of which is listed.
	return [...new Map(fields.map((field) => [field.path, field])).values()];
}

const listFields = (
	properties: INodeProperties[],
	values: IDataObject,
	parentPath = '',
	parentLabel = '',
): EnteredField[] =>
	properties.flatMap((property) => {
		const { name, type, options = [] } = property;
		const value = unwrapLocator(values[name]);
		// Only the fields of the chosen networks have values.
		if (type === 'notice' || value === undefined) return [];
		const path = `${parentPath}${name}`;
		const label = `${parentLabel}${getLabel(property)}`;
		const children = getProperties(value) as IDataObject;
		if (typeof value === 'string') return [{ label, path, source: value }];
		if (type === 'collection') {
			return listFields(options as INodeProperties[], children, `${path}.`, `${label}: `);
		}
		if (type !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap((list) => {
			const listPath = `${path}.${list.name}`;
			const entries = children[list.name] ?? [];
			if (typeof entries === 'string') return [{ label, path: listPath, source: entries }];
			if (!Array.isArray(entries)) {
				return listFields(list.values, entries as IDataObject, `${listPath}.`, `${label}: `);
			}
			return entries.flatMap((entry, index) => {
				const entryLabel = entries.length > 1 ? `${label} ${index + 1}: ` : `${label}: `;
				return listFields(list.values, entry as IDataObject, `${listPath}[${index}].`, entryLabel);
			});
		});
	});

/** True for a field in expression mode. */
export const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

/** Matches expressions with the current time: `$now`, `new Date()`, `new Date`, but not `new Date($json.date)`. */
export const CLOCK =
	/\$now\b|\bDateTime\s*\.\s*(?:now|local|utc)\s*\(\s*\)|\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^)\s])/;
// "$now.startOf('day')", "$now.toFormat('yyyy-MM-dd')": rounds the time, so that all runs of a day have the same date.
const ROUNDED =
	/\.(?:set|startOf|endOf|toFormat|format|toISODate|slice|substring|split|toLocaleString|toLocaleDateString)\s*\(/;
// "$json.date", "$('Sheet')": a value of an item.
const ITEM_VALUE = /\$json\b|\$input\b|\$\(\s*['"`]|\$node\b|\$items\b|\$binary\b/;
// "toFormat('yyyy-MM-dd')"
const FORMAT = /format\(\s*(['"])(.*?)\1/gi;
// `"date": "{{ $now }}",` in the text of a body, up to the next key.
const DATE_IN_BODY =
	/["']?\bdate["']?\s*:\s*([^]{1,300}?)(?=["']?\b(?:type|shortLink|tags|posts|inter|order)["']?\s*:|$)/;

/**
 * True if an expression returns a different time on each evaluation, such as `$now.plus(1, 'hour')`. With a value of the
 * item, it is taken for a fixed date.
 */
export const followsClock = (expression: unknown): boolean =>
	typeof expression === 'string' &&
	CLOCK.test(expression) &&
	!ROUNDED.test(expression) &&
	!ITEM_VALUE.test(expression);

/** The date in the text of a body of `POST /posts`, with its expressions; undefined if there is none. */
export const findDateInBody = (body: unknown) =>
	typeof body === 'string' ? DATE_IN_BODY.exec(body)?.[1] : undefined;

/** Common mistakes in date formats, and how to correct them, such as `HH:ii`, `HH:MM`, `yyyy-mm-dd` and `hh:mm`. */
const FORMAT_MISTAKES: Array<[mistake: RegExp, explanation: string]> = [
	[/HH?:ii?/i, 'prints the year: use HH:mm'],
	[/[Hh]{1,2}:MM?/, 'prints the month: use HH:mm'],
	[/y+[-/.]mm?\b|\bmm?[-/.]y+|\bd+[-/.]mm?\b/, 'prints the minutes: use MM for the month'],
	[/\bhh?:mm(?!.*a)/, 'prints 01:00 for 13:00: use HH:mm'],
];

/** Explains mistakes in the date formats of an expression. */
const findFormatMistakes = (expression = ''): string[] =>
	[...expression.matchAll(FORMAT)].flatMap(([, , format = '']) =>
		FORMAT_MISTAKES.flatMap(([pattern, explanation]) => {
			const match = pattern.exec(format);
			return match ? [`${match[0]} ${explanation}`] : [];
		}),
	);

// "{{ $json.title }}", but not "{{ title }}" of Vue, Blade, Angular or Helm.
const N8N_EXPRESSION =
	/\{\{(?:(?!\}\})[^]){0,2000}?\$(?:(?:json|now|input|binary|node|items|today|workflow|execution)\b|\(\s*['"`])(?:(?!\}\})[^]){0,2000}\}\}/;

/** Throws {@link Problem} if a field in fixed mode has an expression, or if a date format has a common mistake. */
export function assertExpressionsValid(fields: EnteredField[]): void {
	for (const { label, path, source } of fields) {
		const [expression] = (!isExpression(source) && N8N_EXPRESSION.exec(source)) || [];
		if (expression !== undefined) {
			throw new Problem(
				`${label}: ${quote(expression)} is not evaluated`,
				'Switch the field to Expression.',
				{ needsPerson: true },
			);
		}
		const date = path === 'json' ? findDateInBody(source) : source;
		const [mistake] = /\b(?:date|json)$/.test(path) ? findFormatMistakes(date) : [];
		if (mistake !== undefined) {
			throw new Problem(`${label}: ${mistake}`, 'Correct the format in the expression.', {
				needsPerson: true,
			});
		}
	}
}

// "{{ … }}"
const EXPRESSIONS = /\{\{[^]*?\}\}/g;

/** The expressions in the source of a field. */
export const listExpressions = (source: string): string[] => source.match(EXPRESSIONS) ?? [];

// "https://example.com", "#coffee", "@acme"
const LINKS_AND_NAMES = /https?:\/\/\S+|www\.\S+|[#＃@]\S+/g;

/** True for a text without words besides links, hashtags and mentions, or that ends with a colon. */
export function hasNoMessage(text: string): boolean {
	// Without links and names, and without emojis and punctuation at the end.
	const words = text
		.replace(LINKS_AND_NAMES, ' ')
		.replace(/(?<![^\p{L}\p{N}:：])[^\p{L}\p{N}:：]+$/u, '');
	return /[:：]$/.test(words) || !/[\p{L}\p{N}]/u.test(words);
}

const removeSpaces = (text: unknown) => String(text).replace(/\s+/g, '');

/** True if all expressions of a text are empty, so that only the text around them is left. */
export function hasOnlyFixedText(text: unknown, source: unknown): boolean {
	if (typeof source !== 'string' || !isExpression(source)) return false;
	const fixedText = source.slice(1).replace(EXPRESSIONS, '');
	return fixedText !== source.slice(1) && removeSpaces(text) === removeSpaces(fixedText);
}
