import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { tryParseJson } from '../common/parseJson';
import { isExactNumber } from '../common/parseNumber';
import { extractId } from '../common/parseText';
import { isEmpty, isObject, getProperties } from '../common/value';

/** Matches the start of JSON, which people don't use otherwise. */
const JSON_START = /^[{[]/;

/** Parses comma-separated text, a list, an object or JSON into a list; invalid JSON stays a text. */
export function toList(value: unknown): unknown[] {
	const isPlainText = typeof value === 'string' && !JSON_START.test(value.trim());
	return (isPlainText ? value.split(',') : [value]).flatMap(toElements);
}

function toElements(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(toElements);
	if (typeof value !== 'string') return value === undefined || value === null ? [] : [value];
	const text = value.trim();
	if (text === '') return [];
	const parsed = JSON_START.test(text) ? tryParseJson(text) : undefined;
	return parsed === undefined ? [text] : toElements(parsed);
}

/** Applies `read` to the elements of {@link toList}, and keeps those that it can't read. */
export const mapList = (read: (element: unknown) => unknown) => (value: unknown) =>
	toList(value).map((element) => read(element) ?? element);

/** The settings in each entry of a list, such as of communities, as they are sent. */
export const getEntrySettings = (entries: unknown) =>
	Array.isArray(entries) ? entries.map((entry) => getProperties(getProperties(entry).value)) : [];

/** A non-empty text, or a number as text; undefined for anything else. */
const toOptionalId = (value: unknown): string | undefined => extractId(value) || undefined;

/** The text of an element of {@link toList}, or of the first of these keys. */
export function findText(element: unknown, keys: string[]): string | undefined {
	if (isObject(element)) {
		return keys.map((key) => toOptionalId(element[key])).find((text) => text !== undefined);
	}
	return typeof element === 'string' && JSON_START.test(element)
		? undefined
		: toOptionalId(element);
}

/** The name of a tag, also in the formats of `GET /posts` and of n8n's own lists. */
export function getTagLabel(element: unknown): string | undefined {
	return (
		findText(element, ['label', 'name', 'value']) ??
		(isObject(element) ? findText(element.tag, ['label', 'name']) : undefined)
	);
}

/** The names of tags as they are sent. */
export const toTagLabels = (tags: unknown): string[] =>
	Array.isArray(tags) ? tags.flatMap((tag) => getTagLabel(tag) ?? []) : [];

/**
 * Converts tags to the format of the service, without duplicates and empty ones; `handleUnnamed` converts those without
 * a name.
 */
export function toTags(
	value: unknown,
	handleUnnamed: (element: unknown) => unknown = (element) => element,
): unknown[] {
	const isBlank = (element: unknown) =>
		isObject(element) && 'label' in element && Object.values(element).every(isEmpty);
	const tags = toList(value).filter((element) => !isBlank(element));
	const labels = tags.map((element) => getTagLabel(element) ?? { element });
	return [...new Set(labels)].map((label) =>
		typeof label === 'string' ? { value: label, label } : handleUnnamed(label.element),
	);
}

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

/** The option of an entry: its name, or else its ID. Undefined if it has neither. */
export function toIdOption(
	entry: IDataObject,
	nameKeys: string[] = ['name'],
): INodePropertyOptions | undefined {
	const id = findText(entry, ['id']);
	return id === undefined ? undefined : { name: findText(entry, nameKeys) ?? id, value: id };
}

/** The option of an entry if the service requires more than its ID, stored as JSON for {@link parseEntry}. */
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

/** Parses a picked entry, an object, `ID | name` or an ID into text by key; other values stay as they are. */
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

/** What to enter if the service requires the name of an entry as well. */
export const ID_AND_NAME = 'an ID and a name: the ID, a bar and the name';
