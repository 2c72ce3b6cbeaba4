import type { INodeProperties } from 'n8n-workflow';

import { tryParseJson } from '../common/parseJson';
import { extractId } from '../common/parseText';
import { createEmptyProblem, createInvalidProblem } from '../common/problem';
import { unwrapLocator, isEmpty, isObject } from '../common/value';
import { canBePathSegment } from '../common/webAddress';
import { createFieldSpec } from './fieldSpec';

/**
 * Creates a field for a single ID. `remedy` says where to find it. Rows have the ID under `key`. `findInText` extracts
 * the ID from a text.
 */
export const createIdSpec = (
	property: INodeProperties,
	remedy: string,
	{
		key = property.name,
		findInText,
	}: { key?: string; findInText?: (text: string) => string | undefined } = {},
) =>
	createFieldSpec(property, (entered, label): string => {
		const value = unwrapLocator(entered);
		if (isEmpty(value)) throw createEmptyProblem(`${label} is empty`, remedy);
		const text = findIdText(value, key);
		const id = findInText?.(text) ?? text;
		if (id !== '' && canBePathSegment(id)) return id;
		throw createInvalidProblem(label, value, remedy);
	});

/** Finds the ID in a text, a row or an item. Empty if there is none. */
function findIdText(value: unknown, key: string): string {
	const parsed = unwrapLocator(/^\s*\{/.test(String(value)) ? tryParseJson(String(value)) : value);
	const row = isObject(parsed) && isObject(parsed.json) ? parsed.json : parsed;
	return extractId(isObject(row) ? row[key] : row);
}
