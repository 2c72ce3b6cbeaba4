/** The workflow of a sheet: its rows come to the node at once, one by one, or again. */
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	NodeConnectionType,
} from 'n8n-workflow';

import {
	memoryFile,
	POSTIZ,
	runWorkflow,
	START,
	type SeenError,
} from '../../integration/support/harness.cjs';
import { upload } from '../../service/client.cjs';
import type { Service } from '../../service/server.cjs';
import { pngOf } from '../../shared/samples.cjs';
import type { Sheet, SheetRow, SheetRun } from './script.cjs';

/** A picture of its own for each name. */
export const pictureOf = (name: string) => Buffer.concat([pngOf(400, 300), Buffer.from(name)]);

/** A round of the node: the rows that came in, and the items that came out. */
export interface Round {
	rows: SheetRow[];
	output: INodeExecutionData[];
	hints: string[];
}

const BATCHES = 'n8n-nodes-base.splitInBatches';
const AGAIN = 'n8n-nodes-base.merge';

const SOURCES = {
	binary: { source: 'binary', binaryField: 'data' },
	upload: { source: 'upload', file: '={{ $json.upload }}' },
	url: { source: 'url', url: '={{ $json.address }}' },
};

function formOf({ isOrUpdate, isReminder, isClock, files }: Sheet, { isCreate }: SheetRun) {
	const word = (name: string) => `={{ $json.${name} }}`;
	const thread = [0, 1].map((index) => ({ content: word(`thread[${index}] || ''`) }));
	return {
		resource: 'post',
		...(isOrUpdate && !isCreate
			? { operation: 'upsert', rowId: word('id') }
			: { operation: 'create' }),
		...(isReminder
			? {
					channels: 'bluesky',
					channelNames: 'bluesky',
					type: 'now',
					content: 'Open now, all of u1',
				}
			: {
					channels: word('channels'),
					type: word('type'),
					date: isClock ? "={{ $now.plus(1, 'hour').toISO() }}" : word('date'),
					content: word('text'),
					thread: { segment: thread },
					media: files ? { file: [SOURCES[files]] } : {},
					options: { tags: word('tagName') },
				}),
	};
}

/** The n-th tag, but for that of people in the calendar, which is the last. */
function tagNamed(number: number, { state: { tags } }: Service): string {
	return tags[number % (tags.length - 1)].name;
}

/** Items of rows as other nodes hand them on: files lie at another place in each run. */
async function itemsOf(
	rows: SheetRow[],
	{ service, sheet, filesAt }: { service: Service; sheet: Sheet; filesAt: string },
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const row of rows) {
		const bytes = pictureOf(row.file);
		const json = {
			...structuredClone(row),
			channels: row.networks.join(', '),
			tagName: row.tag > 0 ? tagNamed(row.tag, service) : '',
			address: `${filesAt}/${Date.now()}/${row.file}`,
			upload: sheet.files === 'upload' ? await upload(service, bytes, row.file) : undefined,
		};
		const data = memoryFile(bytes, { fileName: row.file, mimeType: 'image/png' });
		items.push(sheet.files === 'binary' ? { json, binary: { data } } : { json });
	}
	return items;
}

/** A node that hands items on, and remembers what it handed on. */
const handing = (
	name: string,
	outputs: number,
	execute: (context: IExecuteFunctions) => INodeExecutionData[][],
): INodeType => ({
	description: {
		...{ displayName: name, name, group: ['transform'], version: 1, description: '', defaults: {} },
		inputs: ['main'],
		outputs: Array<NodeConnectionType>(outputs).fill('main'),
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		return execute(this);
	},
});

/** Runs the workflow once. The rounds end with what the execution ended with. */
export async function runSheet(
	rows: SheetRow[],
	run: SheetRun,
	world: { service: Service; sheet: Sheet; filesAt: string },
): Promise<{ rounds: Round[]; error?: SeenError }> {
	const { shape, tries, mode } = run;
	const items: INodeExecutionData[] = world.sheet.isReminder
		? [{ json: {} }]
		: await itemsOf(rows, world);
	const inputs: INodeExecutionData[][] = shape === 'loop' ? [] : [items];
	const queue = [...items];
	const batches = handing('batches', 2, () => {
		const at = items.length - queue.length;
		// As Loop Over Items pairs: with what came in first, not with what comes back.
		const pairedItem = { item: at, sourceOverwrite: { previousNode: 'Start' } };
		const next = queue.splice(0, 1).map((item) => ({ ...item, pairedItem }));
		if (next.length === 0) return [items, []];
		inputs.push(next);
		return [[], next];
	});
	const again = handing('again', 1, (context) => {
		const { previousNodeRun = 0 } = context.getInputSourceData();
		if (previousNodeRun > 0 || inputs.length > 1) return [[]];
		// Items of the error output have the fields of their rows.
		const failed = new Set(context.getInputData().map(({ json }) => json.uid));
		const own = items.filter(({ json }) => shape === 'allAgain' || failed.has(json.uid));
		const next = own.map((item, index) => ({ ...item, pairedItem: { item: index } }));
		inputs.push(next);
		return [next];
	});
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const { run: execution, error } = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: START },
				{ name: 'Batches', type: BATCHES },
				{ name: 'Again', type: AGAIN },
				{
					name: 'Postiz',
					type: POSTIZ,
					parameters: formOf(world.sheet, run) as INodeParameters,
					onError: 'continueErrorOutput',
					...{ retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 1 },
				},
			],
			connections: {
				Start: { main: [to(shape === 'loop' ? 'Batches' : 'Postiz')] },
				Batches: { main: [[], to('Postiz')] },
				Again: { main: [to('Postiz')] },
				Postiz: {
					main: {
						once: [],
						loop: [to('Batches'), to('Batches')],
						failedAgain: [[], to('Again')],
						allAgain: [to('Again'), to('Again')],
					}[shape],
				},
			},
		},
		{ service: world.service, items, mode, nodeTypes: { [BATCHES]: batches, [AGAIN]: again } },
	);
	const played = execution.data.resultData.runData.Postiz ?? [];
	const rounds = played.map(({ data, hints = [] }, index) => ({
		rows: inputs[index].map(({ json }) => ('uid' in json ? (json as SheetRow) : rows[0])),
		output: (data?.main ?? []).flatMap((output) => output ?? []),
		hints: hints.map(({ message }) => message),
	}));
	return { rounds, error };
}
