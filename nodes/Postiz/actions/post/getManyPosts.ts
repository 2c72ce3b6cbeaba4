import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fetchParts, isOverdue } from '../../calendar/calendarPost';
import { toDetailedRow, toPostRow, toRawRow } from '../../calendar/postRow';
import {
	createChannelsFilter,
	findFilters,
	createGroupFilter,
	createNetworksFilter,
	matchesFilters,
	type ChannelFilters,
} from '../../channels/channelFilters';
import { field, option } from '../../form/fieldBuilders';
import {
	filtersSpec,
	fieldSpec,
	booleanSpec,
	choiceSpec,
	searchWordSpec,
} from '../../form/fieldSpec';
import { getVisibleText } from '../../text/storedText';
import { type ListedPost, withPlainChannel } from '../../transport/apiTypes';
import { isTool } from '../../transport/nodeError';
import { listPosts, type PostWindow } from '../../transport/listPosts';
import { DAY_MS, parseServiceTime, formatDate } from '../../common/date';
import { toServiceDate, toServiceEnd } from '../../common/parseDate';
import { memoize } from '../../common/memoize';
import { Problem, shorten } from '../../common/problem';
import { isEmpty, parseOptions } from '../../common/parseValue';
import { toStateWord } from '../../common/wording';
import {
	readLimit,
	returnAllOrLimit,
	simplifyField,
	limitRows,
	channelField,
} from '../shared/sharedFields';
import { forEachItem, type Operation } from '../shared/operation';

const simplify = simplifyField(', such as text without HTML');

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
const period = choiceSpec('Period', 'period', 'around', {
	isRequired: true,
	description: 'Only posts with a date in this period. With a limit, those nearest to now.',
	options: Object.entries(PERIODS).map(([value, [name]]) => option(name, value)),
});

/** A date in ms, in a time zone; undefined if it is empty. */
const dateField = (property: INodeProperties, parse: typeof toServiceEnd) =>
	fieldSpec(
		{ ...property, displayOptions: { show: { period: [CUSTOM] } } },
		(entered, label) => (timezone: string) =>
			isEmpty(entered) ? undefined : Date.parse(parse(entered, timezone, { field: label })),
	);
const startDate = dateField(
	field.date('Start Date', 'startDate', {
		description:
			"Only posts from this date, such as 2026-12-14 10:00:00 (in the workflow's time zone). If empty, from 30 days ago.",
	}),
	toServiceDate,
);
const endDate = dateField(
	field.date('End Date', 'endDate', {
		description:
			"Only posts up to this date, such as 2026-12-14 10:00:00 (in the workflow's time zone). If empty, up to 30 days ahead. A picked day starts at 00:00, so set the time, too. A day without a time, such as 2026-12-14 from an expression, is included.",
	}),
	toServiceEnd,
);

/** Not a state of the service, but one that people look for. */
const OVERDUE = 'overdue';
const stateOptions = [
	option('Draft', 'draft'),
	option('Failed', 'failed'),
	option('Overdue', OVERDUE, 'Still scheduled 15 minutes after its date'),
	option('Published', 'published'),
	option('Scheduled', 'scheduled'),
];

const FILTERS = filtersSpec({
	channels: createChannelsFilter({
		...channelField.property,
		required: false,
		description: 'Only posts of this channel. Channel > Get Many returns the IDs.',
	}),
	group: createGroupFilter('Only posts of channels in this group'),
	networks: createNetworksFilter('Only posts on these social networks'),
	states: fieldSpec(
		field.choices('States', 'states', {
			description: 'Only posts in one of these states',
			options: stateOptions,
		}),
		// Models write it for none.
		(entered, label): string[] =>
			/^all$/i.test(String(entered)) ? [] : parseOptions(entered, stateOptions, label),
	),
	tag: searchWordSpec('Tag', 'tag', {
		placeholder: 'e.g. winter',
		description: 'Only posts with this tag of Postiz',
	}),
	text: searchWordSpec('Text Contains', 'text', {
		placeholder: 'e.g. winter menu',
		description: 'Only posts whose text contains this, ignoring case',
	}),
});

const includeDetails = booleanSpec('Include Details', 'includeDetails', {
	description:
		'Whether to also return the files, the thread and the reason for a failure. Takes one more request per post.',
});

