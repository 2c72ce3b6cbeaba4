import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readNamedChannels } from '../../../channels/findChannels';
import type { Readable } from '../../../form/readable';
import { filesOf } from '../../../media/fileSource';
import { parseMediaList } from '../../../media/mediaField';
import { ONLY_IN_GROUP } from '../../../publishing/plan/formPosts';
import {
	type ItemSharedFields,
	type ItemOptions,
	type Kept,
	type WrittenForm,
	type WrittenItem,
} from '../../../publishing/types';
import { parsePostText } from '../../../text/meant';
import { isTool } from '../../../transport/nodeError';
import { dateInBody, followsClock } from '../../../values/clock';
import {
	DAY_MS,
	isDayAlone,
	pastDateProblem,
	toServiceDate,
	type DayOrder,
} from '../../../values/date';
import { caughtProblem, ignoreOutside, Problem, quote } from '../../../values/problem';
import {
	cannotBe,
	isEmpty,
	MAX_STORED,
	parseCount,
	parseOption,
	parseOptionalText,
	toNumber,
	unwrap,
} from '../../../values/read';
import { readTextFormat, readThread } from '../shared/fields';
import { parseNetworkSettings } from '../shared/networkSettings';
import { refuseFoundNothing, refuseMiswritten, writtenFields } from '../shared/expressions';
import { refuseWordsAlone } from './blankRows';
import {
	CHANNEL_CHOICES,
	formFields,
	formWithIds,
	jsonFields,
	postIdsField,
	WHEN_TO_PUBLISH,
} from './fields';
import { OPTIONS } from './options';

/** Reads an item from the form of Post: Create, without any lookups. Throws {@link Problem} that names the field. */
export function readForm(context: IExecuteFunctions, itemIndex: number, now: number): WrittenItem {
	const itemOptions = readItemOptions(context, itemIndex, { now });
	const options = optionsOf(context, itemIndex);
	const binary = filesOf(context.getInputData()[itemIndex]);
	const text = parsePostText(context.getNodeParameter('content', itemIndex, ''), 'Text');
	const files = parseMediaList(context.getNodeParameter('media', itemIndex, {}), binary);
	const segments = context.getNodeParameter('thread.segment', itemIndex, []) as IDataObject[];
	const nothingElse = files.length === 0 && segments.length === 0;
	refuseFoundNothing(context, itemIndex, writtenFields(context, formFields));
	refuseWordsAlone(context, itemIndex, { text, nothingElse });
	return {
		...itemOptions,
		written: {
			...readChannels(context, itemIndex),
			networks: parseNetworkSettings(context, itemIndex, binary),
			parts: [{ text, files }, ...readThread(segments, binary)],
			format: readTextFormat(context, options),
		},
	};
}

/** Like {@link readForm}, with the existing posts to change. */
export function readFormWithIds(
	context: IExecuteFunctions,
	itemIndex: number,
	now: number,
): WrittenItem {
	const item = readForm(context, itemIndex, now);
	const given = unwrap(context.getNodeParameter('postIds', itemIndex, ''));
	if (isEmpty(given)) return item;
	const options = optionsOf(context, itemIndex);
	const isMissing = (list: string) => isEmpty(context.getNodeParameter(list, itemIndex, []));
	const keeps: Kept[] = [
		...(isMissing('media.file') ? ['media' as const] : []),
		// Parts that a text was split into aren't a thread of their own.
		...(isMissing('thread.segment') && !item.adapts ? ['thread' as const] : []),
		...(Object.hasOwn(options, 'tags') ? [] : ['tags' as const]),
		'inter',
	];
	return { ...item, postIds: postIdsField.readList(context, itemIndex), keeps };
}

