import { useService } from './useService.cjs';
import { connect, item, request, visit } from './client.cjs';

const HOUR = 3_600_000;
let now = Date.parse('2030-01-01T00:00:00.000Z');
const service = useService({ now: () => now, hourlyLimit: 3 });

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
});
