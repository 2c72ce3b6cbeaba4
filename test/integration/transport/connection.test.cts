import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
	matchError,
	createJsonItems,
	runNode,
	type Authentication,
	type SeenError,
} from '../support/harness.cjs';
import { callLoadOptions, testCredential } from '../support/callMethods.cjs';
import { createForm } from '../support/posts.cjs';
import { useService } from '../support/useService.cjs';

const LIST = { resource: 'integration', operation: 'list' };
const BOTH: Authentication[] = ['apiKey', 'oAuth2'];
/** Part of every key and token here. */
const SECRET = '0123456789';
const CREDENTIALS = {
	apiKey: { apiKey: `key-${SECRET}` },
	oAuth2: {
		clientSecret: `pcs_${SECRET}`,
		oauthTokenData: { access_token: `pos_${SECRET}`, token_type: 'bearer' },
	},
};

const FOREIGN = 'No Postiz API was found at';

const service = useService({ hourlyLimit: 10_000 });

/** Starts a tiny server; returns its address and ends it after the test. */
const servers: Server[] = [];
async function serve(answer: RequestListener): Promise<string> {
	const server = createServer(answer);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await close(server)));
});

async function close(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}

/** An address that nothing listens on any more. */
async function findClosedPort(): Promise<string> {
	const origin = await serve(() => {});
	await close(servers.pop()!);
	return origin;
}

const serveAnswer = async (status: number, headers: Record<string, string>, body?: string) =>
	await serve((_request, response) => response.writeHead(status, headers).end(body));

describe.each(BOTH)('with the %s credential', (authentication) => {
	test('the bare secret is the Authorization header of every request', async () => {
		const credentials = {
			host: `${service.apiUrl}/public/v1/`,
			...(authentication === 'apiKey' && { apiKey: ` Bearer ${service.apiKey}\n` }),
		};
		const forms = [LIST, createForm(service)];
		for (const form of forms) {
			const parameters = { ...form, authentication };
			const run = await runNode({ service, authentication, credentials, parameters });
			expect(run.error).toBeUndefined();
		}
		expect(await testCredential({ service, authentication, credentials })).toMatchObject({
			status: 'OK',
		});
		const { tokens, apiKey } = service.state;
		const known = authentication === 'apiKey' ? [apiKey] : tokens.map(({ token }) => token);
		for (const { headers, path } of service.requests) {
			expect(known).toContain(headers.authorization);
			expect(headers.accept).toBe('application/json');
			expect(path).toMatch(/^\/api\/public\/v1\/(integrations|posts|notifications)$/);
		}
	});

	/** What the node and the Test button say, which is the same, and holds no secret. */
	async function fail(host: string, parameters: object = LIST): Promise<SeenError> {
		const credentials = { host, ...CREDENTIALS[authentication] };
		const form = { ...parameters, authentication };
		const { error, run } = await runNode({
			service,
			authentication,
			credentials,
			parameters: form,
		});
		const tested = await testCredential({ service, authentication, credentials });
		expect(tested.status).toBe('Error');
		expect(tested.message.split('. ')[0]).toBe(error?.message);
		expect(JSON.stringify([run, tested])).not.toContain(SECRET);
		return error!;
	}

	test('never follows a redirect, so that the credential stays with Postiz', async () => {
		const seen: string[] = [];
		const target = await serve(({ method, headers }, response) => {
			seen.push(`${method} ${headers.authorization}`);
			response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
		});
		for (const status of [302, 308]) {
			const origin = await serve(({ url }, response) => {
				response.writeHead(status, { location: `${target}/api${url}` }).end();
			});
			for (const parameters of [LIST, createForm(service)]) {
				const { message, description } = await fail(origin, parameters);
				expect(message).toBe(`${origin} redirects to another address`);
				expect(description).toContain(`Set the Base URL in the credential to ${target}/api`);
			}
		}
		expect(seen).toEqual([]);
	});

	test('recognizes the web page of Postiz, and names the address of the API', async () => {
		const { message, description } = await fail(service.frontendUrl);
		expect(message).toBe(`${service.frontendUrl} is the web page of Postiz`);
		expect(description).toBe(`Set the Base URL in the credential to ${service.apiUrl}.`);
	});

	test.each([400, 401, 500, 307])(
		'never shows the key that a server echoes with status %d',
		async (status) => {
			const origin = await serve(({ headers }, response) => {
				const key = headers.authorization!;
				response.writeHead(status, { location: `https://x.example/${key}?k=${key}` });
				response.end(JSON.stringify({ msg: `You sent ${key}`, message: [`“${key}”`] }));
			});
			await fail(origin);
			await fail(origin, createForm(service));
		},
	);

	const UNREACHED = 'Postiz could not be reached at';
	test('does not blame a row for a connection error', async () => {
		const credentials = { host: await findClosedPort(), ...CREDENTIALS[authentication] };
		const parameters = { ...createForm(service), authentication };
		const items = [{ json: { row_number: 2 } }];
		const { error } = await runNode({ service, authentication, credentials, parameters, items });
		expect(error?.message.startsWith(UNREACHED)).toBe(true);
	});

	test.each<{ title: string; open: () => Promise<string>; message: string; advice: RegExp }>([
		{
			title: 'a page',
			open: async () => await serveAnswer(200, { 'content-type': 'text/html' }, '<html>'),
			message: FOREIGN,
			advice: /Another server answered/,
		},
		{
			title: 'broken JSON',
			open: async () => await serveAnswer(200, { 'content-type': 'application/json' }, '[{"id":'),
			message: FOREIGN,
			advice: /Another server answered/,
		},
		{
			title: 'a closed port',
			open: findClosedPort,
			message: UNREACHED,
			advice: /^The connection was refused/,
		},
		{
			title: 'no host',
			open: async () => 'http://no-such-host.invalid',
			message: UNREACHED,
			advice: /^The host doesn't exist/,
		},
		{
			title: 'a server without https',
			open: async () => service.apiUrl.replace('http:', 'https:'),
			message: UNREACHED,
			advice: /^The TLS handshake failed/,
		},
	])('names $title as the cause', async ({ open, message, advice }) => {
		const host = await open();
		const error = await fail(host);
		expect(error.message).toBe(`${message} ${host}`);
		expect(error.description).toMatch(advice);
	});
});

