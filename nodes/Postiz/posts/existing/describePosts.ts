import { HOUR_MS, MINUTE_MS, formatDateTimeWithZone, toMinuteNumber } from '../../common/date';
import { groupBy } from '../../common/lists';
import { formatCount, joinSentences, joinWithAnd, quote, shorten } from '../../common/text';
import { getVisibleText } from '../../text/storedText';
import type { DesiredPost } from '../desiredPost';
import { isPending, type ExistingPost } from '../existingPost';
import { getReplaceCandidate, type PlannedPost } from '../plannedPost';

type ReplaceKind = 'draft' | 'published' | 'sameTime' | 'otherTime' | 'otherChannel';

/** How a new post differs from one that it may replace. */
function getReplaceKind(
	{ desired }: PlannedPost,
	{ fingerprint, state, channelId }: ExistingPost,
): ReplaceKind {
	const isMoved = channelId !== desired.target.id;
	const hasSameText = !fingerprint || fingerprint.text === desired.fingerprint.text;
	if (state === 'DRAFT' && hasSameText && !isMoved) return 'draft';
	if (state === 'PUBLISHED') return 'published';
	if (isMoved) return 'otherChannel';
	return fingerprint?.minute !== null && fingerprint?.minute === desired.fingerprint.minute
		? 'sameTime'
		: 'otherTime';
}

/** Names a post that a new one may replace, and what to do with it; models aren't told to delete anything. */
export function describeReplaceCandidate(
	planned: PlannedPost,
	timezone: string,
	{ isForModel = false } = {},
): string {
	const candidate = getReplaceCandidate(planned);
	if (!candidate) return '';
	const post = namePost(candidate, timezone);
	const kind = getReplaceKind(planned, candidate);
	if (kind === 'draft') return `A draft of it is still in Postiz: ${post}.`;
	if (kind === 'published') return `Postiz has published this text here before: ${post}.`;
	const sentence = {
		sameTime: `Postiz also has ${post} at this time.`,
		otherTime: `Postiz also has this text at another time: ${post}.`,
		otherChannel: `Postiz also has a post of this row on another channel: ${post}.`,
	}[kind];
	if (isForModel) return `${sentence} Both are kept. To correct a post, use Post > Update.`;
	return `${sentence} If the ${kind === 'sameTime' ? 'new post replaces it' : 'row was moved'}, delete that one.`;
}

const REPLACE_HINTS: Record<ReplaceKind, (networks: string) => string> = {
	draft: (networks) =>
		`Drafts of these posts are still in Postiz, on ${networks}. Delete them if you don't need them.`,
	published: (networks) => `Postiz has published these texts before, on ${networks}.`,
	sameTime: (networks) =>
		`Postiz also has other posts at these times, on ${networks}. If the new posts replace them, delete those.`,
	otherTime: (networks) =>
		`Postiz also has these texts at other times, on ${networks}. If the rows were moved, delete those posts.`,
	otherChannel: (networks) =>
		`Postiz also has posts of these rows on other channels. If the rows were moved to ${networks}, delete those.`,
};

/** Names posts that new ones may replace: a post in full, several by their networks. */
export function describeReplaceCandidates(plannedPosts: PlannedPost[], timezone: string): string {
	const candidates = plannedPosts.flatMap((planned) => {
		const candidate = getReplaceCandidate(planned);
		return candidate ? [{ planned, kind: getReplaceKind(planned, candidate) }] : [];
	});
	const sentences = groupBy(candidates, ({ kind }) => kind).map((group) => {
		const [{ planned, kind }, ...others] = group;
		if (others.length === 0) return describeReplaceCandidate(planned, timezone);
		const networks = group.map(({ planned: { desired } }) => getPostNetworkName(desired));
		return REPLACE_HINTS[kind](joinWithAnd([...new Set(networks)]));
	});
	return joinSentences(...sentences);
}

const getPostNetworkName = ({ target }: DesiredPost) =>
	target.network?.displayName ?? target.identifier;

/** Names the pending post of a skipped channel, which still has the old text of its row; empty if there is none. */
export function describeRemainingPost(planned: PlannedPost, timezone: string): string {
	const post = planned.action === 'update' ? planned.post : getReplaceCandidate(planned);
	return post && isPending(post.state)
		? `Postiz still has its earlier post: ${namePost(post, timezone)}.`
		: '';
}

/** What to do with an item whose date has passed if only some of its posts failed. */
export function describeFailedPosts(plannedPosts: PlannedPost[]): string {
	const ids = plannedPosts.flatMap((planned) =>
		planned.action === 'create' && planned.failedPost ? [planned.failedPost.id] : [],
	);
	return ids.length > 0
		? `To try only what failed again, give ${ids.length === 1 ? 'that post' : 'those posts'} a later date with Post > Update: ${ids.join(', ')}.`
		: '';
}

/** Names the other posts with the same content. */
export function describeExtraPosts(planned: PlannedPost, timezone: string): string {
	const { post, extraPosts = [] } = planned.action === 'keep' ? planned : {};
	if (!post || extraPosts.length === 0) return '';
	const posts = [post, ...extraPosts].map((existing) => namePost(existing, timezone));
	return `Postiz has this post ${posts.length === 2 ? 'twice' : `${posts.length} times`}: ${posts.join('; ')}. Delete the extra ${extraPosts.length === 1 ? 'one' : 'ones'}.`;
}

/** Fewer posts may have been moved by a person. */
const MIN_SHIFTED = 3;
/** The largest difference between two time zones. */
const MAX_SHIFT_MS = 26 * HOUR_MS;

/** A hint if all existing posts are earlier or later than their rows by the same time; otherwise empty. */
export function describeShift(plannedPosts: PlannedPost[]): string {
	const shifts = plannedPosts.flatMap((planned) => {
		if (planned.action !== 'keep' && planned.action !== 'alreadySent') return [];
		const { post, desired } = planned;
		const minute = post?.fingerprint?.minute;
		if (!minute || minute !== desired.fingerprint.minute) return [];
		const minutes = toMinuteNumber(post.time) - toMinuteNumber(Date.parse(`${minute}:00Z`));
		return [minutes * MINUTE_MS];
	});
	const [shift = 0] = shifts;
	const isShifted = shift !== 0 && Math.abs(shift) <= MAX_SHIFT_MS;
	if (!isShifted || shifts.length < MIN_SHIFTED || shifts.some((other) => other !== shift))
		return '';
	const amount = formatCount(Math.abs(shift) / MINUTE_MS, 'minute');
	return `All ${shifts.length} posts in Postiz are ${amount} ${shift > 0 ? 'later' : 'earlier'} than in their rows. If nobody moved them, its clock or time zone is wrong.`;
}

/** In characters. */
const MAX_TEXT = 40;

/** A post in a sentence: its text, its ID and its date. */
export function namePost({ id, content, time }: ExistingPost, timezone: string): string {
	const text = getVisibleText(content).replace(/\s+/g, ' ').trim();
	const date = Number.isNaN(time)
		? ''
		: formatDateTimeWithZone(new Date(time).toISOString(), timezone);
	return [text && quote(shorten(text, MAX_TEXT)), id, date].filter(Boolean).join(', ');
}
