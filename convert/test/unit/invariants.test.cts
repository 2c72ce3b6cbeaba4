import { accessesIn } from '../../accesses';
import { convertWorkflow } from '../../convertWorkflow';
import { asList, asObject, type Json, type WorkflowNode } from '../../types';
import { workflowOf, type ServiceFixture } from '../services/fixture.cjs';
import { serviceFixtures } from '../services/index.cjs';

/*
 * What holds for every workflow that publishes by another service: nothing is lost without a word, and nothing
 * reads what is no longer there.
 */

type Workflow = ReturnType<typeof workflowOf>;

/** All texts in a value. */
function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const namesIn = (nodes: WorkflowNode[]) => new Set(nodes.map(({ name }) => String(name)));

/** The names of nodes that expressions read, and that are not there. */
const missingIn = (nodes: WorkflowNode[]) =>
	nodes.flatMap(({ parameters }) =>
		textsOf(parameters)
			.flatMap((text) => accessesIn(text).map(({ node }) => node))
			.filter((name) => name !== undefined && !namesIn(nodes).has(name)),
	);

const titled = serviceFixtures.map(
	(fixture) => [`${fixture.kind}: ${fixture.name}`, fixture] as const,
);

/** What these services output and the Postiz node does not. */
const OLD_NAMES =
	/\.(?:postSubmissionId|publicUrl|media_id_string|media_id|uploadId|urn|permalink(?:_url)?|post_id|post_url|request_id|platformPostUrl|results)\b/;

