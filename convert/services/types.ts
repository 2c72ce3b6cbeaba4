import type { Output } from '../outputs';
import type { Request } from '../request';
import type { Json, Told, WorkflowNode } from '../types';
import type { Media, Surroundings } from './around';
import type { Watched } from './values';

/** A channel that a call posts to. */
export interface Target {
	/** The identifier of the network in Postiz. */
	network: string;
	/** The account, as the node names it: its ID or an expression for it, and how people know it. */
	account: { id: unknown; label?: unknown };
	/** The settings of its network, by the keys of Postiz. */
	settings?: Json;
	/** Its own text, if it differs from that of the others. */
	text?: unknown;
}

export interface Part {
	text: unknown;
	media: Media[];
}

/** What a call publishes. */
export interface Publication extends Part {
	targets: Target[];
	/** An expression that yields the names of networks or channels, in place of fixed targets. */
	channels?: `=${string}`;
	/** The networks that such an expression may name, for their settings and texts. */
	possible?: Target[];
	/** The later parts of a thread. */
	thread?: Part[];
	/** When to publish: now, unless something else is said. */
	when?: { type: unknown; date?: unknown };
	/** Options of the form of Post: Create. */
	options?: Json;
	/** What Postiz has no field for, as people know it. */
	lost?: string[];
	/** The names of what a service was told that nobody knows, as sentences have them. */
	others?: string[];
	/** What is not as before, and needs no hand. */
	checks?: Told[];
	/** What has to be done by hand. */
	todos?: Told[];
}

/** What a node does, as far as a converter understands it. */
export type Reading =
	| { does: 'post'; post: Publication; output: Output }
	/** Hands a file to the service; with `isOnlyId`, its ID means nothing to anybody else. */
	| { does: 'upload'; media: Media; output: Output; isOnlyId?: true }
	/** Asks what became of a post. */
	| { does: 'status'; id: unknown; output: Output }
	| Stays;

/** Publishes or prepares that, but cannot be converted. */
export interface Stays {
	does: 'stays';
	because: string;
	/** The ID of the post that it replies to. */
	repliesTo?: unknown;
}

/** A node with its parameters. */
export interface ServiceNode {
	parameters: Json;
	/** The names of parameters that were not read. */
	unread: Watched['unread'];
	version: number;
}

/** Another service, and how its nodes and requests are read; undefined for what publishes nothing. */
export interface Service {
	name: string;
	/** The types of its nodes, without the “Tool” at the end. */
	types: string[];
	/** Reads a node of any type, where both kinds are alike. */
	readAny?: (node: WorkflowNode, around: Surroundings) => Reading | undefined;
	readNode?: (node: ServiceNode, around: Surroundings) => Reading | undefined;
	/** The hosts of its API, whose requests it reads. */
	hosts?: RegExp;
	readRequest?: (request: Request, around: Surroundings) => Reading | undefined;
}
