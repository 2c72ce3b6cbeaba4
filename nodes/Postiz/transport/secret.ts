import { mapTexts } from '../common/mapTexts';
import type { ApiResponse } from './response';

/** Matches secrets of Postiz, and texts that look like an API key: unlike a long host, they have no dots or hyphens. */
const SECRET_PATTERN = /\bp(?:os|ca|cs)_\w|^(?:https?:\/*)?(?=.*\d)\w{24,}$/i;

/** Shorter texts aren't secrets, and would match everywhere. */
const MIN_SECRET_LENGTH = 8;

/** True if a text contains `secret`, or looks like a secret. */
export const containsSecret = (text: string, secret: string): boolean =>
	SECRET_PATTERN.test(text.trim()) || (secret.length >= MIN_SECRET_LENGTH && text.includes(secret));

// Many people paste a key in quotes, or with a prefix that other services require.
const SECRET_PREFIX = /^[\s"']*(authorization:\s*)?(bearer\s+)?[\s"']*/i;
const SECRET_SUFFIX = /[\s"']+$/;

/** Extracts the bare API key or token, which the service expects (docs/api.md, Authentication). */
export const extractSecret = (pasted: string) =>
	pasted.replace(SECRET_PREFIX, '').replace(SECRET_SUFFIX, '');

/** Does the same as {@link extractSecret} in an n8n expression. */
export const createSecretExpression = (field: string) =>
	`${field}.replace(${SECRET_PREFIX}, '').replace(${SECRET_SUFFIX}, '')`;

/** Removes the secrets of the request from an error response, as servers and proxies may echo its headers. */
export function redactSecrets(response: ApiResponse, secrets: string[]): ApiResponse {
	if (response.status < 300) return response;
	const redact = (text: string) =>
		secrets
			.filter(({ length }) => length >= MIN_SECRET_LENGTH)
			.reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text);
	return {
		status: response.status,
		headers: mapTexts({ ...response.headers }, redact) as ApiResponse['headers'],
		body: mapTexts(response.body, redact),
	};
}
