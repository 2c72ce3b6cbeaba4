import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterLookUp } from '../support/fileServer.cjs';
import {
	callLoadOptions,
	runNode,
	runWorkflow,
	START,
	POSTIZ,
	testCredential,
	type Authentication,
} from '../support/harness.cjs';
import { createForm, createPost, postRequests } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useOwnServices, useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const LIST = { resource: 'integration', operation: 'list' };
const BOTH: Authentication[] = ['apiKey', 'oAuth2'];

const service = useService({ hourlyLimit: 10_000 });
const start = useOwnServices();

const list = async (options: Partial<Parameters<typeof runNode>[0]> = {}) =>
	await runNode({ service, parameters: LIST, ...options });

describe.each(BOTH)('with the %s credential', (authentication) => {
	test('the bare secret is the Authorization header of every request', async () => {
		expect((await list({ authentication })).error).toBeUndefined();
		const form = createForm(service, { authentication });
		expect((await list({ authentication, parameters: form })).error).toBeUndefined();
		const [getList, lookUp, postPosts] = service.requests;
		const { tokens, apiKey } = service.state;
		const secrets =
			authentication === 'apiKey' ? [apiKey, apiKey] : tokens.map(({ token }) => token);
		expect([getList, postPosts].map(({ headers }) => headers.authorization)).toEqual(secrets);
		expect(lookUp.headers.authorization).toBe(secrets[1]);
		expect(service.requests.map(({ headers }) => headers.accept)).toEqual(
			service.requests.map(() => 'application/json'),
		);
	});

	test.each(['', '/public/v1/'])('the base URL may end in %j', async (ending) => {
		const credentials = { host: `${service.apiUrl}${ending}` };
		expect((await list({ authentication, credentials })).error).toBeUndefined();
		expect(await testCredential({ service, authentication, credentials })).toMatchObject({
			status: 'OK',
		});
		expect(new Set(service.requests.map(({ path }) => path))).toEqual(
			new Set(['/api/public/v1/integrations']),
		);
	});

	test.each(['my instance'])('%j is no base URL', async (host) => {
		const { error } = await list({ authentication, credentials: { host } });
		const message = 'The Base URL in the credential is not a web address';
		const description =
			'Set it to https://api.postiz.com for the hosted service, or to the API address of your own instance, usually https://your-domain/api.';
		expect(error).toMatchObject({ message, description });
		expect(await testCredential({ service, authentication, credentials: { host } })).toEqual({
			status: 'Error',
			message: `${message}. ${description}`,
		});
	});
});

test('a Base URL with a user name and password is reported, without the password', async () => {
	const message = 'The Base URL contains a user name or password, which cannot be sent';
	const credentials = { host: service.apiUrl.replace('://', '://me:secret@') };
	const { error } = await list({ credentials });
	expect(error).toMatchObject({
		message,
		description: expect.stringContaining('let n8n through the proxy in another way'),
	});
	const tested = await testCredential({ service, credentials });
	expect(tested.message).toContain(message);
	expect(JSON.stringify([error, tested])).not.toContain('secret');
	expect(service.requests).toEqual([]);
});

test('https where there is only http: the error has the address to use', async () => {
	const credentials = { host: service.apiUrl.replace('http:', 'https:') };
	const { error } = await list({ credentials });
	const advice = `Try ${service.apiUrl} as Base URL in the credential.`;
	expect(error?.description).toContain(advice);
	expect((await testCredential({ service, credentials })).message).toContain(advice);
});

test('spaces and the word Bearer around a key do not matter', async () => {
	const { error } = await list({ credentials: { apiKey: ` Bearer ${service.apiKey}\n` } });
	expect(error).toBeUndefined();
	expect(service.requests[0].headers.authorization).toBe(service.apiKey);
});

describe('a wrong key', () => {
	const message = "Postiz doesn't accept this API key";
	const description =
		"Copy the key again from Settings > Developers > Public API in Postiz and paste it into the credential. A key of hosted Postiz doesn't work on your own instance, or the other way round. Postiz says: “Invalid API key”";

	test('in the test of the credential', async () => {
		expect(await testCredential({ service, credentials: { apiKey: 'wrong' } })).toEqual({
			status: 'Error',
			message: `${message}. ${description}`,
		});
	});

	test('an empty key is reported before anything is sent, in the test of the credential', async () => {
		expect(await testCredential({ service, credentials: { apiKey: ' ' } })).toEqual({
			status: 'Error',
			message: 'The API key is missing. Copy it from Settings > Developers > Public API in Postiz.',
		});
		expect(service.requests).toEqual([]);
	});
});

