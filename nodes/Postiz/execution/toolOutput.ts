import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { addWeekdays, formatDateTime } from '../common/date';
import { toBooleanIfWord } from '../common/parseBoolean';
import { joinSentences } from '../common/text';
import { isEmpty, isObject } from '../common/value';
import type { OperationResult } from './operationResult';

/** Keys that a model doesn't need, because other keys have the same information. */
const HIDDEN_FROM_MODEL = new Set([
	'creationMethod',
	'groupId',
	'network',
	'postGroup',
	'releaseId',
]);

/**
 * Converts outputs for a model: keeps the keys that it needs, and adds an output with the hints, which it wouldn't see
 * otherwise. Raw data, such as without Simplify, stays unchanged.
 */
export function toToolOutput(
	context: IExecuteFunctions,
	{ outputs, hints }: OperationResult,
	{ returnsRawData = false },
): INodeExecutionData[] {
	const isRaw =
		returnsRawData || toBooleanIfWord(context.getNodeParameter('simplify', 0, true)) === false;
	const timezone = context.getTimezone();
	const shown = isRaw
		? outputs
		: outputs.map((output) => ({ ...output, json: toShortOutput(output.json, timezone) }));
	const hintText = joinSentences(...hints.map(({ text, forModel = text }) => forModel));
	const note = outputs.length === 0 && hintText === '' ? 'Nothing was found.' : hintText;
	return note === '' ? shown : [...shown, { json: { note }, pairedItem: { item: 0 } }];
}

/** Removes empty and repeated values from an output. `timezone` (an IANA name) is the zone of its times. */
function toShortOutput(output: IDataObject, timezone: string): IDataObject {
	const entries = Object.entries(output).filter(
		([key, value]) =>
			!HIDDEN_FROM_MODEL.has(key) &&
			!isRedundant(key, output) &&
			!isEmpty(value) &&
			value !== false,
	);
	return Object.fromEntries(
		entries.map(([key, value]) => [key, toShortValue(key, value, timezone)]),
	) as IDataObject;
}

function toShortValue(key: string, value: unknown, timezone: string): unknown {
	if (Array.isArray(value)) {
		return value.map((entry) => (isObject(entry) ? toShortOutput(entry, timezone) : entry));
	}
	if (typeof value !== 'string') return value;
	if (key === 'when') return addWeekdays(value);
	return key === 'createdAt' ? formatDateTime(value, timezone) : value;
}

/** True for a date if `when` has it as local time, and for a channel ID if the post names its channel. */
function isRedundant(key: string, { when, channel, postId }: IDataObject): boolean {
	if (key === 'date') return Boolean(when);
	return key === 'channelId' && Boolean(channel) && Boolean(postId);
}
