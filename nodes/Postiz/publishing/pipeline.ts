import type { IExecuteFunctions } from 'n8n-workflow';

import { isRequestError } from '../common/problem';
import { locks, updateExclusively } from '../common/processState';
import { failAllItems } from '../execution/forEachItem';
import { listIndexes } from '../execution/inputItems';
import { toItemError } from '../execution/itemError';
import { mapConcurrently, mapSequentially, mergeFailures } from '../execution/itemResults';
import { assertNotCancelled, continuesOnError } from '../execution/nodeContext';
import type { OperationResult } from '../execution/operationResult';
import type { DesiredPost } from '../posts/desiredPost';
import { addSameMinuteNotes } from '../posts/issues/addSameMinuteNotes';
import type { Item } from '../posts/item';
import { createRun, type RunContext } from '../posts/run/run';
import type { RunMemory } from '../posts/run/runMemory';
import type { RunOptions } from '../posts/run/runOptions';
import type { ReadState, ResolvedState, SentState, ValidatedState } from '../posts/run/runStates';
import type { PostizClient } from '../transport/client';
import { recordRound } from './match/loopHistory';
import { match } from './match/match';
import { renderPreview } from './preview/renderPreview';
import { findBlankRows } from './read/blankRows';
import { type ItemReader, readForm, readUpsertForm } from './read/readForm';
import { readJson } from './read/readJson';
import { readRunOptions } from './read/readRunOptions';
import { addOtherItems, explainFailedItems } from './report/failedItems';
import { createItemHints } from './report/itemHints';
import { renderReport } from './report/report';
import { createResultsByItem } from './report/resultsByItem';
import { inspectFiles, resolveItem } from './resolve/resolveItem';
import { RunFailures } from './runFailures';
import { deliver } from './send/delivery/deliver';
import { fetchResults } from './send/fetchResults';
import { prepare, selectOutgoing } from './send/prepare';
import { writeRowFingerprints } from './send/writeRowFingerprints';
import { addFetchedConnectionNotes } from './validate/addFetchedConnectionNotes';
import { addDateProblem, findItemsWithDateProblem } from './validate/dateProblems';
import { rejectOrSkipInvalid } from './validate/rejectOrSkipInvalid';
import { validatePlannedPosts } from './validate/validatePlannedPosts';

const READERS = {
	create: readForm,
	upsert: readUpsertForm,
	createFromJson: readJson,
} satisfies Record<string, ItemReader>;

/**
 * Publishes the posts of all items, read from the form, with a Row ID, or from JSON. Each step finishes for all items
 * before the next one starts, so that nothing is sent if an item is invalid.
 */
export async function publishPosts(
	context: IExecuteFunctions,
	client: PostizClient,
	memory: RunMemory,
	operation: keyof typeof READERS,
): Promise<OperationResult> {
	const blankRows = findBlankRows(context);
	const itemIndexes = listIndexes(context).filter((index) => !blankRows.has(index));
	let options: RunOptions;
	try {
		options = readRunOptions(context, itemIndexes);
	} catch (error) {
		return failAllItems(context, error);
	}
	const run = createRun(context, client, memory, { ...options, isUpsert: operation === 'upsert' });
	const runFailures = new RunFailures(run, {
		stopsAtFailure: !options.previewsOnly && !continuesOnError(context),
	});
	const readItem = (index: number) => READERS[operation](context, index, run.startedAt);
	const items = runFailures.collectOrThrow(
		await mapSequentially(itemIndexes, readItem, { stopsAtFailure: runFailures.stopsAtFailure }),
	);
	const readState = { options, blankRows, itemIndexes, items };
	const resolvedState = await resolveItems(run, runFailures, readState);
	if (options.previewsOnly) {
		const validatedState = await matchAndValidate(run, runFailures, resolvedState);
		return await previewPosts(run, runFailures, validatedState);
	}
	return await withLocks(run, resolvedState.desiredPosts, async () => {
		const validatedState = await matchAndValidate(run, runFailures, resolvedState);
		const sentState = await updateExclusively(
			listIdsToUpdate(validatedState),
			async () => await sendPosts(run, runFailures, validatedState),
		);
		return reportResults(run, runFailures, sentState);
	});
}

/**
 * A concurrent execution with the same texts or Row IDs, such as a repeated webhook, waits, and then finds the posts.
 * Each post has both locks, as Create and Create or Update also find each other's posts.
 */
async function withLocks<T>(
	{ client, context }: RunContext,
	desiredPosts: DesiredPost[],
	work: () => Promise<T>,
): Promise<T> {
	const keys = desiredPosts
		.filter(({ item }) => !item.ignoresExisting)
		.flatMap(({ target, fingerprint: { textDigest, rowIdDigest } }) =>
			[textDigest, rowIdDigest ?? textDigest].map((digest) =>
				JSON.stringify([client.baseUrl, target.id, digest]),
			),
		);
	return await locks.run(keys, async () => {
		assertNotCancelled(context);
		return await work();
	});
}

/**
 * Resolves each item to a post per channel. Items with an invalid date fail; their errors list all other mistakes, too.
 */
