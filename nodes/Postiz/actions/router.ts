import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Problem } from '../common/problem';
import { quote } from '../common/text';
import { shouldContinueOnError, isAgentTool } from '../execution/nodeContext';
import { escapeHtml, toThrownError } from '../execution/nodeError';
import { failAllItems, type Hint } from '../execution/operationResult';
import { toToolOutput } from '../execution/toolOutput';
import { getOrCreateRetryMemory } from '../posts/run/retryMemory';
import { PostizClient } from '../transport/client';
import { resources } from './index';
import type { Operation } from './shared/operation';

function requireOperation(resourceName: unknown, operationName: unknown): Operation {
	const resource = resources.find(({ value }) => value === resourceName);
	const operation = resource?.operations.find(({ value }) => value === operationName);
	if (operation) return operation;
	throw new Problem(
		`Unknown operation ${quote(operationName)} of ${quote(resourceName)}`,
		'Choose Resource and Operation again.',
	);
}

/** Runs the operation that is chosen in the form for all input items. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const resourceName = context.getNodeParameter('resource', 0);
	const operationName = context.getNodeParameter('operation', 0);
	try {
		const operation = requireOperation(resourceName, operationName);
		const client = await PostizClient.create(context);
		const result = await operation.execute(context, client, getOrCreateRetryMemory(context));
		if (isAgentTool(context)) return toToolOutput(context, result, operation);
		showHints(context, result.hints);
		return result.outputs;
	} catch (error) {
		if (!shouldContinueOnError(context)) throw toThrownError(context.getNode(), error);
		// If this were thrown, n8n would pass on the input as if nothing had failed.
		return failAllItems(context, error).outputs;
	}
}

/** Shows hints above the output. Older versions of n8n lack them for some nodes. */
function showHints(context: Partial<IExecuteFunctions>, hints: Hint[]): void {
	for (const { text } of hints) {
		if (text === '') continue;
		// n8n shows it as HTML.
		context.addExecutionHints?.({ message: escapeHtml(text), location: 'outputPane' });
	}
}
