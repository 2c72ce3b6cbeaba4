import type { Graph } from './graph';
import type { Behind } from './plan';
import type { PostizOutput } from './postizOutputs';
import type { Json, WorkflowNode } from './types';

/** What is put behind a node whose items were one with a list before, if it is so. */
export const inOneList = (
	name: string,
	{ list: key, message = '', advice = '' }: Partial<PostizOutput> = {},
	graph: Graph,
): Behind[] =>
	key === undefined
		? []
		: [
				{
					name: graph.unusedName(`${name} in One List`),
					when: 'read',
					isReadInstead: true,
					node: (source, own) => oneListNode(source, own, key),
					changes: { alwaysOutputData: true },
					told: [message, advice],
				},
			];

/** The node Edit Fields that puts all items of another one into one, as a list under a key. */
function oneListNode(source: WorkflowNode, name: string, key: string): WorkflowNode {
	const items = `$(${JSON.stringify(source.name)}).all().map((item) => item.json)`;
	return {
		...besides(source, name),
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: {
				assignments: [
					{
						id: `${key}-list`,
						name: key,
						type: 'array',
						// Without any, n8n makes an empty one, so that the nodes behind run.
						value: `={{ ${items}.filter(({ id }) => id !== undefined) }}`,
					},
				],
			},
			options: {},
		},
		executeOnce: true,
	};
}

/** What every node has that is put behind another one: a name, an ID and a place. */
export function besides({ id, position }: WorkflowNode, name: string): Json & { name: string } {
	const [x, y] = Array.isArray(position) ? (position as number[]) : [];
	return {
		...(typeof id === 'string' && {
			id: `${id}-${name.replace(/\W+/g, '-').toLowerCase()}`.slice(0, 72),
		}),
		name,
		...(x !== undefined && y !== undefined && { position: [x + 110, y + 110] }),
	};
}
