import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';

import { labelOf } from '../../../form/readable';
import { ignoreOutside, Problem, quote } from '../../../values/problem';
import { isEmpty, propertiesOf, unwrap } from '../../../values/read';

/** A text in the parameters of the node: the label of its field, its path for n8n, and what was entered. */
interface WrittenField {
	label: string;
	path: string;
	source: string;
}

/** The texts in all fields of the form, expressions included. */
export function writtenFields(context: IExecuteFunctions, form: INodeProperties[]): WrittenField[] {
	const fields = fieldsOf(form, context.getNode().parameters as IDataObject);
	// Networks may have a field of the same name.
	return [...new Map(fields.map((one) => [one.path, one])).values()];
}

const fieldsOf = (
	properties: INodeProperties[],
	values: IDataObject,
	at = '',
	owner = '',
): WrittenField[] =>
	properties.flatMap((property) => {
		const { name, type, options = [] } = property;
		const value = unwrap(values[name]);
		// Most fields of networks are not there.
		if (type === 'notice' || value === undefined) return [];
		const path = `${at}${name}`;
		const label = `${owner}${labelOf(property)}`;
		const within = propertiesOf(value) as IDataObject;
		if (typeof value === 'string') return [{ label, path, source: value }];
		if (type === 'collection') {
			return fieldsOf(options as INodeProperties[], within, `${path}.`, `${label}: `);
		}
		if (type !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap((list) => {
			const place = `${path}.${list.name}`;
			const entries = within[list.name] ?? [];
			if (typeof entries === 'string') return [{ label, path: place, source: entries }];
			if (!Array.isArray(entries)) {
				return fieldsOf(list.values, entries as IDataObject, `${place}.`, `${label}: `);
			}
			return entries.flatMap((entry, index) => {
				const named = entries.length > 1 ? `${label} ${index + 1}: ` : `${label}: `;
				return fieldsOf(list.values, entry as IDataObject, `${place}[${index}].`, named);
			});
		});
	});

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

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
const misprintsIn = (expression = ''): string[] =>
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
export function refuseMiswritten(fields: WrittenField[]): void {
	for (const { label, path, source } of fields) {
		const [found] = (!isExpression(source) && OF_N8N.exec(source)) || [];
		if (found !== undefined) {
			throw new Problem(
				`${label}: ${quote(found)} would be used as it is written`,
				'Switch it to Expression: n8n then fills it in.',
				{ isForPerson: true },
			);
		}
		const date = path === 'json' ? dateInBody(source) : source;
		const [misprint] = /\b(?:date|json)$/.test(path) ? misprintsIn(date) : [];
		if (misprint !== undefined) {
			throw new Problem(`${label}: ${misprint}`, 'Correct the format in the expression.', {
				isForPerson: true,
			});
		}
	}
}

/** A field of the item; a name before a bracket is a method. */
const FIELD =
	/\$(?:json|input\.item\.json)((?:\.[A-Za-z_$][\w$]*|\[(?:'[^']*'|"[^"]*"|\d+)\])+)(\s*\()?/g;
const NAME = /[\w$]+|'[^']*'|"[^"]*"/g;
/** It looks elsewhere, too, or whoever wrote it has thought of an item without the field. */
const FORESEES =
	/\$\(|\$node\b|\$input\.(?!item\b)|\?\.|(['"`])\1|\[\]|\$if\b|\$fromAI\b|\bnull\b|\bundefined\b/;
const EXPRESSIONS = /\{\{[^]*?\}\}/g;
/** Text made of several pieces, in which an expression can leave a mistake. */
const IS_JOINED = /\+|\$\{|^=(?!\{\{)|\}\}[^]/;
const MISTAKE =
	/\[object \w+\]|(?:[:–—@#-]|\b(?:by|from|for|at|with|of|to|via|on|in))\s*(?:undefined|null|NaN)(?=\s*[.!?]?\s*$)/m;
/** What is published; what is missing elsewhere is refused or harmless. */
const OF_CONTENT =
	/^(?:networkSettings|(?:updateFields\.)?(?:content|media|thread)|updateFields\.date)\b/;

/**
 * Throws {@link Problem} if an expression finds nothing because its item doesn't have the field at all: n8n gives the same
 * empty text for that and for an empty column. Of a joined text, what is left of it must not be all, nor a mistake.
 */
export function refuseFoundNothing(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: WrittenField[],
): void {
	for (const { label, path, source } of fields) {
		if (!isExpression(source) || !OF_CONTENT.test(path)) continue;
		const missing = missingFields(context, itemIndex, source);
		if (missing.length === 0 && !IS_JOINED.test(source)) continue;
		const value = context.getNodeParameter(path, itemIndex, '');
		const [mistake] = (typeof value === 'string' && MISTAKE.exec(value)) || [];
		if (mistake !== undefined) {
			throw new Problem(`${label} has ${quote(mistake.trim())} in it`, 'Give the text alone.', {
				forPerson: 'name the field that holds the text in the expression.',
			});
		}
		const isNothing =
			isEmpty(value) || (isOnlyAround(value, source) && leadsNowhere(String(value)));
		if (missing.length === 0 || !isNothing) continue;
		const keys = Object.keys(context.getInputData()[itemIndex]?.json ?? {}).slice(0, 8);
		throw new Problem(
			`${label} finds nothing: the item has no ${missing.join(', ')}`,
			keys.length > 0 ? `It has ${keys.join(', ')}.` : 'It is empty.',
			{ forPerson: "if that is right for some items, add || '' to the expression." },
		);
	}
}

/** The fields of an expression that its item lacks; none if it finds one, or another item of the run has it. */
function missingFields(context: IExecuteFunctions, itemIndex: number, source: string): string[] {
	const items = context.getInputData().map(({ json }) => json);
	// Airtable leaves empty columns out.
	const isOfAirtable = /^rec\w{14}$/.test(String(items[itemIndex]?.id));
	if (isOfAirtable || FORESEES.test(source)) return [];
	const paths = [...source.matchAll(FIELD)].map(([, path = '', call]) => {
		const keys = [...path.matchAll(NAME)].map(([name]) => name.replace(/^['"]|['"]$/g, ''));
		return call ? keys.slice(0, -1) : keys;
	});
	const isThere = (keys: string[]) => items.some((json) => has(json, keys));
	return paths.some(isThere) ? [] : paths.map((keys) => keys.join('.'));
}

/** True if an item has a field, even if it is empty, as is everything in an empty one. */
function has(item: unknown, [key, ...more]: string[]): boolean {
	if (key === undefined || typeof item !== 'object' || item === null) return item !== undefined;
	return Object.hasOwn(item, key) && has((item as IDataObject)[key], more);
}

/** The text in a field of an item that may not be readable; empty for anything else. */
export function enteredText(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
	itemIndex: number,
	field: string,
): string {
	try {
		const entered: unknown = context.getNodeParameter(field, itemIndex, '');
		return ['string', 'number'].includes(typeof entered) ? String(entered) : '';
	} catch (error) {
		ignoreOutside(error);
		return '';
	}
}

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
export function isOnlyAround(text: unknown, source: unknown): boolean {
	if (typeof source !== 'string' || !isExpression(source)) return false;
	const around = source.slice(1).replace(EXPRESSIONS, '');
	return around !== source.slice(1) && withoutSpaces(text) === withoutSpaces(around);
}
