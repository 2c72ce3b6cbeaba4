import type { INodeProperties } from 'n8n-workflow';

import { createEmptyProblem, createInvalidProblem } from '../common/fieldProblems';
import { tryParseJson } from '../common/parseJson';
import { extractId } from '../common/parseText';
import { unwrapLocator, isEmpty, isObject } from '../common/value';
import { canBePathSegment } from '../common/webAddress';
import { createFieldSpec } from './fieldSpec';

/** The page of a post, which rows link to (docs/api.md, Page of a post). */
const PUBLIC_PAGE_ADDRESS = /^https?:\/\/.+\/p\/([^/?#]+)/;

/** A field for exactly one ID; `remedy` says where to find it. Rows have the ID under `key`. */
export const createIdField = (property: INodeProperties, remedy: string, key = property.name) =>
	createFieldSpec(property, (entered, label): string => {
		const value = unwrapLocator(entered);
		if (isEmpty(value)) throw createEmptyProblem(`${label} is empty`, remedy);
		const id = findId(value, key);
		if (id !== '' && canBePathSegment(id)) return PUBLIC_PAGE_ADDRESS.exec(id)?.[1] ?? id;
		throw createInvalidProblem(label, value, remedy);
	});

/** The ID in a text, or in a row or an item; empty if there is none. */
function findId(value: unknown, key: string): string {
	const parsed = unwrapLocator(/^\s*\{/.test(String(value)) ? tryParseJson(String(value)) : value);
	const row = isObject(parsed) && isObject(parsed.json) ? parsed.json : parsed;
	return extractId(isObject(row) ? row[key] : row);
}
