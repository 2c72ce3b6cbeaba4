import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';

import { labelOf } from '../../../form/readable';
import { leadsNowhere } from '../../../text/meant';
import { dateInBody, misprintIn } from '../../../values/date';
import { Problem, quote } from '../../../values/problem';
import { isEmpty, isObject, propertiesOf, unwrap } from '../../../values/read';

/** A text in the parameters of the node: the label of its field, its path for n8n, and what was entered. */
export interface WrittenField {
	label: string;
	path: string;
	source: string;
}

/** The texts in all fields that the form shows, expressions included. */
export function writtenFields(context: IExecuteFunctions, form: INodeProperties[]): WrittenField[] {
	const { parameters } = context.getNode();
	const isShown = ({ displayOptions = {} }: INodeProperties, beside: IDataObject) => {
		const isOneOf = ([name, values = []]: [string, unknown[] | undefined]) => {
			const value = name.startsWith('/') ? parameters[name.slice(1)] : beside[name];
			return value === undefined || isExpression(value) ? undefined : values.includes(value);
		};
		const [show, hide] = [displayOptions.show, displayOptions.hide].map((conditions = {}) =>
			Object.entries(conditions).map(isOneOf),
		);
		return !show!.includes(false) && !hide!.includes(true);
	};
	const fieldsOf = (properties: INodeProperties[], values: IDataObject, at = '', owner = '') =>
		properties
			.filter((property) => property.type !== 'notice' && isShown(property, values))
			.flatMap((property): WrittenField[] => {
				const { name, options = [] } = property;
				const value = unwrap(values[name]);
				const path = `${at}${name}`;
				const label = `${owner}${labelOf(property)}`;
				if (typeof value === 'string') return [{ label, path, source: value }];
				if (property.type === 'collection')
					return fieldsOf(
						options as INodeProperties[],
						propertiesOf(value) as IDataObject,
						`${path}.`,
						`${label}: `,
					);
				if (property.type !== 'fixedCollection') return [];
				return (options as INodePropertyCollection[]).flatMap((list) => {
					const entries = propertiesOf(value)[list.name];
					if (typeof entries === 'string')
						return [{ label, path: `${path}.${list.name}`, source: entries }];
					return [entries ?? []].flat().flatMap((entry, index, { length }) => {
						const place = Array.isArray(entries) ? `${list.name}[${index}]` : list.name;
						const named = length > 1 ? `${label} ${index + 1}: ` : `${label}: `;
						return fieldsOf(
							list.values,
							propertiesOf(entry) as IDataObject,
							`${path}.${place}.`,
							named,
						);
					});
				});
			});
	return fieldsOf(form, parameters as IDataObject);
}

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

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
		if (found !== undefined)
			throw new Problem(
				`${label}: ${quote(found)} would be used as it is written`,
				'Switch it to Expression: n8n then fills it in.',
				{ isForPerson: true },
			);
		const date = path === 'json' ? dateInBody(source) : source;
		const misprint = /\b(?:date|json)$/.test(path) ? misprintIn(date) : undefined;
		if (misprint !== undefined)
			throw new Problem(`${label}: ${misprint}`, 'Correct the format in the expression.', {
				isForPerson: true,
			});
	}
}

