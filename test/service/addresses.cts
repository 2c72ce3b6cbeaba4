import axios from 'axios';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Readable } from 'node:stream';
import { createBareError, createRejection } from './http.cjs';
import { hasPostableEnding } from './networks/types.cjs';
import type { Release } from './releases/release.cjs';
import { isDefined, isObject, isString, readFields } from './schema.cjs';

const TIMEOUT_MS = 30_000;
const NOT_PUBLIC = 'URL must be a public HTTPS URL and cannot point to internal network addresses';

const privateAddresses = new BlockList();
for (const [network, bits] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
	['224.0.0.0', 3],
] as const)
	privateAddresses.addSubnet(network, bits);
for (const [network, bits] of [
	['::', 127],
	['fc00::', 7],
	['fe80::', 10],
	['ff00::', 8],
] as const)
	privateAddresses.addSubnet(network, bits, 'ipv6');

/** Parses a URL; undefined if it is invalid. `URL.canParse` of Node.js 20 fails on umlauts after many calls. */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** Without the brackets of IPv6. */
const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

const isPrivate = (address: string) =>
	privateAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** True if a network can fetch a file from there: over https, and not from a private address. */
export function isFetchable(path: string): boolean {
	const url = parseUrl(path);
	if (url?.protocol !== 'https:') return false;
	const host = getHost(url);
	return /[.:]/.test(host) && !(isIP(host) && isPrivate(host));
}

/** Returns the IP addresses of a host; none if it is unknown. */
export type Resolve = (hostname: string) => Promise<string[]>;

export type Addresses = ReturnType<typeof createAddresses>;

const fileFields = { url: [isDefined, hasPostableEnding, isString] };

const askDns: Resolve = async (hostname) => {
	const found = await lookup(hostname, { all: true }).catch(() => []);
	return found.map(({ address }) => address);
};

/** Downloads files from URLs: only public https ones, unless private ones are allowed. */
export function createAddresses(
	release: Release,
	{ allowPrivate = false, resolveHost = askDns }: { allowPrivate?: boolean; resolveHost?: Resolve },
) {
	async function isReachable(url: URL): Promise<boolean> {
		const schemes = allowPrivate ? ['https:', 'http:'] : ['https:'];
		if (!schemes.includes(url.protocol)) return false;
		const found = await resolveHost(getHost(url));
		return found.length > 0 && (allowPrivate || !found.some(isPrivate));
	}

	return {
		/** Reads the URL of a body `{url}`. Throws a 400 that lists what is wrong with it. */
		async check(body: unknown): Promise<URL> {
			const { values, messages } = readFields(fileFields, isObject(body) ? body : {});
			const address = typeof values.url === 'string' ? parseUrl(values.url) : undefined;
			if (!address || !(await isReachable(address))) messages.push(NOT_PUBLIC);
			if (!address || messages.length > 0)
				throw release.has('publicAddresses') ? createRejection(400, messages) : createBareError();
			return address;
		},
		/** Downloads a file. Throws a 400 if that fails. */
		async open(url: URL): Promise<Readable> {
			const response = (await isReachable(url))
				? await axios
						.get<Readable>(url.href, {
							responseType: 'stream',
							maxRedirects: 0,
							timeout: TIMEOUT_MS,
						})
						.catch(() => undefined)
				: undefined;
			if (!response) throw createRejection(400, 'url could not be fetched');
			return response.data;
		},
	};
}
