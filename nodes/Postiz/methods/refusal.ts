import { NodeApiError, type ILoadOptionsFunctions } from 'n8n-workflow';

/**
 * The error of a list that cannot be filled: why, and what to do. Of all errors, this is the only
 * kind that n8n shows with its description there.
 */
export function refusal(
	context: ILoadOptionsFunctions,
	message: string,
	description: string,
): NodeApiError {
	return new NodeApiError(context.getNode(), {}, { message, description });
}
