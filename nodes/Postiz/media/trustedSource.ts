import { Problem } from '../common/problem';
import { quote } from '../common/text';
import { getReachability, parseAddress } from '../common/webAddress';
import type { PostizClient } from '../transport/client';
import type { FileSource } from './fileSource';

type InstanceHosts = Pick<PostizClient, 'baseUrl' | 'instance'>;

/**
 * Converts a source from a model, which may invent the address of an upload. An address on a different host is uploaded
 * like any file on the web. Throws {@link Problem} for an address that is neither on a host of the instance nor
 * certainly public.
 */
export function toTrustedSource(source: FileSource, client: InstanceHosts): FileSource {
	if (source.from !== 'upload') return source;
	const { thumbnail, ...reference } = source.reference;
	const { path, alt, thumbnailTimestamp } = reference;
	const isOwnFile = isOnOwnHost(path, client);
	if (isOwnFile && (!thumbnail || isOnOwnHost(thumbnail, client))) return source;
	for (const address of [path, thumbnail]) if (address) assertTrusted(address, client);
	const uploadedCover: FileSource | undefined = thumbnail
		? { from: 'url', url: thumbnail }
		: undefined;
	const { cover = uploadedCover, coverAt = thumbnailTimestamp } = source;
	if (isOwnFile) return { ...source, reference, cover };
	return { from: 'url', url: path, alt: source.alt ?? alt, cover, coverAt };
}

function isOnOwnHost(address: string, { baseUrl, instance }: InstanceHosts): boolean {
	const [host, ...ownHosts] = [address, baseUrl, instance.filesOrigin ?? baseUrl].map(
		(url) => parseAddress(url)?.hostname,
	);
	return ownHosts.includes(host);
}

function assertTrusted(address: string, client: InstanceHosts): void {
	if (isOnOwnHost(address, client) || getReachability(address) === 'surely') return;
	throw new Problem(
		`${quote(address)} is not a file of this Postiz instance`,
		'Use the id and path that an upload returned, or a public https:// address.',
	);
}