/** Post: Get Many (docs/api.md, Listing posts). */
export const getManyPosts: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many posts',
	description: 'List the posts of a period, with their IDs, states and links',
	properties: [
		...returnAllOrLimit,
		period.property,
		startDate.property,
		endDate.property,
		FILTERS.property,
		includeDetails.property,
		simplify.property,
	],
	execute: async (context, client) => {
		const now = Date.now();
		const list = memoize(async (window: PostWindow) => await listPosts(client, window));
		const partsOf = memoize(async (id: string) => (await fetchParts(client, id)) ?? []);
		return await forEachItem(context, async (itemIndex) => {
			const limit = readLimit(context, itemIndex);
			const filters = FILTERS.readItem(context, itemIndex);
			const { start, end } = readWindow(context, itemIndex, now);
			const isRaw = !simplify.readItem(context, itemIndex);
			const includesDetails = includeDetails.readItem(context, itemIndex);
			const timezone = context.getTimezone();
			const allowed = await findFilters(filters, async () => await client.channels());
			const matches = toPostFilter(filters, allowed, now);
			const dateOf = ({ publishDate }: ListedPost) => parseServiceTime(publishDate);
			const distance = (row: ListedPost) => Math.abs(dateOf(row) - now);
			const all = (await list({ start, end, group: allowed.group }))
				.filter((row) => dateOf(row) >= start && dateOf(row) <= end && matches(row))
				.sort((a, b) => distance(a) - distance(b));
			const { rows: nearest, hints } = limitRows(all, limit, {
				period: `between ${showTimestamp(start, timezone)} and ${showTimestamp(end, timezone)}`,
				filters: FILTERS.describeItem(context, itemIndex),
			});
			const found = nearest.sort((a, b) => dateOf(a) - dateOf(b));
			if (includesDetails) {
				const rows = found.map(async (row) => {
					const post = { ...row, parts: await partsOf(row.id) };
					return isRaw ? toRawRow(post) : toDetailedRow(post, timezone, now);
				});
				return { rows: await Promise.all(rows), hints };
			}
			if (isRaw) return { rows: found.map(withPlainChannel), hints };
			const rows = found.map((row) => toPostRow(row, timezone, now));
			return { rows: isTool(context) ? rows.map(toBrief) : rows, hints };
		});
	},
};

/** What a model needs to tell posts from each other, in few characters. Post: Get has the rest. */
function toBrief({ postId, text, link, tags, ...row }: IDataObject): IDataObject {
	const facts = [row.state, row.overdue && 'overdue', row.when, row.channel];
	const post = facts.filter(Boolean).join(', ');
	return { postId, post, text: shorten(String(text ?? ''), MAX_BRIEF), link, tags };
}
/** In characters. */
const MAX_BRIEF = 160;

/** The window to list, in ms. */
function readWindow(context: IExecuteFunctions, itemIndex: number, now: number) {
	const chosen = period.readItem(context, itemIndex);
	if (chosen !== CUSTOM) {
		const [, before = 0, after = 0] = PERIODS[chosen] ?? [];
		return { start: now - before * DAY_MS, end: now + after * DAY_MS };
	}
	const [from, to] = [startDate, endDate].map((date) =>
		date.readItem(context, itemIndex)(context.getTimezone()),
	);
	const start = from ?? Math.min(now, to ?? now) - DEFAULT_DAYS * DAY_MS;
	const end = to ?? Math.max(now, start) + DEFAULT_DAYS * DAY_MS;
	if (end < start) {
		throw new Problem('The End Date is before the Start Date', 'Swap the two dates.');
	}
	return { start, end };
}

const DEFAULT_DAYS = 30;

const showTimestamp = (time: number, timezone: string) =>
	formatDate(new Date(time).toISOString(), timezone);

function toPostFilter(
	{ states, tag, text }: ReturnType<typeof FILTERS.readItem>,
	allowed: ChannelFilters,
	now: number,
): (row: ListedPost) => boolean {
	return (listed) => {
		const { state, content, integration, tags = [] } = listed;
		const { id: channelId, providerIdentifier: identifier } = integration;
		return (
			(states.length === 0 ||
				states.includes(toStateWord(state)) ||
				(states.includes(OVERDUE) && isOverdue(listed, now))) &&
			matchesFilters(allowed, { channelId, identifier }) &&
			getVisibleText(content ?? '')
				.toLowerCase()
				.includes(text) &&
			(tag === '' || tags.some((own) => own.tag?.name?.toLowerCase() === tag))
		);
	};
}
