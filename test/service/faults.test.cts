import { useService } from './useService.cjs';
import { connect, item, request } from './client.cjs';
import type { Values } from './schema.cjs';
import { startService, type FaultRule } from './server.cjs';

const service = useService();

const POSTS = { method: 'POST', path: /\/posts$/ };
const send = (names = ['bluesky']) =>
	connect(service).post<string>('/posts', request(names.map((name) => item(service, name))), {
		transformResponse: (data: string) => data,
	});
const plan = (rule: Omit<FaultRule, 'match'>) => service.faults.push({ match: POSTS, ...rule });
const created = () => service.state.posts.map(({ identifier }) => identifier);

test('a rule takes as many fitting requests as it says, and skips the first ones', async () => {
	plan({ kind: 'status', status: 503, skip: 1, times: 2 });
	const statuses = [];
	for (let call = 0; call < 4; call += 1) {
		expect((await connect(service).get('/groups')).status).toBe(200);
		statuses.push((await send()).status);
	}
	expect(statuses).toEqual([201, 503, 503, 201]);
	expect(service.faults.log).toEqual(
		Array(2).fill({ kind: 'status', method: 'POST', path: '/api/public/v1/posts' }),
	);
	expect(service.faults.pending).toEqual([]);
	expect(created()).toHaveLength(2);
});

const SLOW_DOWN = {
	kind: 'status',
	status: 429,
	headers: { 'retry-after': '2' },
	body: { message: 'slow down' },
} as const;
const LOCATION = 'http://127.0.0.1:9/elsewhere';

test.each<[Omit<FaultRule, 'match'>, number, RegExp, object, number]>([
	[SLOW_DOWN, 429, /^\{"message":"slow down"\}$/, { 'retry-after': '2' }, 0],
	[{ ...SLOW_DOWN, processed: true }, 429, /slow down/, { 'retry-after': '2' }, 1],
	[{ kind: 'status' }, 500, /Internal server error/, {}, 0],
	[{ kind: 'html502' }, 502, /<h1>502 Bad Gateway<\/h1>/, { 'content-type': 'text/html' }, 0],
	[{ kind: 'html502', status: 200 }, 200, /502 Bad Gateway/, { 'content-type': 'text/html' }, 0],
	[{ kind: 'redirect', status: 302, location: LOCATION }, 302, /^$/, { location: LOCATION }, 0],
	[{ kind: 'truncatedJson' }, 201, /^\[\{"postId":"[^}]*$/, {}, 1],
	[{ kind: 'wrongJson', body: { posts: 7 } }, 201, /^\{"posts":7\}$/, {}, 1],
	[
		{ kind: 'changedJson', change: ([post]: Values[]) => delete post.postId },
		201,
		/^\[\{"integration":"\w+"\}\]$/,
		{},
		1,
	],
])('%j is answered with %i', async (rule, status, body, headers, posts) => {
	plan(rule);
	const answer = await send();
	expect(answer.status).toBe(status);
	expect(answer.data).toMatch(body);
	expect(answer.headers).toMatchObject(headers);
	expect(created()).toHaveLength(posts);
	expect(service.requests[0].status).toBe(status);
});

test.each<[Omit<FaultRule, 'match'>, string[]]>([
	[{ kind: 'resetBefore' }, []],
	[{ kind: 'resetAfter' }, ['telegram', 'mastodon']],
	[{ kind: 'resetAfter', keep: 1 }, ['telegram']],
])('%j cuts the line when %j are created', async (rule, posts) => {
	await send();
	plan(rule);
	await expect(send(['telegram', 'mastodon'])).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(created()).toEqual(['bluesky', ...posts]);
	expect(service.requests[1]).toMatchObject({ status: 0, body: { type: 'schedule' } });
});

test('latency and slowBody take their time and change nothing', async () => {
	for (const kind of ['latency', 'slowBody'] as const) {
		plan({ kind, delay: 200 });
		const started = Date.now();
		const answer = await send();
		expect(Date.now() - started).toBeGreaterThanOrEqual(190);
		expect(JSON.parse(answer.data)).toHaveLength(1);
	}
	expect(created()).toHaveLength(2);
});

test('closing does not wait for a fault', async () => {
	const other = await startService();
	other.faults.push({ match: {}, kind: 'latency', delay: 60_000 });
	const call = connect(other).get('/groups');
	call.catch(() => undefined);
	while (other.faults.log.length === 0) await new Promise((resolve) => setImmediate(resolve));
	await other.close();
	await expect(call).rejects.toMatchObject({ code: 'ECONNRESET' });
});
