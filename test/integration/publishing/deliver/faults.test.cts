import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { pipeline } from 'node:stream';

import type { INodeParameters } from 'n8n-workflow';

import { makeScript, playScript } from '../../../faults/scripts.cjs';
import { openRoad, openStage, openTrap, type Trap } from '../../../faults/stage.cjs';
import { freePort } from '../../../harness/ports.cjs';
import type { Version } from '../../../service/releases/release.cjs';
import type { FaultRule } from '../../../service/server.cjs';
import { newId } from '../../../service/state.cjs';
import { afterLookUp } from '../../support/fileServer.cjs';
import { jsonItems, type NodeRun, type NodeRunOptions } from '../../support/harness.cjs';
import { createPost, postRequests, sendPost, storedPosts } from '../../support/posts.cjs';
import { callsOf, LOOK_UP, useOwnServices, useService } from '../../support/useService.cjs';

jest.setTimeout(120_000);

const service = useService({ hourlyLimit: 10_000 });
const start = useOwnServices();
let trap: Trap;
beforeAll(async () => {
	trap = await openTrap();
});
afterAll(async () => await trap.close());

const POSTS = { method: 'POST', path: /\/posts$/ };
/** Final, so that the node does not ask again. */
const FAILING_LOOK_UP: FaultRule = {
	match: { method: 'GET', path: /\/posts$/ },
	kind: 'status',
	status: 404,
	body: { message: 'Cannot GET /public/v1/posts' },
};
const DATES = ['2099-01-01T09:00:00.000Z', '2099-01-02T09:00:00.000Z'];
const ROWS = [0, 0, 1, 1].map((date, index) => ({
	text: `Row ${index + 1}`,
	date: DATES[date],
}));

const PICTURE = {
	source: 'upload',
	file: '={{ { id: "picture", path: "https://media.example/picture.png" } }}',
};

type Fault = Omit<FaultRule, 'match'>;

/** Posts four rows in two requests; the first of them meets the fault. */
async function meet(
	fault: Fault,
	options: INodeParameters = {},
	more: Partial<NodeRunOptions> = { onError: 'continueErrorOutput' },
): Promise<NodeRun> {
	const location = fault.kind === 'redirect' ? { location: trap.address } : {};
	service.faults.push({ match: POSTS, ...fault, ...location });
	return await createPost(
		service,
		{
			type: 'schedule',
			date: '={{ $json.date }}',
			content: '={{ $json.text }}',
			combineItems: true,
			options,
		},
		{ items: jsonItems(ROWS), ...more },
	);
}

/** What arrived at the service, and what the node says of each row. */
function compare({ output: [created, failed = []] }: NodeRun) {
	const said = ROWS.map(({ text }, index) => {
		const isOf = ({ pairedItem }: (typeof created)[number]) =>
			(pairedItem as { item: number }).item === index;
		const post = created.find(isOf)?.json;
		if (post) {
			const stored = storedPosts(service).find(({ id }) => id === post.postId);
			expect(stored?.parts[0].published).toBe(text);
			return 'created';
		}
		const { error } = failed.find(isOf)!.json;
		return String(error).replace(/ \[item \d\]/, '');
	});
	return { arrived: storedPosts(service).map(({ parts }) => parts[0].published), said };
}

const ALL = ['Row 1', 'Row 2', 'Row 3', 'Row 4'];
const SECOND_HALF = ['Row 3', 'Row 4'];
const UNREADABLE = 'its answer names no posts';
const FAILED = 'Postiz failed (status';

describe('faults that do no harm: all rows arrive once', () => {
	test.each<[string, Fault, number]>([
		['an answer that comes late', { kind: 'latency', delay: 300 }, 2],
		['an answer that drips in', { kind: 'slowBody', delay: 300 }, 2],
		[
			'three refusals for the hourly limit in a row',
			{ kind: 'status', status: 429, headers: { 'retry-after': '1' }, times: 3 },
			5,
		],
		['a refusal as too large', { kind: 'status', status: 413, body: {} }, 5],
	])('%s', async (_name, fault, requests) => {
		const run = await meet(fault, { limitReached: 'wait', maxWait: 1 });
		expect(compare(run)).toEqual({ arrived: ALL, said: ALL.map(() => 'created') });
		expect(postRequests(service)).toHaveLength(requests);
	});
});

const unreachable = () => `Postiz could not be reached at ${service.apiUrl}`;

