import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { MatchInput } from './matchInput';
import type { Matcher } from './matcher';
import {
	EQUAL_BUT_MAY_BE_ONLINE,
	keep,
	LOOKALIKE,
	type MatchRule,
	PUBLISHED_AT_DATE,
	reject,
	SAME_TEXT,
} from './sharedRules';

const EQUAL_IN_SAME_STATE: MatchRule[] = [
	// Equal, and made in the same state: a draft and its scheduled copy each belong to the item that created them.
	{
		applies: (pair) => pair.wasMadeInDesiredState && pair.satisfiesDesired(),
		decide: keep,
	},
];

const EQUAL_IN_ANOTHER_STATE: MatchRule[] = [
	// Equal: the post exists, or a person has changed its state since.
	{
		applies: (pair) => pair.satisfiesDesired(),
		decide: keep,
	},
];

/** Equal, but it may be online, or is in another state. */
const EQUAL_BUT_NOT_KEPT: MatchRule[] = [
	EQUAL_BUT_MAY_BE_ONLINE,
	// Equal draft: somebody may approve it; an undated draft does no harm.
	{
		applies: (pair) => pair.isDated && pair.post.state === 'DRAFT' && pair.isEqual(),
		decide: reject('existingDraft'),
	},
	// Equal, and scheduled: it would be published although a draft is desired.
	{
		applies: (pair) => pair.post.state === 'QUEUE' && pair.isEqual(),
		decide: reject('alreadyScheduled'),
	},
];

/** The service failed to show a post that may be equal. */
const READ_FAILED: MatchRule[] = [
	{ applies: (pair) => pair.hasReadProblem, decide: reject('uncomparedFiles') },
];

/** In order of certainty. */
const STAGES = [
	EQUAL_IN_SAME_STATE,
	EQUAL_IN_ANOTHER_STATE,
	EQUAL_BUT_NOT_KEPT,
	PUBLISHED_AT_DATE,
	SAME_TEXT,
	LOOKALIKE,
	READ_FAILED,
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
		const replaceablePost =
			matcher.findReplaceablePost(desired) ?? matcher.findPublishedPost(desired);
		const failedPost = findFailedPost(desired, matcher.input);
		matcher.decideAndReserve(desired, { action: 'create', replaceablePost, failedPost });
	}
}

/** Adds further equal posts to those that are kept, so that a hint names them. */
function addExtraPosts(matcher: Matcher): void {
	for (const planned of matcher.plannedPosts.values()) {
		if (planned.action !== 'keep') continue;
		const extraPosts = matcher.findPosts(planned.desired, (pair) => pair.satisfiesDesired());
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
			existing?.text === fingerprint.text &&
			existing.minute === fingerprint.minute,
	);
