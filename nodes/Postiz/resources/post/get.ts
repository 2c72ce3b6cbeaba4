import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { PostFinder } from '../../calendar/find';
import { isOverdue } from '../../calendar/overdue';
import { fetchParts } from '../../calendar/preview';
import {
	inOrder,
	onlyInPreview,
	postRow,
	toDetails,
	toRawDetails,
	withSettings,
} from '../../calendar/row';
import { groupFilter, networkOptions } from '../../channels/fields';
import { findFilters, passes, readFilters, type ChannelFilters } from '../../channels/filters';
import { field, option } from '../../form/fields';
import { visibleText } from '../../text/visibleText';
import { withPlainChannel } from '../../transport/channels';
import { isTool } from '../../transport/nodeError';
import { listPosts, type PostWindow } from '../../transport/posts';
import type { ListedPost } from '../../transport/types';
import { DAY_MS, serviceTime, showTime, toServiceDate, toServiceEnd } from '../../values/date';
import { Problem, shorten } from '../../values/problem';
import { parseBoolean, parseList, parseOption, parseOptionalText } from '../../values/read';
import { stateWord } from '../../values/state';
import { labelOfRow } from '../shared/forModel';
import { readAddedFilters, readLimit, returnAllOrLimit, upTo } from '../shared/getMany';
import { channelField, postField, readableIds, readId } from '../shared/ids';
import { askOnce } from '../shared/once';
import { forEachItem, type Operation } from '../shared/operation';
import { readSimplify, simplifyField } from '../shared/simplify';

/** Post: Get (docs/api.md, Preview of a post). */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get post with state and failure reason',
	description:
		'Get a post with text, files, thread, settings, state, link and failure reason, by post ID from Post > Create',
	properties: [postField, simplifyField(', such as text without HTML')],
	execute: async (context, client) => {
		const finder = new PostFinder(client);
		await finder.prepare(readableIds(context, 'postId'), { toFetch: true });
		return await forEachItem(context, async (itemIndex) => {
			const isRaw = !readSimplify(context, itemIndex);
			const id = readId(context, itemIndex, 'postId');
			const whole = await finder.fetch(id, { withReleaseId: true });
			return [isRaw ? toRawDetails(whole) : toDetails(whole)];
		});
	},
};

const AUTOMATIC = 'automatic';
const SORTS = [
	option('Automatic', AUTOMATIC, 'The oldest first; for an AI agent, those nearest to now'),
	option('Nearest to Now First', 'nearest'),
	option('Newest First', 'newest'),
	option('Oldest First', 'oldest'),
];
/** The rank of a date at `now`, in ms; the lowest come first. */
const RANKS = {
	nearest: (date: number, now: number) => Math.abs(date - now),
	newest: (date: number) => -date,
	oldest: (date: number) => date,
};
const CUSTOM = 'custom';
/** Label, days before and days after now, by value. */
const PERIODS: Record<string, [name: string, before?: number, after?: number]> = {
	[CUSTOM]: ['Between Two Dates'],
	around: ['Last 30 and Next 30 Days', 30, 30],
	last30: ['Last 30 Days', 30],
	last7: ['Last 7 Days', 7],
	last90: ['Last 90 Days', 90],
	next30: ['Next 30 Days', 0, 30],
	next7: ['Next 7 Days', 0, 7],
	next90: ['Next 90 Days', 0, 90],
};
const periodOptions = Object.entries(PERIODS).map(([value, [name]]) => option(name, value));

/** Not a state of the service, but one that people look for. */
const OVERDUE = 'overdue';
const stateOptions = [
	option('Draft', 'draft'),
	option('Failed', 'failed'),
	option('Overdue', OVERDUE, 'Still scheduled 15 minutes after its date'),
	option('Published', 'published'),
	option('Scheduled', 'scheduled'),
];
const STATES: string[] = stateOptions.map(({ value }) => value);

const postFilters = field.filters([
	{
		...channelField,
		required: false,
		description: 'Only posts of this channel. Channel > Get Many returns the IDs.',
	},
	groupFilter('Only posts of channels in this group'),
	field.choices('Networks', 'providers', {
		description: 'Only posts on these social networks',
		options: networkOptions,
	}),
	field.choices('States', 'states', {
		description: 'Only posts in one of these states',
		options: stateOptions,
	}),
	field.text('Tag', 'tag', {
		placeholder: 'e.g. winter',
		description: 'Only posts that have this tag of Postiz',
	}),
	field.text('Text Contains', 'text', {
		placeholder: 'e.g. winter menu',
		description: 'Only posts whose text contains this, ignoring case',
	}),
]);

