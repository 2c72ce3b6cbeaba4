import { mapSequentially } from '../../execution/itemResults';
import { addFailuresOrThrow } from '../../posts/run/addFailuresOrThrow';
import type { Run } from '../../posts/run/run';
import type { ReadState } from '../../posts/run/runStates';
import type { ItemReader } from './readForm';

/** Reads the items that aren't blank rows. */
export async function readItems(
	run: Run,
	input: Pick<ReadState, 'blankRows' | 'itemIndexes'>,
	readItem: ItemReader,
): Promise<ReadState> {
	const { values: items, failures } = await mapSequentially(
		input.itemIndexes,
		(index) => readItem(run.context, index, run.startedAt),
		run.options,
	);
	return addFailuresOrThrow(run, { ...input, items, failures: new Map() }, failures);
}
