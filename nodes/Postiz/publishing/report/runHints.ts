import type { IExecuteFunctions } from 'n8n-workflow';

import { getChannelLabel } from '../../channels/channelLabel';
import { formatDateTimeWithZone, formatDateTime, SECOND_MS } from '../../common/date';
import { capitalize, formatCount, joinFitting, joinSentences, wasOrWere } from '../../common/text';
import { nameItems } from '../../execution/inputItems';
import type { ItemFailures } from '../../execution/itemResults';
import type { Hint } from '../../execution/operationResult';
import { describeNotes } from '../../posts/issues/explainIssues';
import type { PlannedPost } from '../../posts/plannedPost';
import type { PostResult } from '../../posts/postResult';
import type { Run } from '../../posts/run/run';
import { createExistingPostHints } from './existingPostHints';
import { isInPostiz } from './resultsByItem';

/** What hints need to know about a run, in addition to its results. */
export interface FinishedRun {
	plannedPosts: PlannedPost[];
	failures: ItemFailures;
	/** Hints about its items. */
	itemHints: Hint[];
	/** How many posts of Create got the ID of their row. */
	writtenRowIdCount: number;
}

/** Creates all hints about a run: what it did and found, with those about its items. */
export function createRunHints(
	{ context, timezone, client }: Run,
	{ plannedPosts, failures, itemHints, writtenRowIdCount }: FinishedRun,
	results: PostResult[],
): Hint[] {
	const details = [
		...describeKeptPosts(results),
		describePublishDates(results, timezone, client.now()),
	];
	const createdPosts = results.filter(({ outcome }) => outcome === 'created');
	const posts = createdPosts.map(({ planned: { desired, issues } }) => ({
		target: desired.target,
		issues,
	}));
	const missingTags = results.flatMap((result) => result.missingTags ?? []);
	return [
		{
			text: joinSentences(describeOutcomes(results, failures.size), ...details),
			// Models see the error itself.
			forModel: joinSentences(describeOutcomes(results, 0), ...details),
		},
		{ text: describeSkipped(results) },
		{ text: describeDuplicates(plannedPosts, results, context) },
		...createExistingPostHints(plannedPosts, results, timezone),
		...itemHints,
		...describeNotes(posts, missingTags).map((text) => ({ text })),
		{ text: describeWrittenRowIds(writtenRowIdCount) },
	];
}

/** How many posts have each outcome, such as “5 posts created, 14 unchanged, 7 items failed.” */
function describeOutcomes(results: PostResult[], failedItems: number): string {
	const amounts = (['created', 'updated', 'unchanged'] as const)
		.map((outcome) => ({
			outcome,
			amount: results.filter((result) => result.outcome === outcome).length,
		}))
		.filter(({ amount }) => amount > 0);
	const parts = amounts.map(
		({ outcome, amount }, index) =>
			`${index === 0 ? formatCount(amount, 'post') : amount} ${outcome}`,
	);
	if (failedItems > 0) parts.push(`${formatCount(failedItems, 'item')} failed (see “error”)`);
	const [only] = parts.length === 1 ? amounts : [];
	// The sentence on dates says how many.
	if (parts.length === 0 || only?.outcome === 'created') return '';
	return only?.outcome === 'unchanged' ? describeUnchanged(only.amount) : `${parts.join(', ')}.`;
}

/** Posts that were not updated because they were published before, or failed for good. */
function describeKeptPosts(results: PostResult[]) {
	const keptPosts = results.flatMap(({ planned }) => (planned.action === 'keep' ? [planned] : []));
	const publishedCount = keptPosts.filter(({ hasRowChanged }) => hasRowChanged).length;
	const failedCount = keptPosts.filter(({ post }) => post.failedForGood).length;
	return [
		publishedCount > 0 &&
			`${formatCount(publishedCount, 'post')} ${wasOrWere(publishedCount)} already published, before ${publishedCount === 1 ? 'its row' : 'their rows'} changed.`,
		failedCount > 0 &&
			`${formatCount(failedCount, 'post')} could not be published, and ${failedCount === 1 ? 'its row has' : 'their rows have'} not changed: see “note”. To try again, change the row, such as its date.`,
	];
}

