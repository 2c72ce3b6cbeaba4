/** The workflow of a sheet, which passes its rows to the node all at once, in a loop, or a second time. */
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	NodeConnectionType,
} from 'n8n-workflow';

import { POSTIZ, runWorkflow, START, type SeenError } from '../../integration/support/harness.cjs';
import { createMemoryFile } from '../../integration/support/binaryData.cjs';
import { upload } from '../../service/client.cjs';
import type { Service } from '../../service/server.cjs';
import { createPng } from '../../shared/samples.cjs';
import type { WorkflowShape, SheetScript, SheetRow, SheetRun } from './script.cjs';

/** A different picture for each name. */
export const createPicture = (name: string) =>
	Buffer.concat([createPng(400, 300), Buffer.from(name)]);

/** One execution of the node: its input rows and output items. */
export interface Round {
	rows: SheetRow[];
	output: INodeExecutionData[];
	hints: string[];
}

const BATCHES = 'n8n-nodes-base.splitInBatches';
const RETRY = 'n8n-nodes-base.merge';

const SOURCES = {
	binary: { source: 'binary', binaryField: 'data' },
	upload: { source: 'upload', file: '={{ $json.upload }}' },
	url: { source: 'url', url: '={{ $json.address }}' },
};

function createParameters(
	{ isOrUpdate, isReminder, usesClock, files }: SheetScript,
	{ isCreate }: SheetRun,
) {
	const createColumnExpression = (name: string) => `={{ $json.${name} }}`;
	const thread = [0, 1].map((index) => ({
		content: createColumnExpression(`thread[${index}] || ''`),
	}));
	return {
		resource: 'post',
		...(isOrUpdate && !isCreate
			? { operation: 'upsert', rowId: createColumnExpression('id') }
			: { operation: 'create' }),
		...(isReminder
			? {
					channels: 'bluesky',
					channelNames: 'bluesky',
					type: 'now',
					content: 'Open now, all of u1',
				}
			: {
					channels: createColumnExpression('channels'),
					type: createColumnExpression('type'),
					date: usesClock ? "={{ $now.plus(1, 'hour').toISO() }}" : createColumnExpression('date'),
					content: createColumnExpression('text'),
					thread: { segment: thread },
					media: files ? { file: [SOURCES[files]] } : {},
					options: { tags: createColumnExpression('tagName') },
				}),
	};
}

/** The n-th tag, except the last one, which people use in the calendar. */
function getTagName(number: number, { state: { tags } }: Service): string {
	return tags[number % (tags.length - 1)].name;
}

/** Items of rows, as from other nodes: files have other addresses in each run. */
async function createItems(
	rows: SheetRow[],
	{ service, script, filesAt }: { service: Service; script: SheetScript; filesAt: string },
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const row of rows) {
		const bytes = createPicture(row.file);
		const json = {
			...structuredClone(row),
			channels: row.networks.join(', '),
			tagName: row.tag > 0 ? getTagName(row.tag, service) : '',
			address: `${filesAt}/${Date.now()}/${row.file}`,
			upload: script.files === 'upload' ? await upload(service, bytes, row.file) : undefined,
		};
		const data = createMemoryFile(bytes, { fileName: row.file, mimeType: 'image/png' });
		items.push(script.files === 'binary' ? { json, binary: { data } } : { json });
	}
	return items;
}

/** A node that passes items on. */
const createPassThroughNode = (
	name: string,
	outputs: number,
	execute: (context: IExecuteFunctions) => INodeExecutionData[][],
): INodeType => ({
	description: {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: Array<NodeConnectionType>(outputs).fill('main'),
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		return execute(this);
	},
});

/** Runs the workflow once. */
export async function runSheet(
	rows: SheetRow[],
	run: SheetRun,
	{ service, script, filesAt }: { service: Service; script: SheetScript; filesAt: string },
): Promise<{ rounds: Round[]; error?: SeenError }> {
	const { shape, mode } = run;
	const items: INodeExecutionData[] = script.isReminder
		? [{ json: {} }]
		: await createItems(rows, { service, script, filesAt });
	/** The items of each round. */
	const inputs: INodeExecutionData[][] = shape === 'loop' ? [] : [items];
	const nodeTypes = {
		[BATCHES]: createBatchesNode(items, inputs),
		[RETRY]: createRetryNode(items, inputs, shape),
	};
	const { run: execution, error } = await runWorkflow(createWorkflow(script, run), {
		service,
		items,
		mode,
		nodeTypes,
	});
	const played = execution.data.resultData.runData.Postiz ?? [];
	const rounds = played.map(({ data, hints = [] }, index) => ({
		rows: inputs[index].map(({ json }) => ('uid' in json ? (json as SheetRow) : rows[0])),
		output: (data?.main ?? []).flatMap((output) => output ?? []),
		hints: hints.map(({ message }) => message),
	}));
	return { rounds, error };
}

/** Loop Over Items, one at a time. */
function createBatchesNode(items: INodeExecutionData[], inputs: INodeExecutionData[][]): INodeType {
	const queue = [...items];
	return createPassThroughNode('batches', 2, () => {
		const at = items.length - queue.length;
		// Loop Over Items pairs its items with its first input, not with what the loop returns.
		const pairedItem = { item: at, sourceOverwrite: { previousNode: 'Start' } };
		const next = queue.splice(0, 1).map((item) => ({ ...item, pairedItem }));
		if (next.length === 0) return [items, []];
		inputs.push(next);
		return [[], next];
	});
}

/** Returns the failed items, or all of them, once. */
const createRetryNode = (
	items: INodeExecutionData[],
	inputs: INodeExecutionData[][],
	shape: WorkflowShape,
): INodeType =>
	createPassThroughNode('again', 1, (context) => {
		const { previousNodeRun = 0 } = context.getInputSourceData();
		if (previousNodeRun > 0 || inputs.length > 1) return [[]];
		// Items of the error output have the fields of their rows.
		const failed = new Set(context.getInputData().map(({ json }) => json.uid));
		const retried = items.filter(({ json }) => shape === 'allAgain' || failed.has(json.uid));
		const next = retried.map((item, index) => ({ ...item, pairedItem: { item: index } }));
		inputs.push(next);
		return [next];
	});

const connectTo = (node: string) => [{ node, type: 'main' as const, index: 0 }];

const createWorkflow = (script: SheetScript, run: SheetRun): Parameters<typeof runWorkflow>[0] => ({
	nodes: [
		{ name: 'Start', type: START },
		{ name: 'Batches', type: BATCHES },
		{ name: 'Again', type: RETRY },
		{
			name: 'Postiz',
			type: POSTIZ,
			parameters: createParameters(script, run) as INodeParameters,
			onError: 'continueErrorOutput',
			retryOnFail: run.tries > 1,
			maxTries: run.tries,
			waitBetweenTries: 1,
		},
	],
	connections: {
		Start: { main: [connectTo(run.shape === 'loop' ? 'Batches' : 'Postiz')] },
		Batches: { main: [[], connectTo('Postiz')] },
		Again: { main: [connectTo('Postiz')] },
		Postiz: {
			main: {
				once: [],
				loop: [connectTo('Batches'), connectTo('Batches')],
				failedAgain: [[], connectTo('Again')],
				allAgain: [connectTo('Again'), connectTo('Again')],
			}[run.shape],
		},
	},
});
