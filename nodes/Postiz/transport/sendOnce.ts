import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { removeUnstorable } from '../common/mapTexts';
import { Problem } from '../common/problem';
import { isCancelled } from '../execution/nodeContext';
import type { ApiRequest } from './apiRequest';
import { PUBLIC_API_PATH } from './baseUrl';
import { updateClockOffset, type Connection } from './connection';
import { classifyConnectionError } from './connectionError';
import type { RequestResult } from './response';
import { redactSecrets } from './secret';

/** For a request that n8n aborted because the execution was cancelled. */
export const ABORTED = new Problem(
	'The execution was cancelled before Postiz answered',
	'Check Postiz before you run this again.',
	{ affectsAllItems: true, hasRetryAdvice: true },
);

/** Sends a request once, with the credential unless its endpoint is open. */
export async function sendOnce(
	connection: Connection,
	request: ApiRequest,
): Promise<RequestResult> {
	const { context, credentialType, baseUrl, secrets, instance } = connection;
	const { endpoint, timeout = connection.timeout } = request;
	const options: IHttpRequestOptions = {
		// Redirects could lead the credential elsewhere.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		json: true,
		method: endpoint.method,
		url: `${baseUrl}${endpoint.needsNoCredential ? '' : PUBLIC_API_PATH}${request.path}`,
		headers: { Accept: 'application/json' },
		qs: request.query,
		body: removeUnstorable(request.body),
		timeout,
	};
	try {
		const received = (
			endpoint.needsNoCredential
				? await context.helpers.httpRequest(options)
				: await context.helpers.httpRequestWithAuthentication.call(
						context,
						credentialType,
						options,
						// The service expects the bare token, and has no refresh tokens.
						{ oauth2: { keepBearer: false, skipTokenRefresh: true } },
					)
		) as IN8nHttpFullResponse;
		const { statusCode: status, headers = {}, body } = received;
		updateClockOffset(instance, headers.date);
		return { kind: 'response', response: redactSecrets({ status, headers, body }, secrets) };
	} catch (error) {
		const result = classifyConnectionError(error, baseUrl);
		return isCancelled(context) ? { ...result, problem: ABORTED } : result;
	}
}
