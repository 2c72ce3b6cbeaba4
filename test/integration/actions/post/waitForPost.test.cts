import type { INodeParameters } from 'n8n-workflow';

import type { StoredPost } from '../../../service/state.cjs';
import { REJECTED } from '../../../shared/failures.cjs';
import {
	matchError,
	createJsonItems,
	type NodeRunOptions,
	runNode,
} from '../../support/harness.cjs';
import { addMinutes, createPostLocator, storePost } from '../../support/posts.cjs';
import { listCalls, useService } from '../../support/useService.cjs';
import { MINUTE } from '../../../shared/time.cjs';

const clock = { time: Date.now(), pauses: [] as number[], onPause: () => {} };

// Time passes when the node pauses, and at no other time.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => {
		clock.time += milliseconds;
		clock.pauses.push(milliseconds);
		clock.onPause();
	},
}));

const readClock = () => clock.time;
const service = useService({ now: readClock, hourlyLimit: 1000 });

beforeEach(() => {
	// A whole second, as the `Date` of responses has no milliseconds.
	Object.assign(clock, {
		time: Math.floor(Date.now() / 1000) * 1000,
		pauses: [],
		onPause: () => {},
	});
	jest.spyOn(Date, 'now').mockImplementation(readClock);
});
afterEach(() => {
	jest.restoreAllMocks();
});

const addPost = (minutes: number, more: Partial<StoredPost> = {}) =>
	storePost(service, 'bluesky', { publishDate: addMinutes(minutes), ...more });

const wait = async (
	ids: string[],
	parameters: INodeParameters = {},
	options: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		service,
		parameters: {
			resource: 'post',
			operation: 'wait',
			...createPostLocator('={{ $json.id }}'),
			...parameters,
		},
		items: createJsonItems(ids.map((id) => ({ id }))),
		...options,
	});

const describePublicPostCall = ({ id }: Pick<StoredPost, 'id'>) => `GET /public/posts/${id}`;

const sumPauses = () => clock.pauses.reduce((sum, pause) => sum + pause, 0);
const LABEL = 'Bluesky: acme-coffee.bsky.social';

test('outputs a published post at once, with its link', async () => {
	const post = addPost(-5);
	const { output, error } = await wait([post.id]);
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json)).toMatchObject([
		{ postId: post.id, state: 'published', text: 'Fresh beans', link: post.releaseURL },
	]);
	expect(post.releaseURL).toMatch(/^https:/);
	expect(listCalls(service)).toEqual([
		describePublicPostCall(post),
		'GET /integrations',
		'GET /posts',
	]);
	expect(clock.pauses).toEqual([]);
});

test('sends no request before the first post is due', async () => {
	const post = addPost(5);
	const { output } = await wait([post.id]);
	expect(output[0][0].json.link).toBe(post.releaseURL);
	expect(listCalls(service).filter((call) => call === describePublicPostCall(post))).toHaveLength(
		2,
	);
	expect(sumPauses()).toBe(5 * MINUTE + 1000);
});

test('checks many posts with one list, and outputs them in the order of the items', async () => {
	const posts = Array.from({ length: 40 }, (_, index) => addPost(index % 2));
	const { output } = await wait(posts.map(({ id }) => id));
	expect(output[0].map(({ json, pairedItem }) => [json.postId, pairedItem])).toEqual(
		posts.map(({ id }, item) => [id, { item }]),
	);
	const lists = listCalls(service).filter((call) => call === 'GET /posts');
	expect(lists).toHaveLength(2);
	expect(listCalls(service)).toHaveLength(40 + 1 + 20 + 2);
});

