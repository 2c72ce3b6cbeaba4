import { isRequestError } from '../common/problem';
import { joinSentences } from '../common/text';
import { listIndexes } from '../execution/inputItems';
import { toItemError } from '../execution/itemError';
import { type ItemFailure, type ItemFailures, mergeFailures } from '../execution/itemResults';
import type { RunContext } from '../posts/run/run';
import type { RunOptions } from '../posts/run/runOptions';

const CHECK_ALL = 'To check all items at once, add the option Preview Only.';

/**
 * The failures of a run so far, with those of a step. Throws the error that ends the run if it stops at the first
 * failure.
 */
export function mergeFailuresOrThrow(
	run: RunContext,
	{ stopsAtFailure }: Pick<RunOptions, 'stopsAtFailure'>,
	...lists: ItemFailures[]
): ItemFailures {
	const failures = mergeFailures(...lists);
	const [first] = failures;
	if (first && stopsAtFailure) throw toRunError(run, first);
	return failures;
}

/** The error that ends the run, with what earlier attempts sent, and how to check all items. */
function toRunError({ context, journal }: RunContext, failure: ItemFailure) {
	const [, error] = failure;
	const hasOthers = listIndexes(context).length > 1;
	const suffix = joinSentences(
		journal.describe(),
		!isRequestError(error) && hasOthers && CHECK_ALL,
	);
	return toItemError(context, failure, suffix);
}
