import type { IExecuteFunctions } from 'n8n-workflow';

import { isRequestError } from '../common/problem';
import { locks, updateExclusively } from '../common/processState';
import { listIndexes } from '../execution/inputItems';
import { toItemError } from '../execution/itemError';
import { mapConcurrently, mapSequentially, mergeFailures } from '../execution/itemResults';
import { assertNotCancelled, shouldContinueOnError } from '../execution/nodeContext';
import { failAllItems, type OperationResult } from '../execution/operationResult';
import type { DesiredPost } from '../posts/desiredPost';
import { createFromJsonFields, upsertFields } from '../posts/form/publishFields';
import {
	addSameMinuteNotes,
	addSameMinuteNotesToResults,
} from '../posts/issues/addSameMinuteNotes';
import type { Item } from '../posts/item';
import { createRun, type Run } from '../posts/run/run';
import type { RetryMemory } from '../posts/run/retryMemory';
import type { RunOptions } from '../posts/run/runOptions';
import type {
	CompletedState,
	DeliveredState,
	MatchedState,
	ReadState,
	ResolvedState,
	ValidatedState,
} from '../posts/run/runStates';
import type { PostizClient } from '../transport/client';
import { addFailuresOrThrow } from '../posts/run/addFailuresOrThrow';
import { recordRound } from './match/loopHistory';
import { match } from './match/match';
import { renderPreview } from './preview/renderPreview';
import { findBlankRows } from './read/blankRows';
import { assertExpressionsValid } from './read/expressions/assertExpressionsValid';
import { listRawFields } from './read/expressions/rawFields';
import { type ItemReader, readForm, readUpsertForm } from './read/readForm';
import { readJson } from './read/readJson';
import { readRunOptions } from './read/readRunOptions';
import { addOtherItems, explainFailedItems } from './report/failedItems';
import { createItemHints } from './report/itemHints';
import { renderReport } from './report/report';
import { createResultsByItem } from './report/resultsByItem';
import { inspectFiles, resolveItem } from './resolve/resolveItem';
import { deliver } from './send/delivery/deliver';
import { fetchPostResults } from './send/fetchPostResults';
import { preparePosts, selectOutgoing } from './send/preparePosts';
import { writeRowFingerprints } from './send/writeRowFingerprints';
import { addDateAndLimitIssues } from './validate/addDateAndLimitIssues';
import { addPostIssues } from './validate/addPostIssues';
import { fetchAndAddConnectionNotes } from './validate/fetchAndAddConnectionNotes';
import { addDateProblem, findDateFailures } from './validate/dateProblems';
import { rejectOrSkipInvalid } from './validate/rejectOrSkipInvalid';

const READERS = {
	create: readForm,
	upsert: readUpsertForm,
	createFromJson: readJson,
} satisfies Record<string, ItemReader>;

/** The fields of all operations of this pipeline. */
const ALL_FIELDS = [...upsertFields, ...createFromJsonFields];

/**
 * Publishes the posts of all items. Each step finishes for all items before the next one starts, so nothing is sent if
 * an item is invalid.
 */
export async function publishPosts(
	context: IExecuteFunctions,
	client: PostizClient,
	memory: RetryMemory,
	operation: keyof typeof READERS,
): Promise<OperationResult> {
	const blankRows = findBlankRows(context);
	const itemIndexes = listIndexes(context).filter((index) => !blankRows.has(index));
	let options: RunOptions;
	try {
		assertExpressionsValid(listRawFields(context, ALL_FIELDS));
		options = readRunOptions(context, itemIndexes);
	} catch (error) {
		return failAllItems(context, error);
	}
	const run = createRun(context, client, memory, {
		...options,
		isUpsert: operation === 'upsert',
	});
	const readState = await readItems(run, { options, blankRows, itemIndexes }, READERS[operation]);
	const resolvedState = await resolveItems(run, readState);
	if (options.previewsOnly) {
		const matchedState = await matchPosts(run, resolvedState);
		return await previewPosts(run, await validatePosts(run, matchedState));
	}
	return await withLocks(run, resolvedState.desiredPosts, async () => {
		const matchedState = await matchPosts(run, resolvedState);
		const validatedState = await validatePosts(run, matchedState);
		const completedState = await updateExclusively(listIdsToUpdate(validatedState), async () => {
			const deliveredState = await sendPosts(run, validatedState);
			const writtenRowIdCount = await writeRowFingerprints(run, deliveredState);
			const results = await fetchPostResults(run, deliveredState);
			recordRound(run, results);
			return { ...deliveredState, results, writtenRowIdCount };
		});
		return reportResults(run, completedState);
	});
}

/** Reads the items that aren't blank rows. */
async function readItems(
	run: Run,
	input: Pick<ReadState, 'options' | 'blankRows' | 'itemIndexes'>,
	readItem: ItemReader,
): Promise<ReadState> {
	const { values: items, failures } = await mapSequentially(
		input.itemIndexes,
		(index) => readItem(run.context, index, run.startedAt),
		input.options,
	);
	return addFailuresOrThrow(run, { ...input, items, failures: new Map() }, failures);
}

/**
 * Locks the posts: a concurrent execution with the same texts or Row IDs, such as of a repeated webhook, waits and then
 * finds them in the calendar. Each post has both locks, as Create and Create or Update also find each other's posts.
 */
