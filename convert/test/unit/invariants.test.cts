import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INode } from 'n8n-workflow';

import { convertWorkflow } from '../../convertWorkflow';
import { accessesIn } from '../../output';
import { asList, asObject, textsOf, type Json, type WorkflowNode } from '../../types';
import { Postiz } from '../../../nodes/Postiz/Postiz.node';
import { ROOT } from '../../../test/harness/paths.cjs';
import { workflowOf } from '../services/fixture.cjs';
import { titled } from '../services/index.cjs';

/*
 * What holds for every workflow that publishes by another service: nothing is lost without a word, and nothing
 * reads what is no longer there.
 */

type Workflow = ReturnType<typeof workflowOf>;

const namesIn = (nodes: WorkflowNode[]) => new Set(nodes.map(({ name }) => String(name)));

/** The names of nodes that expressions read, and that are not there. */
const missingIn = (nodes: WorkflowNode[]) =>
	nodes.flatMap(({ parameters }) =>
		textsOf(parameters)
			.flatMap((text) => accessesIn(text).map(({ node }) => node))
			.filter((name) => name !== undefined && !namesIn(nodes).has(name)),
	);

const NEW = /^n8n-nodes-postiz-publisher\.postiz/;

/** What these services output and the Postiz node does not. */
const OLD_NAMES =
	/\.(?:postSubmissionId|publicUrl|media_id_string|media_id|uploadId|urn|permalink(?:_url)?|post_id|post_url|request_id|platformPostUrl|results)\b/;

describe.each(titled)('%s', (_name, fixture) => {
	const old = workflowOf(fixture);
	const { workflows, calls } = convertWorkflow(old);
	const { nodes, connections } = workflows as Workflow;

	test('lines and expressions lead to nodes that are there', () => {
		const names = namesIn(nodes);
		const agents = ['Agent'];
		for (const [from, outputs] of Object.entries(connections)) {
			expect(names).toContain(from);
			const targets = Object.values(asObject(outputs)).flatMap((list) => asList(list).flat());
			for (const target of targets) {
				const { node } = asObject(target);
				if (!agents.includes(String(node))) expect(names).toContain(node);
			}
		}
		expect(missingIn(old.nodes)).toEqual(expect.arrayContaining(missingIn(nodes)));
	});

	test('nothing reads what a node put out before, unless that is said', () => {
		if (calls.some(({ outcome }) => outcome !== 'converted')) return;
		const readers = nodes.filter(({ parameters }) =>
			textsOf(parameters).some((text) => /^=|\$/.test(text) && OLD_NAMES.test(text)),
		);
		expect(readers).toEqual([]);
	});
});

const FIXTURES = join(ROOT, 'convert/test/fixtures');

/** Every workflow of the fixtures, those that call Postiz among them. */
const WORKFLOWS: Array<readonly [name: string, workflow: Workflow]> = [
	...titled.map(([name, fixture]) => [name, workflowOf(fixture)] as const),
	...readdirSync(FIXTURES).flatMap((file) => {
		const old = JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Workflow | Workflow[];
		return [old].flat().map((one) => [file, one] as const);
	}),
];

/** The nodes that the Postiz node takes the place of. */
function converted(old: Workflow): WorkflowNode[] {
	const { nodes } = convertWorkflow(old).workflows as Workflow;
	const types = new Map(nodes.map(({ name, type }) => [name, type]));
	return old.nodes.filter(
		({ name, type }) => types.get(name) !== type && NEW.test(String(types.get(name))),
	);
}

describe.each(WORKFLOWS)('%s', (_name, old) => {
	const before = structuredClone(old);
	const { workflows, remarks } = convertWorkflow(old);
	const { nodes } = workflows as Workflow;

	test('fits the form: n8n drops no value, and misses none that no remark asks for', () => {
		const { description } = new Postiz();
		for (const node of nodes.filter(({ type }) => NEW.test(type))) {
			const asNode = node as unknown as INode;
			const { descriptionType, toolDescription, ...own } = asNode.parameters;
			const was = old.nodes.find(({ name }) => name === node.name)?.parameters ?? {};
			expect([descriptionType, toolDescription]).toEqual([
				was.descriptionType,
				was.toolDescription,
			]);
			const { properties } = description;
			const read = NodeHelpers.getNodeParameters(properties, own, true, false, asNode, description);
			expect(read).toMatchObject(own);
			const issues = NodeHelpers.getNodeParametersIssues(properties, asNode, description);
			const said = remarks.filter((remark) => remark.node === node.name);
			const isAsked = said.some(({ advice }) => advice === 'Choose the channel under Channels.');
			const missing = Object.keys(issues?.parameters ?? {}).filter(
				(name) => name !== 'channels' || !isAsked,
			);
			if (!said.some(({ kind }) => kind === 'todo')) {
				expect([node.name, missing]).toEqual([node.name, []]);
			}
		}
	});

	test('leaves the input as it is, and finds nothing more the second time', () => {
		expect(old).toEqual(before);
		const again = convertWorkflow(workflows);
		expect([again.workflows, again.converted]).toEqual([workflows, 0]);
	});
});

