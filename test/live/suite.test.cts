import { Transform } from 'class-transformer';
import { storePost } from '../integration/support/posts.cjs';
import { providers } from '../service/providers.cjs';
import { RELEASED } from '../service/releases/release.cjs';
import { livingPosts } from '../service/state.cjs';
import { cleanUp, deleteOwnPosts } from './cleanUp.cjs';
import { MARKER } from './ledger.cjs';
import { Pace } from './pace.cjs';
import { countsOf, describeOutcomes } from './report.cjs';
import { failuresIn, runAreas, useStage } from './stage.cjs';
import { planSuite, requestsOf, runPlan } from './suite.cjs';
import { AREAS, noChannel, single } from './types.cjs';

const HOUR_MS = 3_600_000;
const stage = useStage();
afterEach(() => jest.restoreAllMocks());

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
	expect(outcomes.flatMap(({ skipped }) => skipped.map(({ name }) => name))).toEqual([
		'Kick (kick), smallest',
		'Kick (kick), fullest',
	]);
	// Nothing goes round the gate.
	expect(instance.gate.calls).toHaveLength(service.requests.length);
}, 120_000);

test('what the instance does otherwise is noticed', async () => {
	const replace = (network: string, more: Partial<(typeof providers)[string]>) =>
		jest.replaceProperty(providers, network, { ...providers[network], ...more });
	const service = await stage.start();
	const instance = await stage.open(service);
	const lost = Transform(() => undefined);
	replace('youtube', { rules: [] });
	replace('twitch', { settings: { ...providers.twitch.settings, announcementColor: [lost] } });
	replace('mastodon', { max: 499 });
	service.faults.push({
		match: { method: 'DELETE', path: /\/posts\// },
		kind: 'status',
		status: 200,
		body: {},
		times: Infinity,
	});
	const failures = failuresIn(await runAreas(instance, ['settings', 'media', 'lengths']));
	for (const says of [
		'media, youtube, none: refused: it was taken',
		'announcementColor is nothing, not "blue"',
		'lengths, mastodon says itself that it takes 500: the limit is 499, not 500',
		'clean-up, everything that was made is deleted: still there',
	])
		expect(failures).toContainEqual(expect.stringContaining(says));
}, 120_000);

test.each(RELEASED)('%s is known by its answers', async (version) => {
	const instance = await stage.open(await stage.start({ version }));
	expect(instance.release.version).toBe(version);
});

describe('what it deletes', () => {
	test('posts of an earlier run, also at another date, and none of anybody else', async () => {
		const service = await stage.start();
		const [channel] = service.state.channels;
		const store = (text: string, publishDate: string) =>
			storePost(service, channel, { text, publishDate }).id;
		const soon = new Date(Date.now() + 11 * 365 * 24 * HOUR_MS).toISOString();
		const date = '2071-02-03T04:05:06.000Z';
		store(`${MARKER} tea`, '2099-03-04T10:00:00.000Z');
		store(MARKER, soon);
		store(MARKER, date);
		const others = [store('Our own tea', '2099-03-04T10:00:00.000Z'), store('Our tea', soon)];
		storePost(service, channel, { text: MARKER, state: 'PUBLISHED', publishDate: soon });

		const instance = await stage.open(service, { date });
		expect(await deleteOwnPosts(instance)).toEqual({ deleted: 3, left: [] });
		const living = livingPosts(service.state).filter(({ state }) => state !== 'PUBLISHED');
		expect(living.map(({ id }) => id)).toEqual(others);

		const known = new Set(service.state.posts);
		expect(failuresIn(await runAreas(instance, ['drafts', 'threads']))).toEqual([]);
		const made = service.state.posts.filter((post) => !known.has(post));
		const dates = new Set(made.map(({ publishDate }) => publishDate));
		expect([...dates].sort()).toEqual([instance.findableDate, date].sort());
	});

	test('what a step made before it broke off, also if its answer was lost', async () => {
		const service = await stage.start();
		const instance = await stage.open(service);
		service.faults.push({
			match: { method: 'PUT', path: /\/settings$/ },
			kind: 'resetAfter',
			times: Infinity,
		});
		const outcomes = await runPlan(instance, await planSuite(instance, ['changes']));
		expect(countsOf(outcomes).failed).toBe(1);
		expect(livingPosts(service.state).length).toBeGreaterThan(0);
		expect(failuresIn([await cleanUp(instance)])).toEqual([]);
		expect(livingPosts(service.state)).toEqual([]);
	});
});

describe('the hourly limit', () => {
	test.each([
		['counts new posts', undefined, 2, ['drafts', 'deletes']],
		['counts every call', '2.18', 30, ['settings', 'deletes']],
	] as const)(
		'is waited for on an instance that %s, and nothing is lost by it',
		async (_name, version, hourlyLimit, areas) => {
			let now = Date.now();
			const service = await stage.start({ hourlyLimit, version, now: () => now });
			const lines: string[] = [];
			const pace = new Pace({
				say: (line) => lines.push(line),
				pause: async (ms) => await Promise.resolve((now += ms)),
			});
			const outcomes = await runAreas(await stage.open(service, { pace }), areas);
			expect(failuresIn(outcomes)).toEqual([]);
			// Only what its answers tell can be known beforehand.
			expect(service.requests.some(({ status }) => status === 429)).toBe(version !== undefined);
			expect(lines[0]).toMatch(/^ {2}The hourly limit of requests is reached: \d+ min/);
			expect(livingPosts(service.state)).toEqual([]);
		},
	);

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
	test('what came of it, and what was left out', async () => {
		const service = await stage.start();
		const instance = await stage.open(service);
		const steps = [
			single('holds', async () => await Promise.resolve(undefined)),
			single('does not', async () => await Promise.resolve('it is not so')),
			single('breaks off', async () => await Promise.reject(new Error('it broke off'))),
			{ names: ['is forgotten'], requests: 0, run: async () => await Promise.resolve([]) },
		];
		const skipped = [noChannel('is left out', 'nostr', 'vk')];
		const outcomes = await runPlan(instance, [{ area: 'drafts', steps, skipped }]);
		expect(countsOf(outcomes)).toEqual({ passed: 1, failed: 3 });
		expect(describeOutcomes(outcomes)).toEqual([
			'Skipped:',
			'  no channel of nostr, vk:',
			'    is left out',
			'Failed:',
			'  drafts, does not: it is not so',
			'  drafts, breaks off: it broke off',
			'  drafts, is forgotten: nothing came of it',
		]);
	});

	test.each([
		[{ apiKey: 'wrong' }, {}, 'The instance does not take this API key.'],
		[{ url: 'http://127.0.0.1:9/api' }, {}, 'The instance cannot be reached (ECONNREFUSED).'],
		[{ date: new Date().toISOString() }, {}, 'The date must be at least a week ahead'],
		[{}, { missingEndpoints: ['GET /public/posts/{id}'] }, 'The instance lacks the preview'],
	])('why it cannot begin: %j, %j', async (more, options, message) => {
		const service = await stage.start(options);
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
