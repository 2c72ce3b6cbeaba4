import type { IExecuteFunctions } from 'n8n-workflow';

import { parseChannelNames } from '../../channels/parseChannelNames';
import { isUsableText } from '../../common/errorText';
import { parseEntries } from '../../common/parseObject';
import { Problem, createInvalidProblem } from '../../common/problem';
import { quote } from '../../common/text';
import { isEmpty, unwrapLocator } from '../../common/value';
import { getItemFiles } from '../../media/itemFiles';
import { parseMediaEntries } from '../../media/mediaField';
import { isExpression } from '../../posts/form/expressions';
import { fieldsOfCreate } from '../../posts/form/publishFields';
import { OPTIONS } from '../../posts/form/publishOptions';
import type { Item } from '../../posts/item';
import { parsePostText } from '../../text/parsePostText';
import { assertTextHasContent } from './assertTextHasContent';
import { CLOCK } from './expressions/clock';
import { findExpressionNotesOrThrow } from './expressions/findExpressionNotesOrThrow';
import { listRawFields } from './expressions/rawFields';
import { readNetworkSettings } from './readNetworkSettings';
import { readOptions } from './readOptions';
import { readSharedInput } from './readSharedInput';
import { readTextFormat } from './readTextFormat';
import { readThread } from './readThread';

/** Reads an item for an operation. */
export type ItemReader = (context: IExecuteFunctions, itemIndex: number, now: number) => Item;

/**
 * Reads an item from the form of Post > Create. Sends no requests. `ifExists` overrides the option If the Post Exists.
 * Throws {@link Problem} that names the field.
 */
export function readForm(
	context: IExecuteFunctions,
	itemIndex: number,
	now: number,
	{ ifExists }: { ifExists?: string } = {},
): Item {
	const notes = findExpressionNotesOrThrow(
		context,
		itemIndex,
		listRawFields(context, fieldsOfCreate),
	);
	const sharedInput = readSharedInput(context, itemIndex, { now, ifExists });
	const options = readOptions(context, itemIndex);
	const binary = getItemFiles(context.getInputData()[itemIndex]);
	const text = parsePostText(context.getNodeParameter('content', itemIndex, ''), 'Text');
	const files = parseMediaEntries(context.getNodeParameter('media', itemIndex, {}), binary);
	const thread = context.getNodeParameter('thread.segment', itemIndex, []);
	const segments = parseEntries(thread, 'Thread');
	const isOnlyContent = files.length === 0 && segments.length === 0;
	assertTextHasContent(context, itemIndex, { text, isOnlyContent });
	return {
		...sharedInput,
		notes,
		input: {
			kind: 'form',
			form: {
				channels: parseChannelNames(context.getNodeParameter('channels', itemIndex, '')),
				onlyInGroup: OPTIONS.onlyInGroup.read(options),
				networkSettings: readNetworkSettings(context, itemIndex, binary),
				parts: [{ text, files }, ...readThread(segments, binary)],
				format: readTextFormat(context, options),
			},
		},
	};
}

/**
 * Like {@link readForm}, with the Row ID. Ignores the option If the Post Exists, which is hidden but may still be set.
 */
export const readUpsertForm: ItemReader = (context, itemIndex, now) => {
	const item = readForm(context, itemIndex, now, { ifExists: 'skip' });
	return { ...item, rowId: readRowId(context, itemIndex) };
};

const ROW_POSITION = /\brow_number\b|\$itemIndex\b/;
const DAY_OR_RUN = /\$today\b|\$runIndex\b|\$execution\b/;

/** Reads the Row ID. Throws {@link Problem} if the ID may change (docs/api.md, Fingerprints of posts). */
function readRowId(context: IExecuteFunctions, itemIndex: number): string {
	assertIdIsStable(context.getNode().parameters.rowId);
	const entered = unwrapLocator(context.getNodeParameter('rowId', itemIndex, ''));
	const rowId = isEmpty(entered) ? '' : String(entered).normalize('NFC').trim();
	if (rowId === '') {
		throw new Problem(
			'Row ID is empty',
			'Use a permanent ID of the row, such as the ID of the record.',
		);
	}
	if (!['string', 'number'].includes(typeof entered) || !isUsableText(rowId)) {
		throw createInvalidProblem(
			'Row ID',
			entered,
			'Use a permanent ID of the row, such as the ID of the record.',
		);
	}
	if (/^[\d.,\s]+$/.test(rowId)) {
		throw new Problem(
			`Row ID ${quote(rowId)} is only a number, which another sheet may use, too`,
			"Put a name before it, such as {{ 'May ' + $json.id }}.",
		);
	}
	return rowId;
}

/** Throws {@link Problem} if an expression depends on the position of a row, the time or the run. */
function assertIdIsStable(rawText: unknown): void {
	if (typeof rawText !== 'string' || !isExpression(rawText)) return;
	const message = ROW_POSITION.test(rawText)
		? 'Row ID is the position of the row, which changes when you sort or insert rows'
		: (CLOCK.test(rawText) || DAY_OR_RUN.test(rawText)) &&
			'Row ID depends on the time or the run, so the same row would be posted again';
	if (message) throw new Problem(message, 'Use a column with a permanent ID.');
}
