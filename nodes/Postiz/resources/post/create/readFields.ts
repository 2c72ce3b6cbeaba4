import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readDays, readTags } from '../shared/readParts';
import { TOO_LONG_CHOICES, type ItemFields, type ItemOptions } from '../../../publishing/types';
import type { ContentFormat } from '../../../text/content';
import type { PostType } from '../../../transport/types';
import { refusePast, toServiceDate } from '../../../values/date';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { isEmpty, readBoolean, readCount, readOption } from '../../../values/read';

/** The options of an item, as the form or an expression fills them. */
export interface CreateOptions {
	allowPastDates?: unknown;
	contentFormat?: ContentFormat;
	ifSame?: unknown;
	inter?: unknown;
	limitReached?: unknown;
	maxWait?: unknown;
	ifThreadsUnsupported?: unknown;
	validateOnly?: unknown;
	sameDays?: unknown;
	shortLink?: unknown;
	skipValidation?: unknown;
	tags?: unknown;
	tooLong?: unknown;
}

/** The options of one item. */
export function optionsOf(context: IExecuteFunctions, itemIndex: number): CreateOptions {
	return context.getNodeParameter('options', itemIndex, {}) as CreateOptions;
}

const IF_SAME = ['post', 'skip', 'fail'] as const;
const DEFAULT_SAME_DAYS = 30;
const MAX_SAME_DAYS = 366;

/** When to publish; the service's own, and the next free slot. */
export const POST_TYPES = ['now', 'schedule', 'draft', 'nextSlot'];

/**
 * Reads what all posts of an item share; what `given` has, as the top of a JSON body, comes before the
 * form. `now` is the moment of the execution, in ms: all its posts for "now" share it, and so can
 * share a request. Throws {@link Problem} (docs/api.md, Creating posts).
 */
export function readFields(
	context: IExecuteFunctions,
	itemIndex: number,
	{ now, given = {} }: { now: number; given?: IDataObject },
): ItemOptions {
	const options = optionsOf(context, itemIndex);
	const { inter, shortLink, tags, allowPastDates, validateOnly, skipValidation } = options;
	const type = (given.type ?? context.getNodeParameter('type', itemIndex)) as ItemFields['type'];
	if (!POST_TYPES.includes(type)) {
		throw new Problem(
			`When to Publish cannot be ${quote(type)}`,
			`Allowed: ${POST_TYPES.join(', ')}.`,
		);
	}
	const allowsPast = readBoolean(allowPastDates, 'Allow Past Dates');
	const hasDate = type === 'schedule' || type === 'draft';
	const entered = given.date ?? (hasDate ? context.getNodeParameter('date', itemIndex, '') : '');
	const { order, creationMethod } = given;
	const repeat = given.inter ?? inter;
	return {
		allowsPast,
		tooLong: readOption(options.tooLong ?? 'fail', TOO_LONG_CHOICES, 'If Text Is Too Long'),
		skipsValidation: readBoolean(skipValidation, 'Skip Validation'),
		validatesOnly: readBoolean(validateOnly, 'Validate Only'),
		ifSame: readIfSame(options),
		fields: {
			type,
			date: readDate(type, entered, { timezone: context.getTimezone(), now, allowsPast }),
			shortLink: readBoolean(given.shortLink ?? shortLink, 'Shorten Links'),
			tags: readTags(given.tags ?? tags),
			...(isEmpty(repeat) ? {} : { inter: readDays(repeat) }),
			...(order === undefined ? {} : { order }),
			...(creationMethod === undefined ? {} : { creationMethod }),
		},
	};
}

function readDate(
	type: PostType | 'nextSlot',
	entered: unknown,
	{ timezone, now, allowsPast }: { timezone: string; now: number; allowsPast: boolean },
): string {
	if (type !== 'schedule' && isEmpty(entered)) return new Date(now).toISOString();
	const date = toServiceDate(entered, timezone);
	if (type === 'schedule' && !allowsPast) refusePast(date, now, { timezone, canAllow: true });
	return date;
}

function readIfSame({
	ifSame = 'post',
	sameDays = DEFAULT_SAME_DAYS,
}: CreateOptions): ItemOptions['ifSame'] {
	const action = readOption(ifSame, IF_SAME, 'If the Same Post Exists');
	const label = 'Days to Look for the Same Post';
	const advice = `Enter a whole number of days from 1 to ${MAX_SAME_DAYS}.`;
	const days = readCount(isEmpty(sameDays) ? DEFAULT_SAME_DAYS : sameDays, label, advice);
	if (days > MAX_SAME_DAYS) throw new Problem(`${label} cannot be ${quote(sameDays)}`, advice);
	return { action, days };
}
