import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { toRowKeyOnChannel, toContentKeyOnChannel, toContentKey } from '../../common/fingerprint';
import { loopRecords } from '../../common/processState';
import { isAgentTool } from '../../execution/nodeContext';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { Outcome, PostResult } from '../../posts/postResult';
import type { Journal } from '../../posts/run/journal';
import type { Run } from '../../posts/run/run';

/** How many {@link LoopRecords} are kept. A node has its own in each execution. */
const MAX_LOOP_RECORDS = 100;

/** What earlier rounds of a loop have sent. Each round has its own journal. */
export interface LoopHistory {
	/** True if an earlier round used the same Row ID for another row, such as a copied one. */
	isRowIdReused: (desired: DesiredPost) => boolean;
	/** True if an earlier round or attempt sent or found a post with the content of this one. */
	isKnownInLoop: (post: ExistingPost) => boolean;
	/** True if an earlier round created the post. */
	isCreatedInEarlierRound: (post: ExistingPost) => boolean;
}

/** What all rounds of a node have sent in an execution. */
class LoopRecords {
	/** The last content of each row, by channel and Row ID. */
	readonly rows = new Map<string, { contentKey: string; journal: Journal; itemIndex: number }>();
	/** The channels and contents of posts. */
	readonly contents = new Set<string>();
	/** A journal per round. */
	readonly journals = new Set<Journal>();
}

/** Returns what earlier rounds have sent. */
export function getLoopHistory(run: Run): LoopHistory {
	const { rows, contents, journals } = touchRecords(run.context);
	const earlierJournals = [...journals].filter((journal) => journal !== run.journal);
	// Calls of a tool aren't rounds: a model may repeat a call to correct its post.
	const isLoop = !isAgentTool(run.context);
	return {
		isRowIdReused: (desired) => isLoop && hasRowIdOfOtherRow(desired, run, rows),
		isKnownInLoop: ({ channelId, fingerprint }) =>
			isLoop &&
			fingerprint !== undefined &&
			contents.has(toContentKeyOnChannel(channelId, fingerprint)),
		isCreatedInEarlierRound: (post) =>
			isLoop && earlierJournals.some((journal) => journal.hasCreated(post)),
	};
}

/** The outcomes after which Postiz has the post, or may have it. */
const POSSIBLY_STORED_OUTCOMES: Outcome[] = ['created', 'updated', 'unchanged', 'unknown'];

/** Records what a round has sent or found. Failed rows aren't recorded, as their next round may change them. */
export function recordRound({ context, journal }: Run, results: PostResult[]): void {
	const { rows, contents, journals } = touchRecords(context);
	journals.add(journal);
	for (const { planned, outcome } of results) {
		if (!POSSIBLY_STORED_OUTCOMES.includes(outcome)) continue;
		const { target, fingerprint, item } = planned.desired;
		contents.add(toContentKeyOnChannel(target.id, fingerprint));
		const contentKey = toContentKey(fingerprint);
		rows.set(toRowKeyOnChannel(target.id, fingerprint), {
			contentKey,
			journal,
			itemIndex: item.index,
		});
	}
}

/** Returns the records of this node in this execution, and marks them as the most recently used. */
function touchRecords(context: IExecuteFunctions): LoopRecords {
	const key = JSON.stringify([context.getExecutionId(), context.getNode().name]);
	const existing = loopRecords.get(key);
	const records = existing instanceof LoopRecords ? existing : new LoopRecords();
	// A map keeps the order in which keys were added, so the first key is the least recently used.
	loopRecords.delete(key);
	loopRecords.set(key, records);
	for (const oldest of loopRecords.keys()) {
		if (loopRecords.size <= MAX_LOOP_RECORDS) break;
		loopRecords.delete(oldest);
	}
	return records;
}

/** True if an earlier round used the Row ID for different content, unless that row has returned with corrections. */
function hasRowIdOfOtherRow(
	desired: DesiredPost,
	{ context, journal }: Run,
	rows: LoopRecords['rows'],
): boolean {
	const { fingerprint, item, target } = desired;
	const lastUse =
		fingerprint.rowIdDigest === null
			? undefined
			: rows.get(toRowKeyOnChannel(target.id, fingerprint));
	if (!lastUse || lastUse.journal === journal) return false;
	const isSameRow =
		lastUse.contentKey === toContentKey(fingerprint) ||
		findEarlierIndex(context, item.index) === lastUse.itemIndex;
	return !isSameRow;
}

/** Returns the index that an item had in an earlier round, or undefined for a new item. */
function findEarlierIndex(context: IExecuteFunctions, index: number): number | undefined {
	const pairedItem = getOnlyPairedItem(context.getInputData()[index]);
	if (!pairedItem) return undefined;
	try {
		const proxy = context.getWorkflowDataProxy(index);
		const { name } = context.getNode();
		return getOnlyPairedItem(proxy.$getPairedItem(name, context.getInputSourceData(), pairedItem))
			?.item;
	} catch {
		// Without a paired item, n8n throws errors of several kinds, including TypeError.
		return undefined;
	}
}

/** Returns the single item that an item comes from, or undefined if it comes from none or several. */
function getOnlyPairedItem(
	item: INodeExecutionData | null | undefined,
): IPairedItemData | undefined {
	const pairedItems = [item?.pairedItem ?? []].flat();
	const [pairedItem] = pairedItems;
	if (pairedItems.length !== 1 || pairedItem === undefined) return undefined;
	return typeof pairedItem === 'number' ? { item: pairedItem } : pairedItem;
}
