import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Issue } from '../model';
import { Problem, quote } from '../../common/problem';
import { emptyProblem, isEmpty, isText } from '../../common/parseValue';
import { expressionsIn, isExpression, type EnteredField } from './expressions';

/** What is published; what is missing elsewhere is rejected or harmless. */
const OF_CONTENT =
	/^(?:json$|networkSettings|(?:updateFields\.)?(?:content|media|thread)|updateFields\.date)\b/;
const OF_FILE = /\bmedia\.file\b.*\.(?:url|file|binaryField)$/;

/** A field of the item; a name before a bracket is a method. */
const FIELD =
	/\$(?:json|input\.item\.json)((?:\.[A-Za-z_$][\w$]*|\[(?:'[^']*'|"[^"]*"|\d+)\])+)(\s*\()?/g;
const NAME = /[\w$]+|'[^']*'|"[^"]*"/g;
/** Whoever wrote it has thought of an item without the field. */
const HAS_FALLBACK = /\?\.|&&|(['"`])\1|\[\]|\$if\b|\$fromAI\b|\bnull\b|\bundefined\b/;
/** It has values from somewhere other than its item and the clock. */
const USES_OTHERS = /\$(?!json\b|input\.item\b|now\b|today\b|itemIndex\b|runIndex\b|\{)/;

/** What only a mistake in an expression makes a text of. */
const MISTAKES = /\[object \w+\]|\b(?:undefined|null|NaN|Infinity|Invalid Date(?:Time)?)\b/g;
/** The same at the end of a line that was joined. */
const MISTAKE_AT_END =
	/(?:[:–—@#-]|\b(?:by|from|for|at|with|of|to|via|on|in))\s*(undefined|null|NaN)(?=\s*[.!?]?\s*$)/m;
const IS_JOINED = /\+|\$\{/;
const OBJECT = /\[object \w+\]/;
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
		.filter(({ source, path }) => isExpression(source) && OF_CONTENT.test(path))
		.flatMap((field) => {
			const pieces = expressionsIn(field.source);
			const isAlone = field.source.slice(1).trim() === pieces[0];
			return pieces.flatMap((source) =>
				checkPiece(context, itemIndex, { ...field, source, isAlone }),
			);
		});
}

/** An expression of a field, alone or among words and others. */
interface Piece extends EnteredField {
	isAlone: boolean;
}

function checkPiece(context: IExecuteFunctions, itemIndex: number, piece: Piece): Issue[] {
	const { label, path, source, isAlone } = piece;
	const value: unknown = isAlone
		? context.getNodeParameter(path, itemIndex, '')
		: context.evaluateExpression(source, itemIndex);
	const json = context.getInputData()[itemIndex]?.json ?? {};
	if (!isEmpty(value)) {
		const mistake = mistakeIn(value, piece, json);
		if (mistake === undefined) return [];
		throw new Problem(`${label} has ${quote(mistake)} in it`, 'Use only the text.', {
			forPerson: `fix the expression ${quote(source)}.`,
		});
	}
	const items = context.getInputData().map((item) => item.json);
	const paths = pathsIn(source);
	const isKnown = paths.some((keys) => items.some((item) => hasPath(item, keys)));
	if (!isKnown && isMissing(piece, paths, json)) throw missingProblem(label, paths, json);
	if (value === undefined && OF_FILE.test(path) && !isKnown && !HAS_FALLBACK.test(source)) {
		throw emptyProblem(`${label} is empty`, 'Fill it in, or remove the entry.');
	}
	if (isAlone || HAS_FALLBACK.test(source)) return [];
	return [{ level: 'note', field: label, message: `${quote(source)} in ${label} is empty` }];
}

/** The word in a value that nobody means; undefined if there is none. */
function mistakeIn(
	value: unknown,
	{ path, source, isAlone }: Piece,
	json: IDataObject,
): string | undefined {
	// Alone, other values than text are meant, or rejected where they are read.
	if (isAlone && typeof value !== 'string') return undefined;
	const text = String(value);
	const isJson = /json$/i.test(path);
	if (!isAlone && !(isJson && text === 'null') && isNoWord(value, text)) return text;
	const [object] = OBJECT.exec(text) ?? [];
	if (object !== undefined && !ABOUT_CODE.test(text)) return object;
	if (USES_OTHERS.test(source)) {
		return IS_JOINED.test(source) ? MISTAKE_AT_END.exec(text)?.[1] : undefined;
	}
	// What stands neither in the item nor in the expression, the expression has made.
	const given = `${source} ${JSON.stringify(json, (_key, one: unknown) => one ?? undefined)}`;
	return (text.match(MISTAKES) ?? []).find(
		(word) => !given.includes(word) && !(isJson && word === 'null'),
	);
}

const isNoWord = (value: unknown, text: string) =>
	!isText(text) || (typeof value === 'number' && !Number.isFinite(value));

/** The fields of the item in an expression, as lists of keys. */
const pathsIn = (source: string): string[][] =>
	[...source.matchAll(FIELD)].map(([, path = '', call]) => {
		const keys = [...path.matchAll(NAME)].map(([name]) => name.replace(/^['"]|['"]$/g, ''));
		return call ? keys.slice(0, -1) : keys;
	});

/** True if an item has a field, even if it is empty, as is everything in an empty one. */
function hasPath(item: unknown, [key, ...more]: string[]): boolean {
	if (key === undefined || typeof item !== 'object' || item === null) return item !== undefined;
	return Object.hasOwn(item, key) && hasPath((item as IDataObject)[key], more);
}

/** True if the item should have had one of these fields, which no item of the run has. */
function isMissing({ source, path }: Piece, paths: string[][], json: IDataObject): boolean {
	// Airtable leaves empty columns out; without a picture, the entry means nothing.
	const isOfAirtable = /^rec\w{14}$/.test(String(json.id)) && !OF_FILE.test(path);
	const looksElsewhere = /\$\(|\$node\b|\$input\.(?!item\b)/.test(source);
	return paths.length > 0 && !isOfAirtable && !looksElsewhere && !HAS_FALLBACK.test(source);
}

const withoutBlanksIn = (name: string) => name.replace(/[\s\p{Cf}]+/gu, '');

function missingProblem(label: string, paths: string[][], json: IDataObject): Problem {
	const names = paths.map(([key = '']) => withoutBlanksIn(key));
	const alike = Object.keys(json).find(
		(key) => names.includes(withoutBlanksIn(key)) && !paths.some(([own]) => own === key),
	);
	const keys = Object.keys(json).slice(0, 8);
	const has = keys.length > 0 ? `It has ${keys.join(', ')}.` : 'It is empty.';
	return new Problem(
		`The expression in ${label} is empty: the item has no ${paths.map((path) => path.join('.')).join(', ')}`,
		alike === undefined
			? has
			: `It has ${quote(alike)}, with a blank or an invisible character in its name. Rename that column.`,
		{ forPerson: "if some items may have none, add || '' to the expression." },
	);
}