describe.each(titled)('%s', (_name, fixture) => {
	const old = workflowOf(fixture);
	const { workflows, calls, remarks } = convertWorkflow(old);
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

	test('no call is without an end, and none was named twice', () => {
		expect(new Set(calls.map(({ node }) => node)).size).toBe(calls.length);
		for (const { outcome, because } of calls) {
			expect(outcome === 'left').toBe(because !== undefined);
		}
		for (const { message, advice } of remarks) {
			expect(message).not.toMatch(/undefined|\[object|\.$/);
			expect(advice).toMatch(/\S\.$/);
		}
	});

	test('an approval, and whatever else is no waiting, stays', () => {
		const before = old.nodes.filter(({ parameters }) =>
			/sendAndWait|approv/i.test(JSON.stringify(parameters)),
		);
		for (const node of before) expect(nodes).toContainEqual(node);
	});
});

/** The nodes that publish now, and what they were. */
function converted(fixture: ServiceFixture): Array<[Workflow, WorkflowNode]> {
	const old = workflowOf(fixture);
	const names = convertWorkflow(old)
		.calls.filter(({ outcome }) => outcome !== 'left')
		.map(({ node }) => node);
	return old.nodes
		.filter(({ name }) => names.includes(String(name)))
		.map((node): [Workflow, WorkflowNode] => [old, node]);
}

/** The workflow with other parameters in a node. */
const withParameters = (old: Workflow, changed: WorkflowNode, parameters: Json): Workflow => ({
	...old,
	nodes: old.nodes.map((node) => (node === changed ? { ...node, parameters } : node)),
});

type Path = Array<string | number>;

/** The paths of all values that are no lists or objects; JSON in a text is opened. */
function leavesOf(value: unknown, path: Path = []): Path[] {
	const inner = opened(value);
	if (typeof inner !== 'object' || inner === null) return inner === undefined ? [] : [path];
	return Object.entries(inner).flatMap(([key, each]) =>
		leavesOf(each, [...path, Array.isArray(inner) ? Number(key) : key]),
	);
}

function opened(value: unknown): unknown {
	if (typeof value !== 'string' || !/^=?\s*\{\s*"/.test(value)) return value;
	try {
		return JSON.parse(value.replace(/^=/, '')) as unknown;
	} catch {
		return value;
	}
}

/** The value without what is at a path. */
function without(value: unknown, [key, ...rest]: Path): unknown {
	const inner = opened(value);
	const changed = Array.isArray(inner)
		? inner.flatMap((each, at) =>
				at !== key ? [each] : rest.length > 0 ? [without(each, rest)] : [],
			)
		: Object.fromEntries(
				Object.entries(inner as Json).flatMap(([name, each]) =>
					name !== key ? [[name, each]] : rest.length > 0 ? [[name, without(each, rest)]] : [],
				),
			);
	return inner === value ? changed : `=${JSON.stringify(changed)}`;
}

function valueAt(value: unknown, path: Path): unknown {
	return path.reduce<unknown>((at, key) => (opened(at) as Json)[key], value);
}

/** What a conversion makes and says, in one text. */
const resultOf = (workflow: Workflow) => {
	const { workflows, remarks, accounts, calls } = convertWorkflow(workflow);
	return JSON.stringify([workflows, remarks, accounts, calls]);
};

/** Values that change nothing: what happens without them, too, and what belongs to the request alone. */
const IDLE: Array<[field: RegExp, value?: RegExp]> = [
	// Presets of the nodes.
	[/^resource$/, /^(?:post|posts|tweet|uploads)$/],
	[/^operation$/, /^(?:create|uploadText|uploadPhotos)$/],
	[/^platform$/, /^instagram$/],
	[/postContentMediaUrls$|^edge$|BoardId\.value$/, /^$/],
	[/binaryPropertyName$|inputDataFieldName$/, /^data$/],
	[/visibility$|parameters\.3\.value$/, /^PUBLIC$/],
	[/^httpRequestMethod$/, /^GET$/],
	[/(?:isYourBrand|isBrandedContent|disabled\w+|Disable\w+)$/, /^false$/],
	[/(?:privacyLevel|privacy_level)$/, /^PUBLIC_TO_EVERYONE$/],
	[/allow_\w+$/, /^true$/],
	// The platform is said twice.
	[/post\.(?:target\.targetType|content\.platform)$/],
	// How it signs in, and the parts of the request.
	[/^(?:sendHeaders|headerParameters|contentType|method|graphApiVersion)\b/],
	[/^(?:authentication|nodeCredentialType)$/],
	[/parameters\.\d+\.(?:name|value)$/, /^(?:access_token|typed-in-key|user|acme)$/],
	[/^(?:descriptionType|toolDescription)$/],
	// Parts of a picker beside its value.
	[/\.(?:__rl|mode)$/],
	// The account, where a page is said or the networks come from an expression.
	[/^(?:post\.accountId|jsonBody\.post\.accountId|accountId\.\w+|person|user)$/],
	[/platforms\.2\.accountId$/, /^acc-facebook$/],
	// Postiz takes pictures and videos alike, and makes reels by itself.
	[/(?:instagramMediaType|value)$/, /^(?:REELS|reel|TEXT|IMAGE)$/],
	[/parameters\.\d+\.name$/, /^(?:media_type|visibility|async_upload)$/],
	[/mediaItems\.(?:items\.)?\d\.type$/],
	// Answers in a moment anyway; who waits has a node for it.
	[/(?:waitForCompletion|uploadAsync|parameters\.4\.value)$/],
	// Of networks that the node does not post to: hidden, and not sent.
	[/^(?:options\.threadsReplyControl|postCreateTiktokOptionIsDraft|pinterestCoverImageUrl)$/],
	// With a date, it is published then.
	[/parameter\.\d\.value$/, /^false$/],
	// Named by the name of its row, or by another half.
	[/longitude$|parameters\.5\.value$/],
	// YouTube needs it to list categories, and a video with a date is private until then.
	[/^regionCode$/],
	[/^options\.privacyStatus$/, /^private$/],
	// The parts of a thread hold the text.
	[/^jsonBody\.content$/, /^Ignored$/],
	// Said of all together: a card of a link.
	[/^additionalFields\.title$/, /^Beans$/],
];

test('whatever a call holds is carried over, or named', () => {
	const silent: string[] = [];
	for (const [name, fixture] of titled) {
		for (const [old, node] of converted(fixture)) {
			const whole = resultOf(old);
			for (const path of leavesOf(node.parameters)) {
				const field = path.join('.');
				const value = String(valueAt(node.parameters, path));
				if (IDLE.some(([at, is = /^/]) => at.test(field) && is.test(value))) continue;
				const parameters = without(node.parameters, path) as Json;
				if (resultOf(withParameters(old, node, parameters)) === whole) {
					silent.push(`${name}: ${String(node.name)}: ${field} = ${value}`);
				}
			}
		}
	}
	expect(silent).toEqual([]);
});

/** A parameter that no service has, put in wherever a call has some. */
function withZebra(value: unknown, path: Path = []): Array<[Path, unknown]> {
	const inner = opened(value);
	if (typeof inner !== 'object' || inner === null) return [];
	const key = String(path.at(-1) ?? '');
	const isRows = /^parameters?$/.test(key) && Array.isArray(inner);
	const rewrap = (changed: unknown) => (inner === value ? changed : `=${JSON.stringify(changed)}`);
	const own: Array<[Path, unknown]> = isRows
		? [[path, [...(inner as unknown[]), { name: 'zebra', value: 'striped' }]]]
		: HOLDS_FIELDS.test(path.join('.'))
			? [[path, rewrap({ ...inner, zebra: 'striped' })]]
			: [];
	const deeper = Object.entries(inner).flatMap(([name, each]) =>
		withZebra(each, [...path, name]).map(([at, changed]): [Path, unknown] => [
			at,
			rewrap(
				Array.isArray(inner)
					? inner.map((one: unknown, index) => (String(index) === name ? changed : one))
					: { ...inner, [name]: changed },
			),
		]),
	);
	return isRows ? own : [...own, ...deeper];
}

/** Where the parameters of a post are; the headers of a request and the fields of a picker are none. */
const HOLDS_FIELDS =
	/^(?:additionalFields|jsonBody(?:\.post(?:\.(?:target|content))?)?|jsonBody\.platforms\.\d+(?:\.platformSpecificData)?)$/;

test('whatever nobody knows is named', () => {
	const silent: string[] = [];
	let amount = 0;
	for (const [name, fixture] of titled) {
		for (const [old, node] of converted(fixture)) {
			if (/^(?:Upload|Other|Look|Link)$/.test(String(node.name))) continue;
			const isRequest = node.type === 'n8n-nodes-base.httpRequest';
			const isGraph = node.type.startsWith('n8n-nodes-base.facebookGraphApi');
			const top: Array<[Path, unknown]> =
				isRequest || isGraph ? [] : [[[], { ...node.parameters, zebra: 'striped' }]];
			const inside = withZebra(node.parameters).filter(
				([at]) => !['headerParameters'].includes(String(at[0])),
			);
			for (const [at, parameters] of [...top, ...inside]) {
				amount++;
				const { remarks } = convertWorkflow(withParameters(old, node, parameters as Json));
				const isNamed = remarks.some(
					(remark) => remark.node === node.name && remark.message.includes('zebra'),
				);
				if (!isNamed) silent.push(`${name}: ${String(node.name)}: ${at.join('.')}`);
			}
		}
	}
	expect(amount).toBeGreaterThan(100);
	expect(silent).toEqual([]);
});
