import { storePost } from '../integration/support/posts.cjs';
import { RELEASED } from '../service/releases/release.cjs';
import { livingPosts } from '../service/state.cjs';
import { cleanUp, deleteOwnPosts } from './cleanUp.cjs';
import { MARKER } from './ledger.cjs';
import { Pace } from './pace.cjs';
import { countsOf, planTable, resultTable } from './report.cjs';
import { failuresIn, runAreas, useStage } from './stage.cjs';
import { planSuite, requestsOf, runPlan } from './suite.cjs';
import { AREAS, single } from './types.cjs';

const HOUR_MS = 3_600_000;
const stage = useStage();

test('passes against the sandbox with as many requests as planned, and leaves nothing', async () => {
	const service = await stage.start();
	const instance = await stage.open(service);
	const plan = await planSuite(instance);
	expect(plan.map(({ area }) => area)).toEqual(AREAS);
	const names = plan.flatMap(({ area, steps }) =>
		steps.flatMap((step) => step.names.map((name) => `${area}, ${name}`)),
	);
	expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
	expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);

	const outcomes = await runPlan(instance, plan);
	expect(instance.gate.limit.sent).toBe(requestsOf(plan.flatMap(({ steps }) => steps)));
	const { posts } = service.state;
	expect(posts.filter(({ publications }) => publications > 0)).toEqual([]);
	expect(posts.filter(({ parts }) => !parts[0].content.includes(MARKER))).toEqual([]);
	outcomes.push(await cleanUp(instance));

	expect(failuresIn(outcomes)).toEqual([]);
	expect(countsOf(outcomes)).toEqual({ passed: names.length + 2, failed: 0 });
	expect(livingPosts(service.state)).toEqual([]);
	expect(outcomes.flatMap(({ skipped }) => skipped.map(({ name }) => name))).toEqual(['slack']);
}, 120_000);

describe.each(RELEASED)('Postiz %s', (version) => {
	test('passes in what it can do, and is known by its answers', async () => {
		const service = await stage.start({ version });
		const instance = await stage.open(service, { isSandbox: false });
		expect(instance.release.version).toBe(version);
		const outcomes = await runAreas(instance);
		expect(failuresIn(outcomes)).toEqual([]);
		expect(countsOf(outcomes).passed).toBeGreaterThan(800);
		expect(livingPosts(service.state)).toEqual([]);
	}, 120_000);

	test('fails in what it cannot do, if it is taken for the newest', async () => {
		const service = await stage.start({ version });
		const instance = await stage.open(service, { version: 'newest' });
		const outcomes = await runAreas(instance, ['changes', 'errors', 'settings']);
		expect(failuresIn(outcomes)).not.toEqual([]);
	});
});

test('what a release cannot do is told once, with how many cases need it', async () => {
	const instance = await stage.open(await stage.start({ version: '2.21' }));
	const lines = planTable(await planSuite(instance));
	expect(lines).toContainEqual(
		expect.stringMatching(
			/^ {2}needs Postiz 2\.23\.0, since which POST \/posts refuses .*: \d+ cases$/,
		),
	);
});

