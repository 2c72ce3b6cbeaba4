import type { Call } from '../call';
import type { Reading } from '../reading';
import type { WorkflowNode } from '../types';
import type { Surroundings } from './surroundings';

/** A service that publishes, and how its nodes and requests are read. */
export interface Service {
	name: string;
	/** The types of its own nodes, without “Tool” at the end. */
	types: string[];
	/** The addresses of its API without their protocol. */
	addresses?: RegExp;
	/** Undefined for what publishes nothing. */
	read: (call: Call, around: Surroundings, node: WorkflowNode) => Reading | undefined;
}
