import { createHash } from 'node:crypto';

/** How many of the first bytes of a file identify it, with its size: another file very unlikely has the same. */
export const DIGESTED_LENGTH = 65_536;

/** The digest of the first {@link DIGESTED_LENGTH} bytes of a file. */
export const digestOfStart = (start: Uint8Array): string =>
	createHash('sha256').update(start.subarray(0, DIGESTED_LENGTH)).digest('base64url');

/** The digest of a whole file. */
export async function digestOfAll(bytes: AsyncIterable<Uint8Array>): Promise<string> {
	const sum = createHash('sha256');
	for await (const chunk of bytes) sum.update(chunk);
	return sum.digest('base64url');
}
