import { providerName } from '../../nodes/Postiz/providers';
import { tryJson } from '../../nodes/Postiz/values/read';
import { convertWorkflow, holdsNodes } from '../convertWorkflow';
import { grouped } from '../report';
import {
	asList,
	asObject,
	type Account,
	type Call,
	type Choices,
	type Conversion,
	type Remark,
	type Where,
	type WorkflowNode,
} from '../types';
import { describeNode } from './names';

/** What a person gave: the text that was pasted, or that of a file. */
export interface Source {
	/** The name of the file; undefined for what was pasted. */
	name?: string;
	text: string;
}

/** A workflow to copy or to download. */
export interface NewFile {
	name: string;
	text: string;
}

/** A sentence, the nodes that it is about, and what to do. */
export interface Point {
	where?: string;
	message: string;
	advice?: string;
}

/** What was one thing and is another now; empty before what is new, and after what is gone. */
export interface Row {
	where: string;
	before: string;
	after: string;
}

/** An account, and how to ask for its channel. */
export interface Question extends Account {
	label: string;
	usedBy: string;
}

/** What the page shows of a conversion. */
export interface View {
	summary: string;
	files: NewFile[];
	questions: Question[];
	/** What is to be done, in this order. */
	steps: Point[];
	/** What works, but not quite as before. */
	looks: Point[];
	changes: Row[];
}

/** What there is to see, or why there is nothing, as sentences for people. */
export type Seen = { view: View } | { problem: string };

const HOW_TO_COPY =
	'In n8n, select all nodes (Ctrl+A) and copy them (Ctrl+C), then paste them here.';

/** What becomes of these workflows. */
export function look(sources: Source[], choices: Choices): Seen {
	try {
		const given = sources.map(({ text }) => tryJson(text.replace(/^\uFEFF/, '')));
		const problem = sources.map((source, index) => refusal(source, given[index])).find(Boolean);
		return problem === undefined
			? show(sources, given, convertWorkflow(given, choices))
			: { problem };
	} catch (error) {
		const isLarge = error instanceof RangeError;
		const why = isLarge ? 'it is too large, or nested too deeply' : (error as Error).message;
		return { problem: `This cannot be converted: ${why}.` };
	}
}

/** Why something is no workflow; undefined if it is one. */
function refusal({ name = 'This' }: Source, given: unknown): string | undefined {
	if (given === undefined)
		return `${name} is not an n8n workflow: it is not valid JSON. ${HOW_TO_COPY}`;
	return holdsNodes(given)
		? undefined
		: `${name} is not an n8n workflow: it has no nodes. ${HOW_TO_COPY}`;
}

function show(sources: Source[], given: unknown[], conversion: Conversion): Seen {
	const converted = conversion.workflows as unknown[];
	const { remarks, calls, accounts } = conversion;
	const isSingle = given.length === 1 && !Array.isArray(given[0]);
	const namesOf = (places: Where[]) => nameAll(places, isSingle);
	const kindOf = (kind: Remark['kind']) =>
		pointsOf(
			remarks.filter((one) => one.kind === kind),
			namesOf,
		);
	const left = calls.filter(({ outcome }) => outcome === 'left');
	if (conversion.converted + left.length === 0) {
		const problem =
			'There is nothing to convert: no node publishes by a service that the converter knows.';
		return { problem };
	}
	const isOpen = conversion.converted > 0;
	const view: View = {
		summary: summaryOf(conversion, left),
		files: isOpen
			? converted.map((workflow, index) => ({
					name: fileName(sources[index]!, workflow),
					text: JSON.stringify(workflow, null, 2),
				}))
			: [],
		questions: accounts.map((account) => ({
			...account,
			label: `${account.label} on ${providerName(account.network)}`,
			usedBy: namesOf(account.where),
		})),
		steps: [
			...(isOpen ? [PASTE] : []),
			...kindOf('setup'),
			...kindOf('todo'),
			...(isOpen ? [TRY] : []),
		],
		looks: kindOf('check'),
		changes: [
			...given.flatMap((workflow, index) => changedNodes(workflow, converted[index], namesOf)),
			...conversion.changes.map((change) => ({
				where: namesOf([change]),
				before: change.before,
				after: change.after,
			})),
		],
	};
	return { view };
}

