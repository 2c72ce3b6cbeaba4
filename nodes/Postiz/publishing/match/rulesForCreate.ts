import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { Decisions } from './decisions';
import type { MatchInput } from './matchInput';
import { keep, type MatchRule, reject } from './matchRule';
import type { PostPair } from './postPair';
import {
	EQUAL_BUT_MAY_BE_ONLINE,
	PUBLISHED_AT_DATE,
	PUBLISHED_WITH_SAME_FILES,
	SAME_TEXT_AND_DATE_BUT_OTHER_DETAILS,
	SAME_TEXT_AND_DATE_BUT_OTHER_FILES,
	SAME_TEXT_BUT_UNCOMPARED_FILES,
} from './rulesWithoutRowId';
import { LOOKALIKE } from './rulesForLookalikes';
import { findEarlierVersion, findPublishedPost } from './similarPosts';

/** True if the state of the existing post is the desired one, was chosen by a person, or is final. */
const isInAcceptedState = (pair: PostPair) =>
	pair.isInDesiredState || pair.wasMadeInDesiredState || !pair.existingIsPending;

/** Identical and complete: keep the post. */
const EQUAL: MatchRule = {
	applies: (pair) => pair.isEqual && isInAcceptedState(pair) && pair.onlineConflict === undefined,
	decide: keep,
};

/** If a draft and a scheduled post are identical, each item keeps the post that it created. */
const EQUAL_AND_MADE_IN_SAME_STATE: MatchRule = {
	...EQUAL,
	applies: (pair) => pair.wasMadeInDesiredState && EQUAL.applies(pair),
};

/** Identical, but possibly online or in a different state. */
const EQUAL_BUT_NOT_KEPT: MatchRule[] = [
	EQUAL_BUT_MAY_BE_ONLINE,
	// Identical draft: somebody may approve it. Without a fixed date, a draft is harmless.
	{
		applies: (pair) => pair.isEqual && pair.desiredHasFixedDate && pair.existing.state === 'DRAFT',
		decide: reject('existingDraft'),
	},
	// Identical and scheduled: the post would be published although a draft is desired.
	{
		applies: (pair) => pair.isEqual && pair.existing.state === 'QUEUE',
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
	[EQUAL_AND_MADE_IN_SAME_STATE],
	[EQUAL],
	EQUAL_BUT_NOT_KEPT,
	[PUBLISHED_AT_DATE],
	[
		SAME_TEXT_BUT_UNCOMPARED_FILES,
		SAME_TEXT_AND_DATE_BUT_OTHER_FILES,
		PUBLISHED_WITH_SAME_FILES,
		SAME_TEXT_AND_DATE_BUT_OTHER_DETAILS,
	],
	LOOKALIKE,
	[UNREADABLE],
];

/**
 * Applies the rules of Create. Keeps an identical existing post. Rejects a post if an existing one differs only in
 * details or state, or, for a dated post with a text, only in files. Creates all others, with a hint on the existing
 * post that they may replace.
 */
export function applyRulesForCreate(decisions: Decisions): void {
	for (const desired of decisions.undecidedPosts) {
		if (desired.item.postsAgainIfExists) decisions.record(desired, { action: 'create' });
	}
	for (const stage of STAGES) decisions.applyStage(stage);
	addExtraPosts(decisions);
	for (const desired of decisions.undecidedPosts) {
		const similarPost =
			findEarlierVersion(desired, decisions) ?? findPublishedPost(desired, decisions);
		const failedPost = findFailedPost(desired, decisions.input);
		decisions.record(desired, { action: 'create', similarPost, failedPost });
	}
}

/** Adds further identical posts to the decisions, so that a hint can name them. */
function addExtraPosts(decisions: Decisions): void {
	for (const planned of [...decisions.plannedPosts.values()]) {
		if (planned.action !== 'keep') continue;
		const extraPosts = decisions
			.listPairs(planned.desired)
			.filter(EQUAL.applies)
			.map(({ existing }) => existing);
		decisions.record(planned.desired, { ...planned, extraPosts });
	}
}

/** Finds a post with the same text and date that failed for good. */
const findFailedPost = ({ target, fingerprint }: DesiredPost, { posts }: MatchInput) =>
	posts.find(
		({ onlineStatus, channelId, fingerprint: existing }: ExistingPost) =>
			onlineStatus === 'failedForGood' &&
			channelId === target.id &&
			existing?.textDigest === fingerprint.textDigest &&
			existing.minute === fingerprint.minute,
	);