test('ends each post as published or with the reason of its failure', async () => {
	const published = addPost(1);
	const failed = addPost(2, { failsWith: REJECTED });
	const silent = addPost(2, { failsWith: '' });
	const late = addPost(2, { failsWith: { timesOut: true } });
	const signedOut = addPost(2, { failsWith: { type: 'refresh_token', message: 'Expired' } });
	const draft = addPost(1, { state: 'DRAFT' });
	const later = addPost(60);
	const [foreign] = service.otherWorkspace.posts;
	const posts = [published, failed, silent, late, signedOut, draft, later, foreign];
	const { output } = await wait(
		posts.map(({ id }) => id),
		{},
		{ onError: 'continueRegularOutput' },
	);
	const date = later.publishDate.slice(0, 16).replace('T', ' ');
	expect(output[0].map(({ json }) => json.error ?? json.link)).toEqual([
		published.releaseURL,
		matchError(`${LABEL} – the post “${failed.id}” failed: ${REJECTED}`),
		matchError(`${LABEL} – the post “${silent.id}” failed: Postiz didn't say why`),
		expect.stringMatching(/^.* failed: The network did not answer .* may be online: check Bluesky/),
		expect.stringMatching(/^.*“Expired”.* reconnect the channel/),
		matchError(
			`${LABEL} – the post “${draft.id}” is a draft and will not be published until you schedule it`,
		),
		expect.stringContaining(`${LABEL} – the post “${later.id}” is due at ${date}`),
		matchError(`Postiz has no post with the ID “${foreign.id}”`),
	]);
	const advice = output[0].map(({ json }) => json.error);
	expect(advice[1]).toContain('with Post > Update, and enter a new date');
	expect(advice[2]).toContain('If it is not there, delete the post and run this again');
	expect(advice[4]).toContain('Reconnect the channel in Postiz');
});

test('gives the reason of a failure before the advice', async () => {
	const message = 'ETELEGRAM: 403 Forbidden: bot was kicked from the channel chat';
	const { id } = storePost(service, 'telegram', {
		publishDate: addMinutes(1),
		failsWith: { exception: 'Error', message, activity: 11 },
	});
	const { error } = await wait([id]);
	expect(error?.message).toMatch(new RegExp(`failed: ${message}$`));
	expect(error?.description).toMatch(/^Make the bot an admin .* Fix the cause with Post > Update/);
});

test('an error that ends the node keeps the links of published posts', async () => {
	const published = addPost(-1);
	const { error } = await wait([published.id, addPost(1, { state: 'DRAFT' }).id]);
	expect(error?.description).toBe(
		`Schedule it with Post > Update first. Already published: ${published.releaseURL}.`,
	);
});

test('ends the wait after the set minutes, with few requests', async () => {
	const stuck = addPost(-1, { publishesAt: null });
	const { error } = await wait([stuck.id], { maxMinutes: 10 });
	expect(error).toMatchObject({
		message: `${LABEL} – the post “${stuck.id}” hasn't been published yet`,
		description: expect.stringMatching(/increase Max Wait \(Minutes\).*Postiz worker.*reconnected/),
	});
	expect(sumPauses()).toBe(10 * MINUTE);
	// After 2, 3, 5, 10, 20 and 30 seconds, then every minute.
	const publicPosts = listCalls(service).filter((call) => call === describePublicPostCall(stuck));
	expect(publicPosts).toHaveLength(1 + 6 + 9);
});

test('names a disabled or deleted channel of an unpublished post', async () => {
	const channels = service.state.channels.filter(({ identifier }) => identifier === 'bluesky');
	const post = addPost(-1, { publishesAt: null });
	channels[0].disabled = true;
	expect((await wait([post.id], { maxMinutes: 1 })).error).toMatchObject({
		message: `${LABEL} – the post “${post.id}” hasn't been published yet. Its channel “${channels[0].name}” (Bluesky) is disabled in Postiz`,
		description: expect.stringContaining('Enable the channel in Postiz, then give the post'),
	});
	channels[0].deleted = true;
	expect((await wait([post.id], { maxMinutes: 1 })).error?.message).toContain(
		'is no longer connected in Postiz',
	);
});

test('accepts a different wait for each item', async () => {
	const ids = [addPost(3), addPost(3)].map(({ id }) => id);
	const maxMinutes = `={{ $json.id === "${ids[0]}" ? 1 : 5 }}`;
	const { output } = await wait(ids, { maxMinutes }, { onError: 'continueRegularOutput' });
	expect(output[0].map(({ json }) => json.error ?? json.state)).toEqual([
		...[expect.stringContaining('later than this node waits'), 'published'],
	]);
});

test.each([-4, 4])(
	'waits by the clock of Postiz if that of n8n differs by %d min',
	async (minutes) => {
		const inSeconds = (seconds: number) => new Date(clock.time + seconds * 1000).toISOString();
		jest.spyOn(Date, 'now').mockImplementation(() => clock.time + minutes * MINUTE);
		const soon = addPost(0, { publishDate: inSeconds(5) });
		const later = addPost(0, { publishDate: inSeconds(120) });
		const { output } = await wait(
			[soon.id, later.id],
			{ maxMinutes: 1 },
			{ onError: 'continueRegularOutput' },
		);
		expect(output[0].map(({ json }) => json.error ?? json.state)).toEqual([
			...['published', expect.stringContaining('later than this node waits')],
		]);
		expect(sumPauses()).toBe(6000);
	},
);

