import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readNamedChannels } from '../../channels/targets';
import type { FieldSpec } from '../../form/fieldSpec';
import { getItemFiles } from '../../media/fileSource';
import { parseMediaList } from '../../media/mediaField';
import type { Item } from '../model';
import { parsePostText } from '../../text/normalizeText';
import { isTool } from '../../transport/nodeError';
import { DAY_MS, getPastDateProblem } from '../../common/date';
import { type DayOrder, explainUnexpectedTime, toServiceDate } from '../../common/parseDate';
import { asProblem, Problem, quote } from '../../common/problem';
import {
	invalidValue,
	isEmpty,
	isText,
	parseCount,
	parseOption,
	toNumber,
	unwrap,
} from '../../common/parseValue';
import { checkExpressions } from './checkExpressions';
import {
	findDateInBody,
	followsClock,
	assertExpressionsValid,
	listEnteredFields,
} from './expressions';
import { parseNetworkSettings, readTextFormat, readThread } from '../../actions/post/postFields';
import { assertTextHasContent } from './blankRows';
import {
	formFields,
	formWithRowId,
	jsonFields,
	OPTIONS,
	WHEN_TO_PUBLISH,
} from '../../actions/post/createFields';
import type { RunOptions } from '../runSummary';

/** How an operation reads an item, as of `now` (ms). */
export type ReadItem = (context: IExecuteFunctions, itemIndex: number, now: number) => Item;

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

/** Like {@link readForm}, with the ID of the row, which has one post: Post Again, left from Create, means nothing. */
export const readRow: ReadItem = (context, itemIndex, now) => {
	const item = readForm(context, itemIndex, now, 'skip');
	return { ...item, rowId: readRowId(context, itemIndex) };
};

/** What tells where a row stands, or when it ran, not which it is. */
const POSITION =
	/\brow_number\b|\$itemIndex\b|\$runIndex\b|\$now\b|\$today\b|\bnew\s+Date\b|\$execution\b/;

