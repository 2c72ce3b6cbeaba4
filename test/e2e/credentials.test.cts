import type { StoredCredential } from '../harness/n8nClient.cjs';
import { visit } from '../service/client.cjs';
import { useTestContext, runPostiz } from '../shared/n8n/testContext.cjs';

describe('credentials in a real n8n', () => {
	const context = useTestContext();

	const test_ = async (values: { host: string; apiKey: string }) =>
		await context.n8n.testCredential(context.apiKey, values);

	test('accepts the right key, and reports a wrong one', async () => {
		const { apiUrl, apiKey } = context.service;
		expect(await test_({ host: `${apiUrl}/public/v1/ `, apiKey })).toEqual({
			status: 'OK',
			message: 'Connection successful',
		});
		expect(await test_({ host: apiUrl, apiKey: 'wrong' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(
				/^Postiz doesn't accept this API key.*Settings > Developers > Public API/,
			),
		});
	});

	describe('OAuth2', () => {
		const create = async (host: string, frontendUrl: string): Promise<StoredCredential> =>
			await context.n8n.createCredential('Postiz OAuth', 'postizOAuth2Api', {
				host,
				frontendUrl,
				clientId: context.service.oauthApp.clientId,
				clientSecret: context.service.oauthApp.clientSecret,
			});

		const consent = async (credential: StoredCredential, decision: 'approve' | 'deny') => {
			const url = await context.n8n.getAuthorizationUrl(credential);
			context.service.state.oauthApp.redirectUrl = `${context.n8n.url}/rest/oauth2-credential/callback`;
			// What the browser sends for a button of the page.
			const { searchParams: fields } = new URL(url);
			fields.set('decision', decision);
			const answer = await visit(context.service).post('/oauth/authorize', fields);
			return await context.n8n.followCallback(String(answer.headers.location));
		};

		test('connects to a self-hosted Postiz below a path: consent, a workflow, revocation', async () => {
			const { apiUrl, frontendUrl } = context.service;
			const credential = await create(`${apiUrl}/public/v1/`, `${frontendUrl}/oauth/authorize/`);
			const shown = await consent(credential, 'approve');
			expect(shown.status).toBe(200);
			expect(context.service.state.tokens.length).toBeGreaterThan(0);

			const listChannels = async () =>
				await runPostiz(context, credential, {
					authentication: 'oAuth2',
					resource: 'integration',
					operation: 'list',
					returnAll: true,
				});
			const listed = await listChannels();
			expect(listed.error).toBeUndefined();
			expect(listed.items('Postiz').length).toBe(context.service.state.channels.length);
			const [request] = context.service.requests.slice(-1);
			expect(request.headers.authorization).toMatch(/^pos_/);

			context.service.revokeTokens();
			const revoked = await listChannels();
			expect(revoked.error?.message).toBe('Postiz no longer accepts this connection');
			expect(revoked.error?.description).toContain('choose Reconnect');
		});

		test('shows a denied consent, and n8n gets no token', async () => {
			const { apiUrl, frontendUrl, state } = context.service;
			state.tokens = [];
			const shown = await consent(await create(apiUrl, frontendUrl), 'deny');
			expect(shown.data).toContain('access_denied');
			expect(state.tokens).toEqual([]);
		});
	});
});
