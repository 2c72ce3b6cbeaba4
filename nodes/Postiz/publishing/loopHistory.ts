import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { getOrCreate } from '../common/lists';
import { toContentKey, type PostKey } from '../common/postKey';
import { getLoopHistories } from '../common/processState';
import { isTool } from '../transport/nodeError';
import type { Journal } from './journal';
import type { Calendar, DesiredPost } from './model';
import type { Run } from './run';

const MAX_EXECUTIONS = 100;

/** What this node published in the rounds of a loop. */
interface LoopHistory {
	/** The last content of each row, by channel and Row ID. */
	rows: Map<string, { content: string; journal: Journal; itemIndex: number }>;
	/** Channels and contents of posts. */
	posts: Set<string>;
	/** Each round has its own. */
	journals: Set<Journal>;
}

/** Records the posts of this round of a loop, and returns what matching asks about this and earlier rounds. */
export function recordRound(run: Run, desired: DesiredPost[]): Calendar['loopHistory'] {
	const history = getHistory(run.context);
	const earlierJournals = [...history.journals].filter((journal) => journal !== run.journal);
	history.journals.add(run.journal);
	for (const { target, key } of desired) history.posts.add(toPostId(target.id, key));
	const others = new Set(desired.filter((post) => !recordRow(post, run, history)));
	// A model that calls its tool again may mean to correct its post.
	const isTracked = !isTool(run.context);
	return {
		isRowIdReused: (post) => isTracked && others.has(post),
		isSentInLoop: ({ channelId, key }) =>
			isTracked && key !== undefined && history.posts.has(toPostId(channelId, key)),
		isCreatedInEarlierRound: (post) => earlierJournals.some((journal) => journal.hasCreated(post)),
	};
}

function getHistory(context: IExecuteFunctions): LoopHistory {
	const histories = getLoopHistories<LoopHistory>();
	const execution = JSON.stringify([context.getExecutionId(), context.getNode().name]);
	const history = getOrCreate(histories, execution, (): LoopHistory => ({
		rows: new Map(),
		posts: new Set(),
		journals: new Set(),
	}));
	for (const oldest of histories.keys()) {
		if (histories.size <= MAX_EXECUTIONS) break;
		histories.delete(oldest);
	}
	return history;
}

const toPostId = (channelId: string, key: PostKey) => `${channelId} ${toContentKey(key)}`;

/** Records the content of a row. Returns false if an earlier round used its Row ID for other content. */
function recordRow(
	{ target, key, item }: DesiredPost,
	{ context, journal }: Run,
	{ rows }: LoopHistory,
): boolean {
	if (key.row === null) return true;
	const row = `${target.id} ${key.row}`;
	const current = { content: toContentKey(key), journal, itemIndex: item.index };
	const known = getOrCreate(rows, row, () => current);
	if (known.journal === journal) return true;
	// A row that comes back may be corrected, such as after somebody has read its draft.
	const isSameRow =
		known.content === current.content || findEarlierIndex(context, item.index) === known.itemIndex;
	if (isSameRow) rows.set(row, current);
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
