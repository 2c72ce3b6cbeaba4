import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { Matcher } from './matcher';
import type { MatchInput } from './matchInput';
import {
	EQUAL_BUT_MAY_BE_ONLINE,
	keep,
	LOOKALIKE,
	type MatchRule,
	PUBLISHED_AT_DATE,
	reject,
	SAME_TEXT,
} from './sharedRules';

/** Equal and complete: keep the post. A person may have changed its state since. */
const EQUAL: MatchRule = {
	applies: (pair) => pair.isEqual && pair.isInAcceptedState && pair.onlineConflict === undefined,
	decide: keep,
};

/** If a draft and a scheduled post are equal, each item keeps the post that it created. */
const EQUAL_AND_MADE_IN_SAME_STATE: MatchRule = {
	...EQUAL,
	applies: (pair) => pair.wasMadeInDesiredState && EQUAL.applies(pair),
};

/** Equal, but possibly online or in another state. */
const EQUAL_BUT_NOT_KEPT: MatchRule[] = [
	EQUAL_BUT_MAY_BE_ONLINE,
	// Equal draft: somebody may approve it. An undated draft is harmless.
	{
		applies: (pair) => pair.isEqual && pair.desiredHasDate && pair.existing.state === 'DRAFT',
		decide: reject('existingDraft'),
	},
	// Equal and scheduled: the post would be published although a draft is desired.
	{
		applies: (pair) => pair.isEqual && pair.existing.state === 'QUEUE',
		decide: reject('alreadyScheduled'),
	},
];

/** The service can't show a post that may be equal. */
const UNREADABLE: MatchRule = {
	applies: (pair) => pair.hasReadProblem,
	decide: reject('uncomparedFiles'),
};

/** From the most to the least certain match. */
const STAGES = [
	[EQUAL_AND_MADE_IN_SAME_STATE],
	[EQUAL],
	EQUAL_BUT_NOT_KEPT,
	[PUBLISHED_AT_DATE],
	SAME_TEXT,
	LOOKALIKE,
	[UNREADABLE],
];

/**
 * Decides for Create. Keeps an equal existing post. Rejects a post if an existing one differs only in files, details
 * or state. Creates all others, with a hint on the existing post that they may replace.
 */
export function decideForCreate(matcher: Matcher): void {
	for (const desired of matcher.undecidedPosts) {
		if (desired.item.ignoresExisting) matcher.decideAndReserve(desired, { action: 'create' });
	}
	for (const stage of STAGES) matcher.applyStage(stage);
	addExtraPosts(matcher);
	for (const desired of matcher.undecidedPosts) {
		const similarPost = matcher.findSimilarPost(desired) ?? matcher.findPublishedPost(desired);
		const failedPost = findFailedPost(desired, matcher.input);
		matcher.decideAndReserve(desired, { action: 'create', similarPost, failedPost });
	}
}

/** Records further equal posts, so that a hint can name them. */
function addExtraPosts(matcher: Matcher): void {
	for (const planned of matcher.plannedPosts.values()) {
		if (planned.action !== 'keep') continue;
		const extraPosts = matcher.findPosts(planned.desired, EQUAL.applies);
		matcher.decideAndReserve(planned.desired, { ...planned, extraPosts });
		matcher.reserve(extraPosts);
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
