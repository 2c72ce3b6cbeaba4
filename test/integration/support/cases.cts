/**
 * The steps of a case: the rows of a sheet, runs of the node with the outcome of each row, time that passes, and people
 * who edit the calendar. {@link play} runs them in n8n's engine against the sandbox.
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
import { newId, type StoredPost } from '../../service/state.cjs';
import { REFUSED, storedFailure, type Failure } from '../../shared/failures.cjs';
import { RETRIED_FAILURE } from '../../shared/failureCases.cjs';
import { MINUTE } from '../../shared/time.cjs';
import {
	hintsOf,
	memoryFile,
	POSTIZ,
	runNode,
	runWorkflow,
	START,
	type NodeRun,
	type NodeRunOptions,
} from './harness.cjs';
import { REJECTIONS } from '../../../nodes/Postiz/publishing/existing/explainPosts';
import { locks } from '../../../nodes/Postiz/common/processState';
import { FUTURE, inDays, updatePost } from './posts.cjs';

/** Patterns of errors; other tests check their full text. */
const ERROR_PATTERNS: Record<string, string[]> = {
	...Object.fromEntries(
		Object.entries(REJECTIONS).map(([refusal, [message, remedy]]) => [refusal, [message, remedy]]),
	),
	missing: ['Postiz did not create this post'],
	unreadable: ['It is unknown whether Postiz has this post', 'Nothing was sent.'],
	noId: ['Row ID is empty'],
	number: ['is only a number'],
	position: ['Row ID is the position of the row'],
};
/** Errors that reject no row. */
const OTHER_OUTCOMES: Record<string, string> = {
	unclear: 'unknown',
	missing: 'missing',
	unreadable: 'unreadable',
};

/** Patterns of hints; after a bar, that of several posts. */
const HINT_PATTERNS: Record<string, string> = {
	same: ' repeats item ',
	'beside: minute': 'at this time. If|at these times, on',
	'beside: text': 'has this text at another time: |has these texts at other times',
	'beside: out': 'has published this text here before: |has published these texts before',
	'left out': 'Postiz still has its earlier post: ',
	'beside: draft': 'A draft of it is still in Postiz: |Drafts of these posts are still in Postiz',
	twins: 'Postiz has this post twice: ',
	linked: ' linked to ',
	out: ' already published, before ',
	shifted: 'If nobody moved them, its clock or time zone is wrong.',
	'at once': 'posts go out at the same time',
	midnight: 'midnight UTC is 2099-05-03 20:00 here (America/New_York)',
	'no time': 'the date has no time, so the post goes out at 00:00',
};

interface CaseState {
	service: Service;
	close?: () => Promise<void>;
	/** The filled-in fields, and the input rows. */
	form: INodeParameters;
	rows: Row[];
	more: Partial<NodeRunOptions>;
	/** An upload by an earlier node. */
	file?: { id: string; path: string };
	last?: NodeRun;
	/** How far the clock of n8n is ahead of the real one, in ms. */
	aheadMs: number;
}
export type Step = (current: CaseState) => unknown;
/** Columns of a row; a picture is the file of its item. */
export type Row = IDataObject & { picture?: Buffer };

