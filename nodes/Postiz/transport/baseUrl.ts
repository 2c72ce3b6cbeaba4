import type { INodeProperties } from 'n8n-workflow';

import { Problem } from '../common/problem';
import { parseAddress } from '../common/webAddress';
import { containsSecret } from './secret';

/** The path of the public API after the base URL (docs/api.md, Addresses). */
export const PUBLIC_API_PATH = '/public/v1';

/** The path of public posts after the base URL (docs/api.md, Public data of a post). */
export const PUBLIC_POSTS_PATH = '/public/posts';

/** The API of hosted Postiz. */
export const HOSTED_API = 'https://api.postiz.com';

/** Repairs common mistakes in pasted or typed addresses. */
const ADDRESS_REPAIRS: Array<[RegExp, string]> = [
	[/[\u200b-\u200d\u2060\ufeff]/g, ''],
	[/^[\s"'“<(/]+|[\s"'”>).,;]+$/g, ''],
	[/^(https?)(?::\/*|\/\/+)/i, '$1://'],
	[/^https?:\/\/(?=https?:)/i, ''],
	[/^(?![a-z][a-z\d+.-]*:\/\/)/i, 'https://'],
	// A dot after a host is valid, but certificates and proxies don't expect it.
	[/^([a-z]+:\/\/[^/:?#]*?)\.+(?=[/:?#]|$)/i, '$1'],
];

/** Parses an entered web address, with or without `https://`. Undefined if it is invalid. */
function parseEnteredAddress(entered: unknown): URL | undefined {
	const text = typeof entered === 'string' ? entered : '';
	const url = parseAddress(
		ADDRESS_REPAIRS.reduce((repaired, [wrong, right]) => repaired.replace(wrong, right), text),
	);
	return url && /^https?:/.test(url.protocol) ? url : undefined;
}

/**
 * Parses a pasted base URL into its normal form (docs/api.md, Addresses). Throws {@link Problem} if it is invalid, or
 * if it contains `secret`, which messages must not show.
 */
export function parseBaseUrl(pasted: unknown, secret = ''): string {
	if (containsSecret(String(pasted), secret)) {
		throw new Problem(
			'The Base URL in the credential contains a key',
			`Paste the key into its own field. Set the Base URL to ${HOSTED_API} for the hosted service, or to the API address of your own instance.`,
			{ needsPerson: true },
		);
	}
	const url = parseEnteredAddress(pasted);
	if (!url) {
		throw new Problem(
			'The Base URL in the credential is not a web address',
			`Set it to ${HOSTED_API} for the hosted service, or to the API address of your own instance, usually https://your-domain/api.`,
			{ needsPerson: true },
		);
	}
	if (url.username || url.password) {
		throw new Problem(
			'The Base URL contains a user name or password, which cannot be sent',
			'Remove them from the Base URL: the Authorization header holds the Postiz key. Let n8n through the proxy in another way, such as by its IP address, or without a password for /public/v1 and /public/posts.',
			{ needsPerson: true },
		);
	}
	const path = url.pathname
		.replace(/\/+$/, '')
		.replace(/\/(public(\/v1(\/.*)?)?|oauth\/token)$/i, '');
	return `${url.origin}${path.replace(/\/+$/, '')}`;
}

/** The web app of hosted Postiz. */
export const HOSTED_FRONTEND = 'https://platform.postiz.com';

/** The field for the base URL in both credentials. */
export const baseUrlField: INodeProperties = {
	displayName: 'Base URL',
	name: 'host',
	type: 'string',
	required: true,
	default: HOSTED_API,
	placeholder: 'e.g. https://postiz.example.com/api',
	hint: `Keep ${HOSTED_API} for the hosted service. For your own instance it is usually the address you open in the browser, followed by /api.`,
};

/**
 * Returns the address of the web app, from the base URL and the credential. Null if it is unknown (docs/api.md,
 * Addresses).
 */
export function getFrontendUrl(baseUrl: string, entered: unknown): string | null {
	if (typeof entered === 'string' && entered.trim() !== '') {
		const url = parseEnteredAddress(entered);
		return url
			? `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/oauth\/authorize$/i, '')}`
			: null;
	}
	if (baseUrl === HOSTED_API) return HOSTED_FRONTEND;
	return /\/api$/i.test(baseUrl) ? baseUrl.slice(0, -'/api'.length) : null;
}

/** Does the same as {@link parseBaseUrl} in an n8n expression. */
export function createBaseUrlExpression(field: string, suffixes: string): string {
	const repairs = ADDRESS_REPAIRS.map(([wrong, right]) => `.replace(${wrong}, "${right}")`).join(
		'',
	);
	return `$self["${field}"]${repairs}.replace(/[?#].*$/, "").replace(/\\/+$/, "").replace(/(${suffixes})$/i, "").replace(/\\/+$/, "")`;
}
