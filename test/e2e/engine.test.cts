import type { IDataObject } from 'n8n-workflow';

import { aPictureIsPosted } from './binary.cjs';
import { useOutside } from '../shared/n8n/outside.cjs';
import { executionsAtOncePostTheirOwn, OWN_DATES, storeRows, textsOf } from './rows.cjs';
import {
	creating,
	download,
	idsIn,
	ownNode,
	postizNode,
	postOn,
	rowsOf,
	runChain,
	START_NODE,
	textsIn,
	until,
	useWorld,
	workflowOf,
	type ChainNode,
} from '../shared/n8n/world.cjs';

const RETRYING = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe('what n8n does with any node', () => {
	const world = useWorld();
	const outside = useOutside();
	beforeEach(() => world.service.reset());

	/** Schedules a post for each item, on Bluesky. */
	const scheduling = (settings: IDataObject = {}, options: IDataObject = {}): ChainNode => ({
		...postizNode('Postiz', world.apiKey, {
			...postOn(world, 'bluesky', '={{ $json.text }}', 'schedule'),
			date: OWN_DATES,
			options: options as never,
		}),
		...settings,
	});
	const run = async (
		nodes: ChainNode[],
		items: IDataObject[],
		more?: Parameters<typeof runChain>[3],
	) => await runChain(world, nodes, items, more);
	const failCreating = (...more: Array<{ status: number; skip: number; retryAfter?: number }>) =>
		world.service.faults.push(
			...more.map(({ status, skip, retryAfter }) => ({
				match: { method: 'POST', path: /\/posts$/ },
				kind: 'status' as const,
				status,
				skip,
				headers: retryAfter ? { 'retry-after': String(retryAfter) } : undefined,
			})),
		);

	test('a sub-workflow posts each row once, also if a retry of it does the rest', async () => {
		const sub = [
			ownNode('When called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
			scheduling(RETRYING),
		];
		const call = ownNode('Call', 'executeWorkflow', 1.2, {
			source: 'parameter',
			workflowJson: JSON.stringify(workflowOf('Sub', sub)),
		});
		failCreating({ status: 403, skip: 1 });
		const execution = await run([call], rowsOf('One', 'Two', 'Three'));

		expect(execution.error).toBeUndefined();
		expect(textsIn(world)).toEqual(['One', 'Two', 'Three']);
		expect(creating(world).map(({ status }) => status)).toEqual([201, 403, 201, 201]);
		expect(execution.items('Call').map(({ json }) => json.postId)).toEqual(idsIn(world));
	});

	test('On Error continueErrorOutput: each row stands where it belongs', async () => {
		const nodes = [scheduling({ onError: 'continueErrorOutput' })];
		const { error, items } = await run(nodes, rowsOf('One', 'x'.repeat(400), 'Three'));
		expect(error).toBeUndefined();
		expect(items('Postiz', 0).map(({ json }) => json.postId)).toEqual(idsIn(world));
		expect(items('Postiz', 1).map(({ json }) => json)).toMatchObject([
			{ id: 2, error: expect.stringMatching(/^Bluesky: 400 of \d+ characters/) },
		]);
	});

	test('Retry on a failed execution posts what is missing, and outputs what is there', async () => {
		failCreating({ status: 429, skip: 5 });
		const { id } = await storeRows(world, 7);
		const cut = await world.n8n.execute(id, START_NODE);
		expect(cut.error?.message).toContain('limit');
		expect(textsIn(world)).toHaveLength(5);

		const finished = await world.n8n.retryLast(id);
		expect(finished.error).toBeUndefined();
		expect(textsIn(world)).toEqual(textsOf(7));
		const items = finished.items('Postiz').map(({ json }) => json);
		expect(items.map(({ postId }) => postId)).toEqual(idsIn(world));
		expect(items.map(({ outcome }) => outcome === 'there')).toEqual([
			...Array<boolean>(5).fill(true),
			false,
			false,
		]);
	});

	test('two executions at once: each posts its rows once', async () => {
		await executionsAtOncePostTheirOwn(world);
	});

	test('binary data in files', async () => {
		await aPictureIsPosted(world, /^filesystem-v2:/);
	});

	test('a time-out while the node waits for the limit: nothing more is sent', async () => {
		const retryAfter = 6;
		failCreating({ status: 429, skip: 1, retryAfter });
		const execution = await run(
			[scheduling(RETRYING, { waitAtLimit: 1 })],
			rowsOf('One', 'Two', 'Three'),
			{ settings: { executionTimeout: 4 } },
		);

		expect(execution.status).toBe('canceled');
		expect(creating(world).map(({ status }) => status)).toEqual([201, 429]);
		// Longer than the limit lasts; n8n runs a node with Retry On Fail again even after a time-out.
		const end = creating(world)[1].at + (retryAfter + 2) * 1000;
		await until(() => Date.now() > end);
		expect(textsIn(world)).toEqual(['One']);
		expect(creating(world)).toHaveLength(2);
	});

	test('a time-out during an upload: the connection ends, and nothing is created', async () => {
		// The film comes in a thousand pieces.
		const match = { path: /\/upload$/ };
		world.service.faults.push({ match, kind: 'slowRead', times: 9, delay: 40 });
		const film = download('Film', `${outside.url}/long.mp4`);
		const posting = scheduling(RETRYING);
		const media = { file: [{ source: 'binary', binaryField: 'data' }] };
		const parameters = { ...posting.parameters, content: 'A film', media };
		const execution = await run([film, { ...posting, parameters }], rowsOf('One'), {
			settings: { executionTimeout: 12 },
		});

		expect(execution.status).toBe('canceled');
		const uploads = () => world.service.requests.filter(({ path }) => path.endsWith('/upload'));
		expect(uploads()).toHaveLength(1);
		// What the connection still held has to be read first.
		await until(() => uploads()[0].isCut, 15_000);
		expect(uploads()).toHaveLength(1);
		expect(world.service.state.media).toEqual([]);
		expect(creating(world)).toEqual([]);
	});
});
