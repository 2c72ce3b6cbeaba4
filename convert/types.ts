/** Any JSON object. */
export type Json = Record<string, unknown>;

/** A node of a workflow file, as far as the converter reads it. */
export interface WorkflowNode extends Json {
	name?: string;
	type: string;
	parameters?: Json;
}

/** Where something is. */
export interface Where {
	/** The name of the workflow, if the file has one. */
	workflow?: string;
	node: string;
}

/**
 * What a person should know about a node. `setup` is the credential or channel to choose; `todo` has to be done by
 * hand; `check` works, but not quite as before.
 */
export type Kind = 'setup' | 'todo' | 'check';

/** A sentence without its dot, and what to do. */
export type Told = [message: string, advice: string];

/** A {@link Told} about a node. */
export interface Remark extends Where {
	kind: Kind;
	message: string;
	advice: string;
}

/** What became of a node that publishes, or prepares that. */
export interface Call extends Where {
	/** What it called, such as `Blotato`. */
	service: string;
	/** `todo`: converted, with something to do by hand. */
	outcome: 'converted' | 'todo' | 'left';
	/** Why it was left as it is, without a dot. */
	because?: string;
}

/** A text that reads the output of a converted node, by its old and its new names. */
export interface Change extends Where {
	before: string;
	after: string;
}

/** What became of workflows. */
export interface Conversion {
	/** The input with Postiz nodes in place of others; the rest as it was. */
	workflows: unknown;
	/** How many nodes were converted. */
	converted: number;
	remarks: Remark[];
	/** The nodes that publish. */
	calls: Call[];
	/** What was rewritten in other nodes. */
	changes: Change[];
}

/** The conversion at hand, and the workflow that it has come to. */
export interface Context {
	conversion: Conversion;
	place: Omit<Where, 'node'>;
}

/** Adds a remark about the node at hand. */
export type Note = (kind: Kind, ...told: Told) => void;

/** The object itself, or an empty one for anything else. */
export function asObject(value: unknown): Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Json)
		: {};
}

/** The list itself, or an empty one for anything else. */
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The objects of a list. */
export const rowsOf = (value: unknown): Json[] => asList(value).map(asObject);

/** All texts in a value. */
export function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Names in quotation marks, each once. */
export const listNames = (names: unknown[]) =>
	[...new Set(names)].map((name) => `“${String(name)}”`).join(', ');
