import type { Graph } from '../graph';
import type { Behind } from '../plan';
import { byId } from '../settings';
import type { Json, WorkflowNode } from '../types';
import { identifiersOf } from './create';
import type { Publication, Reading } from './types';

/** What is put behind a post: a node that waits for its link, and one that keeps an item of several channels. */
export function behindPost(
	name: string,
	{ post, output }: Extract<Reading, { does: 'post' }>,
	graph: Graph,
): Behind[] {
	return [
		...(post.when ? [] : [waitFor(name, 'success' in output.fields, graph)]),
		...(post.targets.length > 1 ? [oneItemOf(name, post, graph)] : []),
	];
}

/** `isTold`: the old node told of a network that failed in its output, and did not stop. */
const waitFor = (name: string, isTold: boolean, graph: Graph): Behind => ({
	name: graph.unusedName(`Wait for ${name}`),
	when: 'awaited',
	isReadInstead: true,
	told: [
		'Nodes behind it read the link or the ID of the post, which are known once it is published. The node behind it waits for that, for ten minutes at most',
		'The ID that they read is now that of the post on its network. Check that they need this one.',
	],
	node: (converted, own): WorkflowNode => ({
		...besides(converted, own),
		type: converted.type,
		typeVersion: 1,
		parameters: { resource: 'post', operation: 'wait', postId: byId('={{ $json.postId }}') },
		...(isTold && { onError: 'continueRegularOutput' }),
		...(converted.onError !== undefined && { onError: converted.onError }),
	}),
});

const oneItemOf = (name: string, { targets }: Publication, graph: Graph): Behind => ({
	name: graph.unusedName(`One Item of ${name}`),
	when: 'read',
	isReadInstead: false,
	told: [
		'It now outputs an item for each channel. The node behind it lets only that of the first one pass, so that what follows runs as often as before',
		'To use all items, take that node out.',
	],
	node: (converted, own): WorkflowNode => {
		const networks = JSON.stringify(identifiersOf(targets[0]?.network ?? ''));
		return {
			...besides(converted, own),
			type: 'n8n-nodes-base.filter',
			typeVersion: 2.2,
			parameters: {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
					combinator: 'and',
					conditions: [
						{
							id: 'first-channel',
							// What failed before it had a network passes; a later failure has that of its post.
							leftValue: `={{ ((network) => !network || ${networks}.includes(network))($(${JSON.stringify(converted.name)}).item.json.provider) }}`,
							rightValue: '',
							operator: { type: 'boolean', operation: 'true', singleValue: true },
						},
					],
				},
				options: {},
			},
		};
	},
});

/** What every node has that is put behind another one: a name, an ID and a place. */
function besides({ id, position }: WorkflowNode, name: string): Json & { name: string } {
	const [x, y] = Array.isArray(position) ? (position as number[]) : [];
	return {
		...(typeof id === 'string' && {
			id: `${id}-${name.replace(/\W+/g, '-').toLowerCase()}`.slice(0, 72),
		}),
		name,
		...(x !== undefined && y !== undefined && { position: [x + 110, y + 110] }),
	};
}
