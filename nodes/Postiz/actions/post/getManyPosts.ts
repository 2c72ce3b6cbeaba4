import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { type CalendarPost, fetchParts, isOverdue } from '../../calendar/calendarPost';
import { toDetailedRow, toPostRow, toRawRow } from '../../calendar/postRow';
import {
	createChannelsFilter,
	resolveFilters,
	createGroupFilter,
	createNetworksFilter,
	matchesFilters,
	type ChannelFilters,
} from '../../channels/channelFilters';
import { DAY_MS, parseServiceTime, formatDateTimeWithZone } from '../../common/date';
import { memoize } from '../../common/memoize';
import { toServiceDate, toServiceEnd } from '../../common/parseDate';
import { isEmpty, parseOptions } from '../../common/parseValue';
import { toStateWord } from '../../calendar/stateWords';
import { Problem } from '../../common/problem';
import { shorten } from '../../common/text';
import { forEachItem } from '../../execution/forEachItem';
import { isTool } from '../../execution/nodeContext';
import { field, option } from '../../form/fieldBuilders';
import {
	createFiltersSpec,
	createFieldSpec,
	createBooleanSpec,
	createChoiceSpec,
	createSearchWordSpec,
} from '../../form/fieldSpec';
import { getVisibleText } from '../../text/storedText';
import { type ListedPost, toApiPost } from '../../transport/apiTypes';
import { listPosts, type PostWindow } from '../../transport/listPosts';
import type { Operation } from '../shared/operation';
import {
	readLimit,
	returnAllOrLimit,
	createSimplifyField,
	limitRows,
	channelField,
} from '../shared/sharedFields';

const simplify = createSimplifyField(', such as text without HTML');

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
const period = createChoiceSpec('Period', 'period', 'around', {
	isRequired: true,
	description: 'Only posts with a date in this period. With a limit, those nearest to now.',
	options: Object.entries(PERIODS).map(([value, [name]]) => option(name, value)),
});

/** A date that is read in a time zone, in ms; undefined if it is empty. */
const createDateField = (property: INodeProperties, parse: typeof toServiceEnd) =>
	createFieldSpec(
		{ ...property, displayOptions: { show: { period: [CUSTOM] } } },
		(entered, label) => (timezone: string) =>
			isEmpty(entered) ? undefined : Date.parse(parse(entered, timezone, { field: label })),
	);
const startDate = createDateField(
	field.date('Start Date', 'startDate', {
		description:
			"Only posts from this date, such as 2026-12-14 10:00:00 (in the workflow's time zone). If empty, from 30 days ago.",
	}),
	toServiceDate,
);
const endDate = createDateField(
	field.date('End Date', 'endDate', {
		description:
			"Only posts up to this date, such as 2026-12-14 10:00:00 (in the workflow's time zone). If empty, up to 30 days ahead. A picked day starts at 00:00, so set the time, too. A day without a time, such as 2026-12-14 from an expression, is included.",
	}),
	toServiceEnd,
);

/** A filter, not a state of the service. */
const OVERDUE = 'overdue';
const stateOptions = [
	option('Draft', 'draft'),
	option('Failed', 'failed'),
	option('Overdue', OVERDUE, 'Still scheduled 15 minutes after its date'),
	option('Published', 'published'),
	option('Scheduled', 'scheduled'),
];

const FILTERS = createFiltersSpec({
	channels: createChannelsFilter({
		...channelField.property,
		required: false,
		description: 'Only posts of this channel. Channel > Get Many returns the IDs.',
	}),
	group: createGroupFilter('Only posts of channels in this group'),
	networks: createNetworksFilter('Only posts on these social networks'),
	states: createFieldSpec(
		field.choices('States', 'states', {
			description: 'Only posts in one of these states',
			options: stateOptions,
		}),
		// Models write “all” for no filter.
		(entered, label): string[] =>
			/^all$/i.test(String(entered)) ? [] : parseOptions(entered, stateOptions, label),
	),
	tag: createSearchWordSpec('Tag', 'tag', {
		placeholder: 'e.g. winter',
		description: 'Only posts with this tag of Postiz',
	}),
	text: createSearchWordSpec('Text Contains', 'text', {
		placeholder: 'e.g. winter menu',
		description: 'Only posts whose text contains this, ignoring case',
	}),
});

