import type { INodeExecutionData } from 'n8n-workflow';

import { listIndexes } from '../../execution/inputItems';
import { toErrorSentence, toThrownItemError } from '../../execution/itemError';
import { mergeFailures } from '../../execution/itemResults';
import type { OperationResult } from '../../execution/operationResult';
import { OutputLayout } from '../../execution/outputLayout';
import type { DesiredPost } from '../../posts/desiredPost';
import { withSameMinuteNotesInResults } from '../../posts/issues/withSameMinuteNotes';
import type { PostResult } from '../../posts/postResult';
import type { Run } from '../../posts/run/run';
import type { CompletedRun } from '../../posts/run/runSteps';
import { addOtherItems, createItemProblems, getWorstResult } from './failedItems';
import { createItemHints } from './itemHints';
import { toFailedOutput, toResultOutput } from './resultOutput';
import { createResultsByItem, type ResultsByItem } from './resultsByItem';
import { createRunHints, type RunSummary } from './runHints';

interface RunReport extends CompletedRun, RunSummary {
	resultsByItem: ResultsByItem;
}

/** Outputs the posts, the errors of failed items, and hints about the run. Or throws the most severe failure. */
export function reportResults(run: Run, state: CompletedRun): OperationResult {
	const { context, options } = run;
	const resultsByItem = createResultsByItem(
		state.plannedPosts,
		withSameMinuteNotesInResults(state.results),
		state.failures,
	);
	const sendFailures = createItemProblems(resultsByItem, state.failures);
	const [worst] = sendFailures;
	if (worst && !options.continuesOnError)
		throw toThrownItemError(context, [worst[0], addOtherItems(worst, resultsByItem, context)]);
	const report = {
		...state,
		resultsByItem,
		failures: mergeFailures(state.failures, sendFailures),
		itemHints: createItemHints(state),
	};
	const results = [...new Set([...resultsByItem.values()].flat())];
	return {
		outputs: listIndexes(context).flatMap((index) => renderItem(index, run, report)),
		hints: createRunHints(run, report, results),
	};
}

/** Outputs the posts of an item, and its error if it failed. */
function renderItem(index: number, run: Run, report: RunReport): INodeExecutionData[] {
	const { context, options } = run;
	const { resultsByItem, failures } = report;
	const layout = new OutputLayout(context, options.includesInputFields);
	const results = resultsByItem.get(index) ?? [];
	const outputs = results.flatMap((result) =>
		result.problem ? [] : [toResultOutput(result, index, run)],
	);
	const rendered = layout.render(outputs, index);
	if (!failures.has(index)) return rendered;
	const error = failures.get(index);
	const outcome = results.some(({ problem }) => problem)
		? getWorstResult(results).outcome
		: 'rejected';
	const failedOutput = {
		...toFailedOutput(outcome, findUnsentPosts(results, index, report), index, run),
		// n8n may put the error in the last column.
		note: toErrorSentence(context, error),
	};
	return [...rendered, layout.renderFailure([index, error], failedOutput)];
}

/** Returns the unsent posts of a failed item. Empty if it failed before its posts were known. */
function findUnsentPosts(
	results: PostResult[],
	index: number,
	{ resolvedItems }: RunReport,
): DesiredPost[] {
	const failedPosts = results.flatMap(({ problem, planned }) => (problem ? [planned.desired] : []));
	if (failedPosts.length > 0) return failedPosts;
	const shownChannelIds = results.map(({ planned }) => planned.desired.target.id);
	const { desiredPosts = [] } = resolvedItems.find(({ item }) => item.index === index) ?? {};
	return desiredPosts.filter(({ target }) => !shownChannelIds.includes(target.id));
}
