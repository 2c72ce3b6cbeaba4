import type {
	IBinaryKeyData,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { locks } from '../../../nodes/Postiz/common/processState';
import { listHints, type NodeRun, POSTIZ, runNode, runWorkflow, START } from './harness.cjs';
import { createMemoryFile } from './binaryData.cjs';
import { FUTURE } from './posts.cjs';
import { type CaseState, LISTING, type Row, SENDING, type Step } from './caseState.cjs';
import { HINT_PATTERNS, IS_DONE, readOutcome, readOutcomes } from './caseOutcomes.cjs';

const FROM_ITEM = { file: [{ source: 'binary', binaryField: 'data' }] };

const createItem = ({ picture, ...json }: Row, { file }: CaseState): INodeExecutionData => ({
	json: file ? { ...json, file } : json,
	binary: picture && ({ data: createMemoryFile(picture) } as IBinaryKeyData),
});

function createParameters({ rows, form }: CaseState): INodeParameters {
	const { options = {}, ...fields } = form;
	return {
		resource: 'post',
		operation: 'create',
		type: 'schedule',
		date: FUTURE,
		content: '={{ $json.text }}',
		channels: 'Bluesky',
		...(rows[0]?.picture && { media: FROM_ITEM }),
		...fields,
		options: { ifExists: 'skip', ...(options as INodeParameters) },
	};
}

const createItems = (current: CaseState) => current.rows.map((row) => createItem(row, current));

const runSheet = async (current: CaseState): Promise<NodeRun> =>
	await runNode({
		service: current.service,
		items: createItems(current),
		parameters: createParameters(current),
		onError: 'continueRegularOutput',
		...current.runOptions,
	});

/** Runs the sheet, and expects an outcome for each row; `failed` stands for any error. */
export const expectRun =
	(...expected: string[]): Step =>
	async (current) => {
		current.service.requests.length = 0;
		current.last = await runSheet(current);
		const isExpectedFailure = (outcome: string, index: number) =>
			expected[index] === 'failed' && !IS_DONE.test(outcome);
		expect(
			readOutcomes(current.last).map((outcome, index) =>
				isExpectedFailure(outcome, index) ? 'failed' : outcome,
			),
		).toEqual(expected);
		expectDates(current);
		expect(listHints(current.last).join('\n')).not.toContain('Invalid');
	};

/** Expects these values of `outcome` in the last run. */
export const expectOutcomes =
	(...expected: string[]): Step =>
	({ last }) =>
		expect(last!.output[0].map(({ json }) => json.outcome)).toEqual(expected);

/** Runs the sheet without expectations. */
export const runWithoutExpectations: Step = async (current) => {
	current.last = await runSheet(current);
};

/** Expects the dates of the calendar in the output. */
function expectDates({ last, service }: CaseState): void {
	for (const { json } of last!.output[0]) {
		const post = service.state.posts.find(({ id }) => id === json.postId);
		if (readOutcome(json) === 'unchanged' && post) expect(json.date).toBe(post.publishDate);
	}
}

/** A node that passes on its input or these items, and nothing when it runs again. */
const createReturnNode = (items?: INodeExecutionData[]): INodeType => ({
	description: {
		displayName: 'Wait',
		name: 'wait',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const isFirst = this.evaluateExpression('{{ $runIndex }}', 0) === 0;
		return [isFirst ? (items ?? this.getInputData()) : []];
	},
});

/** Items of the second round: changed columns, and the index of the paired item. */
type ReturnedItems = Array<[changes: Row, pairedIndex: number | null]>;

const createReturnedItems = (returned: ReturnedItems, current: CaseState): INodeExecutionData[] =>
	returned.map(([changes, index]) => ({
		json: { ...current.rows[index ?? 0], ...changes },
		...(index !== null && { pairedItem: { item: index } }),
	}));

/**
 * Runs the sheet in a loop of two rounds, and expects the outcomes of each. The second round gets the failed items, all
 * items, these items, or, if the first round had only the first row, the others.
 */
export const expectRunInLoop =
	(secondRound: 'errors' | 'all' | 'others' | ReturnedItems, ...rounds: string[][]): Step =>
	async (current) => {
		const all = createItems(current);
		const items = secondRound === 'others' ? all.slice(0, 1) : all;
		const isAll = secondRound !== 'errors';
		const returned =
			typeof secondRound === 'string' ? [] : createReturnedItems(secondRound, current);
		const toWait = [{ node: 'Wait', type: 'main' as const, index: 0 }];
		const toPostiz = [{ node: 'Postiz', type: 'main' as const, index: 0 }];
		const { run: execution } = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: START },
					{ name: 'Wait', type: 'wait', credentials: {} },
					{
						name: 'Postiz',
						type: POSTIZ,
						parameters: createParameters(current),
						onError: 'continueErrorOutput',
					},
				],
				connections: {
					Start: { main: [toPostiz] },
					Wait: { main: [toPostiz] },
					Postiz: { main: isAll ? [toWait] : [[], toWait] },
				},
			},
			{
				service: current.service,
				items,
				nodeTypes: {
					wait: createReturnNode(
						typeof secondRound === 'string'
							? { errors: undefined, all, others: all.slice(1) }[secondRound]
							: returned,
					),
				},
			},
		);
		const outputs = execution.data.resultData.runData.Postiz.map(({ data }) =>
			data!.main[0]!.map(({ json }) => readOutcome(json)),
		);
		expect(outputs).toEqual(rounds);
		current.last = { run: execution } as NodeRun;
	};

/**
 * Runs the sheet twice at once, and expects these outcomes of both: each run reads the calendar before the other sends.
 */
export const expectRunByTwoWorkers = (...expected: string[]): Step => {
	return async (current) => {
		current.service.faults.push({ match: LISTING, kind: 'latency', delay: 300, times: 2 });
		// Locks only work within a process.
		const unlocked = jest
			.spyOn(locks, 'runExclusively')
			.mockImplementation(async (_keys, work) => await work());
		const runs = await Promise.all([runSheet(current), runSheet(current)]);
		unlocked.mockRestore();
		expect(runs.map(readOutcomes)).toEqual([expected, expected]);
	};
};

/** Expects exactly these hints of the last run. */
export const expectHints =
	(...names: string[]): Step =>
	({ last }) => {
		const hints = listHints(last!).join('\n');
		const isGiven = (name: string) =>
			HINT_PATTERNS[name].split('|').some((pattern) => hints.includes(pattern));
		expect(Object.keys(HINT_PATTERNS).filter(isGiven)).toEqual(names);
	};

/** Expects all rows of the last run to have the same error. */
export const expectSameErrors: Step = ({ last }) => {
	const errors = last!.output[0].map(({ json }) => json.error);
	expect(new Set(errors).size).toBe(1);
};

/** Expects so many requests to create or change posts in the last run. */
export const expectRequestCount =
	(count: number): Step =>
	({ service }) => {
		const sent = service.requests.filter(
			({ method, path }) => method === SENDING.method && SENDING.path.test(path),
		);
		expect(sent).toHaveLength(count);
	};
