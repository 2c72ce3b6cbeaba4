import { toRowKeyOnChannel, type RowField, type Fingerprint } from '../../common/fingerprint';
import { groupBy, isOnly } from '../../common/lists';
import type { DesiredPost } from '../../posts/desiredPost';
import { isPending, type ExistingPost } from '../../posts/existingPost';
import type { Decision } from '../../posts/plannedPost';
import { findForeignRows } from './foreignRows';
import type { Matcher } from './matcher';
import { decideForNewRow } from './newRows';
import { findPartlyPublished } from './partlyPublished';
import type { PostPair } from './postPair';
import {
	EQUAL_BUT_MAY_BE_ONLINE,
	keep,
	LOOKALIKE,
	type MatchRule,
	PUBLISHED_AT_DATE,
	reject,
	rejectOnlineConflict,
	rejectOnlineConflictOr,
	SAME_TEXT,
} from './sharedRules';

const update = (pair: PostPair): Decision => ({
	action: 'update',
	existing: pair.existing,
	changedFields: pair.changedFields,
});
const hasChanged = (pair: PostPair) => pair.changedFields.length > 0;
const hasChangedIn = (pair: PostPair, ...fields: RowField[]) =>
	pair.changedFields.some((field) => fields.includes(field));
const isPublishedAndChanged = (pair: PostPair) => pair.existingIsPublished && hasChanged(pair);

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
			pair.existingIsPublished && isOnly(pair.changedFields, 'files') && pair.hasUncomparedFiles,
		decide: keep,
	},
	// Published, and the row has a new date, or a new text if undated: a published post is never sent again.
	{
		applies: (pair) =>
			isPublishedAndChanged(pair) &&
			(!pair.hasSameDateOrNone || (!pair.desiredHasDate && hasChangedIn(pair, 'text'))),
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
	// Approved, and the row has a new text or file: somebody approved the old one. Other changes, such as a new date or
	// tag, need no approval.
	{
		applies: (pair) =>
			pair.desired.fingerprint.isDraft &&
			pair.existing.fingerprint!.isDraft &&
			pair.existing.state === 'QUEUE' &&
			hasChangedIn(pair, 'text', 'files'),
		decide: reject('changedAfterApproval'),
	},
	// Changed row.
	{
		applies: () => true,
		decide: update,
	},
];

/** For an equal post of Create or another row. */
const EQUAL_MADE_BY_OTHERS: MatchRule[] = [
	EQUAL_BUT_MAY_BE_ONLINE,
	// In another state: update it.
	{
		applies: (pair) =>
			pair.isEqual &&
			!pair.existingIsPublished &&
			!pair.isInDesiredState &&
			!pair.wasMadeInDesiredState,
		decide: update,
	},
	// Pending post of Create: add the Row ID to its fingerprint, so that later changes of the row update it.
	{
		applies: (pair) => pair.isEqual && pair.existingIsPending && pair.predatesRowId,
		decide: ({ existing }) => ({ action: 'keep', existing, needsRowId: true }),
	},
	// Already exists.
	{
		applies: (pair) => pair.isEqual,
		decide: keep,
	},
];

/**
 * For a post of another row that has the same text, date and settings: the Row ID may have been changed. Only the files
 * could show that.
 */
const MAY_BE_EQUAL: MatchRule = {
	applies: (pair) =>
		pair.isEqualExceptFiles && pair.hasUncomparedFiles && !pair.isIdentifiedByTextAndDate,
	decide: rejectOnlineConflictOr('uncomparedFiles'),
};

/**
 * For a post that Create may have made from an earlier version of the row (`mayBeEarlierVersion`): same text and
 * settings at the same date, both undated included, or similar text or same files at the same minute. With another
 * date, it may be another post.
 */
const EARLIER_VERSION: MatchRule = {
	applies: (pair) => pair.hasSameDateOrNone && pair.mayBeEarlierVersion,
	decide: reject('mayBeEarlierVersion'),
};

/** From the most to the least certain match. */
const STAGES_WITHOUT_ROW_ID = [[PUBLISHED_AT_DATE], SAME_TEXT, LOOKALIKE, [EARLIER_VERSION]];