test.each([
	['continueRegularOutput', 0],
	['continueErrorOutput', 1],
] as const)('with %s, no item succeeds with a wrong credential', async (onError, place) => {
	const credentials = { host: 'ftp://a' };
	const items = createJsonItems([{ row: 1 }, { row: 1 }]);
	const { output } = await runNode({ service, credentials, items, onError, parameters: LIST });
	const failed: unknown = {
		row: 1,
		error: matchError('The Base URL in the credential is not a web address'),
	};
	expect((output[place] ?? []).map(({ json }) => json)).toEqual([failed, failed]);
	expect(output.flat()).toHaveLength(2);
});

test('n8n adds no message of its own to a failed connection', async () => {
	const parameters = { ...LIST, authentication: 'oAuth2' };
	const credentials = { oauthTokenData: {} };
	const { error } = await runNode({ service, authentication: 'oAuth2', credentials, parameters });
	expect(error?.message).toBe('The Postiz credential is not connected yet');
	expect(service.requests).toEqual([]);
});

test('a list that a wrong address leaves empty says how to fill it', async () => {
	const credentials = { host: 'ftp://a' };
	expect(await callLoadOptions('getGroups', { service, credentials, parameters: LIST })).toEqual([
		{
			name: '⚠ Fix this, then choose Refresh List (⋮)',
			value: '',
			description: expect.stringContaining('The Base URL in the credential is not a web address. '),
		},
	]);
});

test('a list is empty if the editor loads it before it selects a credential', async () => {
	const parameters = { ...LIST, authentication: 'oAuth2' };
	for (const multiSelect of ['getChannelsAndGroups', 'devtoTags'])
		expect(await callLoadOptions(multiSelect, { service, parameters })).toEqual([]);
	// The editor would call the empty value of a list for one value wrong.
	expect(await callLoadOptions('getGroups', { service, parameters })).toEqual([
		{
			name: '⚠ Choose Refresh List (⋮)',
			value: '',
			description: 'The list was loaded before you chose a credential.',
		},
	]);
});