describe('what it deletes', () => {
	test('posts of an earlier run, and none of anybody else', async () => {
		const service = await stage.start();
		const [channel] = service.state.channels;
		const store = (text: string, publishDate: string) =>
			storePost(service, channel, { text, publishDate }).id;
		const soon = new Date(Date.now() + 11 * 365 * 24 * HOUR_MS).toISOString();
		store(`${MARKER} tea`, '2099-03-04T10:00:00.000Z');
		store(MARKER, soon);
		const others = [store('Our own tea', '2099-03-04T10:00:00.000Z'), store('Our tea', soon)];
		storePost(service, channel, { text: MARKER, state: 'PUBLISHED', publishDate: soon });

		const instance = await stage.open(service);
		expect(await deleteOwnPosts(instance)).toEqual({ deleted: 2, left: [] });
		const living = livingPosts(service.state).filter(({ state }) => state !== 'PUBLISHED');
		expect(living.map(({ id }) => id)).toEqual(others);
	});

	test('posts at another date than usual', async () => {
		const service = await stage.start();
		const date = '2071-02-03T04:05:06.000Z';
		storePost(service, service.state.channels[0], { text: MARKER, publishDate: date });
		const instance = await stage.open(service, { date });
		expect(await deleteOwnPosts(instance)).toEqual({ deleted: 1, left: [] });
		expect(failuresIn(await runAreas(instance, ['drafts', 'threads']))).toEqual([]);
		const dates = new Set(service.state.posts.map(({ publishDate }) => publishDate));
		expect([...dates].sort()).toEqual([instance.findableDate, date].sort());
		expect(livingPosts(service.state)).toEqual([]);
	});

	test('what a step made before it broke off, also if its answer was lost', async () => {
		const service = await stage.start();
		const instance = await stage.open(service);
		service.faults.push({
			match: { method: 'POST', path: /\/posts$/ },
			kind: 'resetAfter',
			times: 1,
		});
		const [settings] = await planSuite(instance, ['settings']);
		const outcomes = await runPlan(instance, [{ ...settings, steps: [settings.steps[0]] }]);
		expect(countsOf(outcomes).failed).toBe(settings.steps[0].names.length);
		expect(livingPosts(service.state).length).toBeGreaterThan(0);
		expect(failuresIn([await cleanUp(instance)])).toEqual([]);
		expect(livingPosts(service.state)).toEqual([]);
	});
});

describe('what it cannot try', () => {
	test('is named for lack of a channel', async () => {
		const service = await stage.start();
		const { state } = service;
		state.channels = state.channels.filter(({ identifier }) => identifier === 'devto');
		const instance = await stage.open(service);
		const outcomes = await runAreas(instance);
		expect(failuresIn(outcomes)).toEqual([]);
		const skipped = outcomes.flatMap((outcome) => outcome.skipped);
		expect(skipped).toContainEqual({
			name: 'bluesky, none: taken',
			reason: 'no channel of bluesky',
		});
		expect(skipped).toContainEqual({ name: 'texts as tweet', reason: 'no channel of x' });
		expect(countsOf(outcomes).passed).toBeGreaterThan(80);
	}, 60_000);

	test('is named for lack of the preview; the rest is tried', async () => {
		const service = await stage.start({ missingEndpoints: ['GET /public/posts/{id}'] });
		const instance = await stage.open(service);
		const outcomes = await runAreas(instance, [
			'texts',
			'threads',
			'changes',
			'networks',
			'drafts',
		]);
		expect(failuresIn(outcomes)).toEqual([]);
		const reason = 'the instance lacks the preview of posts, which alone shows them whole';
		expect(outcomes.flatMap(({ skipped }) => skipped)).toEqual(
			[
				'all texts',
				'all threads',
				'Post: Get and Update',
				'a draft becomes scheduled, and a draft again',
				'a draft becomes scheduled for another date',
				'a draft that is too long is scheduled by the service, but not by the node',
			].map((name) => ({ name, reason })),
		);
		expect(countsOf(outcomes).passed).toBeGreaterThan(80);
	}, 60_000);
});

