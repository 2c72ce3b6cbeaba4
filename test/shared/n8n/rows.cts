/** What the node does in an n8n with rows of which some fail. Each check throws where it is not so. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';

import type { IDataObject, INodeExecutionData, OnError } from 'n8n-workflow';

import type { FinishedExecution } from '../../harness/n8nClient.cjs';
import { postizNode, postOn, runPostiz, START_NODE, storeChain, type World } from './world.cjs';

const DATE = '2099-03-04T10:00:00.000Z';
/** What went wrong with an empty text, and what to do. */
const EMPTY = /the text is empty.*Nothing was sent for this item\./;
const GOOD = ['Row 2', 'Row 3', 'Row 4'];
const TRIES = 3;
const CREATE = { method: 'POST', path: /\/posts$/ };

const rowsOf = (texts: string[]) => texts.map((text, index) => ({ row: index + 1, text }));
const textsIn = ({ service }: World): string[] =>
	service.state.posts.map(({ parts }) => parts[0].content.replace(/<[^>]*>/g, '')).sort();

/** Schedules a post for each text, on Bluesky. */
async function schedule(
	world: World,
	texts: string[],
	nodeOptions: IDataObject,
): Promise<FinishedExecution> {
	const form = { ...postOn(world, 'bluesky', '={{ $json.text }}', 'schedule'), date: DATE };
	return await runPostiz(world, world.apiKey, form, { items: rowsOf(texts), nodeOptions });
}

/** With `Continue (using error output)`, a failed row leaves through the second output. */
export async function failedRowsLeaveThroughTheErrorOutput(world: World): Promise<void> {
	const execution = await schedule(world, ['', 'Row 2'], { onError: 'continueErrorOutput' });
	equal(execution.error, undefined);
	expectFailed(execution.items('Postiz', 1), [{ row: 1, text: '' }]);
	expectCreated(world, execution.items('Postiz'), ['Row 2']);
}

/** With `Continue`, a failed row stands in its place among the others. */
export async function failedRowsStandAmongTheOthers(world: World): Promise<void> {
	const execution = await schedule(world, ['Row 1', '', 'Row 3'], {
		onError: 'continueRegularOutput',
	});
	equal(execution.error, undefined);
	const [first, failed, third] = execution.items('Postiz');
	expectFailed([failed], [{ row: 2, text: '' }]);
	expectCreated(world, [first, third], ['Row 1', 'Row 3']);
}

/** With Retry On Fail and a first row that fails in every try, each other row is posted once. */
export async function retriesPostNoRowTwice(world: World, onError: OnError): Promise<void> {
	const execution = await schedule(world, ['', ...GOOD], { ...retrying(), onError });
	equal(execution.error, undefined);
	const all = [...execution.items('Postiz'), ...execution.items('Postiz', 1)];
	const [good, bad] = [true, false].map((isGood) =>
		all.filter(({ json }) => (json.error === undefined) === isGood),
	);
	expectFailed(bad, [{ row: 1, text: '' }]);
	expectCreated(world, good, GOOD);
	equal(postRequests(world), GOOD.length, 'requests that create');
}

/** With Retry On Fail and Stop, the next try does what the one before has not done. */
export async function aRetryDoesTheRest(world: World): Promise<void> {
	failFrom(world, 2, 1);
	const execution = await schedule(world, ['Row 1', ...GOOD], retrying());
	equal(execution.error, undefined);
	expectCreated(world, execution.items('Postiz'), ['Row 1', ...GOOD]);
	equal(postRequests(world), 5, 'requests that create');
}

/** With Retry On Fail and Stop, the error of the last try names what the first one created. */
export async function theLastErrorNamesAllThatWasCreated(world: World): Promise<void> {
	failFrom(world, 2, TRIES);
	const { error } = await schedule(world, ['Row 1', ...GOOD], retrying());
	deepEqual(textsIn(world), ['Row 1', 'Row 2']);
	match(error?.message ?? 'no error', / \[item 2\]/);
	const description = error?.description ?? '';
	match(description, /2 posts were created before \(items 0–1\)\./);
	match(description, /1 item was not sent \(3\)/);
}

/** Two executions of one workflow at once post their own rows, each once, and name them. */
export async function executionsAtOncePostTheirOwn(world: World): Promise<void> {
	const { n8n, service, apiKey } = world;
	service.reset();
	const delay = 4000;
	service.faults.push({ match: CREATE, kind: 'latency', times: 2, delay });
	const form = {
		...postOn(world, 'bluesky', '={{ $json.text }}', 'draft'),
		options: { ifSame: 'post' },
	};
	const posting = { ...postizNode('Postiz', apiKey, form), ...retrying() };
	const { id } = await storeChain(world, [posting], rowsOf(GOOD));
	const executions = await Promise.all([1, 2].map(async () => await n8n.execute(id, START_NODE)));

	for (const { error } of executions) equal(error, undefined);
	const [first, second] = creating(world).map(({ at }) => at);
	ok(second - first < delay, 'they overlap');
	deepEqual(textsIn(world), [...GOOD, ...GOOD].sort());
	const named = executions.map((execution) =>
		execution.items('Postiz').map(({ json }) => String(json.postId)),
	);
	for (const own of named) equal(own.length, GOOD.length);
	deepEqual(named.flat().sort(), service.state.posts.map(({ id: postId }) => postId).sort());
}

const retrying = () => ({ retryOnFail: true, maxTries: TRIES, waitBetweenTries: 1 });

/** Lets so many requests pass, and fails so many. */
function failFrom({ service }: World, skip: number, times: number): void {
	service.faults.push({
		match: CREATE,
		kind: 'status',
		status: 403,
		skip,
		times,
	});
}

const creating = ({ service }: World) =>
	service.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/posts'));

const postRequests = (world: World): number => creating(world).length;

function expectFailed(items: INodeExecutionData[], rows: IDataObject[]): void {
	const told = items.map(({ json }) => String(json.error));
	deepEqual(
		items.map(({ json }) => json),
		rows.map((row, index) => ({ ...row, error: told[index] })),
		'rows that failed',
	);
	for (const error of told) match(error, EMPTY);
}

/** These texts were posted, each once, and these items name each post once. */
function expectCreated(world: World, items: INodeExecutionData[], texts: string[]): void {
	deepEqual(textsIn(world), texts, 'posts');
	deepEqual(
		items.map(({ json }) => json.postId),
		world.service.state.posts.map(({ id }) => id),
		'posts that the output names',
	);
}
