import { HOUR_MS, MINUTE_MS, toMinuteNumber } from '../../common/date';
import { formatCount, joinSentences } from '../../common/text';
import { dropEmptyHints, type Hint } from '../../execution/operationResult';
import {
	describeSimilarPost,
	describeSimilarPosts,
} from '../../posts/existing/describeSimilarPosts';
import { namePost } from '../../posts/existing/namePost';
import type { PlannedPost } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';

const MAX_NAMED_POSTS = 10;

/** Creates hints about existing posts: moved posts, extra posts, and posts that new ones may replace. */
export function createExistingPostHints(
	plannedPosts: PlannedPost[],
	results: PostResult[],
	timezone: string,
): Hint[] {
	const successfulPosts = results.flatMap(({ planned, problem }) => (problem ? [] : [planned]));
	const describeAll = (toText: (planned: PlannedPost) => string) => {
		const texts = successfulPosts.map(toText).filter(Boolean);
		const more = texts.length - MAX_NAMED_POSTS;
		return joinSentences(
			...texts.slice(0, MAX_NAMED_POSTS),
			more > 0 && `The same goes for ${formatCount(more, 'more post')}: see the calendar.`,
		);
	};
	return dropEmptyHints([
		{ text: describeShift(plannedPosts) },
		{
			text: describeSimilarPosts(successfulPosts, timezone),
			forModel: describeAll((planned) =>
				describeSimilarPost(planned, timezone, { isForModel: true }),
			),
		},
		{ text: describeAll((planned) => describeExtraPosts(planned, timezone)) },
	]);
}

/** Names further posts with the same content, or of the same row. */
export function describeExtraPosts(planned: PlannedPost, timezone: string): string {
	const { existing, extraPosts = [] } = planned.action === 'keep' ? planned : {};
	if (!existing || extraPosts.length === 0) return '';
	const posts = [existing, ...extraPosts].map((post) => namePost(post, timezone));
	if (
		extraPosts.some(
			({ fingerprint }) =>
				fingerprint && fingerprint.textDigest !== existing.fingerprint?.textDigest,
		)
	)
		return `Postiz has ${posts.length} posts for this row: ${posts.join('; ')}. Delete those that you don't need.`;
	return `Postiz has this post ${posts.length === 2 ? 'twice' : `${posts.length} times`}: ${posts.join('; ')}. Delete the extra ${extraPosts.length === 1 ? 'one' : 'ones'}.`;
}

/** A person may have moved fewer posts. */
const MIN_SHIFTED = 3;
/** The largest difference between two time zones. */
const MAX_SHIFT_MS = 26 * HOUR_MS;

/**
 * A hint if all existing posts differ from their rows by the same time, as after a change of the time zone; otherwise
 * empty.
 */
export function describeShift(plannedPosts: PlannedPost[]): string {
	const shifts = plannedPosts.flatMap((planned) => {
		if (planned.action !== 'keep' && planned.action !== 'alreadySent') return [];
		const { existing, desired } = planned;
		const minute = existing?.fingerprint?.minute;
		if (!minute || minute !== desired.fingerprint.minute) return [];
		const minutes = toMinuteNumber(existing.time) - toMinuteNumber(Date.parse(`${minute}:00Z`));
		return [minutes * MINUTE_MS];
	});
	const [shift = 0] = shifts;
	const isShifted = shift !== 0 && Math.abs(shift) <= MAX_SHIFT_MS;
	if (!isShifted || shifts.length < MIN_SHIFTED || shifts.some((other) => other !== shift))
		return '';
	const amount = formatCount(Math.abs(shift) / MINUTE_MS, 'minute');
	return `All ${shifts.length} posts in Postiz are ${amount} ${shift > 0 ? 'later' : 'earlier'} than in their rows. If nobody moved them, the clock or time zone of Postiz is wrong.`;
}