/** Faults after which nobody can know: name, fault, what arrived of the first request, the cause. */
const UNCLEAR: Array<[string, Fault, string[], () => string]> = [
	['the connection lost before anything is done', { kind: 'resetBefore' }, [], unreachable],
	['the connection lost when all is done', { kind: 'resetAfter' }, ['Row 1', 'Row 2'], unreachable],
	['the connection lost half-way', { kind: 'resetAfter', keep: 1 }, ['Row 1'], unreachable],
	['a 503 instead', { kind: 'status', status: 503 }, [], () => `${FAILED} 503)`],
	[
		'a 500 half-way',
		{ kind: 'status', status: 500, processed: true, keep: 1 },
		['Row 1'],
		() => `${FAILED} 500)`,
	],
	[
		'a 503 although all is done',
		{ kind: 'status', status: 503, processed: true },
		['Row 1', 'Row 2'],
		() => `${FAILED} 503)`,
	],
	['a page with 502 instead', { kind: 'html502' }, [], () => `${FAILED} 502)`],
	[
		'a page with 502 although all is done',
		{ kind: 'html502', processed: true },
		['Row 1', 'Row 2'],
		() => `${FAILED} 502)`,
	],
	['half an answer', { kind: 'truncatedJson' }, ['Row 1', 'Row 2'], () => UNREADABLE],
	...['unexpected', 7, {}, [], [{ postId: 'one' }], [{ postId: 1 }, { postId: 2 }]].map(
		(body): [string, Fault, string[], () => string] => [
			`the answer ${JSON.stringify(body)}`,
			{ kind: 'wrongJson', body },
			['Row 1', 'Row 2'],
			() => UNREADABLE,
		],
	),
];

describe.each(UNCLEAR)('%s', (_name, fault, taken, cause) => {
	afterEach(() => {
		expect(postRequests(service)).toHaveLength(2);
		expect(service.faults.pending).toEqual([]);
	});

	test('is unclear if the look-up fails, not sent again, and the other request goes out', async () => {
		service.faults.push(FAILING_LOOK_UP);
		const { arrived, said } = compare(await meet(fault));
		expect(arrived).toEqual([...taken, ...SECOND_HALF]);
		expect(said.slice(2)).toEqual(['created', 'created']);
		for (const sentence of said.slice(0, 2)) {
			expect(sentence).toBe(
				`It is unclear whether Postiz created this item: ${cause()}. It was not sent again, so that nothing is published twice. The node could not check Postiz either. Before you run it again, set If the Same Post Exists to Skip If Sent by an Earlier Run.`,
			);
		}
	});

	test('is looked up: each row is reported as it is', async () => {
		const { arrived, said } = compare(await meet(fault));
		expect(arrived).toEqual([...taken, ...SECOND_HALF]);
		ROWS.slice(0, 2).forEach(({ text }, index) => {
			if (taken.includes(text)) expect(said[index]).toBe('created');
			else expect(said[index]).toMatch(/^Postiz (didn't create|doesn't have) this item( yet)?: /);
		});
		const lookUps = ['GET /posts', ...taken.map(() => 'GET /public/posts')];
		expect(callsOf(service).map((call) => call.replace(/(public\/posts)\/.*/, '$1'))).toEqual([
			LOOK_UP,
			'POST /posts',
			...lookUps,
			'POST /posts',
		]);
		const { query } = service.requests[2];
		expect(Date.parse(query.startDate)).toBeLessThan(Date.parse(DATES[0]));
		expect(Date.parse(query.endDate)).toBeGreaterThan(Date.parse(DATES[0]));
	});
});

test('if the look-up fails, the error that ends the node names every row', async () => {
	service.faults.push(FAILING_LOOK_UP);
	const { error } = await meet({ kind: 'resetAfter' }, {}, {});
	expect(error?.message).toBe(
		`It is unclear whether Postiz created this item: ${unreachable()} [item 0]`,
	);
	expect(error?.description).toContain(
		'Before you run it again, set If the Same Post Exists to Skip If Sent by an Earlier Run. 1 more item is unclear (1): Postiz may have them. 2 items were not sent (2–3).',
	);
	expect(postRequests(service)).toHaveLength(1);
});

