import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { getOrCreate } from '../../common/lists';
import { toContentId, toContentKey } from '../../common/postKey';
import { loopHistories } from '../../common/processState';
import { isTool } from '../../execution/nodeContext';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { Journal } from '../../posts/run/journal';
import type { Run } from '../../posts/run/run';

const MAX_EXECUTIONS = 100;

/** What the rounds of a loop have sent: each round is a run, with a journal of its own. */
export interface LoopHistory {
	/** True if an earlier round used its Row ID for another row, such as a copied one. */
	isRowIdReused: (desired: DesiredPost) => boolean;
	/** True for a post that any round has sent. */
	isSentInLoop: (post: ExistingPost) => boolean;
	/** True for a post that an earlier round created. */
	isCreatedInEarlierRound: (post: ExistingPost) => boolean;
}

/** The records of this node, for all rounds. */
class LoopRecords {
	/** The last content of each row, by channel and Row ID. */
	readonly rows = new Map<string, { content: string; journal: Journal; itemIndex: number }>();
	/** The channels and contents of posts. */
	readonly contents = new Set<string>();
	/** The journals of its rounds. */
	readonly journals = new Set<Journal>();
}

/** Records the posts of this round of a loop, and returns what matching needs to know about it and earlier rounds. */
export function recordRound(run: Run, desiredPosts: DesiredPost[]): LoopHistory {
	const records = getRecords(run.context);
	const earlierJournals = [...records.journals].filter((journal) => journal !== run.journal);
	records.journals.add(run.journal);
	for (const { target, key } of desiredPosts) records.contents.add(toContentId(target.id, key));
	const rowsWithReusedId = new Set(
		desiredPosts.filter((post) => !recordRowContent(post, run, records)),
	);
	// Calls of a tool are not rounds: a model may repeat one to correct its post.
	const isLoop = !isTool(run.context);
	return {
		isRowIdReused: (post) => isLoop && rowsWithReusedId.has(post),
		isSentInLoop: ({ channelId, key }) =>
			isLoop && key !== undefined && records.contents.has(toContentId(channelId, key)),
		isCreatedInEarlierRound: (post) => earlierJournals.some((journal) => journal.hasCreated(post)),
	};
}

function getRecords(context: IExecuteFunctions): LoopRecords {
	const execution = JSON.stringify([context.getExecutionId(), context.getNode().name]);
	const known = loopHistories.get(execution);
	const records = known instanceof LoopRecords ? known : new LoopRecords();
	loopHistories.set(execution, records);
	for (const oldest of loopHistories.keys()) {
		if (loopHistories.size <= MAX_EXECUTIONS) break;
		loopHistories.delete(oldest);
	}
	return records;
}

/** Records the content of a row. Returns false if an earlier round used its Row ID for other content. */
function recordRowContent(
	{ target, key, item }: DesiredPost,
	{ context, journal }: Run,
	{ rows }: LoopRecords,
): boolean {
	if (key.rowId === null) return true;
	const channelRowId = `${target.id} ${key.rowId}`;
	const current = { content: toContentKey(key), journal, itemIndex: item.index };
	const recorded = getOrCreate(rows, channelRowId, () => current);
	if (recorded.journal === journal) return true;
	// A row may return with corrections, such as after somebody has read its draft.
	const isSameRow =
		recorded.content === current.content ||
		findEarlierIndex(context, item.index) === recorded.itemIndex;
	if (isSameRow) rows.set(channelRowId, current);
	return isSameRow;
}

/** The index that an item had in an earlier round of this node; undefined if it doesn't come from one. */
function findEarlierIndex(context: IExecuteFunctions, index: number): number | undefined {
	const pair = getPair(context.getInputData()[index]);
	if (!pair) return undefined;
	try {
		const proxy = context.getWorkflowDataProxy(index);
		const { name } = context.getNode();
		return getPair(proxy.$getPairedItem(name, context.getInputSourceData(), pair))?.item;
	} catch {
		// Without a paired item, n8n throws errors of several kinds, including TypeError.
		return undefined;
	}
}

/** The item that an item comes from; undefined if it comes from several. */
function getPair(item: INodeExecutionData | null | undefined): IPairedItemData | undefined {
	const pairs = [item?.pairedItem ?? []].flat();
	const [pair] = pairs;
	if (pairs.length !== 1 || pair === undefined) return undefined;
	return typeof pair === 'number' ? { item: pair } : pair;
}