function readChannels(
	context: IExecuteFunctions,
	itemIndex: number,
): Pick<WrittenForm, 'channels' | 'group'> {
	const chosenBy = context.getNodeParameter('channelsBy', itemIndex, 'list');
	const entered = (name: string) => context.getNodeParameter(name, itemIndex, '');
	if (parseOption(chosenBy, CHANNEL_CHOICES, 'Choose Channels') === 'list') {
		return { channels: readNamedChannels(entered('channels')), group: '' };
	}
	return {
		channels: readNamedChannels(entered('channelNames')),
		group: parseOptionalText(entered('onlyInGroup'), ONLY_IN_GROUP),
	};
}

const optionsOf = (context: IExecuteFunctions, itemIndex: number): IDataObject =>
	context.getNodeParameter('options', itemIndex, {}) as IDataObject;

/** The options, but for what the top level of a JSON body says. */
const withOwn = (options: IDataObject, { shortLink, tags }: IDataObject): IDataObject => ({
	...options,
	shortLink: shortLink ?? options.shortLink,
	tags: tags ?? options.tags,
});

/** The interval of a repeating post, in days; undefined if it is empty, or 0 as in copied bodies. */
function parseInterval(entered: unknown): number | undefined {
	if (isEmpty(entered) || toNumber(entered) === 0) return undefined;
	const days = parseCount(entered, '“inter”', 'Enter a whole number of days, such as 7.');
	if (days <= MAX_STORED) return days;
	throw cannotBe('“inter”', entered, `Enter at most ${MAX_STORED} days, or remove it.`);
}

/** True for types that use the date. */
export const isDated = (type: ItemSharedFields['type']) => type === 'schedule' || type === 'draft';

/** The options of an item. `given`, the top level of a JSON body, overrides the form. */
export function readItemOptions(
	context: IExecuteFunctions,
	itemIndex: number,
	{ now, given = {} }: { now: number; given?: IDataObject },
): ItemOptions {
	const options = withOwn(optionsOf(context, itemIndex), given);
	const postsAgain = OPTIONS.ifExists.read(options) === 'post';
	const chosen = given.type ?? context.getNodeParameter('type', itemIndex);
	const type = parseOption(chosen, WHEN_TO_PUBLISH, 'When to Publish');
	const allowsPast = OPTIONS.allowPastDates.read(options);
	const entered = isDated(type)
		? (given.date ?? context.getNodeParameter('date', itemIndex, ''))
		: '';
	const { order, creationMethod } = given;
	const inter = parseInterval(given.inter);
	const unsupported = OPTIONS.ifUnsupported.read(options);
	const reading = { now, timezone: context.getTimezone(), order: OPTIONS.dateOrder.read(options) };
	const rules = {
		allowsPast,
		adapts: unsupported.startsWith('adapt'),
		leavesOut: /leaveOut$/i.test(unsupported),
		...(isTool(context) && { forModel: true }),
		skipsValidation: OPTIONS.skipValidation.read(options),
		previewsOnly: OPTIONS.previewOnly.read(options),
		postsAgain,
	};
	// Posts for "now" share a date, so that they can share a request (docs/api.md, Creating posts).
	const isNow = type !== 'schedule' && isEmpty(entered);
	const checksPast = type === 'schedule' && !allowsPast;
	const { date, pastProblem, dateProblem } = isNow
		? {
				date: new Date(now).toISOString(),
				pastProblem: undefined,
				dateProblem: otherDateProblem(dateOfModel(context, itemIndex, given), type, reading),
			}
		: readDate(entered, reading, checksPast);
	// The date may have passed since an earlier run sent the post.
	const mayBeThere = !postsAgain;
	return {
		...rules,
		namesDate: type === 'schedule' || (type === 'draft' && !isNow),
		...(!isEmpty(entered) && isByClock(context, itemIndex, given) && { followsClock: true }),
		...(pastProblem && (mayBeThere ? { pastProblem } : { dateProblem: pastProblem })),
		...(dateProblem && { dateProblem }),
		...(isDayAlone(entered) && { lacksTime: true }),
		shared: {
			type,
			date,
			shortLink: OPTIONS.shortLink.read(options),
			tags: OPTIONS.tags.read(options),
			...(inter === undefined ? {} : { inter }),
			...(order === undefined ? {} : { order }),
			...(creationMethod === undefined ? {} : { creationMethod }),
		},
	};
}

