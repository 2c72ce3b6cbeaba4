import { asList, asObject, type Json, type Note, type WorkflowNode } from './types';

/** What comes out of an operation differently than before, and the word that gives its users away. */
interface ChangedOutput {
	word: string;
	message: string;
	advice: string;
}

const changedOutputs: Record<string, ChangedOutput> = {
	createPost: {
		word: 'integration',
		message: 'The channel’s ID is now called channelId in its output; it was integration',
		advice: 'Write channelId there instead of integration.',
	},
	deletePost: {
		word: 'error',
		message: 'Its output is now id and deleted; it was an error that meant no failure',
		advice: 'Look at “deleted” there instead.',
	},
	videoFunction: {
		word: 'voices',
		message: 'It now puts out an item for each voice; it was one item with all of them in “voices”',
		advice: 'Take out what splits the list there.',
	},
	getPosts: {
		word: 'posts',
		message: 'It now puts out an item for each post; it was one item with all of them in “posts”',
		advice:
			'Take out what splits the list there, or put the node Aggregate between (All Item Data, into the field posts).',
	},
};

/**
 * Names the nodes that use what an operation now puts out in another way. `operation` is the one
 * of the old node.
 */
export function noteFollowers(
	{ name, operation }: { name: string; operation: string },
	{ nodes, connections, pinData }: { nodes: WorkflowNode[]; connections: Json; pinData: Json },
	note: Note,
): void {
	const changed = changedOutputs[operation];
	if (!changed) return;
	if (pinData[name] !== undefined) {
		note(
			'check',
			'Its pinned output is still that of the old node. The output looks different now',
			'Unpin it, and run the node once.',
		);
	}
	const reached = reachedFrom(name, connections);
	const users = nodes.filter((node) => {
		if (node.name === name) return false;
		const texts = textsOf(node.parameters);
		const takesIt = reached.has(String(node.name)) || texts.some((text) => mentions(text, name));
		return takesIt && texts.some((text) => uses(text, changed.word));
	});
	if (users.length === 0) return;
	const names = users.map((user) => `“${user.name}”`).join(', ');
	note('todo', `${changed.message}. Nodes that seem to use it: ${names}`, changed.advice);
}

function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function mentions(text: string, name: string): boolean {
	return ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`));
}

/** True where a text names a field: alone, after a dot, or in quotes. */
function uses(text: string, field: string): boolean {
	return new RegExp(`^${field}$|\\.${field}\\b|['"\`]${field}['"\`]`).test(text);
}

/** The nodes that come after a node, over all others that hand items on. */
function reachedFrom(name: string, connections: Json): Set<string> {
	const reached = new Set<string>();
	const waiting = [name];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		const outputs = asList(asObject(connections[at]).main).flatMap(asList);
		for (const output of outputs) {
			const next = String(asObject(output).node);
			if (reached.has(next)) continue;
			reached.add(next);
			waiting.push(next);
		}
	}
	return reached;
}
