import { asList, asObject, type Json, type WorkflowNode } from './types';

/** A workflow that is being changed: nodes that are put in or taken out, and the lines between them. */
export class Draft {
	nodes: unknown[] = [];

	constructor(
		private connections: Json,
		private isChanged: boolean,
	) {}

	node(name: string): unknown {
		return this.nodes.find((node) => asObject(node).name === name);
	}

	/**
	 * Puts a node behind another one, so that it gets the items that the first output has. If the new one
	 * has an error output, that leads where the error output of the other one does.
	 */
	insertBehind(name: string, node: WorkflowNode): void {
		const at = this.nodes.findIndex((each) => asObject(each).name === name);
		this.nodes = [...this.nodes.slice(0, at + 1), node, ...this.nodes.slice(at + 1)];
		const [first = [], ...others] = asList(asObject(this.connections[name]).main);
		const own = String(node.name);
		const line = { node: own, type: 'main', index: 0 };
		const errors = node.onError === 'continueErrorOutput' ? others : [];
		const isOpen = [first, ...errors].some((targets) => asList(targets).length > 0);
		this.connections = {
			...this.connections,
			[name]: { ...asObject(this.connections[name]), main: [[line], ...others] },
			...(isOpen && { [own]: { main: [first ?? [], ...errors] } }),
		};
		this.isChanged = true;
	}

	/** The nodes, and the lines if they are others than before. */
	result(): { nodes: unknown[]; connections?: Json } {
		return { nodes: this.nodes, ...(this.isChanged && { connections: this.connections }) };
	}
}
