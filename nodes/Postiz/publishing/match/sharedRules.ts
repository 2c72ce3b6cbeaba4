import type { Conflict, Decision } from '../../posts/plannedPost';
import type { FileMatch } from './matchInput';
import type { PostPair } from './postPair';

/**
 * A rule of a stage, which is a list of them: the first that applies to a pair decides. See `applyStage` (matcher.ts).
 */
export interface MatchRule {
	/** By facts that are known already. */
	applies: (pair: PostPair) => boolean;
	/** How their files have to compare, if that matters. As files may have to be downloaded for it, this comes last. */
	fileMatches?: FileMatch[];
	decide: (pair: PostPair) => Decision;
}

/** True if a rule applies to a pair. May request a comparison of files, and then has no final answer yet. */
export const appliesToPair = (
	{ applies, fileMatches: files }: MatchRule,
	pair: PostPair,
): boolean => applies(pair) && (files?.includes(pair.compareFiles()) ?? true);

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
	applies: (pair) => pair.onlineConflict !== undefined && pair.isEqualExceptFiles,
	fileMatches: ['same'],
	decide: rejectOnlineConflict,
};

/** Published at its date: links to files expire, and a published post is never sent again. */
export const PUBLISHED_AT_DATE: MatchRule = {
	applies: (pair) => pair.hasSameTextAndTime && pair.isIdentifiedByTextAndDate,
	decide: keep,
};

/** The same text and date; files or settings differ, or can’t be compared. */
export const SAME_TEXT: MatchRule[] = [
	// Files that can't be compared: only they could show whether it is the same post.
	{
		applies: (pair) =>
			(pair.hasSameTextAndTime || (pair.hasSameTextWhilePending && pair.wasMadeInDesiredState)) &&
			(pair.desiredHasDate || pair.hasSameSettings),
		fileMatches: ['uncompared'],
		decide: rejectOnlineConflictOr('uncomparedFiles'),
	},
	// Other files: the desired files may have been changed.
	{
		applies: (pair) => pair.hasSameTextAndTime && pair.desiredHasDate && pair.desiredHasText,
		fileMatches: ['other'],
		decide: rejectOnlineConflictOr('otherFiles'),
	},
	// Published without text: its files are the same.
	{
		applies: (pair) => pair.hasSameTextAndTime && pair.desiredHasDate && pair.existingIsPublished,
		fileMatches: ['same'],
		decide: keep,
	},
	// Other settings: the desired settings or tags may have been changed.
	{
		applies: (pair) => pair.hasSameTextAndTime && !pair.hasSameSettings,
		fileMatches: ['same'],
		decide: rejectOnlineConflictOr('otherSettings'),
	},
];

const SAME_OR_UNCOMPARED: FileMatch[] = ['same', 'uncompared'];

/** Posts without a fingerprint that look the same. */
export const LOOKALIKE: MatchRule[] = [
	// Looks the same, and may be online: what may be online is never sent again.
	{
		applies: (pair) => pair.isLookalike && pair.existing.mayBeOnline,
		fileMatches: SAME_OR_UNCOMPARED,
		decide: rejectOnlineConflict,
	},
	// Looks the same at no date, but only its links, which Postiz shortens, could show whether it is the same post.
	{
		applies: (pair) => pair.hasUncomparedLinks && !pair.desiredHasDate,
		fileMatches: SAME_OR_UNCOMPARED,
		decide: reject('uncomparedLinks'),
	},
	// Looks the same, but its parts can't be read.
	{
		applies: (pair) => pair.isLookalike && pair.hasHiddenParts,
		fileMatches: SAME_OR_UNCOMPARED,
		decide: reject('uncomparedFiles'),
	},
	// Looks the same, but has no text: only its files could show whether it is the same post.
	{
		applies: (pair) => pair.isLookalike && !pair.desiredHasText,
		fileMatches: ['uncompared'],
		decide: reject('uncomparedFiles'),
	},
	// Looks like the beginning of the thread: its other parts may have failed.
	{
		applies: (pair) =>
			pair.isLookalike && (pair.existing.partCount ?? Infinity) < pair.desired.parts.length,
		fileMatches: SAME_OR_UNCOMPARED,
		decide: reject('incompleteThread'),
	},
	// Looks the same, as a draft: somebody may approve it.
	{
		applies: (pair) =>
			pair.isLookalike && pair.existing.state === 'DRAFT' && !pair.desired.fingerprint.isDraft,
		fileMatches: SAME_OR_UNCOMPARED,
		decide: reject('existingDraft'),
	},
	// Looks the same: somebody made it in Postiz, or the instance drops fingerprints.
	{
		applies: (pair) => pair.isLookalike,
		fileMatches: SAME_OR_UNCOMPARED,
		decide: keep,
	},
];
