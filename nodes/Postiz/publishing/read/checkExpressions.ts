import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Issue } from '../model';
import { Problem, quote } from '../../common/problem';
import { emptyProblem, isEmpty, isText } from '../../common/parseValue';
import { listExpressions, isExpression, type EnteredField } from './expressions';

/** What is published; what is missing elsewhere is rejected or harmless. */
const CONTENT_PATH =
	/^(?:json$|networkSettings|(?:updateFields\.)?(?:content|media|thread)|updateFields\.date)\b/;
const FILE_PATH = /\bmedia\.file\b.*\.(?:url|file|binaryField)$/;

/** A field of the item; a name before a bracket is a method. */
const ITEM_FIELD =
	/\$(?:json|input\.item\.json)((?:\.[A-Za-z_$][\w$]*|\[(?:'[^']*'|"[^"]*"|\d+)\])+)(\s*\()?/g;
const FIELD_NAME = /[\w$]+|'[^']*'|"[^"]*"/g;
/** Whoever wrote it has thought of an item without the field. */
const HAS_FALLBACK = /\?\.|&&|(['"`])\1|\[\]|\$if\b|\$fromAI\b|\bnull\b|\bundefined\b/;
/** It has values from somewhere other than its item and the clock. */
const OTHER_SOURCE = /\$(?!json\b|input\.item\b|now\b|today\b|itemIndex\b|runIndex\b|\{)/;

/** What only a mistake in an expression makes a text of. */
const MISTAKE_WORDS = /\[object \w+\]|\b(?:undefined|null|NaN|Infinity|Invalid Date(?:Time)?)\b/g;
/** The same at the end of a line that was joined. */
const MISTAKE_AT_END =
	/(?:[:–—@#-]|\b(?:by|from|for|at|with|of|to|via|on|in))\s*(undefined|null|NaN)(?=\s*[.!?]?\s*$)/m;
const CONCATENATION = /\+|\$\{/;
const PRINTED_OBJECT = /\[object \w+\]/;
/** Somebody writes about such words. */
const ABOUT_CODE =
	/java ?script|typescript|\b(?:js|bugs?|cod(?:e|ing|er)\w*|debug\w*|developers?|devs?|programm\w*|console|stringify|undefined|null|nan|typeof|prototypes?)\b|[`"'“”]\[object/i;

/**
 * Checks what the expressions in the fields of an item give. Throws {@link Problem} if one finds nothing because the item
 * doesn't have the field at all, or if it gives a word that only a mistake prints; returns notes on those of several that
 * give nothing, such as an empty column. n8n prints nothing for both.
 */
export function checkExpressions(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: EnteredField[],
): Issue[] {
	return fields
		.filter(({ source, path }) => isExpression(source) && CONTENT_PATH.test(path))
		.flatMap((field) => {
			const expressions = listExpressions(field.source);
			const isAlone = field.source.slice(1).trim() === expressions[0];
			return expressions.flatMap((source) =>
				checkExpression(context, itemIndex, { ...field, source, isAlone }),
			);
		});
}

/** An expression of a field, alone or among words and others. */
interface ExpressionPart extends EnteredField {
	isAlone: boolean;
}

function checkExpression(
	context: IExecuteFunctions,
	itemIndex: number,
	part: ExpressionPart,
): Issue[] {
	const { label, path, source, isAlone } = part;
	const value: unknown = isAlone
		? context.getNodeParameter(path, itemIndex, '')
		: context.evaluateExpression(source, itemIndex);
	const json = context.getInputData()[itemIndex]?.json ?? {};
	if (!isEmpty(value)) {
		const mistake = findMistake(value, part, json);
		if (mistake === undefined) return [];
		throw new Problem(`${label} has ${quote(mistake)} in it`, 'Use only the text.', {
			forPerson: `fix the expression ${quote(source)}.`,
		});
	}
	const items = context.getInputData().map((item) => item.json);
	const paths = listItemPaths(source);
	const isKnown = paths.some((keys) => items.some((item) => hasPath(item, keys)));
	if (!isKnown && shouldExist(part, paths, json)) throw createMissingProblem(label, paths, json);
	if (value === undefined && FILE_PATH.test(path) && !isKnown && !HAS_FALLBACK.test(source)) {
		throw emptyProblem(`${label} is empty`, 'Fill it in, or remove the entry.');
	}
	if (isAlone || HAS_FALLBACK.test(source)) return [];
	return [{ level: 'note', field: label, message: `${quote(source)} in ${label} is empty` }];
}

/** The word in a value that nobody means; undefined if there is none. */
function findMistake(
	value: unknown,
	{ path, source, isAlone }: ExpressionPart,
	json: IDataObject,
): string | undefined {
	// Alone, other values than text are meant, or rejected where they are read.
	if (isAlone && typeof value !== 'string') return undefined;
	const text = String(value);
	const isJson = /json$/i.test(path);
	if (!isAlone && !(isJson && text === 'null') && isNotText(value, text)) return text;
	const [printedObject] = PRINTED_OBJECT.exec(text) ?? [];
	if (printedObject !== undefined && !ABOUT_CODE.test(text)) return printedObject;
	if (OTHER_SOURCE.test(source)) {
		return CONCATENATION.test(source) ? MISTAKE_AT_END.exec(text)?.[1] : undefined;
	}
	// What stands neither in the item nor in the expression, the expression has made.
	const input = `${source} ${JSON.stringify(json, (_key, fieldValue: unknown) => fieldValue ?? undefined)}`;
	return (text.match(MISTAKE_WORDS) ?? []).find(
		(word) => !input.includes(word) && !(isJson && word === 'null'),
	);
}

const isNotText = (value: unknown, text: string) =>
	!isText(text) || (typeof value === 'number' && !Number.isFinite(value));

/** The fields of the item in an expression, as lists of keys. */
const listItemPaths = (source: string): string[][] =>
	[...source.matchAll(ITEM_FIELD)].map(([, path = '', call]) => {
		const keys = [...path.matchAll(FIELD_NAME)].map(([name]) => name.replace(/^['"]|['"]$/g, ''));
		return call ? keys.slice(0, -1) : keys;
	});

/** True if an item has a field, even if it is empty, as is everything in an empty one. */
function hasPath(item: unknown, [key, ...more]: string[]): boolean {
	if (key === undefined || typeof item !== 'object' || item === null) return item !== undefined;
	return Object.hasOwn(item, key) && hasPath((item as IDataObject)[key], more);
}

/** True if the item should have had one of these fields, which no item of the run has. */
function shouldExist(
	{ source, path }: ExpressionPart,
	paths: string[][],
	json: IDataObject,
): boolean {
	// Airtable leaves empty columns out; without a picture, the entry means nothing.
	const isFromAirtable = /^rec\w{14}$/.test(String(json.id)) && !FILE_PATH.test(path);
	const usesOtherNodes = /\$\(|\$node\b|\$input\.(?!item\b)/.test(source);
	return paths.length > 0 && !isFromAirtable && !usesOtherNodes && !HAS_FALLBACK.test(source);
}

const removeBlanks = (name: string) => name.replace(/[\s\p{Cf}]+/gu, '');

function createMissingProblem(label: string, paths: string[][], json: IDataObject): Problem {
	const names = paths.map(([key = '']) => removeBlanks(key));
	const similarKey = Object.keys(json).find(
		(key) => names.includes(removeBlanks(key)) && !paths.some(([firstKey]) => firstKey === key),
	);
	const keys = Object.keys(json).slice(0, 8);
	const description = keys.length > 0 ? `It has ${keys.join(', ')}.` : 'It is empty.';
	return new Problem(
		`The expression in ${label} is empty: the item has no ${paths.map((path) => path.join('.')).join(', ')}`,
		similarKey === undefined
			? description
			: `It has ${quote(similarKey)}, with a blank or an invisible character in its name. Rename that column.`,
		{ forPerson: "if some items may have none, add || '' to the expression." },
	);
}
