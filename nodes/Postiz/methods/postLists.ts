import { PostFinder } from '../calendar/find';
import { isOverdue } from '../calendar/reason';
import { providerName } from '../providers';
import { visibleText } from '../text/stored';
import type { PostizClient } from '../transport/client';
import { listPosts } from '../transport/lists';
import type { ListedPost } from '../transport/types';
import { DAY_MS, MINUTE_MS, serviceTime, showTime, utcDate } from '../values/date';
import { KeptAnswers } from '../values/turns';
import { capitalized, stateWord } from '../values/words';
import { shorten } from '../values/problem';
import { atLeastOne, chosenText, matching, type FillList, type OpenList } from './lists';

/** How far back and ahead to list. */
const REACH_MS = 90 * DAY_MS;
/** Leaves room for the state and the date, as n8n shows one line. */
const MAX_TEXT = 40;

/** The parts of a post that lists show. Caching all texts of thousands of posts would take too much memory. */
type ShownPost = Pick<
	ListedPost,
	'id' | 'content' | 'publishDate' | 'state' | 'releaseId' | 'releaseURL' | 'integration'
>;

/** The last lists of posts, as some instances limit lists to a few per hour (docs/api.md, Limits). */
const shownPosts = new KeptAnswers<ShownPost[]>(MINUTE_MS);

/** The posts of the last and next 90 days, those suitable for the operation first (docs/api.md, Listing posts). */
export const searchPosts: FillList = async (list) => {
	const { context, client, typed } = list;
	const now = Date.now();
	const rows = await shownPosts.get(client.identity, async () => await listNearest(client, now));
	const isCandidate = candidateOf(list);
	const isRefused = refusedBy(list);
	// Of a repeating post, only the nearest date is listed.
	const distance = ({ publishDate }: ShownPost) => Math.abs(serviceTime(publishDate) - now);
	const nearestLast = [...rows].sort((a, b) => distance(b) - distance(a));
	const posts = [...new Map(nearestLast.map((row) => [row.id, row])).values()]
		.filter((row) => !isRefused(row))
		.sort((a, b) => Number(isCandidate(b)) - Number(isCandidate(a)) || distance(a) - distance(b));
	const toOption = (row: ShownPost) => ({
		name: postLabel(row, context.getTimezone()),
		value: row.id,
		...(row.releaseURL ? { url: row.releaseURL } : {}),
	});
	const found = matching(posts.map(toOption), typed);
	if (found.length > 0 || !ID.test(typed)) return found;
	const known = posts.find(({ id }) => id === typed) ?? (await lookUp(client, typed));
	return known && !isRefused(known) ? [toOption(known)] : [];
};

/** Matches IDs, unlike words. */
const ID = /^[a-z\d-]{10,}$/i;

/** Finds a post of any date. */
async function lookUp(client: PostizClient, id: string): Promise<ShownPost | undefined> {
	const post = await new PostFinder(client).fetchIfThere(id);
	return post && toShown(post);
}

/** The posts around now (ms). Throws {@link Problem} if there are none. */
async function listNearest(client: PostizClient, now: number): Promise<ShownPost[]> {
	const rows = await listPosts(client, { start: now - REACH_MS, end: now + REACH_MS });
	return atLeastOne(
		rows.map(toShown),
		'No posts in the last and next 90 days',
		'Create one first, or choose By ID for an older post.',
	);
}

function toShown({ id, publishDate, state, ...row }: ListedPost): ShownPost {
	const { content = '', releaseId, releaseURL, integration } = row;
	const text = shorten(visibleText(content).replace(/\s+/g, ' ').trim(), MAX_TEXT);
	return { id, publishDate, state, content: text, releaseId, releaseURL, integration };
}

/** Posts that the operation would reject. */
function refusedBy(list: OpenList): (row: ShownPost) => boolean {
	const isUpdate = chosenText(list, 'operation') === 'update';
	return ({ state }) => isUpdate && state === 'PUBLISHED';
}

/** Posts that the operation can work with, which come first. */
function candidateOf(list: OpenList): (row: ShownPost) => boolean {
	const operation = chosenText(list, 'operation');
	if (operation === 'wait') return ({ state }) => state === 'QUEUE';
	const isAnalytics = chosenText(list, 'resource') === 'analytics';
	return ({ state }) => !isAnalytics || state === 'PUBLISHED';
}

function postLabel(
	{ content, publishDate, state, integration }: ShownPost,
	timezone: string,
): string {
	const date = utcDate(publishDate);
	const word = isOverdue({ state, publishDate }, Date.now()) ? 'overdue' : stateWord(state);
	return [
		content || 'Without text',
		`${capitalized(word)} ${date ? showTime(date, timezone) : publishDate}`,
		integration && `${providerName(integration.providerIdentifier)}: ${integration.name}`,
	]
		.filter(Boolean)
		.join(' · ');
}
