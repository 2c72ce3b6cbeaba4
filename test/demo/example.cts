import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import { ROOT } from '../harness/paths.cjs';

export interface ExampleWorkflow extends IDataObject {
	name: string;
	nodes: Array<INode & IDataObject>;
	connections: IConnections & IDataObject;
}

/** The workflows in examples/. */
export function listExampleFiles(): string[] {
	return readdirSync(join(ROOT, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.sort();
}

/** Reads a workflow from examples/. */
export function readExample(file: string): ExampleWorkflow {
	return JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8')) as ExampleWorkflow;
}

/** The networks that an example is tried on. People choose their own channels. */
const NETWORKS: Record<string, string[]> = {
	'publish-to-three-channels.json': ['x', 'linkedin', 'bluesky'],
	'picture-to-three-channels.json': ['x', 'linkedin', 'bluesky'],
	'blog-feed-first-comment.json': ['x', 'linkedin', 'bluesky'],
	'ai-posts-with-pictures.json': ['bluesky', 'linkedin'],
	'video-from-drive.json': ['tiktok', 'youtube', 'instagram'],
	'long-text-to-a-group.json': ['x', 'linkedin', 'bluesky'],
	'linkedin-carousel.json': ['linkedin', 'linkedin-page'],
};

/** An example with the first channels of its networks where a person would choose some. */
export function fillInChannels(
	file: string,
	channels: Array<{ id: string; identifier: string }>,
): ExampleWorkflow {
	const chosen = (NETWORKS[file] ?? []).flatMap((network) =>
		channels
			.filter(({ identifier }) => identifier === network)
			.slice(0, 1)
			.map(({ id }) => id),
	);
	const example = readExample(file);
	return {
		...example,
		nodes: example.nodes.map(({ parameters, ...node }) => {
			const isOpen = Array.isArray(parameters.channels) && parameters.channels.length === 0;
			return { ...node, parameters: isOpen ? { ...parameters, channels: chosen } : parameters };
		}) as ExampleWorkflow['nodes'],
	};
}

/** The node of that name. Throws if the example has none. */
export function getNode(
	{ nodes }: ExampleWorkflow,
	name: string,
): ExampleWorkflow['nodes'][number] {
	const node = nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The example has no node “${name}”`);
	return node;
}
