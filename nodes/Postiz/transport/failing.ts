import type { IExecuteFunctions } from 'n8n-workflow';

/** The name that n8n gives a node where an AI agent uses it. */
const TOOL = /Tool$/;

/**
 * True where a failed item is handed on as an item that says what went wrong: where On Error is set
 * to continue, and where an AI agent runs the node. Of an error that is thrown, agents are shown the
 * message at best; of an item they see what to change as well.
 */
export function handsErrorsOn(context: IExecuteFunctions): boolean {
	return context.continueOnFail() || TOOL.test(context.getNode().type);
}