const PASTE: Point = {
	message: 'In n8n, open a new workflow and paste the copied one (Ctrl+V)',
	advice:
		'The Postiz node has to be installed: Settings > Community nodes, n8n-nodes-postiz-publisher.',
};

const TRY: Point = {
	message: 'Try it out, then switch the old workflow off and the new one on',
	advice: 'Never leave both on: each would publish.',
};

const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

function summaryOf({ converted, remarks }: Conversion, left: Call[]): string {
	const keyOf = ({ workflow, inside, node }: Where) => JSON.stringify([workflow, inside, node]);
	const leftKeys = left.map(keyOf);
	const withTodos = remarks.filter(({ kind }) => kind === 'todo').map(keyOf);
	const todos = new Set(withTodos.filter((key) => !leftKeys.includes(key))).size;
	return [
		...(converted > 0 ? [`${count(converted, 'node')} converted`] : []),
		...(todos > 0 ? [`${todos} of them with something to do by hand`] : []),
		...(left.length > 0
			? [`${left.length} left as ${left.length === 1 ? 'it is' : 'they are'}`]
			: []),
	]
		.join(', ')
		.concat('.');
}

/** Remarks that say the same are one point, with all of their nodes. */
function pointsOf(remarks: Remark[], namesOf: (places: Where[]) => string): Point[] {
	return grouped(remarks).map((all) => {
		const [{ message, advice }] = all;
		return { where: namesOf(all), message, advice };
	});
}

/** The nodes by name, each with its workflow unless there is only one. */
function nameAll(places: Where[], isSingle: boolean): string {
	const names = places.map(({ workflow, inside, node }) =>
		[
			node,
			inside !== undefined && `inside ${inside}`,
			!isSingle && workflow !== undefined && `in ${workflow}`,
		]
			.filter(Boolean)
			.join(' '),
	);
	return [...new Set(names)].join(', ');
}

/** The nodes that are others now, are new, or are gone. */
function changedNodes(
	before: unknown,
	after: unknown,
	namesOf: (places: Where[]) => string,
): Row[] {
	if (Array.isArray(before)) {
		return before.flatMap((one, index) => changedNodes(one, asList(after)[index], namesOf));
	}
	const { name } = asObject(before);
	const workflow = typeof name === 'string' ? name : undefined;
	const [old, now] = [nodesIn(before), nodesIn(after)];
	const rows = [...new Set([...old.keys(), ...now.keys()])].map((node): Row | undefined => {
		const [was, is] = [old.get(node), now.get(node)];
		if (was?.type === is?.type && describe(was) === describe(is)) return undefined;
		return { where: namesOf([{ workflow, node }]), before: describe(was), after: describe(is) };
	});
	return rows.filter((row) => row !== undefined);
}

const describe = (node: WorkflowNode | undefined) => (node ? describeNode(node) : '');

/** The nodes of a workflow, by their names, of which n8n has each once. */
const nodesIn = (workflow: unknown) =>
	new Map(
		asList(asObject(workflow).nodes)
			.map((node) => asObject(node) as WorkflowNode)
			.filter(({ type }) => typeof type === 'string')
			.map((node) => [String(node.name), node]),
	);

/** A name for the file of a new workflow, which no system refuses. */
function fileName({ name }: Source, workflow: unknown): string {
	const { name: title } = asObject(workflow);
	const stem = name?.replace(/\.json$/i, '') ?? (typeof title === 'string' ? title : 'workflow');
	const safe = stem.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim();
	return `${safe || 'workflow'} (Postiz).json`;
}
