import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { SettingProblem } from './types';

/** The parts of what a person wrote as one text with commas, or gave as a list. */
export function toList(value: unknown): unknown[] {
	const parts: unknown[] = Array.isArray(value) ? value : String(value).split(',');
	return parts
		.map((part) => (typeof part === 'string' ? part.trim() : part))
		.filter((part) => part !== '' && part !== undefined && part !== null);
}

/**
 * A picker's row of which the service wants more than the id. n8n keeps one text for a chosen row,
 * so that the wanted keys are kept in it as JSON; {@link readRow} reads them again.
 */
export function rowOption(
	label: (row: IDataObject) => string,
	keys: string[],
): (row: IDataObject) => INodePropertyOptions {
	return (row) => ({
		name: label(row),
		value: JSON.stringify(
			Object.fromEntries(
				keys.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]] as const])),
			),
		),
	});
}

/**
 * The row that a person picked, gave as an object, or wrote as `ID | name`. With the id alone the
 * row has only its first key.
 */
export function readRow(value: unknown, [idKey, nameKey] = ['id', 'name']): IDataObject {
	if (typeof value === 'object' && value !== null) return value as IDataObject;
	const text = String(value).trim();
	const picked = text.startsWith('{') ? parseObject(text) : undefined;
	if (picked) return picked;
	const [id, ...name] = text.split('|');
	return name.length === 0
		? { [idKey]: text }
		: { [idKey]: id.trim(), [nameKey]: name.join('|').trim() };
}

function parseObject(text: string): IDataObject | undefined {
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		return undefined;
	}
}

/** A number from a number or its text; anything else stays what it is, for the checks to name it. */
export function toNumber(value: unknown): unknown {
	return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
		? Number(value)
		: value;
}

/** The problem of a row that was entered without its id or its name where the service wants both. */
export function nameProblem(field: string, row: unknown): SettingProblem[] {
	const { id, name } = (row ?? {}) as IDataObject;
	return row === undefined || (id && name)
		? []
		: [
				{
					field,
					message:
						'needs an ID and a name: choose it from the list, or write the ID, a bar and the name',
				},
			];
}

/** The groups inside a setting of the form `[{value: …}]`; none where it is not of that form. */
export function listedValues(setting: unknown): IDataObject[] {
	return (Array.isArray(setting) ? setting : []).map(
		(element: { value?: IDataObject } | null) => element?.value ?? {},
	);
}
