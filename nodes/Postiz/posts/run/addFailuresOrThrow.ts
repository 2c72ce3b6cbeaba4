import { isRequestError } from '../../common/problem';
import { joinSentences } from '../../common/text';
import { listIndexes } from '../../execution/inputItems';
import { toThrownItemError } from '../../execution/itemError';
import { type ItemFailure, type ItemFailures, mergeFailures } from '../../execution/itemResults';
import type { Run } from './run';
import type { ReadRun } from './runSteps';

const CHECK_ALL = 'To check all items at once, add the option Preview Only.';

/** Adds failures to the state of a run. Unless the run `continuesOnError`, throws the error that ends it. */
export function addFailuresOrThrow<State extends Pick<ReadRun, 'failures'>>(
	run: Run,
	state: State,
	newFailures: ItemFailures,
): State {
	const failures = mergeFailures(state.failures, newFailures);
	const [first] = failures;
	if (first && !run.options.continuesOnError) throw toRunError(run, first);
	return { ...state, failures };
}

/** Creates the error that ends the run. It also says what earlier attempts sent, and how to check all items. */
function toRunError({ context, journal }: Run, failure: ItemFailure) {
	const [, error] = failure;
	const hasOthers = listIndexes(context).length > 1;
	const suffix = joinSentences(
		journal.describe(),
		!isRequestError(error) && hasOthers && CHECK_ALL,
	);
	return toThrownItemError(context, failure, suffix);
}
