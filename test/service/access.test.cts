import { useService } from './useService.cjs';
import { visit } from './client.cjs';

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
const exchangeCode = (body: unknown) => visit(service).post(`${service.apiUrl}/oauth/token`, body);
const createGrant = (code: string, more = {}) => ({
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
		{
			title: 'approving',
			decision: 'approve',
			answered: { code: expect.stringMatching(/^\w{20,}$/) as string },
		},
		{ title: 'denying', decision: 'deny', answered: { error: 'access_denied' } },
	])('sends $title to the registered address, with the state', async ({ decision, answered }) => {
		service.state.oauthApp.redirectUrl = 'https://app.example/callback?from=postiz';
		const response = await decide(decision, { redirect_uri: 'https://elsewhere.example/' });
		const target = new URL(response.headers.location);
		expect(response.status).toBe(302);
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
	])('answers a code that is %i ms old with %i', async (age, status) => {
		const code = await approve();
		now += age;
		expect((await exchangeCode(createGrant(code))).status).toBe(status);
	});
});
