import { Problem } from '../common/problem';
import { parseBaseUrl } from './baseUrl';
import { extractSecret } from './secret';

/** Parses the base URL and the bare API key or token of a credential. Throws {@link Problem} if either is invalid. */
export function parseCredential(host: unknown, pasted: unknown) {
	const secret = typeof pasted === 'string' ? extractSecret(pasted) : '';
	const baseUrl = parseBaseUrl(host, secret);
	const [, type] = /^p(ca|cs)_/.exec(secret) ?? [];
	if (type === undefined) return { baseUrl, secret };
	throw new Problem(
		`The API key in the credential is the client ${type === 'ca' ? 'ID' : 'secret'} of an OAuth app`,
		'Copy the API key from Settings > Developers > Public API in Postiz. For an OAuth app, use the credential Postiz OAuth2 API.',
		{ needsPerson: true },
	);
}
