import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { Matcher } from './matcher';
import type { MatchInput } from './matchInput';
import { keep, type MatchRule, reject } from './matchRule';
import type { PostPair } from './postPair';
import { LOOKALIKE } from './rulesForLookalikes';
import {
	SAME_CONTENT_BUT_MAY_BE_ONLINE,
	PUBLISHED_WITH_TEXT_AND_DATE,
	PUBLISHED_WITH_SAME_FILES,
	SAME_TEXT_AND_DATE_BUT_DIFFERENT_DETAILS,
	SAME_TEXT_AND_DATE_BUT_DIFFERENT_FILES,
	SAME_TEXT_AND_DATE_BUT_UNCOMPARED_FILES,
} from './rulesWithoutRowId';
import { findEarlierVersion, findPublishedPost } from './similarPosts';

/** True if the state of the existing post is the desired one, was chosen by a person, or is final. */
const isInAcceptedState = (pair: PostPair) =>
	pair.isInDesiredState || pair.wasMadeInDesiredState || !pair.existingIsPending;

/** Identical and complete: keep the post. */
const SAME_CONTENT: MatchRule = {
	applies: (pair) =>
		pair.hasSameContent && isInAcceptedState(pair) && pair.onlineConflict === undefined,
	decide: keep,
};

/** If a draft and a scheduled post are identical, each item keeps the post that it created. */
const SAME_CONTENT_AND_MADE_IN_SAME_STATE: MatchRule = {
	...SAME_CONTENT,
	applies: (pair) => pair.wasMadeInDesiredState && SAME_CONTENT.applies(pair),
};

/** Identical, but possibly online or in a different state. */
const SAME_CONTENT_BUT_NOT_KEPT: MatchRule[] = [
	SAME_CONTENT_BUT_MAY_BE_ONLINE,
	// Identical draft: somebody may approve it. Without a fixed date, a draft is harmless.
	{
		applies: (pair) =>
			pair.hasSameContent && pair.desiredHasFixedDate && pair.existing.state === 'DRAFT',
		decide: reject('existingDraft'),
	},
	// Identical and scheduled: the post would be published although a draft is desired.
	{
		applies: (pair) => pair.hasSameContent && pair.existing.state === 'QUEUE',
		decide: reject('alreadyScheduled'),
	},
];

/** The service can't show a post that may be identical. */
const UNREADABLE: MatchRule = {
	applies: ({ fileComparison }) => fileComparison?.readProblem !== undefined,
	decide: reject('uncomparedFiles'),
};

/** From the most to the least certain match. */
const STAGES = [
	[SAME_CONTENT_AND_MADE_IN_SAME_STATE],
	[SAME_CONTENT],
	SAME_CONTENT_BUT_NOT_KEPT,
	[PUBLISHED_WITH_TEXT_AND_DATE],
	[
		SAME_TEXT_AND_DATE_BUT_UNCOMPARED_FILES,
		SAME_TEXT_AND_DATE_BUT_DIFFERENT_FILES,
		PUBLISHED_WITH_SAME_FILES,
		SAME_TEXT_AND_DATE_BUT_DIFFERENT_DETAILS,
	],
	LOOKALIKE,
	[UNREADABLE],
];

/**
 * Applies the rules of Create. Keeps a post with the same content. Rejects a post if an existing one has the same text
 * and date, but a different state or different details, or, if both have a text and a fixed date, different files.
 * Creates all others, with a hint on the existing post that they may replace.
 */
export function applyRulesForCreate(matcher: Matcher): void {
	for (const desired of matcher.undecidedPosts) {
		if (desired.item.ignoresExistingPosts) matcher.record(desired, { action: 'create' });
	}
	for (const stage of STAGES) matcher.applyStage(stage);
	addExtraPosts(matcher);
	for (const desired of matcher.undecidedPosts) {
		const similarPost = findEarlierVersion(desired, matcher) ?? findPublishedPost(desired, matcher);
		const failedPost = findFailedPost(desired, matcher.input);
		matcher.record(desired, { action: 'create', similarPost, failedPost });
	}
}

/** Adds further identical posts to the decisions, so that a hint can name them. */
function addExtraPosts(matcher: Matcher): void {
	for (const planned of [...matcher.plannedPosts.values()]) {
		if (planned.action !== 'keep') continue;
		const extraPosts = matcher
			.listPairs(planned.desired)
			.filter(SAME_CONTENT.applies)
			.map(({ existing }) => existing);
		matcher.record(planned.desired, { ...planned, extraPosts });
	}
}

/** Finds a post with the same text and date that failed for good. */
const findFailedPost = (
	{ target, fingerprint: { textDigest, minute } }: DesiredPost,
	{ posts }: MatchInput,
): ExistingPost | undefined =>
	posts.find(
		({ onlineStatus, channelId, fingerprint }) =>
			onlineStatus === 'failedForGood' &&
			channelId === target.id &&
			fingerprint?.textDigest === textDigest &&
			fingerprint.minute === minute,
	);
