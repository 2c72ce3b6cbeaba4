import type { Output } from './outputs';
import type { PostizOutput } from './postizOutputs';
import type { Json, Note, WorkflowNode } from './types';

/** How a node is to be converted. */
export interface Plan {
	/** The name of what it called, if that is another service than Postiz. */
	service?: string;
	/** What of its output is read otherwise now; nothing if all is as it was. */
	output?: Output & Partial<Pick<PostizOutput, 'ifRead' | 'message' | 'advice'>>;
	/**
	 * The node in its place, made of the node whose expressions read the new output of others. The node
	 * itself if it stays as it is, which the note then says.
	 */
	build: (node: WorkflowNode, note: Note) => WorkflowNode;
}

/** n8n adds them to a node that is used as a tool. */
export const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];

/** The parameters of a tool that stay with the node. */
export function toolParameters(parameters: Json = {}): Json {
	return Object.fromEntries(
		Object.entries(parameters).filter(([key]) => TOOL_PARAMETERS.includes(key)),
	);
}
