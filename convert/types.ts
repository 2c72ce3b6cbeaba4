/** Anything that JSON can hold in curly brackets. */
export type Json = Record<string, unknown>;

/** A node of a workflow file, as far as the converter reads it. */
export interface WorkflowNode extends Json {
	name?: string;
	type: string;
	parameters?: Json;
}

/** Where something is. */
export interface Where {
	/** Name of the workflow, if the file has one. */
	workflow?: string;
	/** Name of the node that holds the workflow as text, if one does. */
	inside?: string;
	node: string;
}

/**
 * What a person should know about a converted node. `setup` is the credential or the channel to choose;
 * `todo` is something that could not be carried over and has to be done by hand; `check` works, but not
 * quite as before.
 */
export interface Remark extends Where {
	kind: 'setup' | 'todo' | 'check';
	/** What could not be converted, or what is different now. */
	message: string;
	/** What to do. */
	advice: string;
}

/** An account with another service, or of a network, which becomes a channel of Postiz. */
export interface Account {
	/** The same for all nodes that post to it. */
	id: string;
	/** The identifier of its network in Postiz, such as `linkedin-page`. */
	network: string;
	/** How people know it. */
	label: string;
	where: Where[];
}

/** The name or the ID of the channel for each account, by the ID of the account. */
export type Answers = Record<string, string>;

/** What became of a node that publishes, or prepares that. */
export interface Call extends Where {
	/** What it called, such as `Blotato`. */
	service: string;
	/** `todo`: converted, with something to do that its remarks say. */
	outcome: 'converted' | 'todo' | 'left';
	/** Why it was left as it is, as a sentence without its dot. */
	because?: string;
}

/** A text of a node that reads what another one outputs, by its old and its new names. */
export interface Change extends Where {
	/** The path of the parameter, such as `assignments.assignments.0.value`. */
	field: string;
	before: string;
	after: string;
}

export interface Conversion {
	/** What was given, with the new node in place of the old one; the rest as it was. */
	workflows: unknown;
	/** How many nodes were converted. */
	converted: number;
	remarks: Remark[];
	/** The accounts that become channels, each once. */
	accounts: Account[];
	/** The nodes that publish by another service, and what became of each; of those that call Postiz, what stays. */
	calls: Call[];
	/** What was rewritten in nodes that read the output of converted ones. */
	changes: Change[];
}

/** What a person decides. */
export interface Choices {
	/** Which channel each of {@link Conversion.accounts} becomes. Without one, the node has no channel yet. */
	answers?: Answers;
	/** Name the network as the channel of an account without an answer: its only channel is meant. */
	guessesChannels?: boolean;
}

/** What is told of a conversion, what people chose, and where the nodes at hand stand. */
export interface Context {
	conversion: Conversion;
	choices: Choices;
	place: Omit<Where, 'node'>;
}

/** A sentence without its dot, and what to do. */
export type Told = [message: string, advice: string];

/** Takes down a remark about the node at hand. */
export type Note = (kind: Remark['kind'], message: string, advice: string) => void;

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
