import type { IExecuteFunctions } from 'n8n-workflow';

import { listIndexes } from '../execution/inputItems';
import { mergeFailures } from '../execution/itemResults';
import { assertNotCancelled } from '../execution/nodeContext';
import { failAllItems, type OperationResult } from '../execution/operationResult';
import { fieldsOfCreateFromJson, fieldsOfUpsert } from '../posts/form/publishFields';
import { addFailuresOrThrow } from '../posts/run/addFailuresOrThrow';
import { lockPosts } from '../posts/run/lockPosts';
import type { RetryMemory } from '../posts/run/retryMemory';
import { createRun, type Run } from '../posts/run/run';
import type { RunOptions } from '../posts/run/runOptions';
import type {
	DeliveredRun,
	MatchedRun,
	ReadRun,
	ResolvedRun,
	ValidatedRun,
} from '../posts/run/runSteps';
import { updateExclusively } from '../posts/run/updateExclusively';
import type { PostizClient } from '../transport/client';
import { recordRound } from './match/loopHistory';
import { match } from './match/match';
import { previewPosts } from './preview/previewPosts';
import { findBlankRows } from './read/blankRows';
import { assertExpressionsValid } from './read/expressions/assertExpressionsValid';
import { listRawFields } from './read/expressions/rawFields';
import { type ItemReader, readForm, readUpsertForm } from './read/readForm';
import { readItems } from './read/readItems';
import { readJson } from './read/readJson';
import { readRunOptions } from './read/readRunOptions';
import { createItemHints } from './report/itemHints';
import { reportResults } from './report/reportResults';
import { resolveItems } from './resolve/resolveItems';
import { deliver } from './send/delivery/deliver';
import { fetchPostResults } from './send/fetchPostResults';
import { uploadAndPreparePosts, selectOutgoing } from './send/uploadAndPreparePosts';
import { writeRowFingerprints } from './send/writeRowFingerprints';
import { addDateAndDailyLimitIssues } from './validate/addDateAndDailyLimitIssues';
import { applyIssues } from './validate/applyIssues';
import { createResolveFailures } from './validate/createResolveFailures';
import { fetchAndAddConnectionNotes } from './validate/fetchAndAddConnectionNotes';
import { fetchAndAddPostIssues } from './validate/fetchAndAddPostIssues';

const READERS = {
	create: readForm,
	upsert: readUpsertForm,
	createFromJson: readJson,
} satisfies Record<string, ItemReader>;

/** The fields of all operations of this pipeline. */
const ALL_FIELDS = [...fieldsOfUpsert, ...fieldsOfCreateFromJson];

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
	const isUpsert = operation === 'upsert';
	const run = createRun(context, client, memory, { ...options, isUpsert });
	const readRun = await readItems(run, { blankRows, itemIndexes }, READERS[operation]);
	const resolvedRun = await resolvePosts(run, readRun);
	if (options.previewsOnly) {
		const matchedRun = await matchPosts(run, resolvedRun);
		const validatedRun = await validatePosts(run, matchedRun);
		return await previewPosts(run, validatedRun, createItemHints(validatedRun));
	}
	return await lockPosts(run, resolvedRun.desiredPosts, async () => {
		const matchedRun = await matchPosts(run, resolvedRun);
		const validatedRun = await validatePosts(run, matchedRun);
		const idsToUpdate = listIdsToUpdate(validatedRun);
		const completedRun = await updateExclusively(run, idsToUpdate, async () => {
			const deliveredRun = await sendPosts(run, validatedRun);
			const writtenFingerprints = await writeRowFingerprints(run, deliveredRun);
			const results = await fetchPostResults(run, deliveredRun);
			recordRound(run, results);
			return { ...deliveredRun, results, writtenFingerprints };
		});
		return reportResults(run, completedRun);
	});
}

/** Resolves the items to posts. Items with an invalid date fail, with all other mistakes in the same error. */
async function resolvePosts(run: Run, readRun: ReadRun): Promise<ResolvedRun> {
	const { items } = readRun;
	const resolved = await resolveItems(items, run);
	const state = addFailuresOrThrow(run, readRun, createResolveFailures(items, resolved, run));
	const desiredPosts = resolved.values.flatMap((item) => item.desiredPosts);
	return {
		...state,
		resolvedItems: resolved.values,
		desiredPosts: desiredPosts.filter(({ item }) => !state.failures.has(item.index)),
	};
}

/** Matches posts with the calendar. Items with a rejected post fail. */
async function matchPosts(run: Run, resolvedRun: ResolvedRun): Promise<MatchedRun> {
	const { failures, ...matchResult } = await match(resolvedRun.desiredPosts, run);
	return addFailuresOrThrow(run, { ...resolvedRun, ...matchResult }, failures);
}

/** Adds issues to the posts to send. Items with errors fail. */
async function validatePosts(run: Run, matchedRun: MatchedRun): Promise<ValidatedRun> {
	const { calendar } = matchedRun;
	const withIssues = await fetchAndAddPostIssues(matchedRun.plannedPosts, calendar, run);
	const validated = applyIssues(withIssues.values, run);
	const state = addFailuresOrThrow(
		run,
		matchedRun,
		mergeFailures(withIssues.failures, validated.failures),
	);
	const plannedPosts = addDateAndDailyLimitIssues(validated.values, calendar, run, state.failures);
	return {
		...state,
		plannedPosts: await fetchAndAddConnectionNotes(plannedPosts, calendar, run),
		isValidated: true,
	};
}

/** Lists the IDs of existing posts that this run updates, even if it only adds their Row ID. */
const listIdsToUpdate = ({ plannedPosts }: ValidatedRun): string[] =>
	plannedPosts.flatMap((planned) =>
		planned.action === 'update' || (planned.action === 'keep' && planned.needsRowId)
			? [planned.existing.id]
			: [],
	);

/** Uploads files and sends the posts. */
async function sendPosts(run: Run, validatedRun: ValidatedRun): Promise<DeliveredRun> {
	assertNotCancelled(run.context);
	const prepared = await uploadAndPreparePosts(
		validatedRun.plannedPosts,
		run,
		validatedRun.failures,
	);
	// Uploads show where the instance keeps files, which may have added issues.
	const { values: plannedPosts, failures } = applyIssues(prepared.plannedPosts, run);
	const state = addFailuresOrThrow(
		run,
		{ ...validatedRun, plannedPosts },
		mergeFailures(prepared.failures, failures),
	);
	const outgoing = selectOutgoing(prepared.outgoing, plannedPosts, state.failures);
	const delivered = await deliver(outgoing, run);
	return { ...state, deliveryResults: [...prepared.unchanged, ...delivered] };
}