/** The workflow with other parameters in a node. */
const withParameters = (old: Workflow, changed: WorkflowNode, parameters: Json): Workflow => ({
	...old,
	nodes: old.nodes.map((node) => (node === changed ? { ...node, parameters } : node)),
});

type Path = Array<string | number>;

/** All that is in a value, with its path; JSON in a text is opened. */
function placesOf(value: unknown, path: Path = []): Array<[Path, unknown]> {
	const inner = opened(value);
	const inside = typeof inner === 'object' && inner !== null ? Object.entries(inner) : [];
	return [
		[path, inner],
		...inside.flatMap(([key, each]) =>
			placesOf(each, [...path, Array.isArray(inner) ? Number(key) : key]),
		),
	];
}

function opened(value: unknown): unknown {
	if (typeof value !== 'string' || !/^=?\s*\{\s*"/.test(value)) return value;
	try {
		return JSON.parse(value.replace(/^=/, '')) as unknown;
	} catch {
		return value;
	}
}

/** The value with something else at a path; without what is there if that is undefined. */
function withValue(value: unknown, [key, ...rest]: Path, now: unknown): unknown {
	const inner = opened(value);
	const change = (each: unknown) => (rest.length > 0 ? withValue(each, rest, now) : now);
	const changed = Array.isArray(inner)
		? inner
				.map((each: unknown, at) => (at === key ? change(each) : each))
				.filter((each) => each !== undefined)
		: { ...(inner as Json), [String(key)]: change((inner as Json)[String(key)]) };
	return inner === value ? changed : `=${JSON.stringify(changed)}`;
}

/** Another value of the same kind. */
function another(value: unknown): unknown {
	if (typeof value === 'boolean') return !value;
	if (value === 'true' || value === 'false') return String(value === 'false');
	return typeof value === 'number' ? value + 1 : `${String(value)} zebra`;
}

/** Values that change nothing: what a picker shows beside its value, how a request signs in, and the like. */
const IDLE: Array<[field: RegExp, value?: RegExp]> = [
	[/\.(?:__rl|mode)$/],
	[/^(?:sendHeaders|headerParameters|contentType|graphApiVersion|authentication)\b/],
	[/^(?:nodeCredentialType|genericAuthType)$/],
	// The platform is said twice.
	[/post\.content\.platform$/],
	// The account, where a page is said.
	[/^(?:jsonBody\.post\.accountId|accountId\.\w+|person|user)$/],
	[/parameters\.\d+\.value$/, /^(?:typed-in-key|acme)$/],
	// Postiz tells pictures from videos, and makes reels by itself.
	[/instagramMediaType$|parameters\.0\.value$/, /^(?:REELS|TEXT)$/],
	// Postiz answers in a moment; who waits has a node for it.
	[/waitForCompletion$|parameters\.4\.value$/],
	// A card as a whole, and half of a place, are named.
	[/^additionalFields\.title$|longitude$/, /^(?:Beans|2)$/],
	// YouTube lists its categories by it; a video with a date is private until then.
	[/^regionCode$|^options\.privacyStatus$/, /^(?:US|private)$/],
	// Of networks that it does not post to: hidden, and not sent.
	[/^(?:options\.threadsReplyControl|postCreateTiktokOptionIsDraft|pinterestCoverImageUrl)$/],
	// With a date, it is published then; without one, now has none.
	[/parameter\.\d\.value$/, /^false$/],
	[/^(?:jsonBody\.)?date$/, /^2026-11-20T08:00:00$|new Date\(\)|\$now/],
	// Blotato takes the date.
	[/^useNextFreeSlot$/],
	// Postiz finds a tag by its label, and the network by the channel.
	[/\.tags?\.\d\.value$/],
	[/setting\.0\.stringValue$/, /^(?:bluesky|linkedin|mastodon|threads)$/],
	[/parameters\.0\.name$/, /^file$/],
	[/^extension$/],
];

test('each value of a call is carried over, or named', () => {
	const silent: string[] = [];
	let amount = 0;
	for (const [name, old] of WORKFLOWS) {
		const before = convertWorkflow(old);
		const said = JSON.stringify(before.remarks);
		const whole = JSON.stringify(before);
		for (const node of converted(old)) {
			for (const [path, value] of placesOf(node.parameters)) {
				if (typeof value === 'object' || value === undefined) continue;
				const field = path.join('.');
				if (IDLE.some(([at, is = /^/]) => at.test(field) && is.test(String(value)))) continue;
				amount++;
				const become = (now: unknown) =>
					convertWorkflow(withParameters(old, node, withValue(node.parameters, path, now) as Json));
				const isCarried = JSON.stringify(become(another(value))) !== whole;
				const isNamed = () => JSON.stringify(become(undefined).remarks) !== said;
				if (!isCarried && !isNamed()) {
					silent.push(`${name}: ${String(node.name)}: ${field} = ${String(value)}`);
				}
			}
		}
	}
	expect(amount).toBeGreaterThan(500);
	expect(silent).toEqual([]);
});
