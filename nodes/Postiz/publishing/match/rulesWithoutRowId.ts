import type { Decision } from '../../posts/plannedPost';
import { type MatchRule, rejectOnlineConflict, rejectOnlineConflictOr } from './matchRule';
import type { PostPair } from './postPair';

// These rules apply to Create, and to rows without a post with their Row ID.

/** A post that may be online is never sent again. */
export const EQUAL_BUT_MAY_BE_ONLINE: MatchRule = {
	applies: (pair) => pair.isEqual && pair.onlineConflict !== undefined,
	decide: rejectOnlineConflict,
};

/** Keeps a published post, and notes whether the item has changed. Uncompared files count as unchanged. */
const keepPublished = (pair: PostPair): Decision => ({
	action: 'keep',
	existing: pair.existing,
	hasItemChangedAfterPublishing: !pair.hasSameDetails || pair.fileMatch === 'other',
});

/** Published with the same text and date. */
export const PUBLISHED_AT_DATE: MatchRule = {
	applies: (pair) => pair.hasSameTextAndDate && pair.isPublishedWithDateAndText,
	decide: keepPublished,
};

/** Only the files could show whether it is the same post. */
export const SAME_TEXT_BUT_UNCOMPARED_FILES: MatchRule = {
	applies: (pair) =>
		pair.fileMatch === 'uncompared' &&
		(pair.hasSameTextAndDate ||
			(pair.isPendingWithSameTextAndNoDate && pair.wasMadeInDesiredState)) &&
		(pair.desiredHasFixedDate || pair.hasSameDetails),
	decide: rejectOnlineConflictOr('uncomparedFiles'),
};

/** The item may have got new files. Its details aren't compared, so they may differ, too. */
export const SAME_TEXT_AND_DATE_BUT_OTHER_FILES: MatchRule = {
	applies: (pair) =>
		pair.hasSameTextAndDate &&
		pair.fileMatch === 'other' &&
		pair.desiredHasFixedDate &&
		pair.desiredHasText,
	decide: rejectOnlineConflictOr('otherFiles'),
};

/** Published with the same text, date and files. With a text, {@link PUBLISHED_AT_DATE} has already decided. */
export const PUBLISHED_WITH_SAME_FILES: MatchRule = {
	applies: (pair) =>
		pair.hasSameTextAndDate &&
		pair.hasSameFiles &&
		pair.desiredHasFixedDate &&
		pair.existingIsPublished,
	decide: keepPublished,
};

/** The item may have got new settings or tags. */
export const SAME_TEXT_AND_DATE_BUT_OTHER_DETAILS: MatchRule = {
	applies: (pair) => pair.hasSameTextAndDate && pair.hasSameFiles && !pair.hasSameDetails,
	decide: rejectOnlineConflictOr('otherDetails'),
};
