import * as n8nWorkflow from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

import { PostizWebhookTrigger } from '../../../nodes/PostizWebhookTrigger/PostizWebhookTrigger.node';
import { storedFailure } from '../../shared/failures.cjs';
import { connect, item, request } from '../../service/client.cjs';
import type { Service } from '../../service/server.cjs';
import { newId, type Channel, type StoredPost } from '../../service/state.cjs';
import { storePost } from '../support/posts.cjs';
import {
	ActiveTrigger,
	loadWebhookTriggerAgain,
	type TriggerOptions,
	type WebhookRun,
} from '../support/triggerHarness.cjs';
import { callsOf, useOwnServices, useService } from '../support/useService.cjs';

// Pauses take no time but that of the clock.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.fn(),
}));
const { sleep } = jest.mocked(n8nWorkflow);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse('2026-09-01T12:00:00.000Z');
const BOTH = ['postFailed', 'postPublished'];

let time = START;
const service = useService({ now: () => time });
const startOwn = useOwnServices();

const open: ActiveTrigger[] = [];
beforeEach(() => {
	time = START;
	jest.spyOn(Date, 'now').mockImplementation(() => time);
	sleep.mockReset().mockImplementation(async (ms) => void (time += ms));
});
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all(open.splice(0).map(async (trigger) => await trigger.close()));
});

interface Choice extends Partial<TriggerOptions> {
	events?: string[];
	filters?: IDataObject;
}

function create({ events = ['postPublished'], filters = {}, ...more }: Choice = {}): ActiveTrigger {
	const trigger = new ActiveTrigger({
		node: new PostizWebhookTrigger(),
		service,
		...more,
		parameters: { events, filters: filters as never },
	});
	open.push(trigger);
	return trigger;
}

async function activate(choice: Choice = {}): Promise<ActiveTrigger> {
	const trigger = create(choice);
	await trigger.activate();
	(choice.service ?? service).requests.length = 0;
	return trigger;
}

type Runs = Array<WebhookRun | Error>;

/** Enters the trigger's URL in the settings of the service, as a person would. */
async function register(
	trigger: ActiveTrigger,
	{ of = service, isTest = false, channelIds = [] as string[] } = {},
): Promise<Runs> {
	const runs: Runs = [];
	const url = await trigger.listen(runs, { isTest });
	of.state.webhooks.push({ id: newId(), url, channelIds });
	return runs;
}

const itemsOf = (runs: Runs) =>
	runs.flatMap((run) => {
		if (run instanceof Error) throw run;
		return run.items ?? [];
	});
const brief = (items: IDataObject[] = []) =>
	items.map(({ event, postId }) => `${String(event)} ${String(postId)}`);

const channel = (identifier: string, index = 0, { state }: Service = service): Channel =>
	state.channels.filter((entry) => entry.identifier === identifier)[index];

/** A post that somebody publishes; the service calls its webhooks. */
async function publish(identifier = 'bluesky', of = service): Promise<StoredPost> {
	const body = request([item(of, identifier)], { type: 'now' });
	const { data } = await connect(of).post<Array<{ postId: string }>>('/posts', body);
	of.requests.length = 0;
	const post = of.state.posts.find(({ id }) => id === data[0].postId)!;
	await of.settled();
	return post;
}

/** A post with a state and date of its own, which no webhook is called for. */
const addPost = (more: Partial<StoredPost> & { at?: number; on?: Channel } = {}): StoredPost => {
	const { at = time, on = channel('bluesky'), ...fields } = more;
	return storePost(service, on, {
		state: 'PUBLISHED',
		publishDate: new Date(at).toISOString(),
		...fields,
	});
};

const LISTING = { method: 'GET', path: /posts$/ };

/** Looks take a while. */
const slowly = (times = 1) =>
	service.faults.push({ match: LISTING, kind: 'latency', delay: 100, times });

/** A call, and others that come while its look is under way. */
async function duringTheFirst(trigger: ActiveTrigger, count: number) {
	const first = trigger.receive();
	while (service.requests.length === 0) await new Promise(setImmediate);
	const others = Array.from({ length: count }, async () => await trigger.receive());
	const [begun, ...came] = await Promise.allSettled([first, ...others]);
	return [
		begun,
		came.map((result) => (result as PromiseFulfilledResult<WebhookRun>).value),
	] as const;
}

/** The key is not valid for one look, after so many that go well. */
const refuseKey = (skip = 0) =>
	service.faults.push({
		match: LISTING,
		kind: 'status',
		status: 401,
		body: { msg: 'Invalid API key' },
		skip,
	});

