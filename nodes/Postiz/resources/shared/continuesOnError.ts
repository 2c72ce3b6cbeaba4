import type { IExecuteFunctions } from 'n8n-workflow';

/** The name of a node when an AI agent uses it. */
const TOOL = /Tool$/;

/**
 * True if a failed item is output as an item that says what went wrong: with On Error set to
 * continue, and when an AI agent runs the node. Of an error that is thrown, agents see the message at
 * best; of an item they see what to change as well.
 */
export function continuesOnError(context: IExecuteFunctions): boolean {
	return context.continueOnFail() || isTool(context);
}

/** True if an AI agent runs the node. */
export const isTool = (context: IExecuteFunctions): boolean => TOOL.test(context.getNode().type);
