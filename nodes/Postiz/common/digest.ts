import { createHash } from 'node:crypto';

/** In characters. */
export const DIGEST_LENGTH = 10;

/** The digest of a value, which must be the same in every version of the package. */
export function digest(value: unknown): string {
	const text = JSON.stringify(toCanonical(value));
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

/** Sorts the keys of objects, and leaves out what is empty. */
function toCanonical(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((element) => toCanonical(element) ?? null);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value)
		.map(([key, own]) => [key, toCanonical(own)] as const)
		.filter(([, own]) => own !== undefined && own !== null && own !== '');
	return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** In characters: enough to notice a change, and short enough for a network with forty settings. */
const SHORT_DIGEST_LENGTH = 4;
/** In characters: the digests of a key and of its value. */
const ENTRY_LENGTH = 2 * SHORT_DIGEST_LENGTH;
const NO_DIGESTS = '-';

/** The digests of values by their keys, so that {@link hasSameDigest} shows which of them changed. */
export function digestByKey(values: Record<string, unknown>): string {
	const entries = Object.entries(values)
		.filter(([, value]) => value !== undefined)
		.map(([key, value]) => toShortDigest(key) + toShortDigest(value));
	return entries.sort().join('') || NO_DIGESTS;
}

const toShortDigest = (value: unknown) => digest(value).slice(0, SHORT_DIGEST_LENGTH);

/** True if two results of {@link digestByKey} have the same value under a key, or both have none. */
export const hasSameDigest = (key: string, digests: string, otherDigests: string): boolean =>
	findEntry(key, digests) === findEntry(key, otherDigests);

/** True if a result of {@link digestByKey} has a value under a key. */
export const hasDigest = (key: string, digests: string): boolean =>
	findEntry(key, digests) !== undefined;

function findEntry(key: string, digests: string): string | undefined {
	const start = toShortDigest(key);
	for (let at = 0; at < digests.length; at += ENTRY_LENGTH) {
		if (digests.startsWith(start, at)) return digests.slice(at, at + ENTRY_LENGTH);
	}
	return undefined;
}
