import { isOnly } from '../../common/collections';
import type { RowField } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { Decision } from '../../posts/plannedPost';
import type { Matcher } from './matcher';
import { keep, type MatchRule, reject, rejectOnlineConflict, update } from './matchRule';
import type { PostPair } from './postPair';

const hasChanged = ({ changedFields }: PostPair) => changedFields.length > 0;
const hasChangedIn = ({ changedFields }: PostPair, ...fields: RowField[]) =>
	changedFields.some((field) => fields.includes(field));
const isPublishedAndChanged = (pair: PostPair) => pair.existingIsPublished && hasChanged(pair);

/**
 * Approved, and the row has a new text or file: somebody approved the old one. Other changes, such as a new date or tag,
 * need no approval.
 */
export const CHANGED_AFTER_APPROVAL: MatchRule = {
	applies: (pair) =>
		pair.desired.fingerprint.isDraft &&
		pair.existing.fingerprint!.isDraft &&
		pair.existing.state === 'QUEUE' &&
		hasChangedIn(pair, 'text', 'media'),
	decide: reject('changedAfterApproval'),
};

/** For a post with the Row ID of the row. The last rule always applies. */
const POST_OF_ROW: MatchRule[] = [
	// Failed, and the row hasn't changed: the post would fail again.
	{
		applies: (pair) => pair.existing.onlineStatus === 'failedForGood' && !hasChanged(pair),
		decide: keep,
	},
	// Published, and its files are unreadable: their links expire.
	{
		applies: (pair) =>
			pair.existingIsPublished &&
			isOnly(pair.changedFields, 'media') &&
			pair.fileMatch === 'uncompared',
		decide: keep,
	},
	// Published, and the row has a new date, or a new text without a fixed date: a published post is never sent again.
	{
		applies: (pair) =>
			isPublishedAndChanged(pair) &&
			(!pair.hasSameDateOrNone || (!pair.desiredHasFixedDate && hasChangedIn(pair, 'text'))),
		decide: reject('alreadyPublished'),
	},
	// Published, and the row was corrected since, such as a typo.
	{
		applies: isPublishedAndChanged,
		decide: ({ existing }) => ({
			action: 'keep',
			existing,
			hasItemChangedAfterPublishing: true,
		}),
	},
	// Possibly online: never sent again.
	{
		applies: ({ onlineConflict }) => onlineConflict !== undefined,
		decide: rejectOnlineConflict,
	},
	// Somebody put the post in the state that the row now has, so its fingerprint is updated. Otherwise, undoing that
	// in Postiz would look like a change of the row.
	{
		applies: (pair) =>
			!hasChanged(pair) &&
			pair.existingIsPending &&
			pair.isInDesiredState &&
			!pair.wasMadeInDesiredState,
		decide: update,
	},
	// Unchanged row.
	{
		applies: (pair) => !hasChanged(pair),
		decide: keep,
	},
	// Only its files may have changed, and Postiz failed to show the post: running again may show that they haven't.
	{
		applies: (pair) =>
			isOnly(pair.changedFields, 'media') && pair.fileComparison?.readProblem !== undefined,
		decide: reject('uncomparedFiles'),
	},
	CHANGED_AFTER_APPROVAL,
	// Changed row.
	{
		applies: () => true,
		decide: update,
	},
];

/**
 * Applies the rules to the desired posts on a channel that share a Row ID. Rejects a Row ID that several rows use, even
 * in different rounds of a loop.
 */
export function applyRulesForRow(
	desiredPosts: [DesiredPost, ...DesiredPost[]],
	matcher: Matcher,
): void {
	const [desired, ...others] = desiredPosts;
	const existingPosts = matcher.findPostsByRowId(desired);
	if (others.length > 0 || matcher.input.loopHistory.isRowIdReused(desired)) {
		const decision: Decision = {
			action: 'reject',
			conflict: 'reusedRowId',
			otherPosts: others.length > 0 ? [] : existingPosts,
			itemIndexes: desiredPosts.map(({ item }) => item.index),
		};
		for (const post of desiredPosts) matcher.record(post, decision);
	} else if (existingPosts.length > 0)
		matcher.record(desired, decideForPostsOfRow(desired, existingPosts, matcher));
	matcher.reserve(existingPosts);
}

function decideForPostsOfRow(
	desired: DesiredPost,
	posts: ExistingPost[],
	matcher: Matcher,
): Decision {
	const livePosts = posts.filter(({ onlineStatus }) => onlineStatus !== 'failedForGood');
	const unchanged = livePosts.find((post) => !hasChanged(matcher.pair(desired, post)));
	if (!unchanged && livePosts.length > 1) {
		return { action: 'reject', conflict: 'severalPostsForRow', otherPosts: livePosts };
	}
	// If several failed, any of them can be retried.
	const post = unchanged ?? livePosts[0] ?? posts.at(-1)!;
	const pair = matcher.pair(desired, post);
	const decision = POST_OF_ROW.find((rule) => rule.applies(pair))!.decide(pair);
	if (decision.action !== 'keep') return decision;
	return { ...decision, extraPosts: livePosts.filter((other) => other !== post) };
}
