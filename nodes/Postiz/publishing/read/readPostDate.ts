import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { DAY_MS } from '../../common/date';
import type { DateOrder } from '../../common/dateText';
import { parseDate } from '../../common/parseDate';
import { toProblemOrRethrow, Problem } from '../../common/problem';
import { quote } from '../../common/text';
import { describeUnexpectedTime } from '../../common/unexpectedTime';
import { isEmpty } from '../../common/value';
import { isAgentTool } from '../../execution/nodeContext';
import type { Item, PostType } from '../../posts/item';
import { findDateInBody, followsClock } from './expressions/clock';

/** True if posts of this type use the date. */
export const usesDate = (type: PostType) => type === 'schedule' || type === 'draft';

interface PostDateOptions {
	now: number;
	timezone: string;
	dateOrder: DateOrder;
}

/**
 * Reads the date of a post in UTC. Returns its problem instead of throwing it, so that it can be reported along with
 * other problems of the item.
 */
export function readPostDate(
	context: IExecuteFunctions,
	itemIndex: number,
	{
		type,
		bodyFields,
		...dateOptions
	}: PostDateOptions & { type: PostType; bodyFields: IDataObject },
): Pick<Item, 'dateSource' | 'dateProblem' | 'dateNote'> & { date: string } {
	const { now, timezone, dateOrder } = dateOptions;
	const entered = usesDate(type)
		? (bodyFields.date ?? context.getNodeParameter('date', itemIndex, ''))
		: '';
	if (type !== 'schedule' && isEmpty(entered)) {
		// Posts for “now” get the same date, so that they can share a request (docs/api.md, Creating posts).
		const date = new Date(now).toISOString();
		const dateProblem = findUnusedDateProblem(
			readModelDate(context, itemIndex, bodyFields),
			type,
			dateOptions,
		);
		return { date, dateSource: 'none', ...(dateProblem && { dateProblem }) };
	}
	return {
		...readDate(entered, dateOptions),
		dateSource: usesClock(context, itemIndex, bodyFields) ? 'clock' : 'fixed',
		dateNote: describeUnexpectedTime(entered, timezone, dateOrder),
	};
}

/** Reads a date that a model entered along with “now” or a free slot, which ignore it. */
function readModelDate(
	context: IExecuteFunctions,
	itemIndex: number,
	bodyFields: IDataObject,
): unknown {
	if (!isAgentTool(context)) return undefined;
	const { type, date } = context.getNode().parameters;
	const isFromModel = [type, date].every((entered) => /\$fromAI/i.test(String(entered)));
	return (
		bodyFields.date ?? (isFromModel ? context.getNodeParameter('date', itemIndex, '') : undefined)
	);
}

/** Matches what models enter to say “no date” or “now”. */
const NO_DATE_YET =
	/^[^\p{L}\p{N}]*(?:now|asap|immediately|none|null|undefined|n\/?a)?[^\p{L}\p{N}]*$/iu;

/** Reports that a model's date would be ignored. Returns undefined if the date is close to now. */
function findUnusedDateProblem(
	entered: unknown,
	type: PostType,
	dateOptions: PostDateOptions,
): Problem | undefined {
	if (NO_DATE_YET.test(String(entered ?? ''))) return undefined;
	const { date, dateProblem } = readDate(entered, dateOptions);
	if (!dateProblem && Date.parse(date) < dateOptions.now + DAY_MS) return undefined;
	const when = type === 'now' ? 'immediately' : 'at the next free slot';
	return new Problem(
		`The post would be published ${when}, not at the date ${quote(entered)}`,
		'To publish at a date, choose "schedule". Otherwise, leave the date empty.',
	);
}

/** True if an expression in the JSON, or else in the form, takes the date from the clock. */
function usesClock(
	context: IExecuteFunctions,
	itemIndex: number,
	bodyFields: IDataObject,
): boolean {
	const { date, json } = context.getNode().parameters;
	if (bodyFields.date !== undefined) return followsClock(findDateInBody(json));
	const entered = context.getNodeParameter('date', itemIndex, '');
	// `$json.date || $now` may return the item's own date.
	const fields = Object.values(context.getInputData()[itemIndex]?.json ?? {});
	return followsClock(date) && !fields.includes(entered as IDataObject[string]);
}

/** Returns the date to send, or its problem. */
function readDate(
	entered: unknown,
	{ now, timezone, dateOrder }: PostDateOptions,
): { date: string; dateProblem?: Problem } {
	try {
		// Dates from the clock would differ by milliseconds, so items couldn't share a request.
		return { date: parseDate(entered, timezone, { dateOrder }).replace(/\.\d+Z$/, '.000Z') };
	} catch (error) {
		return { date: new Date(now).toISOString(), dateProblem: toProblemOrRethrow(error) };
	}
}