/** The Row ID of an item. Throws {@link Problem} unless it can tell its row apart for good (docs/api.md, Keys of posts). */
function readRowId(context: IExecuteFunctions, itemIndex: number): string {
	const { rowId: written } = context.getNode().parameters;
	if (typeof written === 'string' && written.startsWith('=') && POSITION.test(written)) {
		throw new Problem(
			'Row ID is the position of the row, which changes when you sort or insert rows',
			'Use a column with a permanent ID.',
		);
	}
	const entered = unwrap(context.getNodeParameter('rowId', itemIndex, ''));
	const rowId = isEmpty(entered) ? '' : String(entered).normalize('NFC').trim();
	if (rowId === '') {
		throw new Problem(
			'Row ID is empty',
			'Use a permanent ID of the row, such as the ID of the record.',
		);
	}
	if (!['string', 'number'].includes(typeof entered) || !isText(rowId)) {
		throw invalidValue(
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

const readOptions = (context: IExecuteFunctions, itemIndex: number): IDataObject =>
	context.getNodeParameter('options', itemIndex, {}) as IDataObject;

/** True for types that use the date. */
export const isDated = (type: Item['shared']['type']) => type === 'schedule' || type === 'draft';

/** What an item says but for its posts. `given`, the top level of a JSON body, overrides the form. */
export function readSharedInput(
	context: IExecuteFunctions,
	itemIndex: number,
	{ now, given = {}, ifExists }: { now: number; given?: IDataObject; ifExists?: string },
): Omit<Item, 'input' | 'notes'> {
	const { shortLink, tags, inter, order, creationMethod } = given;
	const form = readOptions(context, itemIndex);
	const options = { ...form, shortLink: shortLink ?? form.shortLink, tags: tags ?? form.tags };
	const postsAgain = (ifExists ?? OPTIONS.ifExists.read(options)) === 'post';
	const chosen = given.type ?? context.getNodeParameter('type', itemIndex);
	const type = parseOption(chosen, WHEN_TO_PUBLISH, 'When to Publish');
	const allowsPast = OPTIONS.allowPastDates.read(options);
	const unsupported = OPTIONS.ifUnsupported.read(options);
	const checksPast = type === 'schedule' && !allowsPast;
	const { date, pastProblem, ...dateInput } = readDateInput(context, itemIndex, {
		type,
		now,
		given,
		checksPast,
	});
	return {
		index: itemIndex,
		allowsPast,
		adapts: unsupported.startsWith('adapt'),
		skipsUnfit: /skip$/i.test(unsupported),
		skipsValidation: OPTIONS.skipValidation.read(options),
		ignoresExisting: postsAgain,
		...dateInput,
		// The date may have passed since an earlier run sent the post.
		...(pastProblem && (postsAgain ? { dateProblem: pastProblem } : { pastProblem })),
		shared: {
			type,
			date,
			shortLink: OPTIONS.shortLink.read(options),
			tags: OPTIONS.tags.read(options),
			...readRepetition(inter),
			...(order === undefined ? {} : { order }),
			...(creationMethod === undefined ? {} : { creationMethod }),
		},
	};
}

/** The days of a repetition, which only a body has; 0 is none, as in copied bodies. */
function readRepetition(inter: unknown): { inter?: number } {
	if (isEmpty(inter) || toNumber(inter) === 0) return {};
	return { inter: parseCount(inter, '“inter”', 'Enter a whole number of days, such as 7.') };
}

/** When an item is to be published, in UTC. Problems are thrown later, along with others of the item. */
function readDateInput(
	context: IExecuteFunctions,
	itemIndex: number,
	{
		type,
		now,
		given,
		checksPast,
	}: { type: Item['shared']['type']; now: number; given: IDataObject; checksPast: boolean },
): Pick<Item, 'isDated' | 'dateProblem' | 'pastProblem' | 'dateNote'> & { date: string } {
	const order = OPTIONS.dateOrder.read(readOptions(context, itemIndex));
	const reading = { now, timezone: context.getTimezone(), order };
	const entered = isDated(type)
		? (given.date ?? context.getNodeParameter('date', itemIndex, ''))
		: '';
	if (type !== 'schedule' && isEmpty(entered)) {
		// Posts for "now" share a date, so that they can share a request (docs/api.md, Creating posts).
		const date = new Date(now).toISOString();
		const dateProblem = findUnusedDateProblem(
			readModelDate(context, itemIndex, given),
			type,
			reading,
		);
		return { date, isDated: false, ...(dateProblem && { dateProblem }) };
	}
	return {
		...readDate(entered, reading, checksPast),
		isDated: !usesClock(context, itemIndex, given),
		dateNote: explainUnexpectedTime(entered, reading.timezone, order),
	};
}

/** The date that a model gives along with "now" or a free slot, which do not use it. */
function readModelDate(context: IExecuteFunctions, itemIndex: number, given: IDataObject): unknown {
	if (!isTool(context)) return undefined;
	const { type, date } = context.getNode().parameters;
	const isByModel = [type, date].every((entered) => /\$fromAI/i.test(String(entered)));
	return given.date ?? (isByModel ? context.getNodeParameter('date', itemIndex, '') : undefined);
}

/** What models write where they have no date, or mean now. */
const NO_DATE_YET = /^\W*(?:now|asap|immediately|none|null|undefined|n\/?a)?\W*$/i;

/** The problem of a model that asks for "now" or a free slot, and gives a date that is not about now. */
function findUnusedDateProblem(
	entered: unknown,
	type: Item['shared']['type'],
	reading: DateContext,
): Problem | undefined {
	if (NO_DATE_YET.test(String(entered ?? ''))) return undefined;
	const { date, dateProblem } = readDate(entered, reading, false);
	if (!dateProblem && Date.parse(date) < reading.now + DAY_MS) return undefined;
	const when = type === 'now' ? 'immediately' : 'at the next free slot';
	return new Problem(
		`The post would be published ${when}, not at the date ${quote(entered)}`,
		'To publish at a date, choose "schedule". Otherwise, leave the date empty.',
	);
}

/** True if the date, from the JSON or else the form, is taken from the clock by an expression. */
function usesClock(context: IExecuteFunctions, itemIndex: number, given: IDataObject): boolean {
	const { date, json } = context.getNode().parameters;
	if (given.date !== undefined) return followsClock(findDateInBody(json));
	const entered = context.getNodeParameter('date', itemIndex, '');
	// An expression such as `$json.date || $now` may return the item's own date.
	const fields = Object.values(context.getInputData()[itemIndex]?.json ?? {});
	return followsClock(date) && !fields.includes(entered as IDataObject[string]);
}

interface DateContext {
	now: number;
	timezone: string;
	order: DayOrder;
}

/** The date to send, and what is wrong with it. */
function readDate(entered: unknown, { now, timezone, order }: DateContext, checksPast: boolean) {
	try {
		// Dates by the clock would differ by milliseconds, and items couldn't share a request.
		const date = toServiceDate(entered, timezone, { order }).replace(/\.\d+Z$/, '.000Z');
		const pastProblem = checksPast ? getPastDateProblem(date, now, timezone) : undefined;
		return { date, ...(pastProblem && { pastProblem }) };
	} catch (error) {
		return { date: new Date(now).toISOString(), dateProblem: asProblem(error) };
	}
}

/** Reads {@link RunOptions}. Throws {@link Problem}, also for what is wrong with all items. */
export function readRunOptions(context: IExecuteFunctions): RunOptions {
	assertExpressionsValid(listEnteredFields(context, [...formWithRowId, ...jsonFields]));
	const previewsOnly = readPreviewOnly(context);
	return {
		includesInput: readOption(context, 0, OPTIONS.includeInputFields),
		maxWaitMs: readOption(context, 0, OPTIONS.waitAtLimit),
		previewsOnly,
		...(previewsOnly && {
			page: {
				title: readOption(context, 0, OPTIONS.previewTitle),
				isForClient: readOption(context, 0, OPTIONS.previewForClient),
				approvalLink: readOption(context, 0, OPTIONS.approvalLink),
			},
		}),
	};
}

/** The value of one option, whatever is wrong with the others of its item. */
function readOption<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	{ property: { name }, read }: FieldSpec<T>,
): T {
	const { options } = context.getNode().parameters;
	if (typeof options === 'string') return read(readOptions(context, itemIndex));
	const isAdded = Object.hasOwn(Object(options) as object, name);
	return read(isAdded ? { [name]: context.getNodeParameter(`options.${name}`, itemIndex) } : {});
}

/** An expression may not preview some items and send others. */
function readPreviewOnly(context: IExecuteFunctions): boolean {
	const [first, ...others] = [...context.getInputData().keys()].map((itemIndex) =>
		readOption(context, itemIndex, OPTIONS.previewOnly),
	);
	if (others.every((chosen) => chosen === first)) return first ?? false;
	throw new Problem(
		'Preview Only differs between items',
		'Set it to the same value for all items.',
	);
}
