/** Runs that are started again: by a person, by Retry on an execution, or by a repeated event. */
import { setTimeout as pause } from 'node:timers/promises';

import type { IConnections, IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';

import { Postiz } from '../../../../../nodes/Postiz/Postiz.node.ts';

import {
	hintsOf,
	jsonItems,
	POSTIZ,
	runWorkflow,
	START,
	type NodeRun,
	type NodeRunOptions,
} from '../../../support/harness.cjs';
import { newId } from '../../../../service/state.cjs';
import {
	channelEntry,
	createForm,
	createPost,
	FUTURE,
	onChannels,
	postRequests,
	storedPosts,
	storePost,
} from '../../../support/posts.cjs';
import { callsOf, useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 1000 });
const TEXTS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
const rowsOf = (texts: string[]) => ({ items: jsonItems(texts.map((text) => ({ text }))) });

/** Runs Post: Create with its defaults, with a row for each text, like a person who runs it again. */
const run = async (
	texts: string[],
	{ options = {}, ...parameters }: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
) =>
	await createPost(
		service,
		{
			content: '={{ $json.text }}',
			...parameters,
			// The tags give each row a request of its own.
			options: { ifExists: 'skip', tags: '={{ $json.text }}', ...(options as object) },
		},
		{ ...rowsOf(texts), mode: 'retry', ...more },
	);
const texts = () => storedPosts(service).map(({ parts: [{ content }] }) => content);
const skipped = ({ output }: NodeRun) =>
	output[0].map(({ json }) => json.outcome === 'there already');

const SENDING = { method: 'POST', path: /\/posts$/ };
/** Rejects further requests that create posts. */
const limitAfter = (requests: number) =>
	service.faults.push({
		match: SENDING,
		skip: requests,
		kind: 'status',
		status: 429,
		headers: { 'retry-after': '1200' },
		body: {},
	});
/** Moves everything that was sent to so many minutes ago. */
const makeEarlier = (minutes: number) => {
	for (const post of service.state.posts) {
		const time = Date.parse(post.publishDate) - minutes * 60_000;
		post.parts[0].id = post.id = newId(Date.parse(post.createdAt) - minutes * 60_000);
		post.publishDate = new Date(time).toISOString();
	}
};
const inCalendar = (identifier = 'bluesky') =>
	service.state.channels.find((channel) => channel.identifier === identifier)!;

describe.each<[string, INodeParameters, string]>([
	['now', { type: 'now' }, ' within 12 hours'],
	['at a date', { type: 'schedule', date: FUTURE }, ''],
	['at the next free slots', { type: 'nextSlot' }, ' within 12 hours'],
	['as drafts', { type: 'draft', date: '' }, ' within 12 hours'],
])('a run that was cut short, %s', (_when, parameters, within) => {
	test('is finished by the next, and a third creates nothing', async () => {
		limitAfter(5);
		const cut = await run(TEXTS, parameters);
		expect(cut.error?.description).toContain(`Run it again${within}: existing posts are skipped.`);
		expect(texts()).toEqual(TEXTS.slice(0, 5));

		const finished = await run(TEXTS, parameters);
		expect(finished.error).toBeUndefined();
		expect(texts()).toEqual(TEXTS);
		expect(skipped(finished)).toEqual([true, true, true, true, true, false, false]);
		const ids = storedPosts(service).map(({ id }) => id);
		expect(finished.output[0].map(({ json }) => json.postId)).toEqual(ids);
		expect(hintsOf(finished).join(' ')).toContain(
			'2 posts created, 5 there already. To post again what is there, set If the Post Exists to Post Again.',
		);

		const third = await run(TEXTS, parameters);
		expect(third.output[0].map(({ json }) => json.postId)).toEqual(ids);
		expect(texts()).toEqual(TEXTS);
	});
});

describe.each<[string, INodeParameters]>([
	['Date', { type: 'schedule', date: '={{ $now.plus({ hours: 1 }) }}' }],
	['Date, of drafts', { type: 'draft', date: '={{ $now.plus(2, "days").toISO() }}' }],
])('a run that was cut short, with the clock in %s', (_field, parameters) => {
	test('is finished by one half an hour later', async () => {
		limitAfter(5);
		const cut = await run(TEXTS, parameters);
		expect(cut.error?.description).toContain('Run it again within 12 hours: existing posts');
		makeEarlier(30);
		await run(TEXTS, parameters);
		expect(texts()).toEqual(TEXTS);
	});
});

