import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';

import { credentialTest } from '../../../nodes/Postiz/methods/credentialTest';
import { createFake } from '../../shared/fakes.cjs';

const HOST = 'https://social.example/api';
const KEY = { host: `${HOST}/`, apiKey: ' Bearer key ' };
const TOKEN = { host: HOST, oauthTokenData: { access_token: 'token' } };

interface Answer {
	statusCode: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** Presses the Test button; returns what it shows, and the request. */
async function press(data: object, response: Answer | Error = { statusCode: 200, body: [] }) {
	const request = jest.fn(async () => {
		if (response instanceof Error) throw response;
		return response;
	});
	const test = 'oauthTokenData' in data ? 'postizOAuth2ApiTest' : 'postizApiTest';
	const context = createFake<ICredentialTestFunctions>({ helpers: { request } });
	const { status, message } = await credentialTest[test].call(
		context,
		createFake<ICredentialsDecrypted>({
			data,
		}),
	);
	return { message: `${status}: ${message}`, sent: request.mock.calls as unknown[][] };
}

test.each([
	[KEY, 'key'],
	[TOKEN, 'token'],
])('tests %j with one harmless request that follows no redirect', async (data, secret) => {
	expect(await press(data)).toEqual({
		message: 'OK: Connection successful',
		sent: [
			[
				{
					method: 'GET',
					uri: `${HOST}/public/v1/integrations`,
					headers: { Authorization: secret, Accept: 'application/json' },
					json: true,
					simple: false,
					resolveWithFullResponse: true,
					followRedirect: false,
					timeout: 20_000,
				},
			],
		],
	});
});

test.each<[object, string]>([
	[
		{ ...KEY, apiKey: ' ' },
		'The API key is missing. Copy it from Settings > Developers > Public API in Postiz.',
	],
	[
		{ ...TOKEN, oauthTokenData: {} },
		'The account is not connected yet. Choose Connect my account.',
	],
	[{ ...KEY, host: 'my instance' }, 'The Base URL in the credential is not a web address. Set it'],
	[
		{ ...KEY, host: 'b1946ac92492d2347c6235b4d2611184' },
		'The Base URL in the credential contains a key',
	],
	[
		{ ...KEY, host: 'https://api.postiz.com/pos_1' },
		'The Base URL in the credential contains a key',
	],
	[
		{ ...KEY, host: `${HOST}?k=my-own-key`, apiKey: 'my-own-key' },
		'The Base URL in the credential contains',
	],
	[
		{ ...KEY, apiKey: 'Bearer pca_1' },
		'The API key in the credential is the client ID of an OAuth',
	],
	[{ ...KEY, apiKey: 'pcs_1' }, 'The API key in the credential is the client secret of an OAuth'],
	[
		{ ...KEY, frontendUrl: 'my calendar' },
		'The Frontend URL in the credential is not a web address.',
	],
])('rejects %j without a request', async (data, words) => {
	const { message, sent } = await press(data);
	expect(message).toContain(`Error: ${words}`);
	expect(message).not.toMatch(/b1946|_1|my-own-key/);
	expect(sent).toEqual([]);
});

test.each<[Answer | Error, string]>([
	[{ statusCode: 401 }, "Postiz doesn't accept this API key. Copy the key again"],
	[{ statusCode: 302 }, `${HOST} redirects to another address. If that`],
	[{ statusCode: 200, body: { id: 1 } }, `No Postiz API was found at ${HOST}. `],
	[{ statusCode: 200, body: '[{"id":' }, `No Postiz API was found at ${HOST}. `],
	[
		Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
		`Postiz could not be reached at ${HOST}. The connection was refused`,
	],
])('says what to do about %j', async (answer, words) => {
	expect((await press(KEY, answer)).message).toContain(`Error: ${words}`);
});
