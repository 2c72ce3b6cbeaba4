import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { addWeekdays, formatDateTime } from '../common/date';
import { isEmpty, isObject } from '../common/parseValue';
import { Problem, quote } from '../common/problem';
import { joinSentences } from '../common/wording';
import { failAllItems } from '../execution/forEachItem';
import { isTool } from '../execution/nodeContext';
import { toNodeError } from '../execution/nodeError';
import type { Hint, OperationResult } from '../execution/renderItems';
import { PostizClient } from '../transport/client';
import { resources } from './index';
import type { Operation } from './shared/operation';
import { getRunMemory } from './shared/runMemory';

function findOperation(resourceName: unknown, operationName: unknown): Operation {
	const resource = resources.find(({ value }) => value === resourceName);
	const operation = resource?.operations.find(({ value }) => value === operationName);
	if (operation) return operation;
	throw new Problem(
		`Unknown operation ${quote(operationName)} of ${quote(resourceName)}`,
		'Choose Resource and Operation again.',
	);
}

/** Runs the operation that is chosen in the form for all input items. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const resourceName = context.getNodeParameter('resource', 0);
	const operationName = context.getNodeParameter('operation', 0);
	try {
		const operation = findOperation(resourceName, operationName);
		const client = await PostizClient.connect(context);
		const result = await operation.execute(context, client, getRunMemory(context));
		if (isTool(context)) return toToolOutput(context, result);
		showHints(context, result.hints);
		return result.items;
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error);
		if (!context.continueOnFail()) throw nodeError;
		// If this was thrown, n8n would pass on the input as if nothing had failed.
		return failAllItems(context, nodeError).items;
	}
}

/** Shows hints above the output. Older versions of n8n lack them for some nodes. */
function showHints(context: Partial<IExecuteFunctions>, hints: Hint[]): void {
	for (const { text } of hints) {
		if (text === '') continue;
		// n8n renders it as HTML.
		const message = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
		context.addExecutionHints?.({ message, location: 'outputPane' });
	}
}

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
function toToolOutput(
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
