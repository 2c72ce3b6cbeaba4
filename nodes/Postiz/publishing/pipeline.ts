import type { IExecuteFunctions } from 'n8n-workflow';

import { isServiceProblem } from '../common/problem';
import { locks } from '../common/processState';
import { failAllItems } from '../execution/forEachItem';
import { listIndexes } from '../execution/inputItems';
import { mergeFailures } from '../execution/itemResults';
import { continuesOnError } from '../execution/nodeContext';
import { toEndingError, type OperationResult } from '../execution/renderItems';
import { explainConflicts } from '../posts/existing/explainPosts';
import { addSameMinuteNotes } from '../posts/issues/sameMinute';
import type { DesiredPost, Item, PostResult } from '../posts/model';
import { startRun, type PublishingMemory, type Run } from '../posts/run/run';
import { RunFailures } from '../posts/run/runFailures';
import type { RunOptions, RunPlan } from '../posts/run/runPlan';
import type { PostizClient } from '../transport/client';
import { matchRun } from './match/matchRun';
import { renderPreview } from './preview/preview';
import { findBlankRows } from './read/blankRows';
import { readForm, readRow, type ReadItem } from './read/readForm';
import { readJson } from './read/readJson';
import { readRunOptions } from './read/readRunOptions';
import { explainFailedItems, addOtherItems } from './report/failedItems';
import { describeItems } from './report/itemHints';
import { renderReport } from './report/report';
import { groupByItem } from './report/resultsByItem';
import { openFiles, resolve } from './resolve/resolve';
import { deliver } from './send/deliver';
import { linkRows } from './send/linkRows';
import { collectResults } from './send/postResults';
import { prepare, selectOutgoing } from './send/prepare';
import { applyIssues, findItemsWithDateProblem, addDateProblem } from './validate/applyIssues';
import { addConnectionNotes } from './validate/connectionNotes';
import { validate } from './validate/validate';

const READERS = { form: readForm, row: readRow, json: readJson } satisfies Record<string, ReadItem>;

/**
 * Publishes the posts of all items, read from the form, with a Row ID, or from JSON. Each step finishes for all items
 * before the next one starts, so that invalid items cost no requests.
 */
export async function publishPosts(
	context: IExecuteFunctions,
	client: PostizClient,
	memory: PublishingMemory,
	source: keyof typeof READERS,
): Promise<OperationResult> {
	let options: RunOptions;
	try {
		options = readRunOptions(context);
	} catch (error) {
		return failAllItems(context, error);
	}
	const run = startRun(context, client, memory, options.maxWaitMs);
	const failures = new RunFailures(run, options.previewsOnly || continuesOnError(context));
	const resolvedRun = await resolveItems(run, failures, options, READERS[source]);
	return await withLocks(run, resolvedRun.desired, async () => {
		const planned = await planPosts(run, failures, resolvedRun);
		if (options.previewsOnly) return await previewPosts(run, failures, planned);
		const { results, ...sent } = await sendPosts(run, failures, planned);
		return reportResults(run, failures, { ...planned, ...sent }, results);
	});
}

/** A concurrent execution with the same texts or rows, such as a repeated webhook, waits, and then finds the posts. */
async function withLocks<T>(
	{ client, context }: Run,
	desired: DesiredPost[],
	work: () => Promise<T>,
): Promise<T> {
	const keys = desired
		.filter(({ item }) => !item.ignoresExisting)
		.map(({ target, key }) => JSON.stringify([client.baseUrl, target.id, key.row ?? key.text]));
	return await locks.run(keys, work, context.getExecutionCancelSignal());
}

/** The items of a run before the calendar is read. */
interface ResolvedRun extends Pick<RunPlan, 'blank' | 'resolvedItems' | 'isPartial'> {
	options: RunOptions;
	items: Item[];
	/** Posts of items that have not failed. */
	desired: DesiredPost[];
}