const ITEM = String.raw`\$json|\$input\.(?:item|first\(\)|last\(\))\.json|(?:\$\((?:'[^']*'|"[^"]*")\)\.(?:item|first\(\)|last\(\))|\$node\[(?:'[^']*'|"[^"]*")\])\.json`;
const KEY = String.raw`\.[A-Za-z_$][\w$]*|\[(?:'[^']*'|"[^"]*"|\d+)\]`;
const NAME = /[\w$]+|'[^']*'|"[^"]*"/g;
/** Matches a field of an item; a name before a bracket is a method. */
const FIELD = new RegExp(`(${ITEM})((?:${KEY})+)(\\s*\\()?`, 'g');
const EXPRESSIONS = /\{\{[^]*?\}\}/g;
/** Whoever writes these has thought of an item without the field. */
const FORESEES = /\?\.|(['"`])\1|\[\]|\$if\b|\$fromAI\b|\bnull\b|\bundefined\b/;
/** Airtable leaves empty columns out. */
const isOfAirtable = (item: unknown) => /^rec\w{14}$/.test(String(propertiesOf(item).id));

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
		const missing = FORESEES.test(source) ? [] : missingFields(context, itemIndex, source);
		if (missing.length === 0 && !IS_JOINED.test(source)) continue;
		const value = context.getNodeParameter(path, itemIndex, '');
		const [mistake] = (typeof value === 'string' && MISTAKE.exec(value)) || [];
		if (mistake !== undefined)
			throw new Problem(`${label} has ${quote(mistake.trim())} in it`, 'Give the text alone.', {
				forPerson: 'name the field that holds the text in the expression.',
			});
		const isNothing =
			isEmpty(value) || (isOnlyAround(value, source) && leadsNowhere(String(value)));
		if (missing.length === 0 || !isNothing) continue;
		throw new Problem(
			`${label} finds nothing: the item has no ${missing.map(({ name }) => name).join(', ')}`,
			nearestAdvice(missing),
			{ forPerson: "if that is right for some items, add || '' to the expression." },
		);
	}
}

interface Missing {
	name: string;
	item: unknown;
	key: string;
}

/** The fields of an expression that its item lacks; none if it finds one, or another item of the run has it. */
function missingFields(context: IExecuteFunctions, itemIndex: number, source: string): Missing[] {
	const items = context.getInputData();
	const missing: Missing[] = [];
	for (const [, root = '', path = '', call] of source.matchAll(FIELD)) {
		const keys = [...path.matchAll(NAME)].map(([name]) => name.replace(/^['"]|['"]$/g, ''));
		if (call) keys.pop();
		const isOwn = root === '$json' || root === '$input.item.json';
		const item = isOwn
			? items[itemIndex]?.json
			: context.evaluateExpression(`{{ ${root} }}`, itemIndex);
		if (has(item, keys) || isOfAirtable(item)) return [];
		if (isOwn && items.some(({ json }) => has(json, keys))) return [];
		missing.push({ name: keys.join('.'), key: keys.at(-1) ?? '', item });
	}
	return missing;
}

/** True if an item has a field, even if it is empty, as is everything in an empty one. */
function has(item: unknown, [key, ...more]: string[]): boolean {
	if (key === undefined || typeof item !== 'object' || item === null) return item !== undefined;
	return Object.hasOwn(item, key) && has((item as IDataObject)[key], more);
}

/** Names a field with the same name elsewhere in the item, as nodes of n8n wrap what they output. */
function nearestAdvice(missing: Missing[]): string {
	const [near] = missing.flatMap(({ item, key }) => pathsTo(item, key.toLowerCase()));
	if (near !== undefined) return `It has ${near}: name that.`;
	const [{ item } = { item: {} }] = missing;
	const keys = Object.keys(Object(item)).slice(0, 8);
	return keys.length > 0 ? `It has ${keys.join(', ')}.` : 'It is empty.';
}

function pathsTo(item: unknown, key: string, at = '', depth = 0): string[] {
	if (!isObject(item) || depth > 3) return [];
	return Object.entries(item).flatMap(([name, value]) => [
		...(name.toLowerCase() === key ? [`${at}${name}`] : []),
		...pathsTo(value, key, `${at}${name}.`, depth + 1),
	]);
}

const withoutSpaces = (text: unknown) => String(text).replace(/\s+/g, '');

/** True for a text of which only what stands around its expressions is left, as they give nothing. */
export function isOnlyAround(text: unknown, source: unknown): boolean {
	if (typeof source !== 'string' || !isExpression(source)) return false;
	const around = source.slice(1).replace(EXPRESSIONS, '');
	return around !== source.slice(1) && withoutSpaces(text) === withoutSpaces(around);
}