test('JSON with the clock in its date is finished by a run half an hour later', async () => {
	const { id } = inCalendar();
	const json = `={"type": "schedule", "date": "{{ $now.plus(1, 'hour').toISO() }}", "shortLink": false, "tags": [],
		"posts": [{"integration": {"id": "${id}"}, "value": [{"content": "{{ $json.text }}", "image": []}], "settings": {}}]}`;
	const runJson = async () =>
		await createPost(
			service,
			{ operation: 'createFromJson', json, options: { ifExists: 'skip' } },
			rowsOf(TEXTS),
		);
	limitAfter(5);
	await runJson();
	makeEarlier(30);
	await runJson();
	expect(texts()).toEqual(TEXTS);
});

test('what was changed in between is sent as it is now', async () => {
	const scheduled = { type: 'schedule', date: '={{ $json.date }}' };
	const rows = (changed: boolean) => ({
		items: jsonItems([
			{ text: 'One', date: FUTURE },
			{ text: changed ? 'Two, corrected' : 'Two', date: FUTURE },
			{ text: 'Three', date: changed ? '2099-03-05T10:00:00Z' : FUTURE },
			...(changed ? [{ text: 'Four', date: FUTURE }] : []),
		]),
	});
	await run([], scheduled, rows(false));
	await run([], scheduled, rows(true));
	expect(texts()).toEqual(['One', 'Two', 'Three', 'Two, corrected', 'Three', 'Four']);
});

test('a date that has passed meanwhile is no mistake of a post that went out', async () => {
	const there = storePost(service, inCalendar(), {
		publishDate: '2001-03-04T10:00:00.000Z',
		state: 'PUBLISHED',
	});
	const { error, output } = await run(['Fresh beans'], {
		type: 'schedule',
		date: there.publishDate,
	});
	expect(error).toBeUndefined();
	expect(output[0][0].json).toMatchObject({
		postId: there.id,
		outcome: 'there already',
		state: 'published',
	});
	const other = await run(['Other beans'], { type: 'schedule', date: there.publishDate });
	expect(other.error?.message).toContain('is in the past');
	expect(postRequests(service)).toEqual([]);
});

test('with Retry On Fail, what an earlier try created is not taken for what is there', async () => {
	service.faults.push({ match: SENDING, skip: 1, kind: 'status', status: 400, body: {} });
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { error, output } = await run(['One', 'One'], {}, { node });
	expect(error).toBeUndefined();
	expect(texts()).toEqual(['One', 'One']);
	expect(output[0].map(({ json }) => json.outcome)).toEqual(['created', 'created']);
});

test('with Retry On Fail, each post that is there still stands for one row', async () => {
	await run(['One']);
	service.faults.push({ match: SENDING, kind: 'status', status: 400, body: {} });
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { error, output } = await run(['One', 'One'], {}, { node });
	expect(error).toBeUndefined();
	expect(texts()).toEqual(['One', 'One']);
	expect(output[0].map(({ json }) => json.outcome)).toEqual(['there already', 'created']);
});

