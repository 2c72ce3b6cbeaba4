import type { Output } from './outputs';
import type { PostizOutput } from './postizOutputs';
import type { Json, Note, WorkflowNode } from './types';

/** A node that is put behind a converted one. */
export interface Behind {
	name: string;
	/** If other nodes may read what the converted one outputs, or only if that is known once a post is published. */
	when: 'read' | 'awaited';
	/** Its output is read in place of that of the converted node. */
	isReadInstead: boolean;
	node: (converted: WorkflowNode, name: string) => WorkflowNode;
	/** What people are told of it: a sentence without its dot, and what to do. */
	told: [message: string, advice: string];
}

/** How a node is to be converted. */
export interface Plan {
	/** The name of what it called, if that is another service than Postiz. */
	service?: string;
	/** Why it stays as it is, if it does. */
	because?: string;
	/** What of its output is read otherwise now; nothing if all is as it was. */
	output?: Output & Partial<Pick<PostizOutput, 'message' | 'advice'>>;
	/** Nodes that are put behind it, in this order. */
	behind?: Behind[];
	/**
	 * The node in its place, made of the node whose expressions read the new output of others. The node
	 * itself if it stays as it is, which the note then says.
	 */
	build: (node: WorkflowNode, note: Note) => WorkflowNode;
}

/** n8n adds them to a node that is used as a tool. */
const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];

/** The parameters of a tool that stay with the node. */
export function toolParameters(parameters: Json = {}): Json {
	return Object.fromEntries(
		Object.entries(parameters).filter(([key]) => TOOL_PARAMETERS.includes(key)),
	);
}