/** Reads the items, and resolves each to one post per channel. */
async function resolveItems(
	run: Run,
	failures: RunFailures,
	options: RunOptions,
	readItem: ReadItem,
): Promise<ResolvedRun> {
	const { context, uploads, startedAt } = run;
	const { previewsOnly } = options;
	const blank = findBlankRows(context);
	const indexes = listIndexes(context).filter((index) => !blank.has(index));
	const items = await failures.mapSequentially(indexes, (index) =>
		readItem(context, index, startedAt),
	);
	const opened = await failures.mapConcurrently(items, async (item) => {
		await openFiles(item, uploads, previewsOnly);
		return item;
	});
	const resolvedItems = await failures.mapSequentially(
		opened,
		async (item) =>
			await resolve(item, run, previewsOnly).catch((error: unknown) => {
				throw addDateProblem(item, error);
			}),
	);
	const posts = resolvedItems.flatMap(({ desired }) => desired);
	failures.addOrEndRun(findItemsWithDateProblem(posts, context));
	const desired = posts.filter(({ item }) => !failures.reasons.has(item.index));
	const isPartial = resolvedItems.length < indexes.length;
	return { options, blank, items, resolvedItems, isPartial, desired };
}

/** Matches the posts with the calendar, and validates those to send. */
async function planPosts(
	run: Run,
	failures: RunFailures,
	{ options, desired, ...resolvedRun }: ResolvedRun,
) {
	const matched = await matchRun(desired, run);
	failures.addOrEndRun(matched.failures);
	const conflicts = explainConflicts(matched.plannedPosts, run);
	failures.addOrEndRun(new Map([...conflicts].map(([{ item }, problem]) => [item.index, problem])));
	const validated = failures.unwrapOrEndRun(
		await validate(matched.plannedPosts, matched, run, failures.reasons),
	);
	const plannedPosts = await addConnectionNotes(validated, matched, run);
	return { ...options, ...resolvedRun, plannedPosts, unreadCount: matched.unreadCount, conflicts };
}

type PlannedRun = Awaited<ReturnType<typeof planPosts>>;

/** Shows what would be sent. */
async function previewPosts(
	run: Run,
	{ reasons }: RunFailures,
	planned: PlannedRun,
): Promise<OperationResult> {
	// If Postiz could not be reached, there is nothing to show.
	const unreached = listIndexes(run.context).find((index) => isServiceProblem(reasons.get(index)));
	if (unreached !== undefined && !continuesOnError(run.context))
		throw toEndingError(run.context, [unreached, reasons.get(unreached)]);
	const plannedPosts = addSameMinuteNotes(
		planned.plannedPosts,
		({ desired }) => !reasons.has(desired.item.index),
	);
	return await renderPreview(run, {
		...planned,
		plannedPosts,
		failures: reasons,
		itemHints: describeItems(planned),
	});
}

/** Uploads files and sends the posts. */
async function sendPosts(run: Run, failures: RunFailures, planned: PlannedRun) {
	const prepared = await prepare(planned.plannedPosts, run, failures.reasons);
	failures.addOrEndRun(prepared.failures);
	const plannedPosts = failures.unwrapOrEndRun(applyIssues(prepared.plannedPosts, run));
	const outgoing = selectOutgoing(prepared.outgoing, plannedPosts, failures.reasons);
	const sent = await deliver(outgoing, run, continuesOnError(run.context));
	const isComplete = sent.every(({ outcome }) => outcome !== 'notSent');
	const linked = isComplete ? await linkRows(plannedPosts, run) : 0;
	const { updates } = prepared;
	const results = await collectResults({ plannedPosts, sent, updates }, run, failures.reasons);
	return { plannedPosts, linked, results };
}

/** Outputs what became of the posts, or throws the most severe failure. */
function reportResults(
	run: Run,
	failures: RunFailures,
	sentRun: PlannedRun & { linked: number },
	results: PostResult[],
): OperationResult {
	const { context } = run;
	const resultsByItem = groupByItem(sentRun.plannedPosts, results, failures.reasons);
	const sendFailures = explainFailedItems(resultsByItem, failures.reasons);
	const [worst] = sendFailures;
	if (worst && !continuesOnError(context))
		throw toEndingError(context, [worst[0], addOtherItems(worst, resultsByItem, context)]);
	return renderReport(run, {
		...sentRun,
		resultsByItem,
		failures: mergeFailures(failures.reasons, sendFailures),
		itemHints: describeItems(sentRun),
	});
}