describe('looking up', () => {
	const lost: Fault = { kind: 'resetAfter' };

	test.each(['now', 'draft'])('finds posts of the kind %s', async (type) => {
		service.faults.push({ match: POSTS, ...lost });
		const { output } = await createPost(service, { type });
		expect(output[0].map(({ json }) => json.postId)).toEqual(
			storedPosts(service).map(({ id }) => id),
		);
	});

	test('an equal post that was there before is not taken for the new one', async () => {
		const post = { type: 'schedule', date: DATES[0], options: { ifSame: 'finish' } };
		const earlier = await sendPost(service, 'bluesky', { date: DATES[0] });
		service.faults.push({ match: POSTS, kind: 'status', status: 503 });
		// The first of two equal rows stands for it.
		const { output } = await createPost(service, post, {
			items: jsonItems([{}, {}]),
			onError: 'continueErrorOutput',
		});
		expect(output[0].map(({ json }) => json.postId)).toEqual([earlier.id]);
		expect(output[1].map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^Postiz doesn't have this item yet/),
		]);
	});

	test('takes no post of another time, channel or text for the lost one', async () => {
		const other = { type: 'schedule', content: 'Row 1' };
		const begun = new Date(Date.parse(DATES[0]) + 5 * 60_000).toISOString();
		await createPost(service, { ...other, date: begun });
		await createPost(service, { ...other, date: DATES[0], content: 'Row 1 ' + 'and more' });
		const { said } = compare(await meet({ kind: 'status', status: 500 }));
		expect(said[0]).toMatch(/^Postiz didn't create this item: /);
	});

	test('a clock that goes differently leaves a post for now unclear', async () => {
		const slow = await start({ now: () => Date.now() - 3 * 60_000 });
		slow.faults.push({ match: POSTS, kind: 'resetAfter' });
		const { output } = await createPost(slow, {}, { onError: 'continueErrorOutput' });
		const [{ id }] = storedPosts(slow);
		expect(output[1].map(({ json }) => json.error)).toEqual([
			expect.stringContaining(`what may be a post of this item (${id})`),
		]);
	});

	test.each<[string, INodeParameters]>([
		[
			'without text, of which the pictures are not reported',
			{ content: '', media: { file: [PICTURE] } },
		],
		[
			'whose links may have been shortened',
			{ content: 'See https://acme.example/menu', options: { shortLink: true } },
		],
	])('a post %s is not taken for another', async (_what, form) => {
		const post = { type: 'schedule', date: DATES[0], ...form };
		await createPost(service, post);
		const [first] = storedPosts(service);
		first.id = first.parts[0].id = newId(Date.now() - 10_000);
		first.parts[0].content = first.parts[0].content.replace(
			/https:\S+?(?=<|$)/,
			'https://s.example/1',
		);
		service.faults.push({ match: POSTS, kind: 'status', status: 500 });
		const { output } = await createPost(service, post, { onError: 'continueErrorOutput' });
		expect(output[0]).toEqual([]);
		expect(output[1].map(({ json }) => json.error)).toEqual([
			expect.stringContaining(`what may be a post of this item (${first.id})`),
		]);
	});

	test('keeps rows with the same text apart by their number', async () => {
		service.faults.push({ match: POSTS, kind: 'resetAfter', keep: 2 });
		const { output } = await createPost(
			service,
			{ type: 'schedule', date: DATES[0], combineItems: true },
			{ items: jsonItems([{}, {}, {}]), onError: 'continueErrorOutput' },
		);
		expect(new Set(output[0].map(({ json }) => json.postId)).size).toBe(2);
		expect(output[1]).toHaveLength(1);
	});
});

describe('what concerns every request stops the run, and no further one is spent', () => {
	test.each<[string, Fault, RegExp]>([
		['a redirect to another origin', { kind: 'redirect' }, /redirects to another address/],
		['a 402', { kind: 'status', status: 402, body: {} }, /plan doesn't allow this/],
	])('%s', async (_name, fault, sentence) => {
		const { arrived, said } = compare(await meet(fault));
		expect(arrived).toEqual([]);
		said.forEach((words) => expect(words).toMatch(sentence));
		expect(postRequests(service)).toHaveLength(1);
		expect(trap.strays()).toBe(0);
	});
});

test('a refused connection is tried again: the service came back, and got each row once', async () => {
	const port = await freePort();
	const late = await start();
	const credentials = { host: `http://127.0.0.1:${port}/api`, apiKey: late.apiKey };
	// Nothing listens any more once the channels are known, until a moment later.
	const lookUp = afterLookUp(service, () => {});
	const early = createServer((request, response) => {
		early.close();
		lookUp(request, response);
	});
	await new Promise<void>((resolve) => early.listen(port, '127.0.0.1', resolve));
	const road = createTcpServer((caller) => {
		const onward = connect(Number(new URL(late.origin).port), '127.0.0.1');
		pipeline(caller, onward, caller, () => undefined);
	});
	early.once('close', () => setTimeout(() => road.listen(port, '127.0.0.1'), 30));
	const { output, error } = await createPost(
		service,
		{ combineItems: true },
		{ items: jsonItems(ROWS), credentials },
	);
	road.close();
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json.channelId)).toHaveLength(4);
	expect(postRequests(late)).toHaveLength(1);
	expect(storedPosts(late)).toHaveLength(4);
});

test('a run that goes on after its crash meets nobody: its road is shut, but its port is taken', async () => {
	const road = await openRoad(service);
	road.shut();
	await expect(once(get(road.apiUrl), 'response')).rejects.toThrow(/hang up|ECONNRESET/);
	const other = createServer().listen(Number(new URL(road.apiUrl).port), '127.0.0.1');
	await expect(once(other, 'listening')).rejects.toThrow('EADDRINUSE');
	road.close();
});

/** As in `test:faults`, only fewer; FAULT_SEED plays others. */
const SCRIPTS: Array<[count: number, version: Version]> = [
	[40, 'newest'],
	[20, '2.8'],
	[20, '2.21'],
];
const FIRST = Number(process.env.FAULT_SEED ?? 1);

test.each(SCRIPTS)(
	'%d random scripts of faults on %s: nothing lost without an error, nothing twice',
	async (count, version) => {
		const seeds = Array.from({ length: count }, (_, index) => FIRST + index);
		const problems: Record<number, string[]> = {};
		await Promise.all(
			[0, 1, 2, 3].map(async () => {
				const own = await openStage(version);
				for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
					const verdict = await playScript(own, makeScript(seed));
					if (verdict.problems.length > 0) problems[seed] = verdict.problems;
				}
				await own.close();
			}),
		);
		expect(problems).toEqual({});
	},
);
