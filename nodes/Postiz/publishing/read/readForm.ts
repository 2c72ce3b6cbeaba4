import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readNamedChannels } from '../../channels/targets';
import {
	createInvalidProblem,
	isEmpty,
	isUsableText,
	parseCount,
	parseOption,
	toNumber,
	unwrapLocator,
} from '../../common/parseValue';
import { Problem, quote } from '../../common/problem';
import { getItemFiles } from '../../media/fileSource';
import { parseMediaList } from '../../media/mediaField';
import { checkExpressions } from '../../posts/form/checkExpressions';
import { formFields, OPTIONS, WHEN_TO_PUBLISH } from '../../posts/form/createFields';
import { listEnteredFields } from '../../posts/form/expressions';
import { parseNetworkSettings, readTextFormat, readThread } from '../../posts/form/postFields';
import type { Item } from '../../posts/model';
import { parsePostText } from '../../text/parsePostText';
import { assertTextHasContent } from './blankRows';
import { readPostDate } from './readPostDate';

/** How an operation reads an item; `now` is in ms. */
export type ItemReader = (context: IExecuteFunctions, itemIndex: number, now: number) => Item;

/**
 * Reads an item from the form of Post: Create, without any lookups; `ifExists` replaces that option. Throws
 * {@link Problem} that names the field.
 */
export function readForm(
	context: IExecuteFunctions,
	itemIndex: number,
	now: number,
	ifExists?: string,
): Item {
	const notes = checkExpressions(context, itemIndex, listEnteredFields(context, formFields));
	const shared = readSharedInput(context, itemIndex, { now, ifExists });
	const options = readOptions(context, itemIndex);
	const binary = getItemFiles(context.getInputData()[itemIndex]);
	const text = parsePostText(context.getNodeParameter('content', itemIndex, ''), 'Text');
	const files = parseMediaList(context.getNodeParameter('media', itemIndex, {}), binary);
	const segments = context.getNodeParameter('thread.segment', itemIndex, []) as IDataObject[];
	const isOnlyContent = files.length === 0 && segments.length === 0;
	assertTextHasContent(context, itemIndex, { text, isOnlyContent });
	return {
		...shared,
		notes,
		input: {
			channels: readNamedChannels(context.getNodeParameter('channels', itemIndex, '')),
			group: OPTIONS.onlyInGroup.read(options),
			networks: parseNetworkSettings(context, itemIndex, binary),
			parts: [{ text, files }, ...readThread(segments, binary)],
			format: readTextFormat(context, options),
		},
	};
}

/** Like {@link readForm}, with the Row ID. The option Post Again of Create is hidden, but may still be set: it has no effect. */
export const readRow: ItemReader = (context, itemIndex, now) => {
	const item = readForm(context, itemIndex, now, 'skip');
	return { ...item, rowId: readRowId(context, itemIndex) };
};

/** Matches expressions that depend on the position of a row, or on the time. */
const UNSTABLE_ID =
	/\brow_number\b|\$itemIndex\b|\$runIndex\b|\$now\b|\$today\b|\bnew\s+Date\b|\$execution\b/;

/** Reads the Row ID. Throws {@link Problem} unless it identifies its row permanently (docs/api.md, Keys of posts). */
function readRowId(context: IExecuteFunctions, itemIndex: number): string {
	const { rowId: written } = context.getNode().parameters;
	if (typeof written === 'string' && written.startsWith('=') && UNSTABLE_ID.test(written)) {
		throw new Problem(
			'Row ID is the position of the row, which changes when you sort or insert rows',
			'Use a column with a permanent ID.',
		);
	}
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

/** Reads the collection Options of an item. */
export const readOptions = (context: IExecuteFunctions, itemIndex: number): IDataObject =>
	context.getNodeParameter('options', itemIndex, {}) as IDataObject;

const overrideOptions = (options: IDataObject, { shortLink, tags }: IDataObject): IDataObject => ({
	...options,
	shortLink: shortLink ?? options.shortLink,
	tags: tags ?? options.tags,
});

/** Reads what all posts of an item share. `body`, the top level of a JSON body, overrides the form. */
export function readSharedInput(
	context: IExecuteFunctions,
	itemIndex: number,
	{ now, body = {}, ifExists }: { now: number; body?: IDataObject; ifExists?: string },
): Omit<Item, 'input' | 'notes'> {
	const options = overrideOptions(readOptions(context, itemIndex), body);
	const ignoresExisting = (ifExists ?? OPTIONS.ifExists.read(options)) === 'post';
	const chosenType = body.type ?? context.getNodeParameter('type', itemIndex);
	const type = parseOption(chosenType, WHEN_TO_PUBLISH, 'When to Publish');
	const allowsPast = OPTIONS.allowPastDates.read(options);
	const ifUnsupported = OPTIONS.ifUnsupported.read(options);
	const { date, pastProblem, ...dateInput } = readPostDate(context, itemIndex, {
		type,
		now,
		body,
		order: OPTIONS.dateOrder.read(options),
		checksPast: type === 'schedule' && !allowsPast,
	});
	return {
		index: itemIndex,
		allowsPast,
		adapts: ifUnsupported.startsWith('adapt'),
		skipsUnfit: /skip$/i.test(ifUnsupported),
		skipsValidation: OPTIONS.skipValidation.read(options),
		ignoresExisting,
		...dateInput,
		// The date may have passed since an earlier run sent the post.
		...(pastProblem && (ignoresExisting ? { dateProblem: pastProblem } : { pastProblem })),
		requestFields: {
			type,
			date,
			shortLink: OPTIONS.shortLink.read(options),
			tags: OPTIONS.tags.read(options),
			...readBodyFields(body),
		},
	};
}

/** Reads the fields that only a body has. Copied bodies have a repetition of 0 days for none. */
function readBodyFields({ inter, order, creationMethod }: IDataObject) {
	const isRepeated = !isEmpty(inter) && toNumber(inter) !== 0;
	const advice = 'Enter a whole number of days, such as 7.';
	return {
		...(isRepeated && { inter: parseCount(inter, '“inter”', advice) }),
		...(order !== undefined && { order }),
		...(creationMethod !== undefined && { creationMethod }),
	};
}
