import type { IExecuteFunctions } from 'n8n-workflow';

import { failAllItems, type RunMemory } from '../actions/shared/operation';
import { createChannelFactsGetter, SlotFinder } from '../channels/channelFacts';
import { locks } from '../common/processState';
import { isServiceProblem, Problem } from '../common/problem';
import { joinSentences } from '../common/wording';
import { listIndexes } from '../execution/inputItems';
import {
	FailureList,
	mapAtOnce,
	mapInTurn,
	type ItemFailures,
	type ItemResults,
} from '../execution/itemResults';
import { toEndingError, type OperationResult } from '../execution/renderItems';
import { Uploads } from '../media/uploads';
import type { PostizClient } from '../transport/client';
import { continuesOnError } from '../transport/nodeError';
import { LimitWait } from '../transport/limitWait';
import { sleepUnlessCancelled } from '../transport/sleep';
import { explainRejections } from './explainPosts';
import { matchRun } from './match/matchRun';
import type { DesiredPost, Item } from './model';
import { renderPreview } from './preview/preview';
import { findBlankRows } from './read/blankRows';
import { readForm, readRow, readRunOptions, type ReadItem } from './read/readForm';
import { readJson } from './read/readJson';
import { explainFailedItems, withOtherItems } from './report/failedItems';
import { describeItems } from './report/itemHints';
import { renderReport } from './report/report';
import { groupByItem } from './report/resultsByItem';
import { openFiles, resolve } from './resolve/resolve';
import type { Run } from './run';
import type { ResolvedItem, RunOptions, RunSummary } from './runSummary';
import { withSameMinuteNotes } from './sameMinute';
import { deliver } from './send/deliver';
import { linkRows } from './send/linkRows';
import { collectResults } from './send/postResults';
import { prepare, selectOutgoing } from './send/prepare';
import { applyIssues, findUndatedItems } from './validate/applyIssues';
import { addConnectionNotes } from './validate/connectionNotes';
import { validate } from './validate/validate';

/** The items of a run before the calendar is read. */
interface ResolvedRun {
	options: RunOptions;
	/** The indexes of blank rows. */
	blank: ReadonlySet<number>;
	items: Item[];
	resolved: ResolvedItem[];
	/** Some items failed before they were resolved. */
	isPartial: boolean;
	/** Posts of items that have not failed. */
	desired: DesiredPost[];
}

const READERS = { form: readForm, row: readRow, json: readJson } satisfies Record<string, ReadItem>;

/**
 * Publishes the posts of all items, read from the form, with a Row ID, or from JSON. Each step finishes for all items
 * before the next one starts, so that invalid items cost no requests.
 */
export async function publishPosts(
	context: IExecuteFunctions,
	client: PostizClient,
	memory: RunMemory,
	source: keyof typeof READERS,
): Promise<OperationResult> {
	let options: RunOptions;
	try {
		options = readRunOptions(context);
	} catch (error) {
		return failAllItems(context, error);
	}
	const run = startRun(context, client, memory, options.maxWaitMs);
	const progress = new Progress(run, options.previewsOnly || continuesOnError(context));
	const resolved = await resolveItems(run, progress, options, READERS[source]);
	// A concurrent execution with the same posts, such as a repeated webhook, waits, and then finds them.
	return await exclusively(run, resolved.desired, async () => {
		const summary = await planPosts(run, progress, resolved);
		if (options.previewsOnly) return await previewPosts(run, progress, summary);
		return await sendPosts(run, progress, summary);
	});
}

/** Reads the items, and resolves each to one post per channel. */
async function resolveItems(
	run: Run,
	progress: Progress,
	options: RunOptions,
	readItem: ReadItem,
): Promise<ResolvedRun> {
	const { context, uploads, startedAt } = run;
	const { previewsOnly } = options;
	const blank = findBlankRows(context);
	const indexes = listIndexes(context).filter((index) => !blank.has(index));
	const items = await progress.inTurn(indexes, (index) => readItem(context, index, startedAt));
	const opened = await progress.atOnce(items, async (item) => {
		await openFiles(item, uploads, previewsOnly);
		return item;
	});
	const resolved = await progress.inTurn(
		opened,
		async (item) => await resolve(item, run, previewsOnly),
	);
	const posts = resolved.flatMap(({ desired }) => desired);
	progress.accept(findUndatedItems(posts));
	const desired = posts.filter(({ item }) => !progress.failures.has(item.index));
	const isPartial = resolved.length < indexes.length;
	return { options, blank, items, resolved, isPartial, desired };
}

/** Matches the posts with the calendar, and validates those to send. */
async function planPosts(
	run: Run,
	progress: Progress,
	{ options, desired, ...resolved }: ResolvedRun,
) {
	const matched = await matchRun(desired, run);
	progress.accept(matched.failures);
	const rejections = explainRejections(matched.steps, run);
	progress.accept([...rejections].map(([{ item }, problem]) => [item.index, problem]));
	const validated = await validate(matched.steps, matched, run, progress.failures);
	progress.accept(validated.failures);
	const steps = await addConnectionNotes(validated.values, matched, run);
	return { ...options, ...resolved, steps, unread: matched.unread, rejections };
}

