import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { findCellError, isUsableText } from '../../../common/errorText';
import { createEmptyProblem, Problem } from '../../../common/problem';
import { quote } from '../../../common/text';
import { isEmpty } from '../../../common/value';
import { isExpression, listExpressions } from '../../../posts/form/expressions';
import { createNoteIssue, type Issue } from '../../../posts/issue';
import type { RawField } from './rawFields';

// "content", "media.file[0].url", "updateFields.date": fields that are published. In other fields, a missing value is
// rejected or harmless.
const CONTENT_PATH =
	/^(?:json$|networkSettings|(?:updateFields\.)?(?:content|media|thread)|updateFields\.date)\b/;
// "media.file[0].url"
const FILE_PATH = /\bmedia\.file\b.*\.(?:url|file|binaryField)$/;

// "$json.title", "$json['Main Text']", "$json.tags.join(": a field of the item. A match with "(" ends with a method.
const ITEM_FIELD =
	/\$(?:json|input\.item\.json)((?:\.[A-Za-z_$][\w$]*|\[(?:'[^']*'|"[^"]*"|\d+)\])+)(\s*\()?/g;
const FIELD_NAME = /[\w$]+|'[^']*'|"[^"]*"/g;
// "$json.text || ''", "$json?.text": the expression has a fallback for a missing field.
const HAS_FALLBACK = /\?\.|&&|(['"`])\1|\[\]|\$if\b|\$fromAI\b|\bnull\b|\bundefined\b/;
// "$('Sheet')", "$vars": a value from neither the item nor the clock.
const OTHER_SOURCE = /\$(?!json\b|input\.item\b|now\b|today\b|itemIndex\b|runIndex\b|\{)/;

// "[object Object]", "undefined": words that only a mistake in an expression prints.
const MISTAKE_WORDS = /\[object \w+\]|\b(?:undefined|null|NaN|Infinity|Invalid Date(?:Time)?)\b/g;
// "New on our blog: undefined": a mistake at the end of a concatenated line.
const MISTAKE_AT_END =
	/(?:[:–—@#-]|\b(?:by|from|for|at|with|of|to|via|on|in))\s*(undefined|null|NaN)(?=\s*[.!?]?\s*$)/m;
const CONCATENATION = /\+|\$\{/;
const PRINTED_OBJECT = /\[object \w+\]/;
// "#NAME?": a cell error that may be a hashtag, unlike "#REF!".
const HASHTAG = /^#(?!REF)[A-Z]+[!?]$/;
// "JavaScript", "debugging": words of texts about code, which may contain “undefined” on purpose.
const ABOUT_CODE =
	/java ?script|typescript|\b(?:js|bugs?|cod(?:e|ing|er)\w*|debug\w*|developers?|devs?|programm\w*|console|stringify|undefined|null|nan|typeof|prototypes?)\b|[`"'“”]\[object/i;

/**
 * Validates the results of the expressions in an item's fields, as n8n prints an empty text for a missing field. Throws
 * {@link Problem} if the item lacks a field, or if a result contains a mistake such as `undefined`. Returns notes on
 * empty results within other text, such as from an empty column.
 */
export function findExpressionNotesOrThrow(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: RawField[],
): Issue[] {
	return fields
		.filter(({ rawText, path }) => isExpression(rawText) && CONTENT_PATH.test(path))
		.flatMap(({ label, path, rawText }) => {
			const expressions = listExpressions(rawText);
			const isAlone = rawText.slice(1).trim() === expressions[0];
			return expressions.flatMap((expression) =>
				findExpressionNoteOrThrow(context, itemIndex, { label, path, expression, isAlone }),
			);
		});
}

/** An expression in a field. It `isAlone` if the field has no other text. */
interface FieldExpression extends Omit<RawField, 'rawText'> {
	expression: string;
	isAlone: boolean;
}

function findExpressionNoteOrThrow(
	context: IExecuteFunctions,
	itemIndex: number,
	fieldExpression: FieldExpression,
): Issue[] {
	const { label, path, expression, isAlone } = fieldExpression;
	const value: unknown = isAlone
		? context.getNodeParameter(path, itemIndex, '')
		: context.evaluateExpression(expression, itemIndex);
	const json = context.getInputData()[itemIndex]?.json ?? {};
	if (!isEmpty(value)) {
		const mistake = findMistake(value, fieldExpression, json);
		if (mistake === undefined) return [];
		const isFromModel = /\$fromAI\b/.test(expression);
		throw new Problem(
			`${label} contains ${quote(mistake)}`,
			isFromModel ? 'Use only the text.' : '',
			{
				forPerson: `${mistake.startsWith('#') ? 'correct the cell, or' : 'fix'} the expression ${quote(expression)}.`,
				needsPerson: !isFromModel,
			},
		);
	}
	const items = context.getInputData().map((item) => item.json);
	const paths = listItemPaths(expression);
	const isKnown = paths.some((keys) => items.some((item) => hasPath(item, keys)));
	if (!isKnown && shouldExist(fieldExpression, paths, json))
		throw createMissingProblem(label, paths, json);
	if (value === undefined && FILE_PATH.test(path) && !isKnown && !HAS_FALLBACK.test(expression)) {
		throw createEmptyProblem(`${label} is empty`, 'Fill it in, or remove the entry.');
	}
	if (isAlone || HAS_FALLBACK.test(expression)) return [];
	return [createNoteIssue(label, `${quote(expression)} in ${label} is empty`)];
}

/** Finds a word that only a mistake prints, such as `undefined`. Returns undefined if there is none. */
function findMistake(
	value: unknown,
	{ path, expression, isAlone }: FieldExpression,
	json: IDataObject,
): string | undefined {
	// The reader of a field with a single expression rejects wrong types.
	if (isAlone && typeof value !== 'string') return undefined;
	const text = String(value);
	const isJson = /json$/i.test(path);
	if (!isAlone && !(isJson && text === 'null') && isNotText(value, text)) return text;
	const [printedObject] = PRINTED_OBJECT.exec(text) ?? [];
	if (printedObject !== undefined && !ABOUT_CODE.test(text)) return printedObject;
	const cellError = findCellError(text);
	if (cellError !== undefined && !HASHTAG.test(cellError)) return cellError;
	if (OTHER_SOURCE.test(expression)) {
		return CONCATENATION.test(expression) ? MISTAKE_AT_END.exec(text)?.[1] : undefined;
	}
	// A word that is neither in the item nor in the expression is a mistake.
	const input = `${expression} ${JSON.stringify(json, (_key, fieldValue: unknown) => fieldValue ?? undefined)}`;
	return (text.match(MISTAKE_WORDS) ?? []).find(
		(word) => !input.includes(word) && !(isJson && word === 'null'),
	);
}

const isNotText = (value: unknown, text: string) =>
	!isUsableText(text) || (typeof value === 'number' && !Number.isFinite(value));

/** Lists the item's fields in an expression, each as a list of keys. */
const listItemPaths = (expression: string): string[][] =>
	[...expression.matchAll(ITEM_FIELD)].map(([, path = '', call]) => {
		const keys = [...path.matchAll(FIELD_NAME)].map(([name]) => name.replace(/^['"]|['"]$/g, ''));
		return call ? keys.slice(0, -1) : keys;
	});

/** True if an item has a field, even if it is empty. */
function hasPath(item: unknown, [key, ...rest]: string[]): boolean {
	if (key === undefined || typeof item !== 'object' || item === null) return item !== undefined;
	return Object.hasOwn(item, key) && hasPath((item as IDataObject)[key], rest);
}

/** True if a field that no item has must be a mistake. */
function shouldExist(
	{ expression, path }: FieldExpression,
	paths: string[][],
	json: IDataObject,
): boolean {
	// Airtable omits empty columns. A Media entry without a file is ignored.
	const isFromAirtable = /^rec\w{14}$/.test(String(json.id)) && !FILE_PATH.test(path);
	const usesOtherNodes = /\$\(|\$node\b|\$input\.(?!item\b)/.test(expression);
	return paths.length > 0 && !isFromAirtable && !usesOtherNodes && !HAS_FALLBACK.test(expression);
}

const removeInvisible = (name: string) => name.replace(/[\s\p{Cf}]+/gu, '');

function createMissingProblem(label: string, paths: string[][], json: IDataObject): Problem {
	const names = paths.map(([key = '']) => removeInvisible(key));
	const similarKey = Object.keys(json).find(
		(key) => names.includes(removeInvisible(key)) && !paths.some(([firstKey]) => firstKey === key),
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
