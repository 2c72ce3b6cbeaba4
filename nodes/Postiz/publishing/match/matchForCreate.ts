import type { Calendar, DesiredPost, ExistingPost } from '../model';
import { keep, type MatchRule, reject, rejectDoubt } from './matchRules';
import type { Matcher } from './matcher';
import type { PostPair } from './postPair';

const EQUAL_IN_SAME_STATE: MatchRule[] = [
	// Equal, and made in the same state: of a draft and a scheduled copy, each belongs to the row that created it.
	{
		applies: (pair) => pair.wasMadeInDesiredState && pair.isAsDesired,
		decide: keep,
	},
];

const EQUAL: MatchRule[] = [
	// Equal: the post exists, or a person has changed its state since.
	{
		applies: (pair) => pair.isAsDesired,
		decide: keep,
	},
];

/** What may be online is never sent again. */
export const EQUAL_AND_DOUBTFUL: MatchRule = {
	applies: (pair) => pair.doubt !== undefined && pair.isEqual,
	decide: rejectDoubt,
};

const EQUAL_IN_OTHER_STATE: MatchRule[] = [
	EQUAL_AND_DOUBTFUL,
	// Equal draft: somebody may approve it; an undated draft does no harm.
	{
		applies: (pair) => pair.isDated && pair.post.state === 'DRAFT' && pair.isEqual,
		decide: reject('existingDraft'),
	},
	// Equal, and scheduled: it would be published although the row is a draft.
	{
		applies: (pair) => pair.post.state === 'QUEUE' && pair.isEqual,
		decide: reject('alreadyScheduled'),
	},
];

export const PUBLISHED_AT_DATE: MatchRule[] = [
	// Published at its date: links to files expire, and a published post is never sent again.
	{
		applies: (pair) => pair.hasSameTextAndDate && pair.isPublishedDatedText,
		decide: keep,
	},
];

/** The same text and date; files or settings differ, or can’t be compared. */
export const SAME_TEXT: MatchRule[] = [
	// Files unknown: only the files could show whether it is the same post.
	{
		applies: (pair) =>
			pair.hasSameTextInSameState &&
			(pair.isDated ? !pair.hasText : pair.hasSameSettings) &&
			pair.compareFiles() === 'unknown',
		decide: reject('unknownFiles'),
	},
	// Other files: the files of the row may have been changed.
	{
		applies: (pair) =>
			pair.hasSameTextAndDate && pair.isDated && pair.hasText && pair.compareFiles() !== 'same',
		decide: reject('otherFiles'),
	},
	// Published without text: its files are the same.
	{
		applies: (pair) =>
			pair.hasSameTextAndDate && pair.isDated && pair.isPublished && pair.compareFiles() === 'same',
		decide: keep,
	},
	// Other settings: the settings or tags of the row may have been changed.
	{
		applies: (pair) =>
			pair.hasSameTextAndDate && !pair.hasSameSettings && pair.compareFiles() === 'same',
		decide: reject('otherSettings'),
	},
];

/** Posts without a key that look the same. */
export const LOOKALIKE: MatchRule[] = [
	// Looks the same, and may be online: what may be online is never sent again.
	{
		applies: (pair) => pair.isLookalike && pair.post.mayBeOnline,
		decide: rejectDoubt,
	},
	// Looks the same, as far as it can be read: its files or parts may differ.
	{
		applies: (pair) => pair.isLookalike && pair.isIncomparable,
		decide: reject('unknownFiles'),
	},
	// Looks like the beginning of the thread: its other parts may have failed.
	{
		applies: (pair) =>
			pair.isLookalike && (pair.post.partCount ?? Infinity) < pair.desired.parts.length,
		decide: reject('incompleteThread'),
	},
	// Looks the same, as a draft: somebody may approve it.
	{
		applies: (pair) => pair.isLookalike && pair.post.state === 'DRAFT' && !pair.desired.key.isDraft,
		decide: reject('existingDraft'),
	},
	// Looks the same: somebody made it in Postiz, or the instance drops keys.
	{
		applies: (pair) => pair.isLookalike,
		decide: keep,
	},
];

/** From the surest to the least sure. */
const STAGES = [
	EQUAL_IN_SAME_STATE,
	EQUAL,
	EQUAL_IN_OTHER_STATE,
	PUBLISHED_AT_DATE,
	SAME_TEXT,
	LOOKALIKE,
];

/** Create: an equal post is kept; because of a similar one, the row is rejected. */
export function matchForCreate(matcher: Matcher): void {
	const undecided = matcher.undecided.filter(({ item }) => !item.ignoresExisting);
	for (const stage of STAGES) matcher.applyRules(stage, undecided);
	addDuplicates(matcher);
	for (const desired of matcher.undecided) {
		if (desired.item.ignoresExisting) matcher.decide(desired, { action: 'create' });
		else {
			const replaceCandidate =
				matcher.findReplaceCandidate(desired) ?? matcher.findPublishedPost(desired);
			const failedPost = findFailedPost(desired, matcher.calendar);
			matcher.decide(desired, { action: 'create', replaceCandidate, failedPost });
		}
	}
}

/** Adds other equal posts to those that are kept. */
function addDuplicates(matcher: Matcher): void {
	const isAsDesired = (pair: PostPair) => pair.isAsDesired;
	for (const planned of matcher.plannedPosts.values()) {
		if (planned.action !== 'keep') continue;
		const duplicates = matcher.findPosts(planned.desired, isAsDesired);
		matcher.decide(planned.desired, { ...planned, duplicates });
		matcher.reserve(duplicates);
	}
}

/** The post with the text and date of a row that certainly failed. */
const findFailedPost = ({ target, key }: DesiredPost, { posts }: Calendar) =>
	posts.find(
		({ failedForGood, channelId, key: existing }: ExistingPost) =>
			failedForGood &&
			channelId === target.id &&
			existing?.text === key.text &&
			existing.when === key.when,
	);
