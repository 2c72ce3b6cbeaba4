import { storePost } from '../integration/support/posts.cjs';
import { addWarpcast } from '../service/client.cjs';
import type { Version } from '../service/releases/release.cjs';
import { startService, type Service, type ServiceOptions } from '../service/server.cjs';
import { listLivingPosts } from '../service/state.cjs';
import { AREAS, type Area } from './cases.cjs';
import { Instance, type InstanceOptions } from './instance.cjs';
import { MARKER } from './ledger.cjs';
import { listCases, cleanUp, describeDifference, runCases, type Outcome } from './suite.cjs';
import { openReferenceSandbox } from './referenceSandbox.cjs';
import { HOUR } from '../shared/time.cjs';

const toClose: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
	for (const entry of toClose.splice(0).reverse()) await entry.close();
});

/** Starts a sandbox in place of somebody's instance. */
async function start(options: ServiceOptions = {}): Promise<Service> {
	const service = await startService({ hourlyLimit: 10_000, ...options });
	addWarpcast(service);
	toClose.push(service);
	return service;
}

async function open(service: Service, more: Partial<InstanceOptions> = {}): Promise<Instance> {
	const { apiUrl: url, apiKey, state } = service;
	const own = { url, apiKey, tag: state.tags[0].name };
	const instance = await Instance.open({ ...own, ...more });
	toClose.push(instance);
	return instance;
}

/** Runs the cases of the areas on an instance, and on a sandbox of that release. */
async function runAreas(instance: Instance, areas: readonly Area[], version?: Version) {
	const reference = await openReferenceSandbox(instance, version);
	toClose.push(reference);
	return await runCases({ instance, reference: reference.sandbox }, listCases(instance, areas));
}

async function runAndCleanUp(
	instance: Instance,
	areas: Area[],
	version?: Version,
): Promise<Outcome> {
	const outcome = await runAreas(instance, areas, version);
	outcome.failed.push(...(await cleanUp(instance)).failed);
	return outcome;
}

/** The sandbox is held against these recordings in its own tests, for all networks. */
const RECORDED: Area[] = ['settings', 'texts', 'media', 'lengths'];
const OTHERS = AREAS.filter((area) => !RECORDED.includes(area));

test.each([
	{ title: 'recorded cases', areas: RECORDED, networks: ['nostr', 'youtube', 'reddit'] },
	{ title: 'all other cases', areas: OTHERS, networks: undefined },
])(
	'$title pass against the sandbox, and leave nothing',
	async ({ areas, networks }) => {
		const service = await start();
		const { state } = service;
		if (networks)
			state.channels = state.channels.filter(({ identifier }) => networks.includes(identifier));
		const instance = await open(service);
		const cases = listCases(instance, areas);
		expect([...new Set(cases.map(({ area }) => area))]).toEqual(areas);
		const names = cases.map(({ area, name }) => `${area}, ${name}`);
		expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);

		const outcome = await runAreas(instance, areas);
		expect(outcome).toEqual({ passed: names.length, failed: [], skipped: [] });
		const { posts } = state;
		expect(posts.filter(({ publications }) => publications > 0)).toEqual([]);
		expect(posts.filter(({ parts }) => !parts[0].content.includes(MARKER))).toEqual([]);
		expect(await cleanUp(instance)).toEqual({ passed: 2, failed: [], skipped: [] });
		expect(listLivingPosts(state)).toEqual([]);
		// Nothing bypasses the proxy.
		expect(instance.proxy.calls).toHaveLength(service.requests.length);
	},
	300_000,
);