describe('an OAuth connection', () => {
	const authentication = 'oAuth2';
	const revoked = {
		message: 'Postiz no longer accepts this connection',
		description:
			'The access was revoked in Postiz, or the app was approved again elsewhere. Open the credential in n8n and choose Reconnect. Postiz says: “Invalid OAuth token”',
	};
	const token = { oauthTokenData: { access_token: 'pos_revoked', token_type: 'bearer' } };

	test('that was revoked', async () => {
		const { error } = await list({ authentication, credentials: token });
		expect(error).toMatchObject(revoked);
		expect(service.requests).toHaveLength(1);
		expect(await testCredential({ service, authentication, credentials: token })).toEqual({
			status: 'Error',
			message: `${revoked.message}. ${revoked.description}`,
		});
	});

	test('that was revoked, when a post is created', async () => {
		const { error } = await createPost(
			service,
			{ authentication },
			{ authentication, credentials: token },
		);
		expect(error).toMatchObject({ message: revoked.message, httpCode: '401' });
		expect(callsOf(service)).toEqual([LOOK_UP]);
	});

	test('that was never made', async () => {
		const credentials = { oauthTokenData: {} };
		await Promise.all(
			[LIST, createForm(service)].map(async (form) => {
				const parameters = { ...form, authentication };
				const { error } = await runNode({ service, authentication, credentials, parameters });
				expect(error).toMatchObject({
					message: 'The Postiz credential is not connected yet',
					description: expect.stringContaining(
						'Open the credential in n8n and choose Connect my account.',
					),
				});
			}),
		);
		expect(service.requests).toEqual([]);
		expect(await testCredential({ service, authentication, credentials })).toEqual({
			status: 'Error',
			message: 'The account is not connected yet. Choose Connect my account.',
		});
	});
});

test('without any credential n8n says so', async () => {
	const { error } = await runWorkflow({
		nodes: [
			{ name: 'Start', type: START },
			{ name: 'Postiz', type: POSTIZ, parameters: LIST },
		],
		connections: { Start: { main: [[{ node: 'Postiz', type: 'main', index: 0 }]] } },
	});
	expect(error?.message).toContain('does not have any credentials set');
});

/** Starts a tiny server; returns its address and ends it after the test. */
const servers: Server[] = [];
async function serve(answer: RequestListener): Promise<string> {
	const server = createServer(answer);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterEach(async () => {
	await Promise.all(
		servers.splice(0).map(async (server) => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		}),
	);
});