async function resolveItems(
	run: RunContext,
	runFailures: RunFailures,
	readState: ReadState,
): Promise<ResolvedState> {
	const { options, itemIndexes, items } = readState;
	// A run that sends posts reads files on the web when it uploads them; a preview doesn't upload any.
	const inspectOptions = { inspectsUrls: options.previewsOnly };
	const throwWithDateProblem = (item: Item) => (error: unknown) => {
		throw addDateProblem(item, error, run);
	};
	const inspected = runFailures.collectOrThrow(
		await mapConcurrently(items, async (item) => {
			await inspectFiles(item, run.inspector, inspectOptions).catch(throwWithDateProblem(item));
			return item;
		}),
	);
	const resolvedItems = runFailures.collectOrThrow(
		await mapSequentially(
			inspected,
			async (item) =>
				await resolveItem(item, run, inspectOptions).catch(throwWithDateProblem(item)),
			{ stopsAtFailure: runFailures.stopsAtFailure },
		),
	);
	const posts = resolvedItems.flatMap(({ desiredPosts }) => desiredPosts);
	runFailures.addOrThrow(findItemsWithDateProblem(posts, run));
	return {
		...readState,
		resolvedItems,
		hasUnresolvedItems: resolvedItems.length < itemIndexes.length,
		desiredPosts: posts.filter(({ item }) => !runFailures.byItem.has(item.index)),
	};
}

/** Decides what to do with each post by what the calendar has, and validates the posts to send. */
async function matchAndValidate(
	run: RunContext,
	runFailures: RunFailures,
	resolvedState: ResolvedState,
): Promise<ValidatedState> {
	const matchResult = await match(resolvedState.desiredPosts, run);
	runFailures.addOrThrow(matchResult.failures);
	const validatedPosts = runFailures.collectOrThrow(
		await validatePlannedPosts(matchResult.plannedPosts, matchResult, run, runFailures.byItem),
	);
	const plannedPosts = await addFetchedConnectionNotes(validatedPosts, matchResult, run);
	const { unsearchedCount, conflictProblems } = matchResult;
	return { ...resolvedState, plannedPosts, unsearchedCount, conflictProblems };
}

/** Shows what would be sent. */
async function previewPosts(
	run: RunContext,
	{ byItem }: RunFailures,
	validatedState: ValidatedState,
): Promise<OperationResult> {
	// If Postiz couldn't be reached, there may be no posts to show.
	const unreached = listIndexes(run.context).find((index) => isRequestError(byItem.get(index)));
	const hasPosts = validatedState.plannedPosts.length > 0;
	if (unreached !== undefined && !hasPosts && !continuesOnError(run.context))
		throw toItemError(run.context, [unreached, byItem.get(unreached)]);
	const plannedPosts = addSameMinuteNotes(
		validatedState.plannedPosts,
		({ desired }) => !byItem.has(desired.item.index),
	);
	return await renderPreview(run, {
		...validatedState,
		plannedPosts,
		failures: byItem,
		itemHints: createItemHints(validatedState),
	});
}

/** The IDs of existing posts that this run updates, if only with their Row ID. */
const listIdsToUpdate = ({ plannedPosts }: ValidatedState): string[] =>
	plannedPosts.flatMap((planned) =>
		planned.action === 'update' || (planned.action === 'keep' && planned.needsRowId)
			? [planned.post.id]
			: [],
	);

/** Uploads files and sends the posts. */
async function sendPosts(
	run: RunContext,
	runFailures: RunFailures,
	validatedState: ValidatedState,
): Promise<SentState> {
	assertNotCancelled(run.context);
	const prepared = await prepare(validatedState.plannedPosts, run, runFailures.byItem);
	runFailures.addOrThrow(prepared.failures);
	// Uploads may have added issues, as they show where the instance keeps files.
	const plannedPosts = runFailures.collectOrThrow(rejectOrSkipInvalid(prepared.plannedPosts, run));
	const outgoing = selectOutgoing(prepared.outgoing, plannedPosts, runFailures.byItem);
	const delivered = await deliver(outgoing, run, {
		continuesOnError: continuesOnError(run.context),
	});
	const isComplete = delivered.every(({ outcome }) => outcome !== 'notSent');
	const deliveryResults = [...prepared.unchanged, ...delivered];
	const writtenRowIdCount = isComplete
		? await writeRowFingerprints(plannedPosts, deliveryResults, run)
		: 0;
	const results = await fetchResults(plannedPosts, deliveryResults, run, runFailures.byItem);
	recordRound(run, results);
	return { ...validatedState, plannedPosts, results, writtenRowIdCount };
}

/** Outputs what became of the posts, or throws the most severe failure. */
function reportResults(
	run: RunContext,
	runFailures: RunFailures,
	sentState: SentState,
): OperationResult {
	const { context } = run;
	const resultsByItem = createResultsByItem(
		sentState.plannedPosts,
		sentState.results,
		runFailures.byItem,
	);
	const sendFailures = explainFailedItems(resultsByItem, runFailures.byItem);
	const [worst] = sendFailures;
	if (worst && !continuesOnError(context))
		throw toItemError(context, [worst[0], addOtherItems(worst, resultsByItem, context)]);
	return renderReport(run, {
		...sentState,
		resultsByItem,
		failures: mergeFailures(runFailures.byItem, sendFailures),
		itemHints: createItemHints(sentState),
	});
}