describe('a call of the service', () => {
	test('starts the workflow once with the post', async () => {
		const own = await startOwn({ now: () => time });
		const trigger = await activate({ service: own });
		const runs = await register(trigger, { of: own });
		const post = await publish('bluesky', own);
		expect(own.webhookDeliveries).toEqual([expect.objectContaining({ body: [], outcome: 200 })]);
		expect(runs).toMatchObject([
			{ answer: 'Received', items: [{ event: 'postPublished', postId: post.id }] },
		]);
		expect(callsOf(own)).toEqual(['GET /posts']);
	});

	test('looks a second time if it comes before the record of the service', async () => {
		const runs = await register(await activate());
		service.faults.push({ match: LISTING, kind: 'wrongJson', body: { posts: [] } });
		const post = await publish();
		expect(brief(itemsOf(runs))).toEqual([`postPublished ${post.id}`]);
		expect(sleep).toHaveBeenCalledWith(3000);
	});
});

describe('whatever a stranger sends', () => {
	const forged = [
		{
			id: 'invented',
			content: 'Buy now',
			publishDate: new Date(START).toISOString(),
			releaseURL: 'https://elsewhere.example',
			state: 'PUBLISHED',
			integration: { id: 'invented', name: 'Invented', providerIdentifier: 'x' },
		},
	];

	test('the node believes only the service', async () => {
		const trigger = await activate({ events: BOTH });
		const post = addPost();
		expect(await trigger.receive(forged)).toEqual({
			answer: 'Received',
			items: [
				expect.objectContaining({
					event: 'postPublished',
					postId: post.id,
					text: 'Fresh beans',
					channelName: 'acme-coffee.bsky.social',
				}),
			],
		});
		expect(await trigger.receive(forged)).toEqual({ answer: 'Received', items: undefined });
	});

	test('a hundred calls at once cost two looks', async () => {
		const trigger = await activate();
		slowly();
		const [, others] = await duringTheFirst(trigger, 99);
		for (const run of others) expect(run).toEqual({ answer: 'Received', items: undefined });
		// The second look is left to the one that is awaited.
		expect(callsOf(service)).toEqual(['GET /posts', 'GET /posts', 'GET /posts']);
	});
});

describe('calls at the same time', () => {
	test('know what the one before has seen, though n8n hands them older copies', async () => {
		const trigger = await activate();
		slowly();
		const post = addPost();
		const [first, [second]] = await duringTheFirst(trigger, 1);
		expect(first).toMatchObject({ value: { items: [{ postId: post.id }] } });
		expect(second.items).toBeUndefined();
		expect(callsOf(service)).toHaveLength(3);
		const next = addPost();
		expect(brief((await trigger.receive()).items)).toEqual([`postPublished ${next.id}`]);
	});
});

describe('a look that fails', () => {
	test('says so, and the next call brings what it missed', async () => {
		const trigger = await activate();
		const runs = await register(trigger);
		const before = JSON.stringify(trigger.stored);
		refuseKey();
		const post = await publish();
		expect(runs).toEqual([
			expect.objectContaining({
				message: "Postiz doesn't accept this API key",
				description: expect.stringContaining('No event is lost'),
			}),
		]);
		expect(service.webhookDeliveries.map(({ outcome }) => outcome)).toEqual([500]);
		expect(JSON.stringify(trigger.stored)).toBe(before);
		const next = addPost({ at: time + 1 });
		expect(brief((await trigger.receive()).items)).toEqual(
			[post, next].map(({ id }) => `postPublished ${id}`),
		);
	});

	test('loses nothing if it is the second look', async () => {
		const trigger = await activate();
		refuseKey(1);
		await expect(trigger.receive()).rejects.toThrow("Postiz doesn't accept this API key");
		const post = addPost();
		expect(brief((await trigger.receive()).items)).toEqual([`postPublished ${post.id}`]);
	});
});

describe('a restart of n8n', () => {
	test('asks nothing, and loses and repeats nothing', async () => {
		const trigger = await activate();
		const reported = addPost();
		expect(brief((await trigger.receive()).items)).toEqual([`postPublished ${reported.id}`]);
		const meanwhile = addPost({ at: time + MINUTE });
		time += HOUR;
		service.requests.length = 0;
		const restarted = trigger.inAnotherProcess(loadWebhookTriggerAgain());
		await restarted.activate('init');
		expect(service.requests).toEqual([]);
		expect(brief((await restarted.receive()).items)).toEqual([`postPublished ${meanwhile.id}`]);
	});
});

