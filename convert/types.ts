/** Anything that JSON can hold in curly brackets. */
export type Json = Record<string, unknown>;

/** A node of a workflow file, as far as the converter reads it. */
export interface WorkflowNode extends Json {
	name?: string;
	type: string;
	parameters?: Json;
}

/**
 * What a person should know about a converted node. `todo` is something that could not be carried
 * over and has to be done by hand; `check` works, but not quite as before.
 */
export interface Remark {
	kind: 'todo' | 'check';
	/** Name of the workflow, if the file has one. */
	workflow?: string;
	/** Name of the node that holds the workflow as text, if one does. */
	inside?: string;
	node: string;
	/** What could not be converted, or what is different now. */
	message: string;
	/** What to do. */
	advice: string;
}

/** Takes down a remark about the node at hand. */
export type Note = (kind: Remark['kind'], message: string, advice: string) => void;

/** The parameters of the new node that do what an operation of the old one did. */
export type Operation = (parameters: Json, note: Note) => Json;

/** The object itself, or an empty one for anything else. */
export function asObject(value: unknown): Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Json)
		: {};
}

/** The list itself, or an empty one for anything else. */
export function asList(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}
