import type { IDataObject } from 'n8n-workflow';

import { type CalendarPost, isOverdue } from '../../calendar/calendarPost';
import { toDetailedPostOutput, toPostOutput, toRawPostOutput } from '../../calendar/postOutput';
import { fetchCompleteParts } from '../../calendar/publicPost';
import { getStateName } from '../../calendar/stateNames';
import {
	createChannelsFilterSpec,
	createGroupFilterSpec,
	createNetworksFilterSpec,
} from '../../channels/channelFields';
import { resolveFilters, matchesFilters, type ChannelFilters } from '../../channels/channelFilters';
import { formatDateTimeWithZone } from '../../common/date';
import { memoize } from '../../common/memoize';
import { parseOptions } from '../../common/parseOption';
import { parseServiceTime } from '../../common/serviceTime';
import { shorten } from '../../common/text';
import { forEachItem } from '../../execution/forEachItem';
import { isAgentTool } from '../../execution/nodeContext';
import { field, option } from '../../form/fieldBuilders';
import {
	createFiltersSpec,
	createFieldSpec,
	createBooleanSpec,
	createSearchWordSpec,
} from '../../form/fieldSpec';
import { periodFields, readPeriod } from '../../posts/form/postPeriod';
import { getVisibleText } from '../../text/storedText';
import type { ListedPost } from '../../transport/apiTypes';
import { fetchPosts, type PostWindow } from '../../transport/fetchPosts';
import { toApiPost } from '../../transport/knownProperties';
import { limitWithHints } from '../shared/limitWithHints';
import type { Operation } from '../shared/operation';
import { readLimit, limitFields, createSimplifySpec, channelIdSpec } from '../shared/sharedFields';

const simplifySpec = createSimplifySpec(', such as text without HTML');

/** In characters. */
const MAX_BRIEF_TEXT = 160;

/** A filter, not a state of the service. */
const OVERDUE = 'overdue';
const stateOptions = [
	option('Draft', 'draft'),
	option('Failed', 'failed'),
	option('Overdue', OVERDUE, 'Still scheduled 15 minutes after its date'),
	option('Published', 'published'),
	option('Scheduled', 'scheduled'),
];

const filtersSpec = createFiltersSpec({
	channels: createChannelsFilterSpec({
		...channelIdSpec.property,
		required: false,
		description: 'Only posts of this channel. Channel > Get Many returns the IDs.',
	}),
	group: createGroupFilterSpec('Only posts of channels in this group'),
	networks: createNetworksFilterSpec('Only posts on these social networks'),
	states: createFieldSpec(
		field.multiChoice('States', 'states', {
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

const includeDetailsSpec = createBooleanSpec('Include Details', 'includeDetails', {
	description:
		'Whether to also return the files, the thread and the reason for a failure. Takes one more request per post.',
});

/** Post: Get Many (docs/api.md, Listing posts). */
export const getManyPostsOperation: Operation = {
	name: 'Get Many',
	value: 'list',
	action: 'Get many posts',
	description: 'List the posts of a period, with their IDs, states and links',
	properties: [
		...limitFields,
		...periodFields,
		filtersSpec.property,
		includeDetailsSpec.property,
		simplifySpec.property,
	],
	execute: async (context, client) => {
		const startedAt = Date.now();
		const fetchPostsOnce = memoize(async (window: PostWindow) => await fetchPosts(client, window));
		const fetchPartsOnce = memoize(async (id: string) => await fetchCompleteParts(client, id));
		return await forEachItem(context, async (itemIndex) => {
			const timezone = context.getTimezone();
			const filters = filtersSpec.readParameter(context, itemIndex);
			const { start, end } = readPeriod(context, itemIndex, startedAt);
			const includesDetails = includeDetailsSpec.readParameter(context, itemIndex);
			const limit = readLimit(context, itemIndex);
			const channelFilters = await resolveFilters(
				filters,
				async () => await client.fetchChannels(),
			);
			const posts = await fetchPostsOnce({ start, end, group: channelFilters.group });
			const serviceNow = client.serviceNow();
			const passesFilters = createPostFilter(filters, channelFilters, serviceNow);
			const format: OutputFormat = {
				isRaw: !simplifySpec.readParameter(context, itemIndex),
				isBrief: isAgentTool(context),
				timezone,
				serviceNow,
			};
			const isInPeriod = (post: ListedPost) => getTime(post) >= start && getTime(post) <= end;
			const matches = posts.filter((post) => isInPeriod(post) && passesFilters(post));
			const nearestFirst = sortByDistance(matches, serviceNow);
			const { outputs: nearest, hints } = limitWithHints(nearestFirst, limit, {
				period: formatPeriod(start, end, timezone),
				filters: filtersSpec.describeParameter(context, itemIndex),
			});
			nearest.sort((a, b) => getTime(a) - getTime(b));
			if (!includesDetails)
				return { outputs: nearest.map((post) => toOutput(post, format)), hints };
			const outputs = nearest.map(async (post) =>
				toOutputWithParts({ ...post, parts: await fetchPartsOnce(post.id) }, format),
			);
			return { outputs: await Promise.all(outputs), hints };
		});
	},
};

const getTime = ({ publishDate }: ListedPost) => parseServiceTime(publishDate);

/** The posts nearest to now first. */
function sortByDistance(posts: ListedPost[], serviceNow: number): ListedPost[] {
	const getDistance = (post: ListedPost) => Math.abs(getTime(post) - serviceNow);
	return posts.sort((a, b) => getDistance(a) - getDistance(b));
}

interface OutputFormat {
	/** As Postiz returns them. */
	isRaw: boolean;
	/** For a model. */
	isBrief: boolean;
	timezone: string;
	serviceNow: number;
}

function toOutput(
	post: ListedPost,
	{ isRaw, isBrief, timezone, serviceNow }: OutputFormat,
): IDataObject {
	if (isRaw) return toApiPost(post);
	const output = toPostOutput(post, timezone, serviceNow);
	return isBrief ? toBriefOutput(output) : output;
}

const toOutputWithParts = (post: CalendarPost, { isRaw, timezone, serviceNow }: OutputFormat) =>
	isRaw ? toRawPostOutput(post, serviceNow) : toDetailedPostOutput(post, timezone, serviceNow);

/** Enough for a model to tell posts apart; Post: Get returns the rest. */
function toBriefOutput({ postId, text, link, tags, ...output }: IDataObject): IDataObject {
	const details = [output.state, output.overdue && 'overdue', output.when, output.channel];
	const post = details.filter(Boolean).join(', ');
	return { postId, post, text: shorten(String(text ?? ''), MAX_BRIEF_TEXT), link, tags };
}

function formatPeriod(start: number, end: number, timezone: string): string {
	const [from, to] = [start, end].map((time) =>
		formatDateTimeWithZone(new Date(time).toISOString(), timezone),
	);
	return `between ${from} and ${to}`;
}

function createPostFilter(
	{ states, tag, text }: ReturnType<typeof filtersSpec.readParameter>,
	channelFilters: ChannelFilters,
	serviceNow: number,
): (post: ListedPost) => boolean {
	return (post) => {
		const { state, content, integration, tags = [] } = post;
		const { id: channelId, providerIdentifier: identifier } = integration;
		const hasState =
			states.length === 0 ||
			states.includes(getStateName(state)) ||
			(states.includes(OVERDUE) && isOverdue(post, serviceNow));
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
