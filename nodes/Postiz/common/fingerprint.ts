import { createHash, randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

/** The setting that keeps it; the service returns settings that it doesn't know (docs/api.md, Fingerprints of posts). */
export const FINGERPRINT_SETTING = 'n8n';

const VERSION = '1';
const DIGEST_LENGTH = 10;
const ABSENT = '-';

/** What a post was made from: the values of its row. Texts, files, settings and Row ID are digests. */
export interface Fingerprint {
	/** The minute of its date, in UTC; null without a date, or if that depends on the time of the run. */
	minute: string | null;
	/** The texts as entered. */
	text: string;
	files: string;
	/** Settings, tags and everything else, each by its name: {@link digestByName}. */
	settings: string;
	isDraft: boolean;
	/** Null in Create. */
	rowId: string | null;
}

/** A fingerprint as a post carries it. */
export interface StoredFingerprint extends Fingerprint {
	/** Different for each post of each request. */
	sendId: string;
	/** The number of parts sent. */
	partCount: number;
}

/** The fields in which a row may differ from its post. */
export const FINGERPRINT_FIELDS = ['minute', 'text', 'files', 'settings', 'isDraft'] as const;
export type FingerprintField = (typeof FINGERPRINT_FIELDS)[number];

/** True without a date, or if its date depends on the time of the run. */
export const isUndated = ({ minute }: Fingerprint): boolean => minute === null;

/** The digest of a value, which must be the same in every version of the package. */
export function digest(value: unknown): string {
	const text = JSON.stringify(toCanonical(value));
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

/** In characters: enough to notice a change, and short enough for a network with forty settings. */
const SHORT_DIGEST_LENGTH = 4;
const ENTRY_LENGTH = 8;

/** The digests of values by their names, so that {@link hasSameDigest} shows which of them changed. */
export function digestByName(values: Record<string, unknown>): string {
	const entries = Object.entries(values)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => toShortDigest(name) + toShortDigest(value));
	return entries.sort().join('') || ABSENT;
}

const toShortDigest = (value: unknown) => digest(value).slice(0, SHORT_DIGEST_LENGTH);

/** True if two results of {@link digestByName} have the same value under a name, or both have none. */
export const hasSameDigest = (name: string, digests: string, otherDigests: string): boolean =>
	findEntry(name, digests) === findEntry(name, otherDigests);

/** True if a result of {@link digestByName} has a value under a name. */
export const hasDigest = (name: string, digests: string): boolean =>
	findEntry(name, digests) !== undefined;

function findEntry(name: string, digests: string): string | undefined {
	const start = toShortDigest(name);
	for (let at = 0; at < digests.length; at += ENTRY_LENGTH) {
		if (digests.startsWith(start, at)) return digests.slice(at, at + ENTRY_LENGTH);
	}
	return undefined;
}

const PLUG = /^plug--.+--/;

/** True for a setting that belongs to a repost or comment by another channel. */
export const isPlug = (name: string) => PLUG.test(name);

/** The name of a setting in a fingerprint. The settings of a repost or comment share one, as they belong together. */
export const toSettingName = (name: string) => `settings.${PLUG.exec(name)?.[0] ?? name}`;

export const toTagName = (label: string) => `tags.${label}`;

/** The name of the alt text of a file in a fingerprint, by its index among all files: adapting a post keeps their order. */
export const toAltName = (fileIndex: number) => `alt.${fileIndex}`;

/** Sorts the keys of objects, and leaves out what is empty. */
function toCanonical(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((element) => toCanonical(element) ?? null);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value)
		.map(([key, own]) => [key, toCanonical(own)] as const)
		.filter(([, own]) => own !== undefined && own !== null && own !== '');
	return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An ID for a post that is about to be sent. */
export const createSendId = () => randomBytes(8).toString('base64url').slice(0, DIGEST_LENGTH);

/** The same for all rows with the same post. */
export const toContentKey = ({ minute, text, files, settings, isDraft }: Fingerprint) =>
	[minute ?? ABSENT, text, files, settings, isDraft ? 'd' : 'p'].join(' ');

/** The same for all rows with the same post on a channel. */
export const toContentId = (channelId: string, fingerprint: Fingerprint) =>
	`${channelId} ${toContentKey(fingerprint)}`;

/** The fingerprint as it is sent. */
export const formatFingerprint = ({
	rowId,
	sendId: id,
	partCount,
	...content
}: StoredFingerprint) =>
	[VERSION, toContentKey({ ...content, rowId }), rowId ?? ABSENT, id, partCount].join(' ');

/** The fingerprint in the settings of a post; undefined without one, or with one of another version. */
export function readFingerprint(
	storedSettings: IDataObject | null | undefined,
): StoredFingerprint | undefined {
	const stored = storedSettings?.[FINGERPRINT_SETTING];
	if (typeof stored !== 'string') return undefined;
	const [version, minute, text = '', files = '', settings = '', state, rowId, id = '', partCount] =
		stored.split(' ');
	if (version !== VERSION || !(Number(partCount) > 0)) return undefined;
	const readOptional = (value = ABSENT) => (value === ABSENT ? null : value);
	const content = {
		minute: readOptional(minute),
		text,
		files,
		settings,
		isDraft: state === 'd',
		rowId: readOptional(rowId),
	};
	return { ...content, sendId: id, partCount: Number(partCount) };
}

export function removeFingerprint(settings: IDataObject): IDataObject {
	const others = { ...settings };
	delete others[FINGERPRINT_SETTING];
	return others;
}

/** IDs that no other sheet has: of Airtable, UUIDs, those of Notion and MongoDB. */
export const isGloballyUnique = (rowId: string) =>
	/(?:^|\W)(?:rec[a-z\d]{14}|[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}|[\da-f]{24})(?:$|\W)/i.test(
		rowId,
	);
