import { connect, item, request } from './client.cjs';
import { startService, type FaultRule, type Service } from './server.cjs';

let service: Service;

beforeAll(async () => {
	service = await startService();
});
afterEach(() => service.reset());
afterAll(() => service.close());

const POSTS = { method: 'POST', path: /\/posts$/ };
const send = (config = {}) =>
	connect(service).post('/posts', request([item(service, 'bluesky')]), {
		transformResponse: (data) => data,
		...config,
	});
const plan = (rule: Omit<FaultRule, 'match'>) => service.faults.push({ match: POSTS, ...rule });
const created = () => service.state.posts.length;

test('a rule takes as many requests as it says, and skips the first ones', async () => {
	plan({ kind: 'status', status: 503, skip: 1, times: 2 });
	const statuses = [];
	for (let call = 0; call < 4; call += 1) statuses.push((await send()).status);
	expect(statuses).toEqual([201, 503, 503, 201]);
	expect(service.faults.log).toEqual(
		Array(2).fill({ kind: 'status', method: 'POST', path: '/api/public/v1/posts' }),
	);
	expect(service.faults.pending).toEqual([]);
	expect(created()).toBe(2);
});

test('other methods and paths are spared', async () => {
	plan({ kind: 'status' });
	expect((await connect(service).get('/groups')).status).toBe(200);
	expect((await send()).status).toBe(500);
	service.faults.push({ match: {}, kind: 'status', status: 502 });
	expect((await connect(service).get('/groups')).status).toBe(502);
});

test('resetBefore cuts the line and does nothing', async () => {
	plan({ kind: 'resetBefore' });
	await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(created()).toBe(0);
	expect(service.requests[0]).toMatchObject({ status: 0, body: { type: 'schedule' } });
});

test('resetAfter cuts the line when the post exists', async () => {
	plan({ kind: 'resetAfter' });
	await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(created()).toBe(1);
	expect(service.requests[0].status).toBe(0);
});

test.each([
	[false, 0],
	[true, 1],
])('status with processed %s creates %i posts', async (processed, count) => {
	plan({
		kind: 'status',
		status: 429,
		headers: { 'retry-after': '2' },
		body: { message: 'slow down' },
		processed,
	});
	const answer = await send();
	expect(answer.status).toBe(429);
	expect(answer.headers['retry-after']).toBe('2');
	expect(JSON.parse(answer.data)).toEqual({ message: 'slow down' });
	expect(created()).toBe(count);
	expect(service.requests[0].status).toBe(429);
});

test('html502 is a page', async () => {
	plan({ kind: 'html502' });
	const answer = await send();
	expect([answer.status, answer.headers['content-type']]).toEqual([
		502,
		expect.stringContaining('text/html'),
	]);
	expect(answer.data).toContain('<h1>502 Bad Gateway</h1>');
	expect(created()).toBe(0);
});

test('truncatedJson and wrongJson spoil the answer to a post that exists', async () => {
	plan({ kind: 'truncatedJson' });
	plan({ kind: 'wrongJson', body: { posts: 7 } });
	const truncated = await send();
	expect(truncated.status).toBe(201);
	expect(() => JSON.parse(truncated.data)).toThrow();
	expect((await send()).data).toBe('{"posts":7}');
	expect(created()).toBe(2);
});

test('latency and slowBody take their time and change nothing', async () => {
	for (const kind of ['latency', 'slowBody'] as const) {
		plan({ kind, delay: 200 });
		const started = Date.now();
		const answer = await send();
		expect(Date.now() - started).toBeGreaterThanOrEqual(190);
		expect(JSON.parse(answer.data)).toHaveLength(1);
	}
	expect(created()).toBe(2);
});

test('redirect sends the caller elsewhere', async () => {
	plan({ kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/elsewhere' });
	const answer = await send();
	expect([answer.status, answer.headers.location]).toEqual([302, 'http://127.0.0.1:9/elsewhere']);
	expect(created()).toBe(0);
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

test('keep leaves out posts of the request, and none of earlier ones', async () => {
	await send();
	plan({ kind: 'resetAfter', keep: 2 });
	const three = request(['bluesky', 'telegram', 'mastodon'].map((name) => item(service, name)));
	await expect(connect(service).post('/posts', three)).rejects.toMatchObject({
		code: 'ECONNRESET',
	});
	expect(service.state.posts.map(({ identifier }) => identifier)).toEqual([
		'bluesky',
		'bluesky',
		'telegram',
	]);
});
