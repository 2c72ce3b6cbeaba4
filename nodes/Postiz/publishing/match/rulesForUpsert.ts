import { groupBy } from '../../common/collections';
import { toRowKeyOnChannel } from '../../common/fingerprint';
import { findForeignRows } from './foreignRows';
import { markDuplicates } from './markDuplicates';
import type { Matcher } from './matcher';
import { keep, type MatchRule, reject, rejectOnlineConflictOr, update } from './matchRule';
import { decideForNewRow } from './newRows';
import { findPartlyPublished } from './partlyPublished';
import type { PostPair } from './postPair';
import { LOOKALIKE } from './rulesForLookalikes';
import { applyRulesForRow, CHANGED_AFTER_APPROVAL } from './rulesForRow';
import {
	SAME_CONTENT_BUT_MAY_BE_ONLINE,
	PUBLISHED_WITH_TEXT_AND_DATE,
	PUBLISHED_WITH_SAME_FILES,
	SAME_TEXT_AND_DATE_BUT_DIFFERENT_DETAILS,
	SAME_TEXT_AND_DATE_BUT_DIFFERENT_FILES,
	SAME_TEXT_AND_DATE_BUT_UNCOMPARED_FILES,
} from './rulesWithoutRowId';
import { findEarlierVersion, findPostOnFormerChannel, mayBeEarlierVersion } from './similarPosts';

/** True if a row and a pending post made by Create only differ in covers, or in the parts that files belong to. */
const differsOnlyInCoversOrParts = (pair: PostPair) =>
	pair.hasSameContent && pair.existingIsPending && pair.mayHaveDifferentCoversOrParts;

/** For an identical post made by Create or for another row. */
const SAME_CONTENT_MADE_BY_OTHERS: MatchRule[] = [
	SAME_CONTENT_BUT_MAY_BE_ONLINE,
	// In another state: update it.
	{
		applies: (pair) =>
			pair.hasSameContent &&
			!pair.existingIsPublished &&
			!pair.isInDesiredState &&
			!pair.wasMadeInDesiredState,
		decide: update,
	},
	// Approved draft made by Create: somebody approved the old covers.
	{
		applies: (pair) => differsOnlyInCoversOrParts(pair) && CHANGED_AFTER_APPROVAL.applies(pair),
		decide: CHANGED_AFTER_APPROVAL.decide,
	},
	// Pending post made by Create with different covers, or with its files in different parts: update it.
	{
		applies: differsOnlyInCoversOrParts,
		decide: update,
	},
	// Pending post made by Create: add the Row ID to its fingerprint, so that later changes of the row update it.
	{
		applies: (pair) => pair.hasSameContent && pair.existingIsPending && pair.onlyDesiredHasRowId,
		decide: ({ existing }) => ({ action: 'keep', existing, needsRowId: true }),
	},
	// Already exists.
	{
		applies: (pair) => pair.hasSameContent,
		decide: keep,
	},
];

/**
 * For a post of another row that has the same text, date and settings: the Row ID may have been changed. Only the files
 * could show whether it was.
 */
const SAME_CONTENT_BUT_UNCOMPARED_FILES: MatchRule = {
	applies: (pair) =>
		pair.hasSameContentExceptFiles &&
		pair.fileMatch === 'uncompared' &&
		!pair.isPublishedWithTextAndDate,
	decide: rejectOnlineConflictOr('uncomparedFiles'),
};

/**
 * For a post that Create may have made from an earlier version of the row (`mayBeEarlierVersion`): same text and
 * settings at the same date (or both without one), or a similar text or the same files at the same date. With a
 * different date, it may be a different post.
 */
const EARLIER_VERSION: MatchRule = {
	applies: (pair) => pair.hasSameDateOrNone && mayBeEarlierVersion(pair),
	decide: reject('mayBeEarlierVersion'),
};

/** From the most to the least certain match. */
const STAGES_WITHOUT_ROW_ID = [
	[PUBLISHED_WITH_TEXT_AND_DATE],
	[
		SAME_TEXT_AND_DATE_BUT_UNCOMPARED_FILES,
		SAME_TEXT_AND_DATE_BUT_DIFFERENT_FILES,
		PUBLISHED_WITH_SAME_FILES,
		SAME_TEXT_AND_DATE_BUT_DIFFERENT_DETAILS,
	],
	LOOKALIKE,
	[EARLIER_VERSION],
];

/** Applies the rules of Create or Update, in which posts are updated from the row with their Row ID. */
export function applyRulesForUpsert(matcher: Matcher): void {
	const byRow = groupBy(matcher.undecidedPosts, ({ target, fingerprint }) =>
		toRowKeyOnChannel(target.id, fingerprint),
	);
	for (const desiredPosts of byRow) applyRulesForRow(desiredPosts, matcher);
	// These two checks need the decisions of all rows, and replace some of them.
	const listPlanned = () => [...matcher.plannedPosts.values()];
	for (const { desired, existing } of findForeignRows(listPlanned(), matcher.input)) {
		matcher.record(desired, { action: 'reject', conflict: 'foreignRow', existing });
	}
	for (const { desired, existing } of findPartlyPublished(listPlanned())) {
		matcher.record(desired, {
			action: 'keep',
			existing,
			hasItemChangedAfterPublishing: true,
		});
	}
	markDuplicates(matcher.desiredPosts, matcher);
	matcher.applyStage(SAME_CONTENT_MADE_BY_OTHERS);
	for (const stage of STAGES_WITHOUT_ROW_ID) {
		matcher.applyStage(stage, ({ existing }) => !existing.fingerprint?.rowIdDigest);
	}
	const { isKnownInLoop } = matcher.input.loopHistory;
	matcher.applyStage(
		[SAME_CONTENT_BUT_UNCOMPARED_FILES],
		({ existing }) => !isKnownInLoop(existing),
	);
	for (const desired of matcher.undecidedPosts) {
		const posts = matcher.findUnreservedPosts(desired);
		const decision = decideForNewRow(desired, posts, matcher.input) ?? {
			action: 'create',
			similarPost:
				findEarlierVersion(desired, matcher) ?? findPostOnFormerChannel(desired, matcher),
		};
		matcher.record(desired, decision);
	}
}
