import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { toRowKeyOnChannel, toContentKeyOnChannel, toContentKey } from '../../common/fingerprint';
import { loopRecords } from '../../common/processState';
import { isAgentTool } from '../../execution/nodeContext';
import type { DesiredPost } from '../../posts/desiredPost';
import type { ExistingPost } from '../../posts/existingPost';
import type { Outcome, PostResult } from '../../posts/postResult';
import type { Journal } from '../../posts/run/journal';
import type { RunContext } from '../../posts/run/run';

const MAX_EXECUTIONS = 100;

/** What earlier rounds of a loop have sent: each round is a run, with a journal of its own. */
export interface LoopHistory {
	/** True if an earlier round used its Row ID for another row, such as a copied one. */
	isRowIdReused: (desired: DesiredPost) => boolean;
	/** True for a post that an earlier round, or attempt, has sent or found. */
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

/** What matching needs to know about earlier rounds. */
export function getLoopHistory(run: RunContext): LoopHistory {
	const { rows, contents, journals } = getOrCreateRecords(run.context);
	const earlierJournals = [...journals].filter((journal) => journal !== run.journal);
	// Calls of a tool are not rounds: a model may repeat one to correct its post.
	const isLoop = !isAgentTool(run.context);
	return {
		isRowIdReused: (desired) => isLoop && isRowIdReused(desired, run, rows),
		isSentInLoop: ({ channelId, fingerprint }) =>
			isLoop &&
			fingerprint !== undefined &&
			contents.has(toContentKeyOnChannel(channelId, fingerprint)),
		isCreatedInEarlierRound: (post) =>
			isLoop && earlierJournals.some((journal) => journal.hasCreated(post)),
	};
}

/** With these outcomes, Postiz has the post of a row, or may have it. */
const STORED_OUTCOMES: Outcome[] = ['created', 'updated', 'unchanged', 'unknown'];

/** Records what a round has sent or found: a row that failed may return with anything. */
export function recordRound({ context, journal }: RunContext, results: PostResult[]): void {
	const { rows, contents, journals } = getOrCreateRecords(context);
	journals.add(journal);
	for (const { planned, outcome } of results) {
		if (!STORED_OUTCOMES.includes(outcome)) continue;
		const { target, fingerprint, item } = planned.desired;
		contents.add(toContentKeyOnChannel(target.id, fingerprint));
		const content = toContentKey(fingerprint);
		rows.set(toRowKeyOnChannel(target.id, fingerprint), {
			content,
			journal,
			itemIndex: item.index,
		});
	}
}

function getOrCreateRecords(context: IExecuteFunctions): LoopRecords {
	const execution = JSON.stringify([context.getExecutionId(), context.getNode().name]);
	const existing = loopRecords.get(execution);
	const records = existing instanceof LoopRecords ? existing : new LoopRecords();
	// The one that was used last is at the end.
	loopRecords.delete(execution);
	loopRecords.set(execution, records);
	for (const oldest of loopRecords.keys()) {
		if (loopRecords.size <= MAX_EXECUTIONS) break;
		loopRecords.delete(oldest);
	}
	return records;
}

/** True if an earlier round used the Row ID for other content, unless that row has returned with corrections. */
function isRowIdReused(
	desired: DesiredPost,
	{ context, journal }: RunContext,
	rows: LoopRecords['rows'],
): boolean {
	const { fingerprint, item, target } = desired;
	const lastUse =
		fingerprint.rowIdDigest === null
			? undefined
			: rows.get(toRowKeyOnChannel(target.id, fingerprint));
	if (!lastUse || lastUse.journal === journal) return false;
	const isSameRow =
		lastUse.content === toContentKey(fingerprint) ||
		findEarlierIndex(context, item.index) === lastUse.itemIndex;
	return !isSameRow;
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