const includeDetails = createBooleanSpec('Include Details', 'includeDetails', {
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
		const startedAt = Date.now();
		const list = memoize(async (window: PostWindow) => await listPosts(client, window));
		const getParts = memoize(async (id: string) => (await fetchParts(client, id)) ?? []);
		return await forEachItem(context, async (itemIndex) => {
			const timezone = context.getTimezone();
			const filters = FILTERS.readItem(context, itemIndex);
			const { start, end } = readWindow(context, itemIndex, startedAt);
			const includesDetails = includeDetails.readItem(context, itemIndex);
			const limit = readLimit(context, itemIndex);
			const channelFilters = await resolveFilters(filters, async () => await client.listChannels());
			const listed = await list({ start, end, group: channelFilters.group });
			const now = client.now();
			const matches = createPostFilter(filters, channelFilters, now);
			const format: RowFormat = {
				isRaw: !simplify.readItem(context, itemIndex),
				isBrief: isTool(context),
				timezone,
				now,
			};
			const found = listed.filter(
				(post) => getTime(post) >= start && getTime(post) <= end && matches(post),
			);
			const { rows: posts, hints } = limitRows(sortByDistance(found, now), limit, {
				period: `between ${formatTimestamp(start, timezone)} and ${formatTimestamp(end, timezone)}`,
				filters: FILTERS.describeItem(context, itemIndex),
			});
			posts.sort((a, b) => getTime(a) - getTime(b));
			if (!includesDetails) return { rows: posts.map((post) => toRow(post, format)), hints };
			const rows = posts.map(async (post) =>
				toRowWithParts({ ...post, parts: await getParts(post.id) }, format),
			);
			return { rows: await Promise.all(rows), hints };
		});
	},
};

const getTime = ({ publishDate }: ListedPost) => parseServiceTime(publishDate);

/** The posts nearest to now first. */
function sortByDistance(posts: ListedPost[], now: number): ListedPost[] {
	const getDistance = (post: ListedPost) => Math.abs(getTime(post) - now);
	return posts.sort((a, b) => getDistance(a) - getDistance(b));
}

interface RowFormat {
	/** As Postiz returns them. */
	isRaw: boolean;
	/** For a model. */
	isBrief: boolean;
	timezone: string;
	now: number;
}

function toRow(post: ListedPost, { isRaw, isBrief, timezone, now }: RowFormat): IDataObject {
	if (isRaw) return toApiPost(post);
	const row = toPostRow(post, timezone, now);
	return isBrief ? toBriefRow(row) : row;
}

const toRowWithParts = (post: CalendarPost, { isRaw, timezone, now }: RowFormat) =>
	isRaw ? toRawRow(post, now) : toDetailedRow(post, timezone, now);

/** Enough for a model to tell posts apart; Post: Get returns the rest. */
function toBriefRow({ postId, text, link, tags, ...row }: IDataObject): IDataObject {
	const facts = [row.state, row.overdue && 'overdue', row.when, row.channel];
	const post = facts.filter(Boolean).join(', ');
	return { postId, post, text: shorten(String(text ?? ''), MAX_BRIEF_TEXT), link, tags };
}

/** In characters. */
const MAX_BRIEF_TEXT = 160;

/** The window to list, in ms. */
function readWindow(context: IExecuteFunctions, itemIndex: number, now: number) {
	const chosen = period.readItem(context, itemIndex);
	if (chosen !== CUSTOM) {
		const [, before = 0, after = 0] = PERIODS[chosen] ?? [];
		return { start: now - before * DAY_MS, end: now + after * DAY_MS };
	}
	const [from, to] = [startDate, endDate].map((field) =>
		field.readItem(context, itemIndex)(context.getTimezone()),
	);
	const start = from ?? Math.min(now, to ?? now) - DEFAULT_DAYS * DAY_MS;
	const end = to ?? Math.max(now, start) + DEFAULT_DAYS * DAY_MS;
	if (end < start) {
		throw new Problem('The End Date is before the Start Date', 'Swap the two dates.');
	}
	return { start, end };
}

const DEFAULT_DAYS = 30;

const formatTimestamp = (time: number, timezone: string) =>
	formatDateTimeWithZone(new Date(time).toISOString(), timezone);

function createPostFilter(
	{ states, tag, text }: ReturnType<typeof FILTERS.readItem>,
	channelFilters: ChannelFilters,
	now: number,
): (post: ListedPost) => boolean {
	return (post) => {
		const { state, content, integration, tags = [] } = post;
		const { id: channelId, providerIdentifier: identifier } = integration;
		const hasState =
			states.length === 0 ||
			states.includes(toStateWord(state)) ||
			(states.includes(OVERDUE) && isOverdue(post, now));
		return (
			hasState &&
			matchesFilters(channelFilters, { channelId, identifier }) &&
			getVisibleText(content ?? '')
				.toLowerCase()
				.includes(text) &&
			(tag === '' || tags.some((link) => link.tag?.name?.toLowerCase() === tag))
		);
	};
}