test('reports what the instance does differently, post by post', async () => {
	const service = await start({ version: '2.18' });
	service.faults.push({
		match: { method: 'DELETE', path: /\/posts\// },
		kind: 'status',
		status: 200,
		body: {},
		times: Infinity,
	});
	const { state } = service;
	state.channels = state.channels.filter(({ identifier }) => identifier === 'youtube');
	const { failed } = await runAndCleanUp(await open(service), ['media'], 'newest');
	for (const problem of [
		'media, youtube, none: rejected is nothing, not {"status":400',
		'everything that was made is deleted: ',
	])
		expect(failed).toContainEqual(expect.stringContaining(problem));
	expect(failed).not.toContainEqual(expect.stringContaining('media, youtube, video:'));
}, 120_000);

test('skips what a release cannot do, and says why', async () => {
	const instance = await open(await start({ version: '2.18' }));
	const { failed, skipped } = await runAndCleanUp(instance, ['drafts'], '2.18');
	expect(failed).toEqual([]);
	expect(skipped).toEqual([
		{
			area: 'drafts',
			name: 'a draft becomes scheduled for another date, and a draft again',
			reason: expect.stringContaining('2.'),
		},
	]);
});

test('accepts a workspace without notifications', async () => {
	const service = await start();
	service.state.notifications = [];
	const outcome = await runAndCleanUp(await open(service), ['reading']);
	expect(outcome).toEqual({ passed: 1, failed: [], skipped: [] });
});

test('finds where two values first differ', () => {
	expect(describeDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBeUndefined();
	expect(describeDifference({ a: [1, { b: 3 }] }, { a: [1, { b: 2 }] })).toBe('a.1.b is 3, not 2');
	expect(describeDifference([1], [1, 'x'])).toBe('1 is nothing, not "x"');
	expect(describeDifference({ more: null }, {})).toBe('more is null, not nothing');
	expect(describeDifference('', 0)).toBe('it is "", not 0');
});

describe('cleaning up', () => {
	test('deletes posts of an earlier run, and no others', async () => {
		const service = await start();
		const [channel] = service.state.channels;
		const store = (text: string, publishDate: string) =>
			storePost(service, channel, { text, publishDate }).id;
		const soon = new Date(Date.now() + 11 * 365 * 24 * HOUR).toISOString();
		store(`${MARKER} tea`, '2099-03-04T10:00:00.000Z');
		store(MARKER, soon);
		const others = [store('Our own tea', '2099-03-04T10:00:00.000Z'), store('Our tea', soon)];
		storePost(service, channel, { text: MARKER, state: 'PUBLISHED', publishDate: soon });

		const instance = await open(service);
		expect(await instance.deleteOwnPosts()).toEqual({ deleted: 2, left: [] });
		const living = listLivingPosts(service.state).filter(({ state }) => state !== 'PUBLISHED');
		expect(living.map(({ id }) => id)).toEqual(others);

		const known = new Set(service.state.posts);
		expect((await runAndCleanUp(instance, ['deletes', 'threads'])).failed).toEqual([]);
		const made = service.state.posts.filter((post) => !known.has(post));
		const dates = new Set(made.map(({ publishDate }) => publishDate));
		expect([...dates].sort()).toEqual([instance.findableDate, instance.date]);
	});

	test('deletes the posts of an interrupted case, even if the answer was lost', async () => {
		const service = await start();
		const instance = await open(service);
		service.faults.push({
			match: { method: 'POST', path: /\/v1\/posts$/ },
			kind: 'resetAfter',
			times: Infinity,
		});
		const { failed } = await runAreas(instance, ['threads']);
		expect(failed).not.toEqual([]);
		expect(listLivingPosts(service.state).length).toBeGreaterThan(0);
		expect((await cleanUp(instance)).failed).toEqual([]);
		expect(listLivingPosts(service.state)).toEqual([]);
	});
});

test('ends at the hourly limit with the results so far, and leaves nothing', async () => {
	const service = await start({ hourlyLimit: 3 });
	const { failed, passed } = await runAndCleanUp(await open(service), ['drafts', 'deletes']);
	expect(failed).toEqual([expect.stringContaining('The hourly limit of the instance is reached')]);
	expect(passed).toBeGreaterThan(0);
	expect(listLivingPosts(service.state)).toEqual([]);
});

test.each([
	[{ apiKey: 'wrong' }, {}, 'The instance does not take this API key.'],
	[{ url: 'http://127.0.0.1:9/api' }, {}, 'The instance cannot be reached (ECONNREFUSED).'],
	[
		{},
		{ missingEndpoints: ['GET /public/posts/{id}'] },
		'The instance lacks the public data of posts',
	],
])('says why it cannot begin: %j, %j', async (more, options, message) => {
	await expect(open(await start(options), more)).rejects.toThrow(message);
});

test('shows blocked requests at the end', async () => {
	const service = await start();
	const instance = await open(service);
	await instance.call('DELETE', `/public/v1/integrations/${instance.channels[0].id}`);
	expect((await cleanUp(instance)).failed).toEqual([
		expect.stringContaining('nothing was sent that could do harm: DELETE'),
	]);
	expect(service.requests.map(({ method }) => method)).not.toContain('DELETE');
});