describe('several processes of one n8n', () => {
	test('take turns without repeating anything', async () => {
		const one = await activate();
		const other = one.inAnotherProcess(loadWebhookTriggerAgain());
		const reported: string[] = [];
		const expected: string[] = [];
		for (const trigger of [one, other, other, one, one, other]) {
			time += MINUTE;
			expected.push(`postPublished ${addPost().id}`);
			reported.push(...brief((await trigger.receive()).items));
		}
		expect(reported).toEqual(expected);
	});

	test('may report a post twice if calls reach two of them at once, but not after that', async () => {
		const one = await activate();
		const other = one.inAnotherProcess(loadWebhookTriggerAgain());
		slowly(2);
		const post = addPost();
		const runs = await Promise.all([one.receive(), other.receive()]);
		expect(runs.map(({ items }) => brief(items))).toEqual(
			Array(2).fill([`postPublished ${post.id}`]),
		);
		for (const trigger of [one, other]) {
			time += MINUTE;
			expect((await trigger.receive()).items).toBeUndefined();
		}
	});
});

describe('activation', () => {
	test('after a pause begins anew', async () => {
		const trigger = await activate({ events: BOTH });
		await trigger.deactivate();
		addPost();
		addPost({ state: 'ERROR' });
		time += MINUTE;
		await trigger.activate();
		expect((await trigger.receive()).items).toBeUndefined();
		const post = addPost();
		expect(brief((await trigger.receive()).items)).toEqual([`postPublished ${post.id}`]);
	});

	test('begins anew if the trigger was off for longer than an edit takes', async () => {
		const trigger = await activate();
		await trigger.deactivate();
		addPost();
		time += HOUR;
		await trigger.activate('update');
		expect((await trigger.receive()).items).toBeUndefined();
	});

	test('fails without a service, and says why', async () => {
		const trigger = create({ credentials: { host: 'http://127.0.0.1:9' } });
		await expect(trigger.activate()).rejects.toThrow(/could not be reached/);
		expect(trigger.stored).toEqual({});
	});
});

describe('an edit of the node', () => {
	async function edit(trigger: ActiveTrigger, parameters: ActiveTrigger['parameters']) {
		await trigger.deactivate();
		trigger.parameters = { ...trigger.parameters, ...parameters };
		await trigger.activate('update');
	}

	test('that chooses another event reports nothing of before', async () => {
		const trigger = await activate();
		addPost({ state: 'ERROR' });
		await trigger.receive();
		await edit(trigger, { events: BOTH });
		expect((await trigger.receive()).items).toBeUndefined();
		const failed = addPost({ state: 'ERROR' });
		expect(brief((await trigger.receive()).items)).toEqual([`postFailed ${failed.id}`]);
	});
});

describe('the test URL', () => {
	/** Clicks Send Test in the settings of the service. */
	async function sendTest(trigger: ActiveTrigger): Promise<Runs> {
		const runs = await register(trigger, { isTest: true });
		const [{ id }] = service.state.webhooks;
		service.requests.length = 0;
		await fetch(`${service.origin}/webhooks/${id}/test`, { method: 'POST', redirect: 'manual' });
		await service.settled();
		return runs;
	}

	test('answers Send Test with the latest real posts', async () => {
		addPost({ at: time - 2 * DAY });
		const published = addPost({ at: time - DAY });
		const failed = addPost({
			at: time - 3 * DAY,
			state: 'ERROR',
			error: storedFailure('Too long', 'bluesky'),
		});
		const runs = await sendTest(create({ events: BOTH }));
		expect(itemsOf(runs)).toEqual([
			expect.objectContaining({
				event: 'postFailed',
				postId: failed.id,
				failureReason: 'Too long',
			}),
			expect.objectContaining({ event: 'postPublished', postId: published.id }),
		]);
		expect(service.webhookDeliveries).toEqual([
			expect.objectContaining({ body: [expect.anything(), expect.anything()], outcome: 200 }),
		]);
	});

	test('says what to do if there is nothing to show', async () => {
		addPost({ at: time + DAY, state: 'QUEUE' });
		const [error] = await sendTest(create());
		expect(error).toMatchObject({
			message: 'No example for these events yet',
			description: expect.not.stringContaining('No event is lost'),
		});
	});
});

test('Send Test at the production URL starts nothing', async () => {
	addPost({ at: time - DAY });
	const runs = await register(await activate());
	const [{ id }] = service.state.webhooks;
	await fetch(`${service.origin}/webhooks/${id}/test`, { method: 'POST', redirect: 'manual' });
	await service.settled();
	expect(runs).toEqual([{ answer: 'Received', items: undefined }]);
});