describe('a node that runs several times in an execution', () => {
	/** Hands on what it gets, but nothing in the second round. */
	class OneMoreRound implements INodeType {
		description = { ...new Postiz().description, name: 'oneMoreRound', properties: [] };

		async execute(this: IExecuteFunctions) {
			const round = this.evaluateExpression('{{ $runIndex }}', 0);
			return [round === 0 ? this.getInputData() : []];
		}
	}
	/** The outcomes of each run of Postiz. */
	const outcomesIn = async (connections: IConnections, channels = ['bluesky']) => {
		const parameters = createForm(service, {
			...onChannels(...channels.map((identifier) => channelEntry(service, identifier))),
			options: { ifExists: 'skip' },
		});
		const nodes = [
			{ name: 'Start', type: START },
			{ name: 'Other', type: 'oneMoreRound', credentials: {} },
			{ name: 'Loop', type: START },
			{ name: 'Postiz', type: POSTIZ, parameters, onError: 'continueErrorOutput' as const },
		];
		const { run: execution } = await runWorkflow(
			{ nodes, connections },
			{ service, nodeTypes: { oneMoreRound: new OneMoreRound() } },
		);
		const { Postiz: runs } = execution.data.resultData.runData;
		return runs.map(({ data }) => data!.main[0]!.map(({ json }) => json.outcome));
	};
	const to = (node: string) => ({ node, type: 'main' as const, index: 0 });

	test.each<[string, IConnections]>([
		['of', { Loop: { main: [[to('Postiz')]] }, Postiz: { main: [[to('Other')]] } }],
		['beside', { Loop: { main: [[to('Postiz'), to('Other')]] } }],
	])('posts a row in each round %s a loop that has it', async (_where, connections) => {
		const loop = { Start: { main: [[to('Loop')]] }, Other: { main: [[to('Loop')]] } };
		expect(await outcomesIn({ ...loop, ...connections })).toEqual([['created'], ['created']]);
	});

	test('posts what is missing of an item that failed in part and comes back', async () => {
		service.faults.push({ match: SENDING, kind: 'status', status: 500, processed: true, keep: 1 });
		const connections = {
			Start: { main: [[to('Postiz')]] },
			Postiz: { main: [[], [to('Other')]] },
			Other: { main: [[to('Postiz')]] },
		};
		const rounds = await outcomesIn(connections, ['bluesky', 'linkedin']);
		expect(rounds).toEqual([['created'], ['there already', 'created']]);
	});

	test('posts once what comes by two branches', async () => {
		const connections = {
			Start: { main: [[to('Postiz'), to('Other')]] },
			Other: { main: [[to('Postiz')]] },
		};
		expect(await outcomesIn(connections)).toEqual([['created'], ['there already']]);
	});
});

describe('an event', () => {
	test('that comes twice posts once, also while the first is under way', async () => {
		const event = async () => await run(['One'], {}, { mode: 'webhook' });
		const both = await Promise.all([event(), event()]);
		expect(texts()).toEqual(['One']);
		const [id] = storedPosts(service).map((post) => post.id);
		expect(both.map(({ output }) => output[0][0].json.postId)).toEqual([id, id]);
		expect((await event()).output[0][0].json).toMatchObject({
			postId: id,
			outcome: 'there already',
		});
	});

	test('of the same words some minutes later is another one, but not for a person or a sub-workflow', async () => {
		await run(['One'], {}, { mode: 'trigger' });
		makeEarlier(11);
		await run(['One'], {}, { mode: 'manual' });
		expect(texts()).toEqual(['One']);
		await run(['One'], {}, { mode: 'integrated' });
		expect(texts()).toEqual(['One']);
		await run(['One'], {}, { mode: 'trigger' });
		expect(texts()).toEqual(['One', 'One']);
	});

	test('that waits for another one ends when it is cancelled', async () => {
		service.faults.push({ match: SENDING, kind: 'latency', delay: 5000 });
		const first = run(['One'], {}, { mode: 'webhook' });
		while (postRequests(service).length === 0) await pause(5);
		const waiting = async () => {
			const lists = () => service.requests.filter(({ path }) => path.endsWith('/integrations'));
			while (lists()[1]?.status !== 200) await pause(5);
			await pause(50);
		};
		const second = run(['One'], {}, { mode: 'webhook', cancelWhen: waiting() });
		const ended: string[] = [];
		await Promise.all([
			first.then(() => ended.push('first')),
			second.then(() => ended.push('cancelled')),
		]);
		expect(ended).toEqual(['cancelled', 'first']);
		expect(texts()).toEqual(['One']);
	});
});

test('Post Again posts again, at once', async () => {
	const again = { options: { ifExists: 'post', tags: '' } };
	await Promise.all([run(['One'], again), run(['One'], again)]);
	expect(texts()).toEqual(['One', 'One']);
	expect(callsOf(service)).not.toContain('GET /posts');
});

test('Preview Only says what is there already', async () => {
	const there = storePost(service, inCalendar(), { text: 'One' });
	const { output } = await run(['One', 'Two'], {
		type: 'schedule',
		date: FUTURE,
		options: { previewOnly: true },
	});
	expect(output[0].map(({ json }) => json.post)).toMatchObject([
		{ ok: true, status: 'there already', postId: there.id },
		{ ok: true, status: 'new' },
	]);
});

describe('next free slots', () => {
	test('executions side by side take different ones', async () => {
		const one = async (text: string) => await run([text], { type: 'nextSlot' });
		await Promise.all(['One', 'Two', 'Three'].map(one));
		const dates = storedPosts(service).map(({ publishDate }) => publishDate);
		expect(new Set(dates).size).toBe(3);
	});
});
