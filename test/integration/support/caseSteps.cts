/**
 * The steps of a test: set up a sheet, run the node, and expect the outcome of each row, or let time pass and edit the
 * calendar. {@link runSteps} runs them in n8n's engine against the sandbox.
 */
import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { upload } from '../../service/client.cjs';
import {
	type FaultRule,
	type Service,
	type ServiceOptions,
	startService,
} from '../../service/server.cjs';
import { STATES } from '../../service/page.cjs';
import { createId, type StoredPost } from '../../service/state.cjs';
import { REJECTED, createStoredFailure, type Failure } from '../../shared/failures.cjs';
import { RETRIED_FAILURE } from '../../shared/failureCases.cjs';
import { MINUTE } from '../../shared/time.cjs';
import {
	listHints,
	createMemoryFile,
	POSTIZ,
	runNode,
	runWorkflow,
	START,
	type NodeRun,
	type NodeRunOptions,
} from './harness.cjs';
import { CONFLICTS } from '../../../nodes/Postiz/posts/existing/conflictProblems';
import { locks } from '../../../nodes/Postiz/common/processState';
import { FUTURE, addDays, updatePost } from './posts.cjs';

/** Parts of the errors of rejected rows; other tests check their full text. */
const ERROR_PATTERNS: Record<string, string[]> = {
	...Object.fromEntries(
		Object.entries(CONFLICTS).map(([conflict, { message, remedy }]) => [
			conflict,
			[message, remedy],
		]),
	),
	reusedRowId: ['Give the copied row its own ID.'],
	notCreated: ['Postiz did not create this post'],
	unreadableCalendar: ['It is unknown whether Postiz has this post', 'Nothing was sent.'],
	emptyRowId: ['Row ID is empty'],
	numericRowId: ['is only a number'],
	positionalRowId: ['Row ID is the position of the row'],
};
/** Errors with another outcome. */
const OTHER_OUTCOMES: Record<string, string> = {
	unclear: 'unknown',
	notCreated: 'notCreated',
	unreadableCalendar: 'unreadableCalendar',
};

/** Parts of hints; after a bar, that of the hint about several posts. */
const HINT_PATTERNS: Record<string, string> = {
	duplicateItem: ' repeats item ',
	replacesAtSameTime: 'at this time. If|at these times, on',
	replacesAtOtherTime: 'has this text at another time: |has these texts at other times',
	replacesPublished: 'has published this text here before: |has published these texts before',
	remainingPost: 'Postiz still has its earlier post: ',
	replacesDraft: 'A draft of it is still in Postiz: |Drafts of these posts are still in Postiz',
	extraPosts: 'Postiz has this post twice: ',
	linked: ' linked to ',
	outdated: ' already published, before ',
	shiftedDates: 'If nobody moved them, its clock or time zone is wrong.',
	sameMinute: 'posts go out at the same time',
	utcMidnight: 'midnight UTC is 2099-05-03 20:00 here (America/New_York)',
	noTime: 'the date has no time, so the post goes out at 00:00',
};

interface CaseState {
	service: Service;
	close?: () => Promise<void>;
	/** The filled-in fields, and the input rows. */
	form: INodeParameters;
	rows: Row[];
	runOptions: Partial<NodeRunOptions>;
	/** An upload by an earlier node. */
	file?: { id: string; path: string };
	last?: NodeRun;
	/** How far the clock of n8n is ahead of the real one. */
	clockOffsetMs: number;
}
export type Step = (current: CaseState) => unknown;
/** Columns of a row; a picture is the file of its item. */
export type Row = IDataObject & { picture?: Buffer };