describe('a host that does not answer', () => {
	/** An address that nothing listens on any more. */
	async function closedPort(): Promise<string> {
		const origin = await serve(() => {});
		const server = servers.pop()!;
		await new Promise((resolve) => server.close(resolve));
		return `${origin}/api`;
	}

	test.each(BOTH)('refuses the connection (%s)', async (authentication) => {
		const host = await closedPort();
		const { error } = await list({ authentication, credentials: { host } });
		expect(error).toMatchObject({
			message: `Postiz could not be reached at ${host}`,
			description:
				'Nothing answers at that address: the instance is not running, or the port is wrong. Check the Base URL in the credential, and that n8n can reach it: inside Docker, localhost is the container itself.',
		});
		expect(await testCredential({ service, authentication, credentials: { host } })).toEqual({
			status: 'Error',
			message: `${error?.message}. ${error?.description}`,
		});
	});

	test('does not exist', async () => {
		const host = 'http://no-such-host.invalid/api';
		const { error } = await list({ credentials: { host } });
		expect(error).toMatchObject({
			message: `Postiz could not be reached at ${host}`,
			description: expect.stringMatching(
				/^(The host doesn't exist|The name of the host could not)/,
			),
		});
	});

	test('a post that never left is reported as not sent', async () => {
		const lookUp = afterLookUp(service, () => {});
		const host = await serve((request, response) => {
			// Nothing listens any more once the channels are known.
			servers[0].close();
			lookUp(request, response);
		});
		const { error } = await createPost(service, {}, { credentials: { host } });
		expect(error?.message).toBe(`Postiz could not be reached at ${host}`);
		expect(error?.description).toContain('Nothing answers at that address');
		expect(error?.description).toContain('1 item was not sent.');
	});

	test('hangs up on a post: it is not sent again, and nobody knows', async () => {
		service.faults.push({ match: { path: /\/posts$/ }, kind: 'resetAfter', times: 9 });
		const { error } = await createPost(service);
		expect(error?.message).toBe(
			`It is unclear whether Postiz created this item: Postiz could not be reached at ${service.apiUrl}`,
		);
		expect(error?.description).toContain('It was not sent again');
		expect(postRequests(service)).toHaveLength(1);
		expect(service.state.posts).toHaveLength(1);
	});

	test('hangs up on a list once: it is read again', async () => {
		service.faults.push({ match: { method: 'GET' }, kind: 'resetBefore' });
		expect((await list()).error).toBeUndefined();
		expect(service.requests).toHaveLength(2);
	});
});

describe('a host that is no Postiz API', () => {
	const page = '<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>';
	const descriptionOf = (host: string) =>
		`Something else answered there. Check the Base URL in the credential: it is https://api.postiz.com for hosted Postiz and usually https://your-domain/api for your own instance, so try ${host}/api.`;

	test.each([
		['a page', 200, 'text/html', page],
		['broken JSON', 200, 'application/json', '[{"id":'],
	])('answers with %s', async (_kind, status, type, body) => {
		const host = await serve((_request, response) => {
			response.writeHead(status, { 'content-type': type }).end(body);
		});
		const { error } = await list({ credentials: { host } });
		const description = descriptionOf(host);
		expect(error).toMatchObject({ message: `No Postiz API was found at ${host}`, description });
		expect(await testCredential({ service, credentials: { host } })).toEqual({
			status: 'Error',
			message: `No Postiz API was found at ${host}. ${description}`,
		});
	});

	test('a page in answer to a post is reported as well, and the post not sent again', async () => {
		let requests = 0;
		const host = await serve(
			afterLookUp(service, (_request, response) => {
				requests += 1;
				response.writeHead(200, { 'content-type': 'text/html' }).end(page);
			}),
		);
		const { error } = await createPost(service, {}, { credentials: { host } });
		expect(error?.message).toContain(`No Postiz API was found at ${host}`);
		expect(requests).toBe(1);
	});
});

test('a list that a proxy calls a page is a list', async () => {
	const host = await serve((_request, response) => {
		response.writeHead(200, { 'content-type': 'text/html' }).end('[{"id":"a","name":"A"}]');
	});
	const { error, output } = await list({ credentials: { host } });
	expect(error).toBeUndefined();
	expect(output[0]).toHaveLength(1);
	expect(await testCredential({ service, credentials: { host } })).toMatchObject({ status: 'OK' });
});

describe('redirects are never followed', () => {
	const STATUSES = [301, 302, 303, 307, 308];

	interface Seen {
		method?: string;
		authorization?: string;
	}

	/** Remembers who calls, and takes everything. */
	async function serveTarget(seen: Seen[]): Promise<string> {
		return await serve(({ method, headers }, response) => {
			seen.push({ method, authorization: headers.authorization });
			response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
		});
	}

	test.each(STATUSES)('%i to another origin: the credential does not go there', async (status) => {
		const seen: Seen[] = [];
		const target = await serveTarget(seen);
		let requests = 0;
		const origin = await serve(({ url, headers }, response) => {
			// The look for the API below does not carry it.
			requests += Number(headers.authorization !== undefined);
			response.writeHead(status, { location: `${target}/api${url}` }).end();
		});
		for (const authentication of BOTH) {
			for (const parameters of [LIST, createForm(service)]) {
				const { error } = await runNode({
					service,
					authentication,
					credentials: { host: origin },
					parameters: { ...parameters, authentication },
				});
				expect(error?.message).toBe(`${origin} redirects to another address`);
				expect(error?.description).toContain(
					`To keep your credential safe, redirects are not followed. Set the Base URL in the credential to ${target}/api`,
				);
			}
			expect(
				await testCredential({ service, authentication, credentials: { host: origin } }),
			).toEqual({
				status: 'Error',
				message: `${origin} redirects to another address. To keep your credential safe, redirects are not followed. Set the Base URL in the credential to ${target}/api`,
			});
		}
		expect(seen).toEqual([]);
		expect(requests).toBe(6);
	});

	test.each(STATUSES)('%i on the same origin: a POST does not become a GET', async (status) => {
		const seen: string[] = [];
		const origin = await serve(
			afterLookUp(service, ({ method, url }, response) => {
				seen.push(`${method} ${url}`);
				if (url?.startsWith('/new/')) response.end('[]');
				else response.writeHead(status, { location: `/new${url}` }).end();
			}),
		);
		const { error } = await createPost(service, {}, { credentials: { host: `${origin}/old` } });
		expect(error?.message).toBe(`${origin}/old redirects to another address`);
		expect(error?.description).toContain(`Set the Base URL in the credential to ${origin}/new/old`);
		expect(seen).toEqual(['POST /old/public/v1/posts']);
	});

	test('to a page for signing in, no base URL can be reported', async () => {
		const host = await serve((_request, response) => {
			response.writeHead(302, { location: '/login' }).end();
		});
		const { error } = await list({ credentials: { host } });
		expect(error).toMatchObject({
			message: `${host} redirects to another address`,
			description:
				'To keep your credential safe, redirects are not followed. Set the Base URL in the credential to the address that your instance really uses, usually https://your-domain/api.',
		});
	});
});

test('an older instance that lacks a function is named as the reason', async () => {
	const older = await start({ version: '2.11' });
	const [{ id }] = older.state.channels;
	const integrationId = { __rl: true, mode: 'id', value: id };
	const parameters = { resource: 'integration', operation: 'lookUp', integrationId };
	expect(await callLoadOptions('getTools', { service: older, parameters })).toEqual([
		{
			name: '⚠ Channel > Get Settings and Tools needs Postiz 2.18 or newer',
			value: '',
			description: `The instance at ${older.apiUrl} is older: it doesn't have GET /integration-settings/${id}. Update Postiz. Then choose Refresh List in the menu (⋮) of this field.`,
		},
	]);
});

describe('no error shows a secret', () => {
	const KEY = 'key-0123456789-secret';
	const TOKEN = 'pos_0123456789secret';

	const failures: Array<[string, () => Promise<string>]> = [
		['a wrong key', async () => service.apiUrl],
		['a closed port', async () => 'http://127.0.0.1:9/api'],
		[
			'a page',
			async () =>
				await serve((_request, response) => {
					response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
				}),
		],
		[
			'a redirect',
			async () =>
				await serve((_request, response) => {
					response.writeHead(302, { location: 'https://other.example' }).end();
				}),
		],
		['a lost connection', async () => await serve(({ socket }) => socket.destroy())],
		[
			'a problem of the service',
			async () =>
				await serve((_request, response) => {
					response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
				}),
		],
	];

	const runs = [
		['apiKey', 'list', 'stopWorkflow'],
		['apiKey', 'create', 'continueRegularOutput'],
		['oAuth2', 'create', 'stopWorkflow'],
		['oAuth2', 'list', 'continueErrorOutput'],
	] as const;
	const secrets = {
		apiKey: { apiKey: KEY },
		oAuth2: {
			clientSecret: 'pcs_0123456789secret',
			oauthTokenData: { access_token: TOKEN, token_type: 'bearer' },
		},
	};

	test.each(failures)('%s', async (_kind, openHost) => {
		const host = await openHost();
		await Promise.all(
			runs.map(async ([authentication, operation, onError]) => {
				const { run, error } = await runNode({
					service,
					authentication,
					credentials: { host, ...secrets[authentication] },
					parameters: { ...(operation === 'list' ? LIST : createForm(service)), authentication },
					onError,
				});
				expect(Boolean(error)).toBe(onError === 'stopWorkflow');
				const everything = JSON.stringify(run);
				expect(everything).toContain('"error":');
				expect(everything).not.toMatch(/0123456789/);
			}),
		);
	});
});
