import type { Output } from './outputs';
import { asObject, type Json, type Note, type Told, type WorkflowNode } from './types';

/** A node that is put behind a converted one. */
export interface Behind {
	name: string;
	/** If other nodes may read what the converted one outputs, or only if that is known once a post is published. */
	when: 'read' | 'awaited';
	/** Its output is read in place of that of the converted node. */
	isReadInstead: boolean;
	node: (converted: WorkflowNode, name: string) => WorkflowNode;
	told: Told;
}

/** A node that stays as it is. */
interface Kept {
	stays: Told;
	/** Why, as the end of a sentence; of another service than Postiz. */
	because?: string;
}

/** How a node is to be converted. */
export interface Replaced {
	/** What of its output is read otherwise now; nothing if all is as it was. */
	output?: Output;
	/** Nodes that are put behind it, in this order. */
	behind?: Behind[];
	/** The node in its place, made of the node whose expressions read the new output of others. */
	build: (node: WorkflowNode, note: Note) => WorkflowNode;
}

/** What becomes of a node; `service` is the name of what it called, if that is another service than Postiz. */
export type Plan = { service?: string } & (Kept | Replaced);

/** n8n adds them to a node that is used as a tool. */
const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];

/** The Postiz node in the place of another one, with these parameters and credentials. */
export function postizNode(
	node: WorkflowNode,
	parameters: Json,
	credentials?: unknown,
): WorkflowNode {
	const rest = Object.entries(node).filter(([key]) => key !== 'credentials');
	const ofTool = Object.entries(asObject(node.parameters)).filter(([name]) =>
		TOOL_PARAMETERS.includes(name),
	);
	return {
		...Object.fromEntries(rest),
		type: `n8n-nodes-postiz-publisher.postiz${node.type.endsWith('Tool') ? 'Tool' : ''}`,
		typeVersion: 1,
		parameters: { ...Object.fromEntries(ofTool), ...parameters },
		...(credentials !== undefined && { credentials }),
	};
}