async function withLocks<T>(
	{ client, context }: Run,
	desiredPosts: DesiredPost[],
	work: () => Promise<T>,
): Promise<T> {
	const keys = desiredPosts
		.filter(({ item }) => !item.postsAgainIfExists)
		.flatMap(({ target, fingerprint: { textDigest, rowIdDigest } }) =>
			[textDigest, rowIdDigest ?? textDigest].map((digest) =>
				JSON.stringify([client.baseUrl, target.id, digest]),
			),
		);
	return await locks.runExclusively(keys, async () => {
		assertNotCancelled(context);
		return await work();
	});
}

/**
 * Resolves each item to a post per channel. Items with an invalid date fail, with all other mistakes in the same error.
 */
async function resolveItems(run: Run, readState: ReadState): Promise<ResolvedState> {
	const { options, items } = readState;
	// Only a preview inspects files on the web. Otherwise, they are read when they are uploaded.
	const inspectOptions = { inspectsUrls: options.previewsOnly };
	const throwWithDateProblem = (item: Item) => (error: unknown) => {
		throw addDateProblem(item, error, run);
	};
	const inspected = await mapConcurrently(items, async (item) => {
		await inspectFiles(item, run.inspector, inspectOptions).catch(throwWithDateProblem(item));
		return item;
	});
	const inspectedState = addFailuresOrThrow(run, readState, inspected.failures);
	const resolved = await mapSequentially(
		inspected.values,
		async (item) => await resolveItem(item, run, inspectOptions).catch(throwWithDateProblem(item)),
		options,
	);
	const resolvedItems = resolved.values;
	const posts = resolvedItems.flatMap(({ desiredPosts }) => desiredPosts);
	const state = addFailuresOrThrow(
		run,
		inspectedState,
		mergeFailures(resolved.failures, findDateFailures(posts, run)),
	);
	return {
		...state,
		resolvedItems,
		desiredPosts: posts.filter(({ item }) => !state.failures.has(item.index)),
	};
}

/** Matches posts with the calendar. Items with a rejected post fail. */
async function matchPosts(run: Run, resolvedState: ResolvedState): Promise<MatchedState> {
	const { failures, ...matchResult } = await match(resolvedState.desiredPosts, run);
	return addFailuresOrThrow(run, { ...resolvedState, ...matchResult }, failures);
}

/** Adds issues to the posts to send. Items with errors fail. */
async function validatePosts(run: Run, matchedState: MatchedState): Promise<ValidatedState> {
	const { calendar } = matchedState;
	const withIssues = await addPostIssues(matchedState.plannedPosts, run);
	const validated = rejectOrSkipInvalid(withIssues.values, run);
	const state = addFailuresOrThrow(
		run,
		matchedState,
		mergeFailures(withIssues.failures, validated.failures),
	);
	const plannedPosts = addDateAndLimitIssues(validated.values, calendar, run, state.failures);
	return {
		...state,
		plannedPosts: await fetchAndAddConnectionNotes(plannedPosts, calendar, run),
	};
}

async function previewPosts(run: Run, validatedState: ValidatedState): Promise<OperationResult> {
	const { failures } = validatedState;
	// If Postiz is unreachable, there may be nothing to show.
	const unreached = listIndexes(run.context).find((index) => isRequestError(failures.get(index)));
	const hasPosts = validatedState.plannedPosts.length > 0;
	if (unreached !== undefined && !hasPosts && !shouldContinueOnError(run.context))
		throw toItemError(run.context, [unreached, failures.get(unreached)]);
	const plannedPosts = addSameMinuteNotes(
		validatedState.plannedPosts,
		({ desired }) => !failures.has(desired.item.index),
	);
	return await renderPreview(run, {
		...validatedState,
		plannedPosts,
		itemHints: createItemHints(validatedState),
	});
}

/** Lists the IDs of existing posts that this run updates, even if it only adds their Row ID. */
const listIdsToUpdate = ({ plannedPosts }: ValidatedState): string[] =>
	plannedPosts.flatMap((planned) =>
		planned.action === 'update' || (planned.action === 'keep' && planned.needsRowId)
			? [planned.existing.id]
			: [],
	);

/** Uploads files and sends the posts. */
async function sendPosts(run: Run, validatedState: ValidatedState): Promise<DeliveredState> {
	assertNotCancelled(run.context);
	const prepared = await preparePosts(validatedState.plannedPosts, run, validatedState.failures);
	// Uploads show where the instance keeps files, which may have added issues.
	const { values: plannedPosts, failures } = rejectOrSkipInvalid(prepared.plannedPosts, run);
	const state = addFailuresOrThrow(
		run,
		{ ...validatedState, plannedPosts },
		mergeFailures(prepared.failures, failures),
	);
	const outgoing = selectOutgoing(prepared.outgoing, plannedPosts, state.failures);
	const delivered = await deliver(outgoing, run, {
		continuesOnError: validatedState.options.continuesOnError,
	});
	return { ...state, deliveryResults: [...prepared.unchanged, ...delivered] };
}

/** Outputs the results, or throws the most severe failure. */
function reportResults(run: Run, completedState: CompletedState): OperationResult {
	const { context } = run;
	const { plannedPosts, failures } = completedState;
	const results = addSameMinuteNotesToResults(completedState.results);
	const resultsByItem = createResultsByItem(plannedPosts, results, failures);
	const sendFailures = explainFailedItems(resultsByItem, failures);
	const [worst] = sendFailures;
	if (worst && !completedState.options.continuesOnError)
		throw toItemError(context, [worst[0], addOtherItems(worst, resultsByItem, context)]);
	return renderReport(run, {
		...completedState,
		resultsByItem,
		failures: mergeFailures(failures, sendFailures),
		itemHints: createItemHints(completedState),
	});
}
