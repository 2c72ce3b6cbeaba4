import {
	type ItemResults,
	mapConcurrently,
	mapSequentially,
	mergeFailures,
} from '../../execution/itemResults';
import type { Item } from '../../posts/item';
import type { Run } from '../../posts/run/run';
import type { ResolvedItem } from '../../posts/run/runSteps';
import { inspectFiles, resolveItem } from './resolveItem';

/** Resolves each item to a post per channel. */
export async function resolveItems(items: Item[], run: Run): Promise<ItemResults<ResolvedItem>> {
	const { options, inspector } = run;
	// Only a preview inspects files on the web. Otherwise, they are read when they are uploaded.
	const inspectOptions = { inspectsUrls: options.previewsOnly };
	const inspected = await mapConcurrently(items, async (item) => {
		await inspectFiles(item, inspector, inspectOptions);
		return item;
	});
	if (inspected.failures.size > 0 && !options.continuesOnError)
		return { values: [], failures: inspected.failures };
	const { values, failures } = await mapSequentially(
		inspected.values,
		async (item) => await resolveItem(item, run, inspectOptions),
		options,
	);
	return { values, failures: mergeFailures(inspected.failures, failures) };
}
