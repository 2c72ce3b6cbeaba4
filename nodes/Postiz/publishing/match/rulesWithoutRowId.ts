import type { Decision } from '../../posts/plannedPost';
import { type MatchRule, rejectOnlineConflict, rejectOnlineConflictOr } from './matchRule';
import type { PostPair } from './postPair';

// These rules apply to Create, and to rows without a post with their Row ID.

/** A post that may be online is never sent again. */
export const SAME_CONTENT_BUT_MAY_BE_ONLINE: MatchRule = {
	applies: (pair) => pair.hasSameContent && pair.onlineConflict !== undefined,
	decide: rejectOnlineConflict,
};

/** Keeps a published post, and notes whether the item has changed. Uncompared files count as unchanged. */
const keepPublished = (pair: PostPair): Decision => ({
	action: 'keep',
	existing: pair.existing,
	hasItemChangedAfterPublishing: !pair.hasSameDetails || pair.fileMatch === 'different',
});

/** Published with the same text and date. */
export const PUBLISHED_WITH_TEXT_AND_DATE: MatchRule = {
	applies: (pair) => pair.matchesTextAndDate && pair.isPublishedWithTextAndDate,
	decide: keepPublished,
};

/** Only the files could show whether it is the same post. */
export const SAME_TEXT_AND_DATE_BUT_UNCOMPARED_FILES: MatchRule = {
	applies: (pair) =>
		pair.fileMatch === 'uncompared' &&
		(pair.matchesTextAndDate ||
			(pair.isPendingWithSameTextAndNoDate && pair.wasMadeInDesiredState)) &&
		(pair.desiredHasFixedDate || pair.hasSameDetails),
	decide: rejectOnlineConflictOr('uncomparedFiles'),
};

/** The item may have got new files. Its details aren't compared, so they may differ, too. */
export const SAME_TEXT_AND_DATE_BUT_DIFFERENT_FILES: MatchRule = {
	applies: (pair) =>
		pair.matchesTextAndDate &&
		pair.fileMatch === 'different' &&
		pair.desiredHasFixedDate &&
		pair.desiredHasText,
	decide: rejectOnlineConflictOr('differentFiles'),
};

/** Published with the same text, date and files. With a text, {@link PUBLISHED_WITH_TEXT_AND_DATE} has already decided. */
export const PUBLISHED_WITH_SAME_FILES: MatchRule = {
	applies: (pair) =>
		pair.matchesTextAndDate &&
		pair.hasSameFiles &&
		pair.desiredHasFixedDate &&
		pair.existingIsPublished,
	decide: keepPublished,
};

/** The item may have got new settings or tags. */
export const SAME_TEXT_AND_DATE_BUT_DIFFERENT_DETAILS: MatchRule = {
	applies: (pair) => pair.matchesTextAndDate && pair.hasSameFiles && !pair.hasSameDetails,
	decide: rejectOnlineConflictOr('differentDetails'),
};
