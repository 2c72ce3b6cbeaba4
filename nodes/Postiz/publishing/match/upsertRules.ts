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
	post: pair.existing,
	changedFields: pair.changedFields,
});
const hasChanged = (pair: PostPair) => pair.changedFields.length > 0;
const hasChangedIn = (pair: PostPair, ...fields: RowField[]) =>
	pair.changedFields.some((field) => fields.includes(field));
const isPublishedAndChanged = (pair: PostPair) => pair.existingIsPublished && hasChanged(pair);

/** The post that has the ID of the row. */
const POST_OF_ROW: MatchRule[] = [
	// Failed, and unchanged since: it would fail again.
	{
		applies: (pair) => pair.existing.failedForGood && !hasChanged(pair),
		decide: keep,
	},
	// Published, and its file can’t be read: links expire.
	{
		applies: (pair) =>
			pair.existingIsPublished && isOnly(pair.changedFields, 'files') && pair.hasUncomparedFiles,
		decide: keep,
	},
	// Published, and now with another date (or text, if undated): a published post is never sent again.
	{
		applies: (pair) =>
			isPublishedAndChanged(pair) &&
			(!pair.hasSameDateOrNone || (!pair.desiredHasDate && hasChangedIn(pair, 'text'))),
		decide: reject('alreadyPublished'),
	},
	// Published, and corrected afterwards: a typo may be corrected in the row.
	{
		applies: isPublishedAndChanged,
		decide: ({ existing }) => ({ action: 'keep', post: existing, hasItemChanged: true }),
	},
	// It may be online, and then must not be sent again.
	{
		applies: ({ onlineConflict }) => onlineConflict !== undefined,
		decide: rejectOnlineConflict,
	},
	// Somebody put the post in the desired state. Its fingerprint follows: the row didn't change if they undo that.
	{
		applies: (pair) =>
			!hasChanged(pair) &&
			pair.existingIsPending &&
			pair.isInDesiredState &&
			!pair.wasMadeInDesiredState,
		decide: update,
	},
	// Unchanged: the post matches its row.
	{
		applies: (pair) => !hasChanged(pair),
		decide: keep,
	},
	// Approved, and changed: somebody approved this text; a new date or tag needs no approval.
	{
		applies: (pair) =>
			pair.desired.fingerprint.isDraft &&
			pair.existing.fingerprint!.isDraft &&
			pair.existing.state === 'QUEUE' &&
			hasChangedIn(pair, 'text', 'files'),
		decide: reject('changedAfterApproval'),
	},
	// Changed: the post follows its row.
	{
		applies: () => true,
		decide: update,
	},
];

/** An equal post belongs to the row, even if Create or another row made it. */
const EQUAL_MADE_BY_OTHERS: MatchRule[] = [
	EQUAL_BUT_MAY_BE_ONLINE,
	// Equal, in another state: the post follows its row.
	{
		applies: (pair) =>
			pair.isEqual &&
			!pair.existingIsPublished &&
			!pair.isInDesiredState &&
			!pair.wasMadeInDesiredState,
		decide: update,
	},
	// Equal, made by Create, and still to be published: later changes of the row need its ID in the fingerprint.
	{
		applies: (pair) => pair.isEqual && pair.existingIsPending && pair.predatesRowId,
		decide: ({ existing }) => ({ action: 'keep', post: existing, needsRowId: true }),
	},
	// Equal: the post exists.
	{
		applies: (pair) => pair.isEqual,
		decide: keep,
	},
];

/** A post that another row made may be the row's, if its ID was changed. Only its files could show that. */
const MAY_BE_EQUAL: MatchRule = {
	applies: (pair) =>
		pair.isEqualExceptFiles && pair.hasUncomparedFiles && !pair.isIdentifiedByTextAndDate,
	decide: rejectOnlineConflictOr('uncomparedFiles'),
};

/**
 * The same text at the same date, or also without one, or a similar text at the same minute: Create may have made it. At
 * another date, the same text may be another post.
 */
const EARLIER_VERSION: MatchRule = {
	applies: (pair) => pair.hasSameDateOrNone && pair.mayBeEarlierVersion,
	decide: reject('mayBeEarlierVersion'),
};

/** In order of certainty. */
const STAGES_WITHOUT_ROW_ID = [[PUBLISHED_AT_DATE], SAME_TEXT, LOOKALIKE, [EARLIER_VERSION]];

/** Create or Update: a post follows the row with the Row ID in its fingerprint. */
export function decideForUpsert(matcher: Matcher): void {
	const byRow = groupBy(matcher.undecidedPosts, ({ target, fingerprint }) =>
		toRowKeyOnChannel(target.id, fingerprint),
	);
	for (const sameRowId of byRow) decideForRowId(matcher, sameRowId);
	// Only all rows together show whether another sheet has the same IDs, and whether a row is partly published: these
	// decisions replace earlier ones.
	const listPlanned = () => [...matcher.plannedPosts.values()];
	for (const { desired, post } of findForeignRows(listPlanned(), matcher.input)) {
		matcher.decideAndReserve(desired, { action: 'reject', conflict: 'foreignRow', post });
	}
	for (const { desired, post } of findPartlyPublished(listPlanned())) {
		matcher.decideAndReserve(desired, { action: 'keep', post, hasItemChanged: true });
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

/** The pending post of a row that was moved to another channel. */
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
			// If the row was moved to two channels, only one of its new posts names the old one.
			!matcher.isReserved(post) &&
			!input.loopHistory.isSentInLoop(post),
	);
}

/**
 * Decides for the rows with a Row ID on a channel. An ID that several rows use, also in other rounds of a loop, is
 * rejected.
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
	const livePosts = posts.filter(({ failedForGood }) => !failedForGood);
	const unchanged = livePosts.find((post) => !hasChanged(matcher.pair(desired, post)));
	if (!unchanged && livePosts.length > 1) {
		return { action: 'reject', conflict: 'twoPostsForRow', otherPosts: livePosts };
	}
	// If several failed, any of them may be tried again.
	const post = unchanged ?? livePosts[0] ?? posts.at(-1)!;
	const pair = matcher.pair(desired, post);
	const decision = POST_OF_ROW.find((rule) => rule.applies(pair))!.decide(pair);
	if (decision.action !== 'keep') return decision;
	return { ...decision, extraPosts: livePosts.filter((other) => other !== post) };
}
