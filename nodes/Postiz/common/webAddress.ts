import isURL from 'validator/lib/isURL';

const PRIVATE_HOST =
	/^(?=[\d.]+$)(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^\[(?:::|f[cd]|fe[89ab])|\.(?:local|localhost|internal)$/;

/** Links as people read them: without trailing punctuation. */
export const LINK_IN_TEXT = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]/gi;

/** Parses an address, which may be relative to `base`; undefined if it is invalid. */
export function parseAddress(text: string, base?: string): URL | undefined {
	// After many calls, `URL.canParse` of Node.js 20 rejects every address with an umlaut.
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

/** True if texts are the same address, with or without https://, www. and the last slash, encoded or not. */
export const isSameAddress = (text: string, other: string): boolean =>
	toAddressKey(text) === toAddressKey(other);

function toAddressKey(text: string): string {
	const address = text.trim().replace(/^(?:https?:\/\/)?(?:www\.)?/i, 'https://');
	const parsed = /\s/.test(address) ? undefined : parseAddress(address);
	return parsed?.href.replace(/\/$/, '') ?? text;
}

/** Removes the fragment, which isn't sent to servers. */
export function removeFragment(address: string): string {
	return address.replace(/#.*$/s, '');
}

/** Removes the query string and fragment. */
export function removeQuery(address: string): string {
	return address.replace(/[?#].*$/s, '');
}

/** True for web addresses that the service accepts, by the same check (docs/api.md, Files of a post). */
export const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && isURL(text);

/** Whether others can reach an address: `never` if it is private or local, `perhaps` without https. */
export function getReachability(text: string): 'surely' | 'perhaps' | 'never' {
	const { protocol = '', hostname = '' } = parseAddress(text) ?? {};
	const hasPublicHost = /[.:]/.test(hostname) && !PRIVATE_HOST.test(hostname);
	if (!/^https?:$/.test(protocol) || !hasPublicHost) return 'never';
	return protocol === 'https:' && isWebAddress(text) ? 'surely' : 'perhaps';
}

/** True if an ID can be part of a path, where dots would be resolved and unpaired surrogates are invalid. */
export function canBePathSegment(id: string): boolean {
	return !/^\.{1,2}$|\p{Surrogate}/u.test(id);
}
