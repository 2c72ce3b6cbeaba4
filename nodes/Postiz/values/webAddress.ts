const WEB_ADDRESS =
	/^https?:\/\/(?:[^\s<>@/?#]*@)?(\[[\da-f:.]+\]|[^\s<>:/?#[\]]+)(?::(\d{1,5}))?(?:[/?#][^\s<>]*)?$/i;
const IP_ADDRESS = /^(?:\[.*\]|\d{1,3}(?:\.\d{1,3}){3})$/;
const LABEL = /^[a-z\d\u00a1-\uffff](?:[a-z\d\u00a1-\uffff-]{0,61}[a-z\d\u00a1-\uffff])?$/i;
const TOP_LEVEL = /^(?:[a-z\u00a1-\uffff]{2,}|xn[a-z\d-]{2,})$/i;

const PRIVATE_HOST =
	/^(?=[\d.]+$)(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^\[(?:::|f[cd]|fe[89ab])|\.(?:local|localhost|internal)$/;

/** Parses an address, which may be relative to `base`; undefined if it is invalid. */
export function parseAddress(text: string, base?: string): URL | undefined {
	// After many calls, `URL.canParse` of Node.js 20 rejects every address with an umlaut.
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

/** Removes the fragment, which isn't sent to servers. */
export function withoutFragment(address: string): string {
	return address.replace(/#.*$/s, '');
}

/** Removes the query string and fragment. */
export function withoutQuery(address: string): string {
	return address.replace(/[?#].*$/s, '');
}

/** True for addresses that the service accepts (docs/api.md, Files of a post). */
export function isWebAddress(text: string): boolean {
	const [, host = '', port = '80'] = WEB_ADDRESS.exec(text) ?? [];
	// A URL can't have a port above 65,535.
	if (host === '' || Number(port) === 0 || !parseAddress(text)) return false;
	if (IP_ADDRESS.test(host)) return true;
	const labels = host.split('.');
	const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
	return isName && TOP_LEVEL.test(labels.at(-1) ?? '');
}

/** Whether others reach an address: `never` if it is private or of this machine, `perhaps` without https. */
export function reachOf(text: string): 'surely' | 'perhaps' | 'never' {
	const { protocol = '', hostname = '' } = parseAddress(text) ?? {};
	const hasPublicHost = /[.:]/.test(hostname) && !PRIVATE_HOST.test(hostname);
	if (!/^https?:$/.test(protocol) || !hasPublicHost) return 'never';
	return protocol === 'https:' && isWebAddress(text) ? 'surely' : 'perhaps';
}