/** Post: Get Many (docs/api.md, Listing posts). */
export const getManyPosts: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many posts with IDs and states',
	description:
		'List the drafts and the scheduled, published and failed posts of a period, with their IDs, states and links',
	properties: [
		...returnAllOrLimit,
		field.choice('Period', 'period', {
			default: 'around',
			description: 'Only posts with a date in this period',
			options: periodOptions,
		}),
		field.date('Start Date', 'startDate', {
			description:
				"Only posts from this date on, such as 2026-12-14 10:00:00 (in the workflow's time zone)",
			displayOptions: { show: { period: [CUSTOM] } },
		}),
		field.date('End Date', 'endDate', {
			description:
				"Only posts up to this date, such as 2026-12-14 10:00:00 (in the workflow's time zone). In an expression, a day without a time, such as 2026-12-14, is included.",
			displayOptions: { show: { period: [CUSTOM] } },
		}),
		postFilters,
		field.boolean('Include Details', 'includeDetails', {
			description:
				'Whether to also return files, thread and the reason for a failure. Needs one more request per post.',
		}),
		simplifyField(', such as text without HTML'),
		field.choice('Sort', 'sort', {
			default: AUTOMATIC,
			description: 'Which posts come first. With a limit, the others are left out.',
			options: SORTS,
		}),
	],
	execute: async (context, client) => {
		const now = Date.now();
		const list = askOnce(async (window: PostWindow) => await listPosts(client, window));
		const partsOf = askOnce(async (id: string) => await fetchParts(client, id));
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const filters = readAddedFilters(context, itemIndex, postFilters);
			const { start, end } = readWindow(context, itemIndex, now);
			const { integrationId: channels, group, providers } = filters;
			const written = readFilters({ channels, group, providers });
			const allowed = await findFilters(written, async () => await client.channels());
			const matches = toFilter(filters, allowed, now);
			const isRaw = !readSimplify(context, itemIndex);
			const details = context.getNodeParameter('includeDetails', itemIndex, false);
			const includesDetails = parseBoolean(details, 'Include Details');
			const dateOf = ({ publishDate }: ListedPost) => serviceTime(publishDate);
			const sort = readSort(context, itemIndex);
			const rankOf = (row: ListedPost) => RANKS[sort](dateOf(row), now);
			const all = (await list({ start, end, group: allowed.group }))
				.filter((row) => dateOf(row) >= start && dateOf(row) <= end && matches(row))
				.sort((a, b) => rankOf(a) - rankOf(b));
			const found = upTo(context, all, limit);
			const toRow = isRaw ? withPlainChannel : (row: ListedPost) => postRow(row, now);
			if (!includesDetails && !isRaw && isTool(context)) {
				return found.map((row) => inBrief(postRow(row, now), context.getTimezone()));
			}
			if (!includesDetails) return found.map(toRow);
			const rows = found.map(async (row) => {
				const parts = await partsOf(row.id);
				const details = { ...toRow(withSettings(row, parts)), ...onlyInPreview(parts, isRaw) };
				return isRaw ? details : inOrder(details);
			});
			return await Promise.all(rows);
		});
	},
};

function readSort(context: IExecuteFunctions, itemIndex: number): keyof typeof RANKS {
	const sort = parseOption(context.getNodeParameter('sort', itemIndex, AUTOMATIC), SORTS, 'Sort');
	if (sort !== AUTOMATIC) return sort;
	return isTool(context) ? 'nearest' : 'oldest';
}

/** What a model needs to tell posts from each other, in few characters. Post: Get has the rest. */
function inBrief(row: IDataObject, timezone: string): IDataObject {
	const { postId, state, overdue, date, channelName, text, postUrl, tags } = row;
	const when = typeof date === 'string' && showTime(date, timezone);
	const channel = channelName && labelOfRow(row);
	const post = [state, overdue && 'overdue', when, channel].filter(Boolean).join(', ');
	return { postId, post, text: shorten(String(text), MAX_BRIEF), postUrl, tags };
}
/** In characters. */
const MAX_BRIEF = 160;

/** The window to list, in ms. Throws {@link Problem}. */
function readWindow(context: IExecuteFunctions, itemIndex: number, now: number) {
	const entryOf = (name: string) => context.getNodeParameter(name, itemIndex, '');
	const entered = context.getNodeParameter('period', itemIndex, 'around');
	const period = parseOption(entered, periodOptions, 'Period');
	if (period !== CUSTOM) {
		const [, before = 0, after = 0] = PERIODS[period] ?? [];
		return { start: now - before * DAY_MS, end: now + after * DAY_MS };
	}
	const timezone = context.getTimezone();
	const start = Date.parse(toServiceDate(entryOf('startDate'), timezone, { field: 'Start Date' }));
	const end = Date.parse(toServiceEnd(entryOf('endDate'), timezone, { field: 'End Date' }));
	if (end < start) {
		throw new Problem('The End Date is before the Start Date', 'Swap the two dates.');
	}
	return { start, end };
}

function toFilter(
	filters: IDataObject,
	allowed: ChannelFilters,
	now: number,
): (row: ListedPost) => boolean {
	const states = readStates(filters.states);
	const text = parseOptionalText(filters.text, 'Text Contains').toLowerCase();
	const tag = parseOptionalText(filters.tag, 'Tag').toLowerCase();
	return (listed) => {
		const { state, content, integration, tags = [] } = listed;
		const { id: channelId, providerIdentifier: identifier } = integration ?? {};
		return (
			(states.length === 0 ||
				states.includes(stateWord(state)) ||
				(states.includes(OVERDUE) && isOverdue(listed, now))) &&
			passes(allowed, { channelId, identifier }) &&
			visibleText(content ?? '')
				.toLowerCase()
				.includes(text) &&
			(tag === '' || tags.some((own) => own.tag?.name?.toLowerCase() === tag))
		);
	};
}

function readStates(entered: unknown): string[] {
	return parseList(entered).map((word) => {
		// Also accepts the service's own words, such as QUEUE.
		const ofService = stateWord(word.toUpperCase());
		return STATES.find((state) => state === ofService) ?? parseOption(word, STATES, 'States');
	});
}
