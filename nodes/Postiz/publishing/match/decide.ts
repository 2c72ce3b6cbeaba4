import type { DesiredPost } from '../../posts/desiredPost';
import { findSentPost } from '../../posts/existing/findSentPost';
import type { Decision, PlannedPost } from '../../posts/plannedPost';
import { decideForCreate } from './createRules';
import { Matcher } from './matcher';
import type { MatchInput } from './matchInput';
import { decideForUpsert } from './upsertRules';

/**
 * Decides for each desired post by what the calendar has (docs/api.md, Fingerprints of posts), without requests.
 *
 * The rules are in stages, in order of certainty (createRules.ts, upsertRules.ts). Each stage is applied to all undecided
 * posts before the next one starts. For two items with the text “Tea” at the same date and a post with the files of the
 * second, the stage of equal posts keeps that post for the second item and reserves it: for the first item, later stages
 * don't see it, and a post is created.
 */
export function decide(desiredPosts: DesiredPost[], input: MatchInput): PlannedPost[] {
	const matcher = new Matcher(desiredPosts, input);
	const { isUpsert } = input;
	// In Create or Update, rows first get the posts with their Row IDs, as two rows may have the same content.
	if (!isUpsert) matcher.markDuplicates(desiredPosts.filter(({ item }) => !item.ignoresExisting));
	for (const desired of matcher.undecidedPosts) {
		const decision = decideForEarlierAttempt(desired, input);
		if (decision) matcher.decideAndReserve(desired, decision);
	}
	if (isUpsert) decideForUpsert(matcher);
	else decideForCreate(matcher);
	return desiredPosts.map((desired) => matcher.plannedPosts.get(desired)!);
}

/** A post that an earlier attempt may have created is never sent again; undefined if none has sent it. */
function decideForEarlierAttempt(
	desired: DesiredPost,
	{ posts }: Pick<MatchInput, 'posts'>,
): Decision | undefined {
	if (!desired.sentRecord) return undefined;
	const { isUpdate, similarPost, date } = desired.sentRecord;
	const lookup = findSentPost(desired, posts);
	if (lookup.kind === 'partial') {
		return { action: 'reject', conflict: 'incompleteThread', post: lookup.post };
	}
	if (lookup.kind !== 'stored') return { action: 'reject', conflict: 'unclear' };
	const { postId, post } = lookup;
	return {
		action: 'alreadySent',
		postId,
		post,
		date: date ?? (post && new Date(post.time).toISOString()),
		isUpdate,
		similarPost,
	};
}