/** The date that a model gives along with "now" or a free slot, which do not use it. */
function dateOfModel(context: IExecuteFunctions, itemIndex: number, given: IDataObject): unknown {
	if (!isTool(context)) return undefined;
	const { type, date } = context.getNode().parameters;
	const isByModel = [type, date].every((entered) => /\$fromAI/i.test(String(entered)));
	return given.date ?? (isByModel ? context.getNodeParameter('date', itemIndex, '') : undefined);
}

/** The problem of a model that asks for "now" or a free slot, and gives a date that is not about now. */
function otherDateProblem(
	entered: unknown,
	type: ItemSharedFields['type'],
	reading: DateReading,
): Problem | undefined {
	if (isEmpty(entered)) return undefined;
	const { date, dateProblem } = readDate(entered, reading, false);
	if (!dateProblem && Date.parse(date) < reading.now + DAY_MS) return undefined;
	const when = type === 'now' ? 'immediately' : 'at the next free slot';
	const remedy = 'To publish at a date, choose "schedule". Otherwise, leave the date empty.';
	return new Problem(
		`The post would be published ${when}, not at the date ${quote(entered)}`,
		remedy,
	);
}

/** True if the date, from the JSON or else the form, is derived from the clock by an expression. */
function isByClock(context: IExecuteFunctions, itemIndex: number, given: IDataObject): boolean {
	const { date, json } = context.getNode().parameters;
	if (given.date !== undefined) return followsClock(dateInBody(json));
	const entered = context.getNodeParameter('date', itemIndex, '');
	// An expression such as `$json.date || $now` may return the item's own date.
	const fields = Object.values(context.getInputData()[itemIndex]?.json ?? {});
	return followsClock(date) && !fields.includes(entered as IDataObject[string]);
}

interface DateReading {
	now: number;
	timezone: string;
	order: DayOrder;
}

/** The date to send, and what is wrong with it: thrown later, along with other problems of the item. */
function readDate(
	entered: unknown,
	{ now, timezone, order }: DateReading,
	checksPast: boolean,
): { date: string; pastProblem?: Problem; dateProblem?: Problem } {
	try {
		// Dates relative to the clock would differ by milliseconds, and items couldn't share a request.
		const date = toServiceDate(entered, timezone, { order }).replace(/\.\d+Z$/, '.000Z');
		const past = checksPast ? pastDateProblem(date, now, timezone) : undefined;
		return { date, ...(past && { pastProblem: past }) };
	} catch (error) {
		return { date: new Date(now).toISOString(), dateProblem: caughtProblem(error) };
	}
}

/** True with Preview Only; false if the option is invalid. */
export function previewsOnly(context: IExecuteFunctions, itemIndex: number): boolean {
	try {
		return OPTIONS.previewOnly.read(optionsOf(context, itemIndex));
	} catch (error) {
		ignoreOutside(error);
		return false;
	}
}

export type RunOptions = ReturnType<typeof readRunOptions>;

/** Reads the options that the first item sets for all. Throws {@link Problem}, also for what is wrong with all items. */
export function readRunOptions(context: IExecuteFunctions) {
	refuseMiswritten(writtenFields(context, [...formWithIds, ...jsonFields]));
	const read = <T>({ property: { name }, read }: Readable<T>) =>
		read({ [name]: context.getNodeParameter(`options.${name}`, 0, '') });
	return {
		/** Output posts with the fields and files of their items. */
		includesInput: read(OPTIONS.includeInputFields),
		/** The total time to wait for the hourly limit. */
		maxWaitMs: read(OPTIONS.waitAtLimit),
	};
}
