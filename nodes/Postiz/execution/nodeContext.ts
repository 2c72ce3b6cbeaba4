import type { IExecuteFunctions, ILoadOptionsFunctions, INode, IPollFunctions } from 'n8n-workflow';

import { Problem } from '../common/problem';

/** All contexts in which the node calls the service. */
export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** True if an AI agent runs the node as a tool, which has a node type of its own. */
export const isAgentTool = (context: IExecuteFunctions) => isAgentToolNode(context.getNode());

export const isAgentToolNode = ({ type }: INode) => /Tool$/.test(type);

/** True if failed items become outputs. Always true for AI agents, which only see the message of a thrown error. */
export const shouldContinueOnError = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() || isAgentTool(context);

/** True if the execution was stopped or timed out. */
export function isCancelled(context: NodeContext): boolean {
	// Pickers, polls and credential tests have no signal.
	if (!('getExecutionCancelSignal' in context)) return false;
	return context.getExecutionCancelSignal()?.aborted ?? false;
}

/** For items that a cancelled execution hasn't sent. */
export const CANCELLED_BEFORE_START = new Problem(
	'The execution was cancelled before this item was sent',
	'Run this again to send it.',
	{ hasRetryAdvice: true },
);

/** Throws {@link CANCELLED_BEFORE_START} if the execution was stopped or timed out. */
export function assertNotCancelled(context: NodeContext): void {
	if (isCancelled(context)) throw CANCELLED_BEFORE_START;
}
