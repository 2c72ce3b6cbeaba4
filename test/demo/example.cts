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
export function exampleFiles(): string[] {
	return readdirSync(join(ROOT, 'examples'))
		.filter((file) => file.endsWith('.json'))
		.sort();
}

/** Reads a workflow from examples/. */
export function readExample(file: string): ExampleWorkflow {
	return JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8')) as ExampleWorkflow;
}

/** The networks that an example is tried on. People choose channels of their own. */
const NETWORKS: Record<string, string[]> = {
	'publish-to-three-channels.json': ['x', 'linkedin', 'bluesky'],
	'picture-to-three-channels.json': ['x', 'linkedin', 'bluesky'],
	'blog-feed-first-comment.json': ['x', 'linkedin', 'bluesky'],
	'ai-posts-with-pictures.json': ['bluesky', 'linkedin'],
	'video-from-drive.json': ['tiktok', 'youtube', 'instagram'],
	'long-text-to-a-group.json': ['x', 'linkedin', 'bluesky'],
	'linkedin-carousel.json': ['linkedin', 'linkedin-page'],
};

/** An example with the first channels of its networks where a person has to choose some. */
export function withChannels(
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
export function nodeNamed(
	{ nodes }: ExampleWorkflow,
	name: string,
): ExampleWorkflow['nodes'][number] {
	const node = nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The example has no node “${name}”`);
	return node;
}

/** A post as the stand-in service lists it at /posts.json. */
export interface ArrivedPost {
	id: string;
	channelId: string;
	channel: string;
	identifier: string;
	state: string;
	publishDate: string;
	createdAt: string;
	parts: Array<{ content: string; delay: number; published: string }>;
	settings: IDataObject;
	item: {
		integration: { id: string };
		value: Array<{ content: string; image: unknown[]; delay?: number }>;
		settings: IDataObject & { __type: string };
	};
}

/** The body of a POST /posts, as the stand-in service recorded it. */
interface SentRequest {
	type: string;
	shortLink: boolean;
	tags: Array<{ label: string }>;
	posts: Array<{ integration: { id: string }; settings: { __type: string } }>;
}

interface PublishParameters {
	type: string;
	content: string;
	channels: string[];
	networkSettings?: { network: Array<{ provider: string } & IDataObject> };
	thread: { segment: Array<{ content: string; delay?: number }> };
	options: { tags?: string; shortLink?: boolean };
}

const REMINDER_AFTER_DAYS = 7;
const REMINDER_TIME = 'T09:00:00.000Z';

/**
 * Compares what was sent and what arrived with what the example workflow says, field by field;
 * returns a sentence for each difference.
 */
export function compareWithExample(
	example: ExampleWorkflow,
	sent: unknown[],
	arrived: ArrivedPost[],
): string[] {
	const publish = parametersOf(example, 'Publish now');
	const reminder = parametersOf(example, 'Schedule a reminder');
	const { channels, networkSettings } = publish;
	const differences: string[] = [];
	const expect = (what: string, actual: unknown, wanted: unknown) => {
		if (JSON.stringify(actual) === JSON.stringify(wanted)) return;
		differences.push(`${what} is ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`);
	};

	expect('number of requests', sent.length, 2);
	expect('number of posts', arrived.length, channels.length * 2);
	if (differences.length > 0) return differences;

	[publish, reminder].forEach(({ type, options }, index) => {
		const request = sent[index] as SentRequest;
		expect(`${type}: kind of request`, request.type, type);
		expect(`${type}: short links`, request.shortLink, options.shortLink ?? false);
		expect(
			`${type}: tags`,
			request.tags.map(({ label }) => label),
			options.tags ? [options.tags] : [],
		);
		expect(
			`${type}: channels`,
			request.posts.map(({ integration }) => integration.id),
			channels,
		);
	});
	for (const channel of channels) {
		const own = arrived.filter(({ channelId }) => channelId === channel);
		const network = own[0]?.identifier ?? channel;
		const entry: IDataObject = networkSettings?.network.find(
			({ provider: chosen }) => chosen === network,
		) ?? { provider: network };
		const { provider, settings, ...fields } = entry;
		const [now, later] = ['PUBLISHED', 'QUEUE'].map((state) =>
			own.find((post) => post.state === state),
		);
		if (!now || !later) {
			expect(`${network}: states`, own.map(({ state }) => state).sort(), ['PUBLISHED', 'QUEUE']);
			continue;
		}
		expect(
			`${network}: texts published`,
			now.parts.map(({ published, delay }) => [published, delay]),
			[
				[publish.content, 0],
				...publish.thread.segment.map(({ content, delay = 0 }) => [content, delay]),
			],
		);
		expect(
			`${network}: settings`,
			sorted(now.item.settings),
			sorted({ ...fields, ...(settings as IDataObject), __type: provider }),
		);
		expect(
			`${network}: text of the reminder`,
			later.parts.map(({ published }) => published),
			[reminder.content],
		);
		expect(`${network}: time of the reminder`, later.publishDate, reminderDate(later.createdAt));
	}
	return differences;
}

/** When the reminder of the example is due that was made at that time, in UTC as the example is. */
function reminderDate(createdAt: string): string {
	const date = new Date(createdAt);
	date.setUTCDate(date.getUTCDate() + REMINDER_AFTER_DAYS);
	return `${date.toISOString().slice(0, 10)}${REMINDER_TIME}`;
}

const sorted = (value: IDataObject = {}) =>
	Object.entries(value).sort(([a], [b]) => a.localeCompare(b));

const parametersOf = (example: ExampleWorkflow, name: string) =>
	nodeNamed(example, name).parameters as unknown as PublishParameters;
