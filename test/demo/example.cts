import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import { ROOT } from '../harness/paths.cjs';

export interface ExampleWorkflow extends IDataObject {
	name: string;
	nodes: Array<INode & IDataObject>;
	connections: IConnections & IDataObject;
}

/** Reads a workflow from examples/. */
export function readExample(file: string): ExampleWorkflow {
	return JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8')) as ExampleWorkflow;
}

/** A post as the stand-in service lists it at /posts.json. */
export interface ArrivedPost {
	id: string;
	channelId: string;
	channel: string;
	state: string;
	publishDate: string;
	parts: Array<{ content: string; delay: number; published: string }>;
	settings: IDataObject;
	item: {
		integration: { id: string };
		value: Array<{ content: string; image: unknown[]; delay?: number }>;
		settings: IDataObject & { __type: string };
	};
}

interface PublishParameters {
	content: string;
	channels: {
		channel: Array<{ provider: string; integrationId: { value: string } } & IDataObject>;
	};
	thread: { segment: Array<{ content: string; delay: number }> };
}

/**
 * Compares what arrived with what the example workflow says, field by field; gives a sentence for
 * each difference. The newest posts come first, as the service lists them.
 */
export function compareWithExample(example: ExampleWorkflow, arrived: ArrivedPost[]): string[] {
	const publish = parametersOf(example, 'Publish now');
	const reminder = parametersOf(example, 'Schedule a reminder');
	const expectedCount = publish.channels.channel.length * 2;
	if (arrived.length !== expectedCount) {
		return [`${arrived.length} posts arrived instead of ${expectedCount}`];
	}
	const differences: string[] = [];
	const expect = (what: string, actual: unknown, wanted: unknown) => {
		if (JSON.stringify(actual) === JSON.stringify(wanted)) return;
		differences.push(`${what} is ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`);
	};
	for (const { provider, integrationId, settings, ...fields } of publish.channels.channel) {
		const own = arrived.filter(({ channelId }) => channelId === integrationId.value);
		const [now, later] = ['PUBLISHED', 'QUEUE'].map((state) =>
			own.find((post) => post.state === state),
		);
		expect(`${provider}: number of posts`, own.length, 2);
		expect(`${provider}: text published`, now?.parts[0].published, publish.content);
		publish.thread.segment.forEach(({ content, delay }, index) => {
			expect(`${provider}: thread part ${index + 1}`, now?.parts[index + 1]?.published, content);
			expect(`${provider}: delay of part ${index + 1}`, now?.parts[index + 1]?.delay, delay);
		});
		expect(
			`${provider}: settings`,
			sorted(now?.item.settings),
			sorted({ ...fields, ...(settings as IDataObject), __type: provider }),
		);
		expect(`${provider}: text of the reminder`, later?.parts[0].published, reminder.content);
		expect(`${provider}: time of the reminder`, later?.publishDate.slice(10, 16), 'T09:00');
	}
	return differences;
}

const sorted = (value: IDataObject = {}) =>
	Object.entries(value).sort(([a], [b]) => a.localeCompare(b));

function parametersOf({ nodes }: ExampleWorkflow, name: string): PublishParameters {
	const node = nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The example has no node “${name}”`);
	return node.parameters as unknown as PublishParameters;
}