const SENDING = { method: 'POST', path: /v1\/posts$/ };
const LISTING = { method: 'GET', path: /v1\/posts$/ };
const PREVIEW = { method: 'GET', path: /public\/posts\// };

// ---- The sheet, and how it is run.

const FROM_ITEM = { file: [{ source: 'binary', binaryField: 'data' }] };

/** A sheet and its form: a dated post on Bluesky for each row, unless set otherwise. */
export const sheet =
	(form: INodeParameters, ...rows: Row[]): Step =>
	(current) =>
		Object.assign(current, { form, rows: rows.map((each) => ({ ...each })) });

/** Changes the form for the next runs. */
export const form =
	(changes: INodeParameters): Step =>
	(current) => {
		const { options = {}, ...more } = changes;
		const own = current.form.options as INodeParameters | undefined;
		current.form = {
			...current.form,
			...more,
			options: { ...own, ...(options as INodeParameters) },
		};
	};

/** Changes columns of these rows, by default of the first one. */
export const row =
	(changes: Row, ...indexes: number[]): Step =>
	({ rows }) =>
		(indexes.length > 0 ? indexes : [0]).forEach((index) => Object.assign(rows[index], changes));

export const addRow =
	(added: Row): Step =>
	({ rows }) =>
		rows.push({ ...added });

export const reverseRows: Step = ({ rows }) => rows.reverse();

/** Sets how the next runs start, and further properties of the node. */
export const started =
	(more: Partial<NodeRunOptions>): Step =>
	(current) =>
		Object.assign(current, { more: { ...current.more, ...more } });

export const byTrigger = started({ mode: 'trigger' });
export const byHand = started({ mode: 'manual' });

/** The usual instance, whose uploads can be downloaded. */
export const INSTANCE = { hourlyLimit: 1000, showsUploads: true, allowPrivateUploadUrls: true };

/** A separate instance, such as an older one. */
export const on =
	(options: ServiceOptions): Step =>
	async (current) => {
		await current.close?.();
		current.service = await startService({ ...INSTANCE, ...options });
		current.close = async () => await current.service.close();
	};

const itemOf = ({ picture, ...json }: Row, { file }: CaseState): INodeExecutionData => ({
	json: file ? { ...json, file } : json,
	binary: picture && ({ data: memoryFile(picture) } as IBinaryKeyData),
});

function parametersOf({ rows, form: own }: CaseState): INodeParameters {
	const { options = {}, ...fields } = own;
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

const itemsOf = (current: CaseState) => current.rows.map((each) => itemOf(each, current));

const execute = async (current: CaseState): Promise<NodeRun> =>
	await runNode({
		service: current.service,
		items: itemsOf(current),
		parameters: parametersOf(current),
		onError: 'continueRegularOutput',
		...current.more,
	});

/** The outcome of each output row, such as `unchanged`, `rejected: otherFiles`, or `failed` for other errors. */
function readOutcomes({ output, error }: NodeRun): string[] {
	if (error) return [readOutcome({ error: `${error.message}. ${error.description}` })];
	return output[0].map(({ json }) => readOutcome(json));
}

const IS_DONE = /^(created|updated|unchanged|skipped)/;

function readOutcome({ error, outcome, sameAs }: IDataObject): string {
	if (error === undefined) {
		const text = String(outcome);
		return sameAs === undefined ? text : `${text}, same as ${String(sameAs)}`;
	}
	const said = String(error).toLowerCase();
	const isSaid = (...words: string[]) => words.every((each) => said.includes(each.toLowerCase()));
	const word = Object.keys(ERROR_PATTERNS).find((name) => isSaid(...ERROR_PATTERNS[name]));
	return word ? (OTHER_OUTCOMES[word] ?? `rejected: ${word}`) : 'failed';
}

/** Runs the sheet and expects these outcomes; `failed` is any error. */
export const run =
	(...expected: string[]): Step =>
	async (current) => {
		current.service.requests.length = 0;
		current.last = await execute(current);
		const isAnyError = (outcome: string, index: number) =>
			expected[index] === 'failed' && !IS_DONE.test(outcome);
		expect(
			readOutcomes(current.last).map((outcome, index) =>
				isAnyError(outcome, index) ? 'failed' : outcome,
			),
		).toEqual(expected);
		expectDates(current);
		expect(hintsOf(current.last).join('\n')).not.toContain('Invalid');
	};

/** Expects these values of `outcome` in the last run. */
export const outcomes =
	(...expected: string[]): Step =>
	({ last }) =>
		expect(last!.output[0].map(({ json }) => json.outcome)).toEqual(expected);

/** Runs the sheet without expectations. */
export const runs: Step = async (current) => {
	current.last = await execute(current);
};

/** The output has the dates of the calendar. */
function expectDates({ last, service }: CaseState): void {
	for (const { json } of last!.output[0]) {
		const post = service.state.posts.find(({ id }) => id === json.postId);
		if (readOutcome(json) === 'unchanged' && post) expect(json.date).toBe(post.publishDate);
	}
}

/** A node that passes on its input or these items, and nothing in the second round. */
const oneMoreRound = (items?: INodeExecutionData[]): INodeType => ({
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

/** Items of the second round: columns, and the index of their item, or null. */
type Returned = Array<[changes: Row, of: number | null]>;

const returnedItems = (back: Returned, current: CaseState): INodeExecutionData[] =>
	back.map(([changes, of]) => ({
		json: { ...current.rows[of ?? 0], ...changes },
		...(of !== null && { pairedItem: { item: of } }),
	}));

/**
 * Runs the sheet in two rounds: what fails, or all of it, comes back; or the first row alone, and then the others. What is
 * output in each round.
 */
export const runInLoop =
	(back: 'errors' | 'all' | 'others' | Returned, ...rounds: string[][]): Step =>
	async (current) => {
		const all = itemsOf(current);
		const items = back === 'others' ? all.slice(0, 1) : all;
		const isAll = back !== 'errors';
		const returned = typeof back === 'string' ? [] : returnedItems(back, current);
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
						parameters: parametersOf(current),
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
					wait: oneMoreRound(
						typeof back === 'string'
							? { errors: undefined, all, others: all.slice(1) }[back]
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

/** Runs two executions at once; each one reads the calendar before the other one sends. */
export const runByTwoWorkers = (...expected: string[]): Step => {
	return async (current) => {
		current.service.faults.push({ match: LISTING, kind: 'latency', delay: 300, times: 2 });
		// Locks only work within a process.
		const unlocked = jest
			.spyOn(locks, 'run')
			.mockImplementation(async (_keys, work) => await work());
		const runs = await Promise.all([execute(current), execute(current)]);
		unlocked.mockRestore();
		expect(runs.map(readOutcomes)).toEqual([expected, expected]);
	};
};

/** Runs Post > Update for the first post, and expects an error. */
export const updateIsRefused =
	(fields: INodeParameters): Step =>
	async (current) => {
		const [{ id }] = posts(current);
		const { error } = await updatePost(current.service, id, fields);
		expect(error?.message).toEqual(expect.any(String));
	};

/** Expects these hints of the last run; none by default. */
export const says =
	(...names: string[]): Step =>
	({ last }) => {
		const hints = hintsOf(last!).join('\n');
		const isSaid = (name: string) =>
			HINT_PATTERNS[name].split('|').some((text) => hints.includes(text));
		expect(Object.keys(HINT_PATTERNS).filter(isSaid)).toEqual(names);
	};

/** Expects the exact errors of the last run. */
export const expectSameErrors: Step = ({ last }) => {
	const errors = last!.output[0].map(({ json }) => json.error);
	expect(new Set(errors).size).toBe(1);
};

/** Expects so many requests of the last run to create or change posts. */
export const requests =
	(count: number): Step =>
	({ service }) => {
		const sent = service.requests.filter(
			({ method, path }) => method === SENDING.method && SENDING.path.test(path),
		);
		expect(sent).toHaveLength(count);
	};

// ---- The calendar.

const posts = ({ service }: CaseState) => service.state.posts.filter(({ deleted }) => !deleted);

function wordsOf({ state, publishDate, parts, tags, identifier }: StoredPost, current: CaseState) {
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

/** Expects these posts in the order of their creation, each with words such as `Tea · draft`. */
export const calendar =
	(...lines: string[]): Step =>
	(current) => {
		const shown = posts(current).map((post, index) => {
			const words = wordsOf(post, current);
			const expected = lines[index]?.split(' · ') ?? [];
			const fits = lines[index] !== undefined && expected.every((word) => words.includes(word));
			return fits ? lines[index] : words.join(' · ');
		});
		expect(shown).toEqual(lines);
	};

export const count =
	(amount: number): Step =>
	(current) =>
		expect(posts(current)).toHaveLength(amount);

// ---- Time, people and the service.

/** Time passes, for n8n and the service. */
export const later =
	(ms: number): Step =>
	(current) => {
		current.aheadMs += ms;
		current.service.advance(ms);
	};

/** Sets the clock of n8n wrong. */
export const n8nIsAhead =
	(ms: number): Step =>
	(current) =>
		(current.aheadMs += ms);

/** Changes the first post. */
const toPost =
	<Given extends unknown[]>(happens: (post: StoredPost, ...given: Given) => unknown) =>
	(...given: Given): Step =>
	(current) =>
		happens(posts(current)[0], ...given);

/** Edits a post like a person in the calendar: it keeps its key, and gets the time of the edit. */
function edit(post: StoredPost, changes: Partial<StoredPost>): void {
	const updatedAt = new Date(Date.parse(post.createdAt) + MINUTE).toISOString();
	Object.assign(post, changes, { updatedAt });
}

const withText = ([first, ...others]: StoredPost['parts'], content: string) => [
	{ ...first, content, published: content },
	...others,
];

export const editsText = toPost((post, text: string) =>
	edit(post, { parts: withText(post.parts, text) }),
);
export const dragsTo = toPost((post, publishDate: string) => edit(post, { publishDate }));
export const approves = toPost((post) => edit(post, { state: 'QUEUE' }));
export const holdsBack = toPost((post) => edit(post, { state: 'DRAFT' }));
export const removesLastPart = toPost((post) => edit(post, { parts: post.parts.slice(0, -1) }));
/** Sets the schedule of all channels to these hours from now. */
export const postsInHours: Step = ({ service }) => {
	const hour = (ahead: number) => `${inDays(ahead / 24).slice(11, 14)}00`;
	for (const channel of service.state.channels) channel.schedule = [hour(3), hour(9)];
};
/** Moves their dates, as if the clock or time zone was wrong. */
export const storesEarly =
	(ms: number): Step =>
	(current) => {
		for (const post of posts(current))
			post.publishDate = new Date(Date.parse(post.publishDate) - ms).toISOString();
	};
/** Removes the key, as if another program had made it. */
export const losesKey = toPost(({ settings }) => delete settings.n8n);
/** Changes its text, as if another version had stored it. */
export const isStoredAs = toPost((post, text: string) => (post.parts = withText(post.parts, text)));
/** Publishes it. */
export const isPublished = toPost((post) =>
	Object.assign(post, { state: 'PUBLISHED', releaseURL: 'https://bluesky.example/1' }),
);
/** Makes its files unreadable. */
export const hasDeadLinks = toPost(({ parts }) => {
	for (const { image } of parts)
		for (const file of image) file.path = file.path.replace('/uploads/', '/gone/');
});

const FAILURES: Record<string, Failure> = {
	withLink: { message: REFUSED },
	certainly: { message: REFUSED },
	byTimeOut: { timesOut: true },
	unclear: { message: 'Bluesky may have already published this post' },
	triedAgain: RETRIED_FAILURE,
};

/** Makes it fail: with a link (a rejected comment), for good, unclear, or with further tries. */
export const fails = toPost((post, how: keyof typeof FAILURES) => {
	const failure = FAILURES[how];
	Object.assign(post, {
		state: 'ERROR',
		error: storedFailure(failure, post.identifier),
		releaseURL: how === 'withLink' ? 'https://bluesky.example/1' : null,
		releaseId: how === 'withLink' ? '1' : null,
	});
});

/** Copies it, as if another worker had created it, too. */
export const isThereTwice = (): Step => (current) => {
	const twin = structuredClone(posts(current)[0]);
	twin.parts[0].id = twin.id = newId(Date.parse(twin.createdAt));
	current.service.state.posts.push(twin);
};

/** An earlier node uploads a file, which gets a new path each time. */
export const uploads =
	(bytes: Buffer): Step =>
	async (current) => {
		current.file = await upload(current.service, bytes);
	};

/** The service answers 500 to a text with this word. */
export const cannotStore =
	(unwritable: string | null): Step =>
	({ service }) => {
		service.state.unwritable = unwritable;
	};

/** Makes requests for posts, lists or previews fail. */
const goesWrong =
	(match: FaultRule['match']) =>
	(rule: Omit<FaultRule, 'match'>): Step =>
	({ service }) =>
		service.faults.push({ match, ...rule });
export const sending = goesWrong(SENDING);
export const listing = goesWrong(LISTING);
export const preview = goesWrong(PREVIEW);

/** Runs the steps in order. */
export async function play(service: Service, steps: Step[]): Promise<void> {
	const current: CaseState = { service, form: {}, rows: [], more: {}, aheadMs: 0 };
	const { now } = Date;
	let place = 0;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + current.aheadMs);
	try {
		for (const [index, step] of steps.entries()) {
			place = index + 1;
			await step(current);
		}
	} catch (error) {
		(error as Error).message = `Step ${place}: ${(error as Error).message}`;
		throw error;
	} finally {
		clock.mockRestore();
		await current.close?.();
	}
}
