import { mapSequentially } from '../../execution/itemResults';
import { addFailuresOrThrow } from '../../posts/run/addFailuresOrThrow';
import type { Run } from '../../posts/run/run';
import type { ReadRun } from '../../posts/run/runSteps';
import type { ItemReader } from './readForm';

/** Reads the items that aren't blank rows. */
export async function readItems(
	run: Run,
	input: Pick<ReadRun, 'blankRows' | 'itemIndexes'>,
	readItem: ItemReader,
): Promise<ReadRun> {
	const { values: items, failures } = await mapSequentially(
		input.itemIndexes,
		(index) => readItem(run.context, index, run.startedAt),
		run.options,
	);
	return addFailuresOrThrow(run, { ...input, items, failures: new Map() }, failures);
}
