import { mapTexts } from '../common/mapTexts';
import type { ApiResponse } from './response';

/** The secrets of Postiz, and what looks like an API key: unlike a long host, it has no dots or hyphens. */
const SECRET_PATTERN = /\bp(?:os|ca|cs)_\w|^(?:https?:\/*)?(?=.*\d)\w{24,}$/i;

/** Shorter texts aren't secrets, and would be found everywhere. */
const MIN_SECRET_LENGTH = 8;

/** True if a text contains `secret`, or looks like another one. */
export const containsSecret = (text: string, secret: string): boolean =>
	SECRET_PATTERN.test(text.trim()) || (secret.length >= MIN_SECRET_LENGTH && text.includes(secret));

// Many people paste a key with the word that other services require, or with quotes around it.
const SECRET_PREFIX = /^[\s"']*(authorization:\s*)?(bearer\s+)?[\s"']*/i;
const SECRET_SUFFIX = /[\s"']+$/;

/** The bare API key or token, which the service expects (docs/api.md, Authentication). */
export const extractSecret = (pasted: string) =>
	pasted.replace(SECRET_PREFIX, '').replace(SECRET_SUFFIX, '');

/** Does the same as {@link extractSecret} in an n8n expression. */
export const createSecretExpression = (field: string) =>
	`${field}.replace(${SECRET_PREFIX}, '').replace(${SECRET_SUFFIX}, '')`;

/** An error response without the secrets of the request: servers and proxies may echo its headers. */
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
