import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { NodeRun } from '../integration/support/harness.cjs';
import type { RecordedRequest } from '../service/server.cjs';
import type { StoredPost } from '../service/state.cjs';

/** A row of the input, as it is written in the service. */
export interface ScriptRow extends IDataObject {
	text: string;
	/** The texts of the later parts. */
	thread: string[];
	date: string;
	/** The service refuses it, or fails at it. */
	isBad: boolean;
}

/** A run of the node, and what it met. */
export interface PlayedRun {
	run: NodeRun;
	rows: ScriptRow[];
	/** IDs of the channels that each row goes to. */
	channels: string[];
	/** Of the run alone. */
	requests: RecordedRequest[];
	/** The posts that were there before. */
	before: ReadonlySet<string>;
	/** How often n8n may have run the node. */
	tries: number;
	/** On Error is set to continue. */
	continues: boolean;
	/** Items that the limit kept back become error items, or wait. */
	limitReached: 'fail' | 'output' | 'wait';
	/** Each post takes a request of its own. */
	isOneByOne: boolean;
	/** The parts of posts that were there before. */
	alike: ReadonlySet<string>;
}

type State = 'created' | 'createdInPart' | 'notCreated' | 'unclear';

interface Outcome {
	state: State;
	postIds: string[];
}

/** What the node says of an item. */
export interface Claim {
	/** The rows of the output. */
	rows: Array<{ postId: string; channelId: string; skipped: boolean }>;
	/** What is said of the item as a whole, if it failed or ended the node. */
	outcome?: Outcome;
}

const STATES: State[] = ['created', 'createdInPart', 'notCreated', 'unclear'];

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** The claims of the node, by item. Says what is no claim at all. */
export function readClaims({ run, rows }: PlayedRun, problems: string[]): Claim[] {
	const claims = rows.map((): Claim => ({ rows: [] }));
	if (run.error) {
		const listed = run.error.context?.outcomes;
		if (!Array.isArray(listed)) problems.push(`the error names no outcomes: ${run.error.message}`);
		const outcomes = (Array.isArray(listed) ? listed : []) as Array<Outcome & { item: number }>;
		for (const claim of claims) claim.outcome = { state: 'notCreated', postIds: [] };
		for (const { item, ...outcome } of outcomes) claims[item].outcome = outcome;
	}
	for (const item of run.output.flat()) {
		const claim = claims[itemOf(item)];
		const { postId, channelId, skipped = false, error } = item.json as Record<string, never>;
		if (error === undefined) claim.rows.push({ postId, channelId, skipped });
		else if (claim.outcome) problems.push(`item ${itemOf(item)}: there are two errors of it`);
		else claim.outcome = item.outcome as unknown as Outcome;
	}
	claims.forEach(({ outcome }, item) => {
		if (outcome && !STATES.includes(outcome.state)) problems.push(`item ${item}: no known outcome`);
	});
	return claims;
}

/** A row in one word: the texts of its parts. */
export const partsOf = ({ text, thread }: ScriptRow) => JSON.stringify([text, ...thread]);
export const storedParts = ({ parts }: StoredPost) =>
	JSON.stringify(parts.map(({ content }) => content));
