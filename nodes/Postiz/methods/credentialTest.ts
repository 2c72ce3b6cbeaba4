import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { toProblemOrRethrow, Problem } from '../common/problem';
import { isEmpty, toObject } from '../common/value';
import type { Authentication } from '../transport/apiTypes';
import { getFrontendUrl, PUBLIC_API_PATH } from '../transport/baseUrl';
import { classifyConnectionError } from '../transport/connectionError';
import { parseCredential } from '../transport/credential';
import { endpoints } from '../transport/endpoints';
import { isSuccess, type ApiResponse } from '../transport/response';
import { createResponseProblem } from '../transport/responseProblem';
import { redactSecrets } from '../transport/secret';

// Every supported release has this endpoint (docs/api.md, Calls).
const TEST_CALL = endpoints.listChannels();
const TIMEOUT_MS = 20_000;

const MISSING_KEY_PROBLEMS: Record<Authentication, Problem> = {
	apiKey: new Problem(
		'The API key is missing',
		'Copy it from Settings > Developers > Public API in Postiz.',
	),
	oAuth2: new Problem('The account is not connected yet', 'Choose Connect my account.'),
};

const INVALID_FRONTEND_PROBLEM = new Problem(
	'The Frontend URL in the credential is not a web address',
	'Set it to the address at which you open Postiz in the browser, or leave it empty with an API key.',
);

/**
 * Tests a credential with a harmless request. The `test` of a credential type can only compare a status or a key of the
 * response. It can't tell apart a missing key, a web page, a redirect, a proxy and a broken connection, which need
 * different fixes.
 */
async function testCredential(
	context: ICredentialTestFunctions,
	authentication: Authentication,
	pasted: unknown,
	{ host, frontendUrl }: ICredentialDataDecryptedObject = {},
): Promise<INodeCredentialTestResult> {
	try {
		const { baseUrl, secret } = parseCredential(host, pasted);
		if (!isEmpty(frontendUrl) && getFrontendUrl(baseUrl, frontendUrl) === null)
			throw INVALID_FRONTEND_PROBLEM;
		if (secret === '') throw MISSING_KEY_PROBLEMS[authentication];
		const url = `${baseUrl}${PUBLIC_API_PATH}${TEST_CALL.path}`;
		const received = await sendTestRequest(context, url, { Authorization: secret }).catch(
			(error: unknown) => {
				throw classifyConnectionError(error, baseUrl).problem;
			},
		);
		const response = redactSecrets(received, [secret]);
		if (isSuccess(response) && Array.isArray(response.body)) {
			return { status: 'OK', message: 'Connection successful' };
		}
		throw createResponseProblem(response, { call: TEST_CALL, authentication, baseUrl });
	} catch (error) {
		const { message, description } = toProblemOrRethrow(error);
		return { status: 'Error', message: `${message}. ${description}` };
	}
}

async function sendTestRequest(
	{ helpers }: ICredentialTestFunctions,
	uri: string,
	headers: Record<string, string>,
): Promise<ApiResponse> {
	const response = (await helpers.request({
		method: TEST_CALL.endpoint.method,
		uri,
		headers: { ...headers, Accept: 'application/json' },
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: TIMEOUT_MS,
	})) as { statusCode: number; headers?: Record<string, unknown>; body: unknown };
	return { status: response.statusCode, headers: response.headers ?? {}, body: response.body };
}

export const credentialTest = {
	async postizApiTest(this: ICredentialTestFunctions, { data }: ICredentialsDecrypted) {
		return await testCredential(this, 'apiKey', data?.apiKey, data);
	},
	async postizOAuth2ApiTest(this: ICredentialTestFunctions, { data }: ICredentialsDecrypted) {
		const { access_token: token } = toObject(data?.oauthTokenData);
		return await testCredential(this, 'oAuth2', token, data);
	},
};
