import { isOverdue } from '../calendar/calendarPost';
import { getStateName } from '../calendar/stateNames';
import { getChannelLabel } from '../channels/channelLabel';
import { DAY_MS, MINUTE_MS, formatShortTime } from '../common/date';
import { memoize } from '../common/memoize';
import { type PostListEntry, postListCache } from '../common/processState';
import { parseServiceTime, toUtcDate } from '../common/serviceTime';
import { capitalize, shorten } from '../common/text';
import { getVisibleText } from '../text/storedText';
import type { ListedPost } from '../transport/apiTypes';
import type { PostizClient } from '../transport/client';
import { dropRepetitions, fetchPosts } from '../transport/fetchPosts';
import { filterByName, getFieldText, requireNotEmpty, type ListLoader } from './listQuery';

/** How far back and ahead to list. */
const SEARCH_RANGE_MS = 90 * DAY_MS;
/** Leaves room for the state and the date, as n8n shows one line. */
const MAX_TEXT = 40;

/** The posts of the last and next 90 days, the nearest first (docs/api.md, Listing posts). */
export const searchPosts: ListLoader = async (query) => {
	const { context, client, filter } = query;
	const posts = filterByName(await listNearestPosts(client, context.getTimezone()), filter);
	const isUpdate = getFieldText(query, 'operation') === 'update';
	return posts
		.filter(({ state }) => !(isUpdate && state === 'PUBLISHED'))
		.map(({ name, value, url }) => ({ name, value, ...(url && { url }) }));
};

/** Like {@link fetchNearestPosts}, but at most once a minute. */
const listNearestPosts = memoize(fetchNearestPosts, {
	cache: postListCache,
	toKey: ([{ identity }, timezone]) => `${identity} ${timezone}`,
	ttl: MINUTE_MS,
});

/** The posts around now. Throws {@link Problem} if there are none. */
async function fetchNearestPosts(client: PostizClient, timezone: string): Promise<PostListEntry[]> {
	const now = Date.now();
	const occurrences = await fetchPosts(client, {
		start: now - SEARCH_RANGE_MS,
		end: now + SEARCH_RANGE_MS,
	});
	const getDistance = ({ publishDate }: ListedPost) =>
		Math.abs(parseServiceTime(publishDate) - now);
	const farthestFirst = [...occurrences].sort((a, b) => getDistance(b) - getDistance(a));
	// A repeating post is listed once, with its nearest date.
	return requireNotEmpty(
		dropRepetitions(farthestFirst)
			.sort((a, b) => getDistance(a) - getDistance(b))
			.map((post) => toPostListEntry(post, timezone, client.serviceNow())),
		'No posts in the last and next 90 days',
		'Create one first, or choose By ID for an older post.',
	);
}

/** Keeps only what the list shows: the texts of thousands of posts would take too much memory. */
function toPostListEntry(post: ListedPost, timezone: string, serviceNow: number): PostListEntry {
	const { id, content = '', publishDate, state, releaseURL: url, integration } = post;
	const text = shorten(getVisibleText(content).replace(/\s+/g, ' ').trim(), MAX_TEXT);
	const date = toUtcDate(publishDate);
	const stateName = isOverdue(post, serviceNow) ? 'overdue' : getStateName(state);
	// The text last, as n8n cuts the end.
	const details = [
		getChannelLabel({ name: integration.name, identifier: integration.providerIdentifier }),
		`${capitalize(stateName)} ${date ? formatShortTime(date, timezone) : publishDate}`,
		text || 'No text',
	];
	return { name: details.filter(Boolean).join(' · '), value: id, url: url ?? undefined, state };
}
