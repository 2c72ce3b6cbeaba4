import { getItemIndex, type NodeRun } from '../../integration/support/harness.cjs';
import type { RecordedRequest } from '../../service/server.cjs';
import type { ScriptRow } from './script.cjs';

/** A run of the node, and its conditions. */
export interface PlayedRun {
	run: NodeRun;
	rows: ScriptRow[];
	/** IDs of the channels of the rows. */
	channels: string[];
	/** The requests of this run. */
	requests: RecordedRequest[];
	/** IDs of the posts that existed before. */
	existingIds: ReadonlySet<string>;
	/** How often n8n may have run the node. */
	tries: number;
	/** On Error is set to continue. */
	continues: boolean;
	/** It waits at the hourly limit. */
	waitsAtLimit: boolean;
	/** Posts have the dates of their rows. */
	isDated: boolean;
	/** Each post has its own request. */
	isOneByOne: boolean;
	/** It skips existing posts. */
	skipsExisting: boolean;
}

/** The output of an item. */
export interface ItemOutput {
	/** The posts that are reported. */
	posts: Array<{ postId: string; channelId: string; isUnchanged: boolean }>;
	/** IDs of the channels that are reported as skipped. */
	skippedChannels: string[];
	/** The message of a failed item. */
	error?: string;
}

/** Reads the output by item, and reports items with an unknown outcome. */
export function readItemOutputs({ run, rows }: PlayedRun, problems: string[]): ItemOutput[] {
	const outputs = rows.map((): ItemOutput => ({ posts: [], skippedChannels: [] }));
	for (const item of run.output.flat()) {
		const output = outputs[getItemIndex(item)];
		const { postId, channelId, outcome, error } = item.json as Record<string, string>;
		if (outcome === 'skipped') output.skippedChannels.push(channelId);
		else if (error === undefined) {
			const isUnchanged = outcome === 'unchanged';
			if (!isUnchanged && outcome !== 'created')
				problems.push(`item ${getItemIndex(item)} is ${outcome}`);
			output.posts.push({ postId, channelId, isUnchanged });
		} else if (output.error) problems.push(`item ${getItemIndex(item)}: it has two errors`);
		else output.error = error;
	}
	return outputs;
}
