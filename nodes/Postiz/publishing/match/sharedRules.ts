import type { Conflict, Decision } from '../../posts/plannedPost';
import type { PostPair } from './postPair';

/** A rule of a stage, which is a list of them: the first that applies to a pair decides. See `applyStage` (matcher.ts). */
export interface MatchRule {
	applies: (pair: PostPair) => boolean;
	decide: (pair: PostPair) => Decision;
}

export const keep = ({ existing }: PostPair): Decision => ({ action: 'keep', post: existing });

/** Rejects the desired post because of the existing one. */
export const reject =
	(conflict: Conflict) =>
	({ existing }: PostPair): Decision => ({
		action: 'reject',
		conflict,
		post: existing,
	});

/** Rejects the desired post because the existing one may be online, as a whole or in part. */
export const rejectOnlineConflict = (pair: PostPair): Decision =>
	reject(pair.onlineConflict!)(pair);

/** Like {@link reject}, unless the existing post may be online: then that is the conflict. */
export const rejectOnlineConflictOr =
	(conflict: Conflict) =>
	(pair: PostPair): Decision =>
		reject(pair.onlineConflict ?? conflict)(pair);

// The rules of Create that also hold for rows without a post with their Row ID.

/** What may be online is never sent again. */
export const EQUAL_BUT_MAY_BE_ONLINE: MatchRule = {
	applies: (pair) => pair.isEqual && pair.onlineConflict !== undefined,
	decide: rejectOnlineConflict,
};

/** Keeps a published post. Files that weren't compared, or can't be, may have changed, too. */
const keepPublished = (pair: PostPair): Decision => ({
	action: 'keep',
	post: pair.existing,
	hasItemChanged: !pair.hasSameSettings || pair.hasOtherFiles,
});

/** Published at its date: links to files expire, and a published post is never sent again. */
export const PUBLISHED_AT_DATE: MatchRule = {
	applies: (pair) => pair.hasSameTextAndTime && pair.isIdentifiedByTextAndDate,
	decide: keepPublished,
};

/** The same text and date; files or settings differ, or can’t be compared. */
export const SAME_TEXT: MatchRule[] = [
	// Files that can't be compared: only they could show whether it is the same post.
	{
		applies: (pair) =>
			pair.hasUncomparedFiles &&
			(pair.hasSameTextAndTime || (pair.hasSameTextWhilePending && pair.wasMadeInDesiredState)) &&
			(pair.desiredHasDate || pair.hasSameSettings),
		decide: rejectOnlineConflictOr('uncomparedFiles'),
	},
	// Other files: the desired files may have been changed.
	{
		applies: (pair) =>
			pair.hasSameTextAndTime && pair.hasOtherFiles && pair.desiredHasDate && pair.desiredHasText,
		decide: rejectOnlineConflictOr('otherFiles'),
	},
	// Published without text: its files are the same.
	{
		applies: (pair) =>
			pair.hasSameTextAndTime &&
			pair.hasSameFiles &&
			pair.desiredHasDate &&
			pair.existingIsPublished,
		decide: keepPublished,
	},
	// Other settings: the desired settings or tags may have been changed.
	{
		applies: (pair) => pair.hasSameTextAndTime && pair.hasSameFiles && !pair.hasSameSettings,
		decide: rejectOnlineConflictOr('otherSettings'),
	},
];

/** Posts without a fingerprint that look the same. */
export const LOOKALIKE: MatchRule[] = [
	// Looks the same, and may be online: what may be online is never sent again.
	{
		applies: (pair) => pair.isLookalike && pair.existing.mayBeOnline,
		decide: rejectOnlineConflict,
	},
	// Looks the same at no date, but only its links, which Postiz shortens, could show whether it is the same post.
	{
		applies: (pair) => pair.hasUncomparedLinks && !pair.desiredHasDate,
		decide: reject('uncomparedLinks'),
	},
	// Looks the same, but its parts can't be read.
	{
		applies: (pair) => pair.isLookalike && pair.hasHiddenParts,
		decide: reject('uncomparedFiles'),
	},
	// Looks the same, but has no text: only its files could show whether it is the same post.
	{
		applies: (pair) => pair.isLookalike && pair.hasUncomparedFiles && !pair.desiredHasText,
		decide: reject('uncomparedFiles'),
	},
	// Looks like the beginning of the thread: its other parts may have failed.
	{
		applies: (pair) => pair.isLookalike && pair.hasFewerParts,
		decide: reject('incompleteThread'),
	},
	// Looks the same, as a draft: somebody may approve it.
	{
		applies: (pair) =>
			pair.isLookalike && pair.existing.state === 'DRAFT' && !pair.desired.fingerprint.isDraft,
		decide: reject('existingDraft'),
	},
	// Looks the same: somebody made it in Postiz, or the instance drops fingerprints.
	{
		applies: (pair) => pair.isLookalike,
		decide: keep,
	},
];