const describeUnchanged = (amount: number) =>
	`${amount === 1 ? 'The post was' : `All ${amount} posts were`} already in Postiz. Nothing was sent.`;

/** How many posts of Create were linked to their rows; empty if none were. */
const describeWrittenRowIds = (count: number) =>
	count > 0
		? `${formatCount(count, 'post')} ${wasOrWere(count)} linked to ${count === 1 ? 'its row' : 'their rows'}.`
		: '';

/** When created posts will be published, and updated ones that are published now. */
function describePublishDates(results: PostResult[], timezone: string, now: number): string {
	// The clock of Postiz is known without milliseconds.
	const isDue = (date: string) => Date.parse(date) <= now + SECOND_MS;
	const posts = results
		.filter(({ outcome, planned, after, date = '' }) => {
			const isNow = planned.desired.item.requestFields.type === 'now' && after?.state !== 'DRAFT';
			return outcome === 'created' || (outcome === 'updated' && isNow && isDue(date));
		})
		.map(({ planned, date = '' }) => {
			const { type } = planned.desired.item.requestFields;
			return { type: type !== 'draft' && isDue(date) ? 'now' : type, date };
		});
	const listDates = (...types: string[]) =>
		posts.flatMap(({ type, date }) => (types.includes(type) ? [date] : [])).sort();
	const due = listDates('now').length;
	const drafts = listDates('draft').length;
	const dates = listDates('schedule', 'nextSlot');
	const [first = '', last = first] = [dates[0], dates.at(-1)];
	return joinSentences(
		due > 0 &&
			`Postiz is publishing ${formatCount(due, 'post')} now, ${formatDateTimeWithZone(new Date(now).toISOString(), timezone)}. Post > Wait returns the links once they are published.`,
		dates.length > 0 &&
			`${formatCount(dates.length, 'post')} will be published ${first === last ? `on ${formatDateTimeWithZone(first, timezone)}` : `between ${formatDateTime(first, timezone)} and ${formatDateTimeWithZone(last, timezone)}`}.`,
		drafts > 0 &&
			`${formatCount(drafts, 'draft')} will not be published until scheduled: use Post > Update, or the calendar of Postiz.`,
	);
}

/** In characters. */
const MAX_SKIPPED = 400;

/** Which channels got no post, and why. */
function describeSkipped(results: PostResult[]): string {
	const skippedPosts = results.flatMap(({ planned }) =>
		planned.action === 'skip' ? [planned] : [],
	);
	if (skippedPosts.length === 0) return '';
	const reasons = skippedPosts.map(
		({ desired, reason }) => `${getChannelLabel(desired.target)} – ${reason}`,
	);
	const { text, left } = joinFitting([...new Set(reasons)], ' ', MAX_SKIPPED);
	const more = left > 0 && `And ${formatCount(left, 'more channel')}: see “note”.`;
	return joinSentences(
		`${formatCount(skippedPosts.length, 'channel')} ${wasOrWere(skippedPosts.length)} skipped.`,
		text,
		more,
	);
}

/** Which items have the same post as another one. */
function describeDuplicates(
	plannedPosts: PlannedPost[],
	results: PostResult[],
	context: IExecuteFunctions,
): string {
	const inPostiz = new Set(results.filter(isInPostiz).map(({ planned }) => planned.desired));
	const duplicates = plannedPosts.flatMap((planned) =>
		planned.action === 'duplicate' && inPostiz.has(planned.duplicateOf) ? [planned] : [],
	);
	const [first] = duplicates;
	if (!first) return '';
	const [name, otherName] = [first.desired, first.duplicateOf].map(({ item }) =>
		nameItems(context, [item.index]),
	) as [string, string];
	const others = [...new Set(duplicates.map(({ desired }) => desired.item.index))].slice(1);
	return joinSentences(
		name === otherName
			? `${capitalize(name)} has the same post twice.`
			: `${capitalize(name)} repeats ${otherName}. They share one post.`,
		others.length > 0 &&
			`${capitalize(nameItems(context, others))} ${others.length === 1 ? 'repeats' : 'repeat'} earlier ones, too.`,
	);
}
