import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { showTime } from '../../values/date';
import { sentences } from '../../values/words';
import { forTool } from '../../values/problem';
import { isEmpty, isObject } from '../../values/read';

const OF_NO_USE = new Set(['creationMethod', 'postGroup', 'releaseId']);
/** What is said by these even if they are false or empty. */
const ANSWERS = new Set(['changed', 'created', 'deleted', 'ok', 'valid']);

/**
 * What a tool returns: rows with what a model needs, and a last one with the `hints`, which it would not see otherwise.
 * Without Simplify, rows stay as Postiz returns them.
 */
export function forModel(
	context: IExecuteFunctions,
	output: INodeExecutionData[],
	hints: string[],
): INodeExecutionData[] {
	const isRaw = context.getNodeParameter('simplify', 0, true) === false;
	const timezone = context.getTimezone();
	const rows = isRaw
		? output
		: output.map((item) => ({ ...item, json: shortRow(item.json, timezone) }));
	const note =
		output.length + hints.length === 0 ? 'Nothing was found.' : forTool(sentences(...hints));
	return note === '' ? rows : [...rows, { json: { note }, pairedItem: { item: 0 } }];
}

/** A row without what is empty, or told by its channel, its group or the time in the workflow's zone. */
function shortRow(row: IDataObject, timezone: string): IDataObject {
	const { channel, group, when } = row;
	const told = new Set([
		...(when ? ['date'] : []),
		...(channel ? ['network'] : []),
		...(channel && 'postId' in row ? ['channelId'] : []),
		...(group ? ['groupId'] : []),
	]);
	const entries = Object.entries(row).filter(([key]) => !told.has(key));
	return compact(Object.fromEntries(entries) as IDataObject, timezone);
}

function compact(row: IDataObject, timezone: string): IDataObject {
	const shown = Object.entries(row).flatMap(([key, value]): Array<[string, unknown]> => {
		if (OF_NO_USE.has(key)) return [];
		if (ANSWERS.has(key))
			return [[key, typeof value === 'string' && key !== 'text' ? forTool(value) : value]];
		if (isEmpty(value) || value === false) return [];
		if (['createdAt', 'date'].includes(key) && typeof value === 'string')
			return [[key, showTime(value, timezone)]];
		if (Array.isArray(value)) {
			return [[key, value.map((one) => (isObject(one) ? compact(one, timezone) : one))]];
		}
		return [[key, typeof value === 'string' && key !== 'text' ? forTool(value) : value]];
	});
	return Object.fromEntries(shown) as IDataObject;
}