/** Decides for Create or Update, in which posts are updated from the row with their Row ID. */
export function decideForUpsert(matcher: Matcher): void {
	const byRow = groupBy(matcher.undecidedPosts, ({ target, fingerprint }) =>
		toRowKeyOnChannel(target.id, fingerprint),
	);
	for (const sameRowId of byRow) decideForRowId(matcher, sameRowId);
	// These two checks need the decisions of all rows, and replace some of them.
	const listPlanned = () => [...matcher.plannedPosts.values()];
	for (const { desired, existing } of findForeignRows(listPlanned(), matcher.input)) {
		matcher.decideAndReserve(desired, { action: 'reject', conflict: 'foreignRow', existing });
	}
	for (const { desired, existing } of findPartlyPublished(listPlanned())) {
		matcher.decideAndReserve(desired, {
			action: 'keep',
			existing,
			hasItemChangedAfterPublishing: true,
		});
	}
	matcher.markDuplicates(matcher.desiredPosts);
	matcher.applyStage(EQUAL_MADE_BY_OTHERS);
	for (const stage of STAGES_WITHOUT_ROW_ID) {
		matcher.applyStage(stage, ({ fingerprint }) => !fingerprint?.rowIdDigest);
	}
	matcher.applyStage([MAY_BE_EQUAL], (post) => !matcher.input.loopHistory.isSentInLoop(post));
	for (const desired of matcher.undecidedPosts) {
		const posts = matcher.findUnreservedPosts(desired);
		const decision = decideForNewRow(desired, posts, matcher.input) ?? {
			action: 'create',
			similarPost: matcher.findSimilarPost(desired) ?? findPostOnFormerChannel(desired, matcher),
		};
		matcher.decideAndReserve(desired, decision);
	}
}

/** Finds the pending post of a row that was moved to another channel. */
function findPostOnFormerChannel(
	{ fingerprint, target }: DesiredPost,
	matcher: Matcher,
): ExistingPost | undefined {
	const { desiredPosts, input } = matcher;
	const hasSameRowIdAndText = (other?: Fingerprint) =>
		other?.rowIdDigest === fingerprint.rowIdDigest && other.textDigest === fingerprint.textDigest;
	const isDesired = ({ channelId }: ExistingPost) =>
		desiredPosts.some(
			(other) =>
				other.target.id === channelId && other.fingerprint.rowIdDigest === fingerprint.rowIdDigest,
		);
	return input.posts.find(
		(post) =>
			post.channelId !== target.id &&
			hasSameRowIdAndText(post.fingerprint) &&
			isPending(post.state) &&
			!isDesired(post) &&
			// If a row moves to two channels, only one of its new posts names the old post.
			!matcher.isReserved(post) &&
			!input.loopHistory.isSentInLoop(post),
	);
}

/**
 * Decides for the rows on a channel that share a Row ID. Rejects a Row ID that several rows use, even in different
 * rounds of a loop.
 */
function decideForRowId(matcher: Matcher, sameRowId: [DesiredPost, ...DesiredPost[]]): void {
	const [desired, ...others] = sameRowId;
	const posts = matcher.findPostsByRowId(desired);
	if (others.length > 0 || matcher.input.loopHistory.isRowIdReused(desired)) {
		const decision: Decision = {
			action: 'reject',
			conflict: 'reusedRowId',
			otherPosts: others.length > 0 ? [] : posts,
			itemIndexes: sameRowId.map(({ item }) => item.index),
		};
		for (const row of sameRowId) matcher.decideAndReserve(row, decision);
	} else if (posts.length > 0)
		matcher.decideAndReserve(desired, decideForPostsOfRow(desired, posts, matcher));
	matcher.reserve(posts);
}

function decideForPostsOfRow(
	desired: DesiredPost,
	posts: ExistingPost[],
	matcher: Matcher,
): Decision {
	const livePosts = posts.filter(({ onlineStatus }) => onlineStatus !== 'failedForGood');
	const unchanged = livePosts.find((post) => !hasChanged(matcher.pair(desired, post)));
	if (!unchanged && livePosts.length > 1) {
		return { action: 'reject', conflict: 'twoPostsForRow', otherPosts: livePosts };
	}
	// If several failed, any of them can be retried.
	const post = unchanged ?? livePosts[0] ?? posts.at(-1)!;
	const pair = matcher.pair(desired, post);
	const decision = POST_OF_ROW.find((rule) => rule.applies(pair))!.decide(pair);
	if (decision.action !== 'keep') return decision;
	return { ...decision, extraPosts: livePosts.filter((other) => other !== post) };
}
