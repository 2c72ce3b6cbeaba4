import type { DesiredPost } from '../../posts/desiredPost';
import { findSentPost } from '../../posts/existing/findSentPost';
import type { Decision, PlannedPost } from '../../posts/plannedPost';
import { markDuplicates } from './markDuplicates';
import { Matcher } from './matcher';
import type { MatchInput } from './matchInput';
import { applyRulesForCreate } from './rulesForCreate';
import { applyRulesForUpsert } from './rulesForUpsert';

/**
 * Decides what to do with each desired post, by comparing it with the calendar (docs/api.md, Fingerprints of posts).
 * Sends no requests.
 *
 * The rules form stages, from the most to the least certain (rulesForCreate.ts, rulesForUpsert.ts). A stage is applied
 * to all undecided posts before the next stage starts. Example: two items have the text “Tea” and the same date, and
 * the calendar has a post with the files of the second item. The stage for identical posts reserves that post for the
 * second item, so the first item creates a new post.
 */
export function decide(desiredPosts: DesiredPost[], input: MatchInput): PlannedPost[] {
	const matcher = new Matcher(desiredPosts, input);
	const { isUpsert } = input;
	// In Create or Update, two rows may have the same content, so posts are first matched by Row ID.
	if (!isUpsert) {
		const postsToMatch = desiredPosts.filter(({ item }) => !item.ignoresExistingPosts);
		markDuplicates(postsToMatch, matcher);
	}
	for (const desired of matcher.undecidedPosts) {
		const decision = decideForEarlierAttempt(desired, input);
		if (decision) matcher.record(desired, decision);
	}
	if (isUpsert) applyRulesForUpsert(matcher);
	else applyRulesForCreate(matcher);
	return desiredPosts.map((desired) => matcher.plannedPosts.get(desired)!);
}

/** Never sends a post again that an earlier attempt may have created. Returns undefined for a post that wasn't sent. */
function decideForEarlierAttempt(
	desired: DesiredPost,
	{ posts }: Pick<MatchInput, 'posts'>,
): Decision | undefined {
	if (!desired.sentRecord) return undefined;
	const { isUpdate, similarPost, date } = desired.sentRecord;
	const lookup = findSentPost(desired, posts);
	if (lookup.kind === 'incompleteThread') {
		return { action: 'reject', conflict: 'incompleteThread', existing: lookup.post };
	}
	if (lookup.kind !== 'stored') return { action: 'reject', conflict: 'unclear' };
	const { postId, post } = lookup;
	return {
		action: 'alreadySent',
		postId,
		existing: post,
		date: date ?? (post && new Date(post.time).toISOString()),
		isUpdate,
		similarPost,
	};
}