describe('the hourly limit', () => {
	test('is waited for, and nothing is lost by it', async () => {
		let now = Date.now();
		const service = await stage.start({ hourlyLimit: 2, now: () => now });
		const lines: string[] = [];
		const pace = new Pace({
			say: (line) => lines.push(line),
			pause: async (ms) => await Promise.resolve((now += ms)),
		});
		const instance = await stage.open(service, { pace });
		const outcomes = await runAreas(instance, ['drafts', 'deletes']);
		expect(failuresIn(outcomes)).toEqual([]);
		const sent = service.requests.filter(
			({ method, path }) => method === 'POST' && path.endsWith('/posts'),
		);
		expect(sent.map(({ status }) => status)).not.toContain(429);
		expect(sent).toHaveLength(8);
		expect(lines[0]).toMatch(/^ {2}The hourly limit of requests is reached: \d+ min/);
	});

	test('is waited for on an instance that counts every call', async () => {
		let now = Date.now();
		const service = await stage.start({ hourlyLimit: 30, version: '2.18', now: () => now });
		const pause = async (ms: number) => await Promise.resolve((now += ms));
		const instance = await stage.open(service, { pace: new Pace({ pause }) });
		const outcomes = await runAreas(instance, ['settings', 'deletes']);
		expect(failuresIn(outcomes)).toEqual([]);
		expect(service.requests.some(({ status }) => status === 429)).toBe(true);
		expect(livingPosts(service.state)).toEqual([]);
	});

	test('leaves out what does not fit, if there is to be no waiting', async () => {
		const service = await stage.start({ hourlyLimit: 3 });
		const instance = await stage.open(service, { pace: new Pace({ waits: false }) });
		const outcomes = await runAreas(instance, ['drafts', 'deletes']);
		expect(failuresIn(outcomes)).toEqual([]);
		expect(outcomes.flatMap(({ skipped }) => skipped)).toContainEqual({
			name: 'a post is gone with its later parts, also if two items name it',
			reason: 'The hourly limit of requests is reached.',
		});
		expect(livingPosts(service.state)).toEqual([]);
	});
});

describe('what it says', () => {
	test('the plan, and what came of it', async () => {
		const instance = await stage.open(await stage.start());
		const plan = await planSuite(instance, ['slots', 'lengths']);
		expect(planTable(plan).map((line) => line.split(/ {2,}/))).toEqual([
			['area', 'cases', 'requests', 'skipped'],
			['slots', '1', '0', '0'],
			[
				'lengths',
				String(plan[1].steps.flatMap(({ names }) => names).length),
				expect.anything(),
				'1',
			],
			['all', expect.anything(), expect.anything(), '1'],
			[''],
			['Skipped:'],
			['', 'a request takes no more than 102,400 bytes:'],
			['', 'slack'],
		]);
		const steps = [
			single('holds', async () => await Promise.resolve(undefined)),
			single('does not', async () => await Promise.resolve('it is not so')),
			single('breaks off', async () => await Promise.reject(new Error('it broke off'))),
			{ names: ['is forgotten'], requests: 0, run: async () => await Promise.resolve([]) },
		];
		const outcomes = await runPlan(instance, [{ area: 'slots', steps, skipped: [] }]);
		expect(countsOf(outcomes)).toEqual({ passed: 1, failed: 3 });
		expect(resultTable(outcomes)).toEqual([
			'area   passed  failed  skipped',
			'slots       1       3        0',
			'all         1       3        0',
			'',
			'Failed:',
			'  slots, does not: it is not so',
			'  slots, breaks off: it broke off',
			'  slots, is forgotten: nothing came of it',
		]);
	});

	test.each([
		[{ apiKey: 'wrong' }, 'The instance does not take this API key.'],
		[{ url: 'http://127.0.0.1:9/api' }, 'The instance cannot be reached (ECONNREFUSED).'],
		[{ date: new Date().toISOString() }, 'The date must be at least a week ahead'],
	])('why it cannot begin: %j', async (more, message) => {
		const service = await stage.start();
		await expect(stage.open(service, more)).rejects.toThrow(message);
	});

	test('what was held back, so that it is mended', async () => {
		const service = await stage.start();
		const instance = await stage.open(service);
		await instance.call('DELETE', `/public/v1/integrations/${instance.channels[0].id}`);
		expect(failuresIn([await cleanUp(instance)])).toEqual([
			expect.stringContaining('clean-up, nothing was sent that could do harm: DELETE'),
		]);
		expect(service.requests.map(({ method }) => method)).not.toContain('DELETE');
	});
});

test('nothing goes round the gate', async () => {
	const service = await stage.start();
	const instance = await stage.open(service);
	await runAreas(instance, ['changes', 'uploads']);
	expect(instance.gate.calls).toHaveLength(service.requests.length);
});
