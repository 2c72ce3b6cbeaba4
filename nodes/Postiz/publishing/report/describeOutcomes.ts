import { getChannelLabel } from '../../channels/channelLabel';
import { formatCount, joinFitting, joinSentences, wasOrWere } from '../../common/text';
import type { Outcome, PostResult } from '../../posts/postResult';

interface OutcomeOptions {
	failedItemCount: number;
	/** The number of unchanged posts that were sent again (`WrittenFingerprints`). */
	sentFingerprintCount: number;
	isForModel?: boolean;
}

/**
 * Counts the posts with each outcome and the failed items, such as “5 posts created, 14 unchanged.” Empty if all posts
 * were created: `describePublishDates` counts these. For a model, which sees the errors themselves, counts no failed
 * items, and unclear posts only if there are others.
 */
export function describeOutcomes(
	results: PostResult[],
	{ failedItemCount, sentFingerprintCount, isForModel = false }: OutcomeOptions,
): string {
	const outcomes: Outcome[] = ['created', 'updated', 'unchanged'];
	if (isForModel) outcomes.push('unknown');
	const amounts = outcomes
		.map((outcome) => ({
			outcome,
			amount: results.filter((result) => result.outcome === outcome).length,
		}))
		.filter(({ amount }) => amount > 0);
	const parts = amounts.map(
		({ outcome, amount }, index) =>
			`${index === 0 ? formatCount(amount, 'post') : amount} ${outcome}`,
	);
	if (failedItemCount > 0 && !isForModel)
		parts.push(`${formatCount(failedItemCount, 'item')} failed (see “error”)`);
	const [only] = parts.length === 1 ? amounts : [];
	if (parts.length === 0 || only?.outcome === 'created' || only?.outcome === 'unknown') return '';
	return only?.outcome === 'unchanged' && failedItemCount === 0
		? joinSentences(
				`${nameAll(only.amount)} already in Postiz.`,
				sentFingerprintCount === 0 && 'Nothing was sent.',
			)
		: `${parts.join(', ')}.`;
}

function nameAll(postCount: number): string {
	if (postCount === 1) return 'The post was';
	return postCount === 2 ? 'Both posts were' : `All ${postCount} posts were`;
}

/**
 * Counts the posts that were not updated because they were already published, or failed for good; empty if there are
 * none.
 */
export function describeKeptPosts(results: PostResult[]): string {
	const keptPosts = results.flatMap(({ planned }) => (planned.action === 'keep' ? [planned] : []));
	const publishedCount = keptPosts.filter(
		({ hasItemChangedAfterPublishing }) => hasItemChangedAfterPublishing,
	).length;
	const failedCount = keptPosts.filter(
		({ existing }) => existing.onlineStatus === 'failedForGood',
	).length;
	const publishedItems = publishedCount === 1 ? 'its item' : 'their items';
	const failedRowsHave = failedCount === 1 ? 'its row has' : 'their rows have';
	return joinSentences(
		publishedCount > 0 &&
			`${formatCount(publishedCount, 'post')} ${wasOrWere(publishedCount)} already published before ${publishedItems} changed.`,
		failedCount > 0 &&
			`${formatCount(failedCount, 'post')} could not be published, and ${failedRowsHave} not changed: see “note”. To try again, change the row, such as its date.`,
	);
}

/** In characters. */
const MAX_REASONS_LENGTH = 400;

/** Lists the channels without a post, and why; empty if none were skipped. */
export function describeSkippedChannels(results: PostResult[]): string {
	const skippedPosts = results.flatMap(({ planned }) =>
		planned.action === 'skipChannel' ? [planned] : [],
	);
	if (skippedPosts.length === 0) return '';
	const reasons = skippedPosts.map(
		({ desired, reason }) => `${getChannelLabel(desired.target)} – ${reason}`,
	);
	const channelCount = new Set(skippedPosts.map(({ desired }) => desired.target.id)).size;
	const { text, remainingCount } = joinFitting([...new Set(reasons)], ' ', MAX_REASONS_LENGTH);
	const more =
		remainingCount > 0 && `And ${formatCount(remainingCount, 'more reason')}: see “note”.`;
	return joinSentences(
		`${formatCount(channelCount, 'channel')} ${wasOrWere(channelCount)} skipped.`,
		text,
		more,
	);
}