const SENDING = { method: 'POST', path: /v1\/posts$/ };
const LISTING = { method: 'GET', path: /v1\/posts$/ };
const PUBLIC_POST = { method: 'GET', path: /public\/posts\// };

// ---- The sheet, and how it is run.

const FROM_ITEM = { file: [{ source: 'binary', binaryField: 'data' }] };

/** Replaces the form and the rows. By default, each row is a dated post on Bluesky. */
export const useSheet =
	(form: INodeParameters, ...rows: Row[]): Step =>
	(current) =>
		Object.assign(current, { form, rows: rows.map((row) => ({ ...row })) });

/** Changes the form for the next runs. */
export const changeForm =
	(changes: INodeParameters): Step =>
	(current) => {
		const { options = {}, ...fields } = changes;
		const previous = current.form.options as INodeParameters | undefined;
		current.form = {
			...current.form,
			...fields,
			options: { ...previous, ...(options as INodeParameters) },
		};
	};

/** Changes columns of the rows at these indexes, by default of the first row. */
export const changeRow =
	(changes: Row, ...indexes: number[]): Step =>
	({ rows }) =>
		(indexes.length > 0 ? indexes : [0]).forEach((index) => Object.assign(rows[index], changes));

export const addRow =
	(added: Row): Step =>
	({ rows }) =>
		rows.push({ ...added });

export const reverseRows: Step = ({ rows }) => rows.reverse();

/** Sets options of the next runs, such as how they start. */
export const setRunOptions =
	(runOptions: Partial<NodeRunOptions>): Step =>
	(current) =>
		Object.assign(current, { runOptions: { ...current.runOptions, ...runOptions } });

export const runByTrigger = setRunOptions({ mode: 'trigger' });
export const runByHand = setRunOptions({ mode: 'manual' });

/** The default instance; its uploads can be downloaded. */
export const INSTANCE = { hourlyLimit: 1000, showsUploads: true, allowPrivateUploadUrls: true };

/** Continues with another instance, such as one of an older release. */
export const useInstance =
	(options: ServiceOptions): Step =>
	async (current) => {
		await current.close?.();
		current.service = await startService({ ...INSTANCE, ...options });
		current.close = async () => await current.service.close();
	};

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

/** The outcome of each output row, such as `unchanged`, `rejected: otherFiles`, or `failed` for other errors. */
function readOutcomes({ output, error }: NodeRun): string[] {
	if (error) return [readOutcome({ error: `${error.message}. ${error.description}` })];
	return output[0].map(({ json }) => readOutcome(json));
}

const IS_DONE = /^(created|updated|unchanged|skipped)/;

function readOutcome({ error, outcome, sameAs }: IDataObject): string {
	if (error === undefined) {
		const name = String(outcome);
		return sameAs === undefined ? name : `${name}, same as ${String(sameAs)}`;
	}
	const message = String(error).toLowerCase();
	const matchPatterns = (patterns: string[]) =>
		patterns.every((pattern) => message.includes(pattern.toLowerCase()));
	const name = Object.keys(ERROR_PATTERNS).find((key) => matchPatterns(ERROR_PATTERNS[key]));
	return name ? (OTHER_OUTCOMES[name] ?? `rejected: ${name}`) : 'failed';
}

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

/** Runs the sheet twice at once, and expects these outcomes of both: each run reads the calendar before the other sends. */
export const expectRunByTwoWorkers = (...expected: string[]): Step => {
	return async (current) => {
		current.service.faults.push({ match: LISTING, kind: 'latency', delay: 300, times: 2 });
		// Locks only work within a process.
		const unlocked = jest
			.spyOn(locks, 'run')
			.mockImplementation(async (_keys, work) => await work());
		const runs = await Promise.all([runSheet(current), runSheet(current)]);
		unlocked.mockRestore();
		expect(runs.map(readOutcomes)).toEqual([expected, expected]);
	};
};

/** Expects an error of Post > Update for the first post. */
export const expectUpdateError =
	(fields: INodeParameters): Step =>
	async (current) => {
		const [{ id }] = getPosts(current);
		const { error } = await updatePost(current.service, id, fields);
		expect(error?.message).toEqual(expect.any(String));
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

// ---- The calendar.

const getPosts = ({ service }: CaseState) => service.state.posts.filter(({ deleted }) => !deleted);

function describePost(
	{ state, publishDate, parts, tags, identifier }: StoredPost,
	current: CaseState,
) {
	const [{ content, image }] = parts;
	return [
		content.replace(/<[^>]+>/g, ''),
		STATES[state],
		publishDate.slice(0, 10),
		identifier,
		`${parts.length} parts`,
		...image.map(({ path }) => path.split('.').at(-1)!),
		...current.service.state.tags.filter(({ id }) => tags.includes(id)).map(({ name }) => name),
	];
}

/** Expects these posts in the order of their creation, such as `Tea · draft`. */
export const expectCalendar =
	(...lines: string[]): Step =>
	(current) => {
		const shown = getPosts(current).map((post, index) => {
			const words = describePost(post, current);
			const expected = lines[index]?.split(' · ') ?? [];
			const isExpected =
				lines[index] !== undefined && expected.every((word) => words.includes(word));
			return isExpected ? lines[index] : words.join(' · ');
		});
		expect(shown).toEqual(lines);
	};

/** Expects so many posts in the calendar. */
export const expectPostCount =
	(count: number): Step =>
	(current) =>
		expect(getPosts(current)).toHaveLength(count);

// ---- Time, people and the service.

/** Moves the clocks of n8n and the service forward. */
export const passTime =
	(ms: number): Step =>
	(current) => {
		current.clockOffsetMs += ms;
		current.service.advance(ms);
	};

/** Moves only the clock of n8n. */
export const shiftClockOfN8n =
	(ms: number): Step =>
	(current) =>
		(current.clockOffsetMs += ms);

/** Creates steps that change the first post. */
const createPostStep =
	<Values extends unknown[]>(change: (post: StoredPost, ...values: Values) => unknown) =>
	(...values: Values): Step =>
	(current) =>
		change(getPosts(current)[0], ...values);

/** Edits a post as a person does in the calendar: it keeps its key, and gets the time of the edit. */
function editPost(post: StoredPost, changes: Partial<StoredPost>): void {
	const updatedAt = new Date(Date.parse(post.createdAt) + MINUTE).toISOString();
	Object.assign(post, changes, { updatedAt });
}

const replaceText = ([first, ...others]: StoredPost['parts'], content: string) => [
	{ ...first, content, published: content },
	...others,
];

export const editText = createPostStep((post, text: string) =>
	editPost(post, { parts: replaceText(post.parts, text) }),
);
export const dragTo = createPostStep((post, publishDate: string) =>
	editPost(post, { publishDate }),
);
export const approveDraft = createPostStep((post) => editPost(post, { state: 'QUEUE' }));
export const makeDraft = createPostStep((post) => editPost(post, { state: 'DRAFT' }));
export const removeLastPart = createPostStep((post) =>
	editPost(post, { parts: post.parts.slice(0, -1) }),
);
/** Sets the free slots of all channels to three and nine hours from now. */
export const setFreeSlots: Step = ({ service }) => {
	const formatHour = (ahead: number) => `${addDays(ahead / 24).slice(11, 14)}00`;
	for (const channel of service.state.channels) channel.schedule = [formatHour(3), formatHour(9)];
};
/** Stores all posts earlier, as a service with a wrong clock or time zone does. */
export const shiftStoredDates =
	(ms: number): Step =>
	(current) => {
		for (const post of getPosts(current))
			post.publishDate = new Date(Date.parse(post.publishDate) - ms).toISOString();
	};
/** Removes the key, as if another client had created the post. */
export const removeKey = createPostStep(({ settings }) => delete settings.n8n);
/** Changes the text, as if another release had stored it. */
export const changeStoredText = createPostStep(
	(post, text: string) => (post.parts = replaceText(post.parts, text)),
);
export const publishPost = createPostStep((post) =>
	Object.assign(post, { state: 'PUBLISHED', releaseURL: 'https://bluesky.example/1' }),
);
/** Makes the files of the post unreadable. */
export const breakFileLinks = createPostStep(({ parts }) => {
	for (const { image } of parts)
		for (const file of image) file.path = file.path.replace('/uploads/', '/gone/');
});

const FAILURES: Record<string, Failure> = {
	withLink: { message: REJECTED },
	forGood: { message: REJECTED },
	withTimeout: { timesOut: true },
	mayBeOnline: { message: 'Bluesky may have already published this post' },
	stillTrying: RETRIED_FAILURE,
};

/** Makes the post fail; with a link, its comment was rejected. */
export const failPost = createPostStep((post, how: keyof typeof FAILURES) => {
	const failure = FAILURES[how];
	Object.assign(post, {
		state: 'ERROR',
		error: createStoredFailure(failure, post.identifier),
		releaseURL: how === 'withLink' ? 'https://bluesky.example/1' : null,
		releaseId: how === 'withLink' ? '1' : null,
	});
});

/** Copies the first post, as if another worker had created it, too. */
export const copyPost = (): Step => (current) => {
	const copy = structuredClone(getPosts(current)[0]);
	copy.parts[0].id = copy.id = createId(Date.parse(copy.createdAt));
	current.service.state.posts.push(copy);
};

/** Uploads a file in an earlier node; each upload has another path. */
export const uploadFile =
	(bytes: Buffer): Step =>
	async (current) => {
		current.file = await upload(current.service, bytes);
	};

/** Makes the service answer 500 to posts whose text has this word. */
export const failToStore =
	(unwritable: string | null): Step =>
	({ service }) => {
		service.state.unwritable = unwritable;
	};

/** Creates steps that inject faults into requests. */
const createFaultStep =
	(match: FaultRule['match']) =>
	(rule: Omit<FaultRule, 'match'>): Step =>
	({ service }) =>
		service.faults.push({ match, ...rule });
export const injectSendFault = createFaultStep(SENDING);
export const injectListFault = createFaultStep(LISTING);
export const injectPublicPostFault = createFaultStep(PUBLIC_POST);

/** Runs the steps in order. */
export async function runSteps(service: Service, steps: Step[]): Promise<void> {
	const current: CaseState = { service, form: {}, rows: [], runOptions: {}, clockOffsetMs: 0 };
	const { now } = Date;
	let stepNumber = 0;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + current.clockOffsetMs);
	try {
		for (const [index, step] of steps.entries()) {
			stepNumber = index + 1;
			await step(current);
		}
	} catch (error) {
		(error as Error).message = `Step ${stepNumber}: ${(error as Error).message}`;
		throw error;
	} finally {
		clock.mockRestore();
		await current.close?.();
	}
}
