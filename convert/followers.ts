import { isExpression, split } from './expressions';
import { renameFields, renamesOf, type Renames } from './outputFields';
import { asList, asObject, type Json, type Note, type WorkflowNode } from './types';

/** What comes out of an operation differently than before, and the words by which its users are found. */
interface ChangedOutput {
	words: string[];
	message: string;
	advice: string;
}

const changedOutputs: Record<string, ChangedOutput> = {
	createPost: {
		words: ['integration'],
		message: 'The channel’s ID is now called channelId in its output; it was integration',
		advice: 'Write channelId there instead of integration.',
	},
	deletePost: {
		words: ['error'],
		message: 'Its output is now postId and deleted; it was an error that meant no failure',
		advice: 'Look at “deleted” there instead.',
	},
	getIntegrations: {
		words: ['id', 'name', 'identifier', 'customer', 'picture'],
		message:
			'A channel is now channelId, channelName and provider in its output, its group groupId and groupName; they were id, name, identifier and customer. Its picture is left out',
		advice: 'Write the new names there.',
	},
	listGroups: {
		words: ['id', 'name'],
		message: 'A group is now groupId and groupName in its output; they were id and name',
		advice: 'Write the new names there.',
	},
	setStatus: {
		words: ['id', 'state'],
		message:
			'The post’s ID is now called postId in its output, and its state is draft or scheduled; they were id, and DRAFT or QUEUE',
		advice: 'Write the new name and the new states there.',
	},
	linkPublished: {
		words: ['id', 'state'],
		message:
			'The post’s ID is now called postId in its output, and its state is a word such as published; they were id, and PUBLISHED',
		advice: 'Write the new name and the new states there.',
	},
	findPublished: {
		words: ['id'],
		message: 'The content’s ID is now called releaseId in its output; it was id',
		advice: 'Write releaseId there instead of id.',
	},
	videoFunction: {
		words: ['voices'],
		message: 'It now puts out an item for each voice; it was one item with all of them in “voices”',
		advice: 'Take out what splits the list there.',
	},
	getNotifications: {
		words: ['notifications'],
		message:
			'It now puts out an item for each notification, of all pages; it was one item with a page of them in “notifications”',
		advice: 'Take out what splits the list there.',
	},
	getSettings: {
		words: ['output'],
		message: 'What was in “output” now stands beside the channel’s ID',
		advice: 'Leave out “output.” there.',
	},
	lookUp: {
		words: ['output'],
		message: 'It now puts out an item for each row; it was one item with all of them in “output”',
		advice: 'Take out what splits the list there.',
	},
	getPosts: {
		words: ['posts'],
		message: 'It now puts out an item for each post; it was one item with all of them in “posts”',
		advice:
			'Take out what splits the list there, or put the node Aggregate between (All Item Data, into the field posts).',
	},
};

/** What stands around a node. */
export interface Surroundings {
	nodes: WorkflowNode[];
	connections: Json;
	pinData: Json;
	/** New names of what nodes that were converted output, by the name of the node. */
	renamed: Map<string, Renames>;
}

/**
 * Names the nodes that use what an operation now puts out in another way, and notes the new names of
 * its fields. `operation` is the one of the old node.
 */
export function noteFollowers(
	{ name, operation }: { name: string; operation: string },
	{ nodes, connections, pinData, renamed }: Surroundings,
	note: Note,
): void {
	const renames = renamesOf[operation];
	if (renames) renamed.set(name, renames);
	if (operation === 'getPosts') {
		note(
			'check',
			'If there are no posts, it now outputs no item, so that the nodes after it do not run; it was one item with an empty list',
			'If they have to run all the same, turn on Always Output Data under Settings.',
		);
	}
	const changed = changedOutputs[operation];
	if (!changed) return;
	if (Object.hasOwn(pinData, name)) {
		note(
			'check',
			'Its pinned output is still that of the old node. The output looks different now',
			'Unpin it, and run the node once.',
		);
	}
	const reached = reachedFrom(name, connections);
	const users = nodes.filter((node) => {
		if (node.name === name) return false;
		const { parameters } = renames ? renameFields(node, name, renames, connections) : node;
		const texts = textsOf(parameters);
		const takesIt = reached.has(String(node.name)) || texts.some((text) => mentions(text, name));
		return (
			takesIt &&
			texts.flatMap(codesOf).some((text) => changed.words.some((word) => uses(text, word)))
		);
	});
	if (users.length === 0) return;
	note('todo', `${changed.message}. Nodes that seem to use it: ${namesOf(users)}`, changed.advice);
}

/** Names the nodes, and the node itself, whose expressions read the fields of a node by name. */
export function noteFieldReaders(
	name: string,
	{ nodes, connections }: Surroundings,
	note: Note,
): void {
	const next = nextOf(name, connections);
	const readers = nodes.filter((node) =>
		textsOf(node.parameters).some(
			(text) =>
				(node.name === name && /\$(?:p|rawP)arameter\b/.test(text)) ||
				(next.includes(String(node.name)) && /\$input\.params\b/.test(text)) ||
				(mentions(text, name) && /\bparam(?:s|eter)\b/.test(text)),
		),
	);
	if (readers.length === 0) return;
	note(
		'todo',
		`Its fields have other names now. Nodes with an expression that seems to read them by the old ones ($parameter or .params): ${namesOf(readers)}`,
		'Write there what the field says, or the name that it has now.',
	);
}

const namesOf = (nodes: WorkflowNode[]) => nodes.map(({ name }) => `“${name}”`).join(', ');

/** All texts in a value. */
export function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

// Of a text with expressions only these read what another node outputs.
function codesOf(text: string): string[] {
	if (!isExpression(text)) return [text];
	return split(text.slice(1))
		.filter(({ isCode }) => isCode)
		.map((chunk) => chunk.text);
}

function mentions(text: string, name: string): boolean {
	const isQuoted = ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`));
	return isQuoted || text.includes(`$node.${name}.`);
}

// Alone they mean anything: how a field is filled in, the name of a column.
const COMMON_WORDS = ['id', 'name'];

/** True if a text names a field: alone, after a dot, in quotes, or taken out with brackets. */
function uses(text: string, field: string): boolean {
	if (text === field) return !COMMON_WORDS.includes(field);
	const taken = `\\{[^{}]*\\b${field}\\s*[,:=}]`;
	return new RegExp(`\\.${field}\\b|['"\`]${field}['"\`]|${taken}`).test(text);
}

/** The nodes that come after a node, over all others that hand items on. */
export function reachedFrom(name: string, connections: Json): Set<string> {
	const reached = new Set<string>();
	const waiting = [name];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		for (const next of nextOf(at, connections)) {
			if (reached.has(next)) continue;
			reached.add(next);
			waiting.push(next);
		}
	}
	return reached;
}

/** The nodes that a node hands its items to. */
function nextOf(name: string, connections: Json): string[] {
	return asList(asObject(connections[name]).main)
		.flatMap(asList)
		.map((output) => String(asObject(output).node));
}
