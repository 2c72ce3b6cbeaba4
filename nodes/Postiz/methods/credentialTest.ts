import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { bareKey } from '../transport/bareKey';
import { normalizeBaseUrl, PUBLIC_API_PATH } from '../transport/baseUrl';
import { explainConnectionFailure } from '../transport/connection';
import { explainAnswer, explainForeignAnswer, findApi, isWebPage } from '../transport/explain';
import type { ApiAnswer, ApiCall, Authentication } from '../transport/types';
import { caughtProblem, type Explanation } from '../values/problem';
import { propertiesOf } from '../values/read';

// Every instance has this endpoint, also the old ones (docs/api.md, Calls).
const CALL: ApiCall = { method: 'GET', path: '/integrations' };
const TIMEOUT_MS = 20_000;

/** Tests a `postizApi` credential with one harmless request. */
export async function postizApiTest(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testCredential(this, 'apiKey', data?.host, data?.apiKey);
}

/** Tests a `postizOAuth2Api` credential with one harmless request. */
export async function postizOAuth2ApiTest(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const tokens = propertiesOf(data?.oauthTokenData);
	return await testCredential(this, 'oAuth2', data?.host, tokens.access_token);
}

async function testCredential(
	{ helpers }: ICredentialTestFunctions,
	authentication: Authentication,
	host: unknown,
	secret: unknown,
): Promise<INodeCredentialTestResult> {
	let baseUrl: string;
	try {
		baseUrl = normalizeBaseUrl(host);
	} catch (error) {
		return failed(caughtProblem(error));
	}
	const key = typeof secret === 'string' ? bareKey(secret) : '';
	if (key === '') {
		return failed(
			authentication === 'apiKey'
				? {
						message: 'The API key is missing',
						description: 'Copy it from Settings > Developers > Public API in Postiz.',
					}
				: {
						message: 'The account is not connected yet',
						description: 'Choose Connect my account.',
					},
		);
	}

	const ask = async (address: string, headers: Record<string, string>): Promise<ApiAnswer> => {
		const response = (await helpers.request({
			method: CALL.method,
			uri: `${address}${PUBLIC_API_PATH}${CALL.path}`,
			headers: { ...headers, Accept: 'application/json' },
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: TIMEOUT_MS,
		})) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		return { status: response.statusCode, headers: response.headers ?? {}, body: response.body };
	};
	let answer: ApiAnswer;
	try {
		answer = await ask(baseUrl, { Authorization: key });
	} catch (error) {
		return failed(explainConnectionFailure(error, baseUrl));
	}

	const apiUrl = await findApi(
		answer,
		baseUrl,
		async (address) => await ask(address, {}).catch(() => undefined),
	);
	if (answer.status >= 200 && answer.status < 300) {
		return Array.isArray(answer.body) && !isWebPage(answer)
			? { status: 'OK', message: 'Connection successful' }
			: failed(explainForeignAnswer({ baseUrl, apiUrl }));
	}
	return failed(explainAnswer(answer, { call: CALL, authentication, baseUrl, apiUrl }));
}

function failed({ message, description }: Explanation): INodeCredentialTestResult {
	return { status: 'Error', message: `${message}. ${description}` };
}