test.each([[0], ['={{ -1 }}'], ['={{ "soon" }}']])(
	'rejects a wait of %j before any request',
	async (maxMinutes) => {
		const { error } = await wait(['a'], { maxMinutes });
		expect(error?.message).toMatch(/^Max Wait \(Minutes\) cannot be/);
		expect(service.requests).toEqual([]);
	},
);

describe('changes during the wait', () => {
	test.each([
		{
			title: 'is deleted',
			change: (post: StoredPost) => (post.deleted = true),
			message: /has no post with the ID/,
		},
		{
			title: 'is put off for weeks',
			change: (post: StoredPost) => (post.publishDate = addMinutes(30_000)),
			message: /later than this node waits/,
		},
		{
			title: 'becomes a draft',
			change: (post: StoredPost) => (post.state = 'DRAFT'),
			message: /is a draft/,
		},
	])('a post that $title', async ({ change, message }) => {
		const post = addPost(2);
		clock.onPause = () => void change(post);
		const { error } = await wait([post.id]);
		expect(error?.message).toMatch(message);
	});
});

describe('an unreachable service', () => {
	test('is asked again if the failure is temporary', async () => {
		const post = addPost(1);
		service.faults.push(
			{ match: { path: /public.posts/ }, kind: 'status', status: 503, skip: 1, times: 5 },
			{ match: { path: /public.posts/ }, kind: 'resetBefore', times: 4, skip: 6 },
		);
		const { output, error } = await wait([post.id]);
		expect(error).toBeUndefined();
		expect(output[0][0].json.state).toBe('published');
	});

	test.each([
		['is asked again when it allows that', { 'retry-after': '240' }, 240_000],
		['is asked once more if it does not say when', {}, 10 * MINUTE],
	])('%s after too many requests', async (_title, headers, waitMs) => {
		const post = addPost(-1, { publishesAt: null });
		const fault = { match: { path: /public.posts/ }, kind: 'status', status: 429 } as const;
		service.faults.push({ ...fault, headers, skip: 1, times: 1 });
		clock.onPause = () => {
			if (sumPauses() >= 2 * MINUTE) post.publishesAt = post.publishDate;
		};
		const { output, error } = await wait([post.id]);
		expect(error).toBeUndefined();
		expect(output[0][0].json.state).toBe('published');
		const calls = listCalls(service).filter((call) => call === describePublicPostCall(post));
		expect(calls).toHaveLength(3);
		expect(sumPauses()).toBe(Math.min(2000 + waitMs, 10 * MINUTE));
	});

	test('ends the wait at once if the first request fails', async () => {
		service.faults.push({ match: { path: /public.posts/ }, kind: 'status', status: 503, times: 3 });
		const { error } = await wait([addPost(1).id]);
		expect(error?.message).toBe('Postiz failed (status 503)');
		expect(sumPauses()).toBeLessThan(MINUTE);
	});

	test('is named as the reason if the state of a post stays unknown', async () => {
		const post = addPost(1);
		service.faults.push({
			match: { path: /public.posts/ },
			kind: 'status',
			status: 503,
			skip: 1,
			times: 999,
		});
		const { error } = await wait([post.id]);
		expect(error).toMatchObject({
			message: `It is unclear whether the post “${post.id}” has been published: Postiz failed (status 503)`,
			description: expect.stringContaining('Check it later with Post > Get'),
		});
		expect(sumPauses()).toBeGreaterThanOrEqual(10 * MINUTE);
	});
});

test('the Stop button ends the wait', async () => {
	const post = addPost(5);
	const stopped = new Promise<void>((resolve) => {
		clock.onPause = () => {
			if (clock.pauses.length === 3) resolve();
		};
	});
	const { output } = await wait([post.id], {}, { cancelWhen: stopped });
	expect(output.flat()).toEqual([]);
	expect(sumPauses()).toBeLessThan(MINUTE);
	expect(listCalls(service)).toEqual([describePublicPostCall(post), 'GET /integrations']);
});
