import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { tryParseJson } from '../common/parseJson';
import { isExactNumber } from '../common/parseNumber';
import { toObject, isObject } from '../common/value';
import { findText, toOptionalId, JSON_START } from './listValues';

/** The keys of an entry that the service requires: its ID, its name, and possibly more. */
export type EntryKeys = [id: string, name: string, ...others: string[]];

function pickKeys(entry: IDataObject, [idKey, nameKey, ...others]: EntryKeys): IDataObject {
	const namesByKey: Record<string, string[]> = {
		[idKey]: [idKey, 'value', 'objectID', 'id'],
		[nameKey]: [nameKey, 'label', 'name'],
		...Object.fromEntries(others.map((key) => [key, [key]])),
	};
	const entries = Object.entries(namesByKey).map(
		([key, names]) =>
			[key, names.map((name) => entry[name]).find((value) => (value ?? null) !== null)] as const,
	);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Converts an entry to an option: its name, or else its ID. Undefined without both. */
export function toIdOption(
	entry: IDataObject,
	nameKeys: string[] = ['name'],
): INodePropertyOptions | undefined {
	const id = findText(entry, ['id']);
	return id === undefined ? undefined : { name: findText(entry, nameKeys) ?? id, value: id };
}

/**
 * Converts an entry to an option if the service requires more than its ID. The value is JSON for {@link parseEntry}.
 */
export function createEntryOption(
	keys: EntryKeys,
	labelKeys: string[] = [keys[1]],
	separator = ' – ',
): (entry: IDataObject) => INodePropertyOptions | undefined {
	return (entry) => {
		const value = pickKeys(entry, keys);
		const id = findText(value, [keys[0]]);
		const label = labelKeys.map((key) => findText({ ...entry, ...value }, [key])).filter(Boolean);
		return id === undefined
			? undefined
			: { name: label.join(separator) || id, value: JSON.stringify(value) };
	};
}

/** Parses a picked entry, an object, `ID | name` or an ID into text by key. Keeps other values. */
export function parseEntry(value: unknown, keys: EntryKeys = ['id', 'name']): unknown {
	if (isObject(value)) {
		const pairs = Object.entries(pickKeys(value, keys));
		const asText = (part: unknown) => (isExactNumber(part) ? String(part) : part);
		return pairs.length === 0
			? value
			: Object.fromEntries(pairs.map(([key, part]) => [key, asText(part)]));
	}
	const text = toOptionalId(value);
	if (text === undefined) return value;
	if (JSON_START.test(text)) {
		const entry = tryParseJson(text);
		return isObject(entry) ? parseEntry(entry, keys) : value;
	}
	const [id = '', ...name] = text.split('|');
	return {
		[keys[0]]: id.trim(),
		...(name.length > 0 && { [keys[1]]: name.join('|').trim() }),
	};
}

/** The settings in each entry of a list, such as of communities, as they are sent. */
export const getEntrySettings = (entries: unknown) =>
	Array.isArray(entries) ? entries.map((entry) => toObject(toObject(entry).value)) : [];

/** What to enter if the service requires both the ID and the name of an entry. */
export const ID_AND_NAME = 'an ID and a name: the ID, a bar and the name';
