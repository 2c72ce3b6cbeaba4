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

/** Equal, and certainly complete: the post exists, or a person has changed its state since. */
const EQUAL: MatchRule = {
	applies: (pair) => pair.isEqual && pair.isInAcceptedState && pair.onlineConflict === undefined,
	decide: keep,
};

/** A draft and its scheduled copy each belong to the item that created them. */
const EQUAL_AND_MADE_IN_SAME_STATE: MatchRule = {
	...EQUAL,
	applies: (pair) => pair.wasMadeInDesiredState && EQUAL.applies(pair),
};

/** Equal, but it may be online, or is in another state. */
const EQUAL_BUT_NOT_KEPT: MatchRule[] = [
	EQUAL_BUT_MAY_BE_ONLINE,
	// Equal draft: somebody may approve it; an undated draft does no harm.
	{
		applies: (pair) => pair.isEqual && pair.desiredHasDate && pair.existing.state === 'DRAFT',
		decide: reject('existingDraft'),
	},
	// Equal, and scheduled: it would be published although a draft is desired.
	{
		applies: (pair) => pair.isEqual && pair.existing.state === 'QUEUE',
		decide: reject('alreadyScheduled'),
	},
];

/** The service failed to show a post that may be equal. */
const UNREADABLE: MatchRule = {
	applies: (pair) => pair.hasReadProblem,
	decide: reject('uncomparedFiles'),
};

/** In order of certainty. */
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
 * Decides for Create: an equal existing post is kept. If one only differs in files, settings or state, the desired post is
 * rejected. Otherwise a post is created, and a hint names an existing post that it may replace.
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

/** Adds further equal posts to those that are kept, so that a hint names them. */
function addExtraPosts(matcher: Matcher): void {
	for (const planned of matcher.plannedPosts.values()) {
		if (planned.action !== 'keep') continue;
		const extraPosts = matcher.findPosts(planned.desired, EQUAL.applies);
		matcher.decideAndReserve(planned.desired, { ...planned, extraPosts });
		matcher.reserve(extraPosts);
	}
}

/** A post with the desired text and date that certainly failed. */
const findFailedPost = ({ target, fingerprint }: DesiredPost, { posts }: MatchInput) =>
	posts.find(
		({ failedForGood, channelId, fingerprint: existing }: ExistingPost) =>
			failedForGood &&
			channelId === target.id &&
			existing?.textDigest === fingerprint.textDigest &&
			existing.minute === fingerprint.minute,
	);