type PlannedRun = Awaited<ReturnType<typeof planPosts>>;

/** Shows what would be sent. */
async function previewPosts(
	run: Run,
	{ failures }: Progress,
	planned: PlannedRun,
): Promise<OperationResult> {
	// If Postiz could not be reached, there is nothing to show.
	const unasked = listIndexes(run.context).find((index) => {
		const reason = failures.get(index);
		return reason instanceof Problem && isServiceProblem(reason);
	});
	if (unasked !== undefined && !continuesOnError(run.context))
		throw toEndingError(run.context, [unasked, failures.get(unasked)]);
	const steps = withSameMinuteNotes(
		planned.steps,
		({ desired }) => !failures.has(desired.item.index),
	);
	return await renderPreview(run, {
		...planned,
		steps,
		failures,
		itemHints: describeItems(planned),
	});
}

/** Sends the posts, and reports the results. */
async function sendPosts(
	run: Run,
	progress: Progress,
	planned: PlannedRun,
): Promise<OperationResult> {
	const { context } = run;
	const prepared = await prepare(planned.steps, run, progress.failures);
	progress.accept(prepared.failures);
	const checked = applyIssues(prepared.steps, progress.failures, run);
	progress.accept(checked.failures);
	const steps = checked.values;
	const outgoing = selectOutgoing(prepared.outgoing, steps, progress.failures);
	const sent = await deliver(outgoing, run, continuesOnError(context));
	const isEnded = sent.some(({ outcome }) => outcome === 'notSent');
	const linked = isEnded ? 0 : await linkRows(planned.steps, run);
	const known = { steps, sent, changes: prepared.changes };
	const results = await collectResults(known, run, progress.failures);
	const byItem = groupByItem(steps, results, progress.failures);
	const failed = explainFailedItems(byItem, progress.failures);
	const [worst] = failed;
	if (worst && !continuesOnError(context))
		throw toEndingError(context, [worst[0], withOtherItems(worst, byItem, context)]);
	const failures = new FailureList(progress.failures);
	failures.addAll(failed);
	const summary: RunSummary = { ...planned, steps };
	const itemHints = describeItems(summary);
	return renderReport(run, { ...summary, byItem, failures, linked, itemHints });
}

const CHECK_ALL = 'To check all items at once, add the option Preview Only.';

/** Collects the failures of a run. Before anything is sent, the first one ends the run, unless it `goesOn`. */
class Progress {
	private readonly list = new FailureList();

	constructor(
		private readonly run: Run,
		private readonly goesOn: boolean,
	) {}

	get failures(): ItemFailures {
		return this.list;
	}

	/** Adds the failures of a step. Throws the error that ends the run. */
	accept(failures: Iterable<[index: number, reason: unknown]>): void {
		this.list.addAll(failures);
		const [first] = this.list;
		if (first && !this.goesOn) throw this.toError(first);
	}

	/** Runs a step for one item after another, and returns the results of those that didn't fail. */
	async inTurn<T extends number | { index: number }, R>(
		items: T[],
		step: (item: T) => R | Promise<R>,
	): Promise<R[]> {
		return this.take(await mapInTurn(items, step, { stopsAtFailure: !this.goesOn }));
	}

	/** Like {@link inTurn}, but for all items at once. */
	async atOnce<T extends { index: number }, R>(
		items: T[],
		step: (item: T) => Promise<R>,
	): Promise<R[]> {
		return this.take(await mapAtOnce(items, step));
	}

	private take<R>({ values, failures }: ItemResults<R>): R[] {
		this.accept(failures);
		return values;
	}

	/** The error that ends the run, with what earlier tries sent, and how to check all items. */
	private toError(failure: [index: number, reason: unknown]) {
		const { context, journal } = this.run;
		const [, reason] = failure;
		const isOfItem = !(reason instanceof Problem && isServiceProblem(reason));
		const hasOthers = listIndexes(context).length > 1;
		const advice = joinSentences(journal.describe(), isOfItem && hasOthers && CHECK_ALL);
		return toEndingError(context, failure, advice);
	}
}

/** Creates what the steps of a run share. */
function startRun(
	context: IExecuteFunctions,
	client: PostizClient,
	{ journal, files }: RunMemory,
	maxWaitMs: number,
): Run {
	const limit = new LimitWait(maxWaitMs, async (ms) => await sleepUnlessCancelled(context, ms));
	client.limit = limit;
	return {
		context,
		client,
		uploads: new Uploads(context, client, files),
		factsOf: createChannelFactsGetter(client),
		slots: new SlotFinder(client),
		journal,
		limit,
		startedAt: Date.now(),
		timezone: context.getTimezone(),
	};
}

/** Runs `work` while no other execution in this process works on posts with the same text or row. */
async function exclusively<T>(
	{ client, context }: Run,
	desired: DesiredPost[],
	work: () => Promise<T>,
): Promise<T> {
	const keys = desired
		.filter(({ item }) => !item.ignoresExisting)
		.map(({ target, key }) => JSON.stringify([client.baseUrl, target.id, key.row ?? key.text]));
	return await locks.run(keys, work, context.getExecutionCancelSignal());
}
