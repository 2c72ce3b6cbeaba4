import { useService } from './useService.cjs';
import { connect, item, request, visit } from './client.cjs';

const HOUR = 3_600_000;
let now = Date.parse('2030-01-01T00:00:00.000Z');
const service = useService({ now: () => now, hourlyLimit: 3 });

const consent = (query: Record<string, string>) =>
	visit(service).get('/oauth/authorize', { params: query });
const decide = (decision: string, more: Record<string, string> = {}) =>
	visit(service).post(
		'/oauth/authorize',
		new URLSearchParams({
			client_id: service.oauthApp.clientId,
			response_type: 'code',
			state: 'a b&c',
			decision,
			...more,
		}),
	);
const exchange = (body: unknown) => visit(service).post(`${service.apiUrl}/oauth/token`, body);
const grant = (code: string, more = {}) => ({
	grant_type: 'authorization_code',
	code,
	client_id: service.oauthApp.clientId,
	client_secret: service.oauthApp.clientSecret,
	...more,
});
async function approve(): Promise<string> {
	service.state.oauthApp.redirectUrl = 'https://app.example/callback?from=postiz';
	const { headers } = await decide('approve');
	return new URL(headers.location).searchParams.get('code')!;
}

describe('consent page', () => {
	test('asks with two buttons and carries the state along', async () => {
		service.state.oauthApp.redirectUrl = 'https://app.example/callback';
		const { clientId } = service.oauthApp;
		const answer = await consent({ client_id: clientId, response_type: 'code', state: '"<b>' });
		expect(answer.status).toBe(200);
		expect(answer.headers['content-type']).toContain('text/html');
		expect(answer.data).toContain('<form method="post" action="/oauth/authorize">');
		expect(answer.data).toContain(`name="client_id" value="${clientId}"`);
		expect(answer.data).toContain('>Approve</button>');
		expect(answer.data).toContain('>Deny</button>');
		expect(answer.data).toContain('value="&quot;&lt;b&gt;"');
	});

	test('an unknown client id is reported on the page', async () => {
		const answer = await consent({ client_id: 'pca_unknown', response_type: 'code', state: 's' });
		expect(answer.status).toBe(400);
		expect(answer.data).toContain('No app with this client ID');
	});

	test.each([
		['approving', 'approve', { code: expect.stringMatching(/^\w{20,}$/) as string }],
		['denying', 'deny', { error: 'access_denied' }],
	])('%s goes to the registered address, with the state', async (_what, decision, answered) => {
		service.state.oauthApp.redirectUrl = 'https://app.example/callback?from=postiz';
		const answer = await decide(decision, { redirect_uri: 'https://elsewhere.example/' });
		const target = new URL(answer.headers.location);
		expect(answer.status).toBe(302);
		expect(target.origin + target.pathname).toBe('https://app.example/callback');
		expect(Object.fromEntries(target.searchParams)).toEqual({
			from: 'postiz',
			state: 'a b&c',
			...answered,
		});
	});

	test('without a registered address the one in the query is used', async () => {
		const answer = await decide('approve', { redirect_uri: 'http://localhost:5678/callback' });
		expect(answer.headers.location).toMatch(/^http:\/\/localhost:5678\/callback\?code=/);
		expect((await decide('approve')).status).toBe(400);
	});
});

describe('token endpoint', () => {
	test.each([
		[600_000, 201],
		[600_001, 400],
	])('a code that is %i ms old answers %i', async (age, status) => {
		const code = await approve();
		now += age;
		expect((await exchange(grant(code))).status).toBe(status);
	});
});

describe('limits', () => {
	const send = (posts: unknown[] = [item(service, 'bluesky')]) =>
		connect(service).post('/posts', request(posts));

	test('posts that pass say what is left; refused bodies count; the next one is a 429', async () => {
		const first = await send();
		expect(first.headers).toMatchObject({
			'x-ratelimit-limit': '3',
			'x-ratelimit-remaining': '2',
			'x-ratelimit-reset': '3600',
		});
		now += 10_000;
		expect((await send([])).status).toBe(400);
		const third = await send();
		expect(third.headers['x-ratelimit-remaining']).toBe('0');
		expect(third.headers['x-ratelimit-reset']).toBe('3590');
		const refused = await send();
		expect(refused.status).toBe(429);
		expect(refused.data).toEqual({
			statusCode: 429,
			message: 'ThrottlerException: Too Many Requests',
		});
		expect(refused.headers['retry-after']).toBe('3600');
		expect(refused.headers).not.toHaveProperty('x-ratelimit-limit');
		expect(service.state.posts).toHaveLength(2);
		now += HOUR;
		expect((await send()).status).toBe(201);
	});

	test('other people have a limit of their own', async () => {
		for (let call = 0; call < 4; call += 1) await send();
		const { neighbour } = service;
		const [{ id, identifier }] = neighbour.channels;
		const theirs = { ...item(service, identifier), integration: { id } };
		const answer = await connect(service, neighbour.apiKey).post('/posts', request([theirs]));
		expect(answer.headers['x-ratelimit-remaining']).toBe('2');
	});

	test('a body of 102,400 bytes passes the door, one more is a 413 and creates nothing', async () => {
		const posts = [item(service, 'slack', { channel: 'c' }, [{ content: '', image: [] }])];
		const frame = JSON.stringify(request(posts));
		const body = (length: number) =>
			frame.replace('"content":""', `"content":"${'a'.repeat(length - frame.length)}"`);
		const post = (length: number) =>
			connect(service).post('/posts', body(length), {
				headers: { 'content-type': 'application/json' },
				transformRequest: (data) => data,
			});
		const tooLarge = await post(102_401);
		expect([tooLarge.status, tooLarge.data.statusCode]).toEqual([413, 413]);
		expect(service.state.posts).toHaveLength(0);
		expect((await post(102_400)).status).toBe(201);
	});
});
