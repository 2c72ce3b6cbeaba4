import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { addWeekdays, formatDateTime } from '../common/date';
import { isEmpty, isObject } from '../common/parseValue';
import { joinSentences } from '../common/text';
import type { OperationResult } from './operationResult';

/** Keys that a model doesn't need, as others have the same. */
const HIDDEN_FROM_MODEL = new Set([
	'creationMethod',
	'groupId',
	'network',
	'postGroup',
	'releaseId',
]);

/**
 * The output of a tool: rows with what a model needs, and the hints in a last row, as models don't see them. Without
 * Simplify, rows stay as Postiz returns them.
 */
export function toToolOutput(
	context: IExecuteFunctions,
	{ items, hints }: OperationResult,
): INodeExecutionData[] {
	const isRaw = context.getNodeParameter('simplify', 0, true) === false;
	const timezone = context.getTimezone();
	const rows = isRaw
		? items
		: items.map((item) => ({ ...item, json: toShortRow(item.json, timezone) }));
	const hintText = joinSentences(...hints.map(({ text, forModel = text }) => forModel));
	const note = items.length === 0 && hintText === '' ? 'Nothing was found.' : hintText;
	return note === '' ? rows : [...rows, { json: { note }, pairedItem: { item: 0 } }];
}

/** A row without empty and repeated values. `timezone` (an IANA name) is that of its times. */
function toShortRow(row: IDataObject, timezone: string): IDataObject {
	const { when, channel, postId } = row;
	const repeated: IDataObject = { date: when, channelId: channel && postId };
	const entries = Object.entries(row).filter(
		([key, value]) =>
			!HIDDEN_FROM_MODEL.has(key) && !repeated[key] && !isEmpty(value) && value !== false,
	);
	const shortEntries = entries.map(([key, value]) => {
		if (Array.isArray(value)) {
			return [key, value.map((entry) => (isObject(entry) ? toShortRow(entry, timezone) : entry))];
		}
		if (typeof value !== 'string' || key === 'text') return [key, value];
		if (key === 'when') return [key, addWeekdays(value)];
		return [key, key === 'createdAt' ? formatDateTime(value, timezone) : value];
	});
	return Object.fromEntries(shortEntries) as IDataObject;
}
