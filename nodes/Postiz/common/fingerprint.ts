import { randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { DIGEST_LENGTH } from './digest';

/**
 * The setting that stores the fingerprint. The service returns settings that it doesn't know (docs/api.md, Fingerprints
 * of posts).
 */
export const FINGERPRINT_SETTING = 'n8n';

const VERSION = '1';
const ABSENT = '-';

/** What a post was made from: the values of its row, most of them as digests. */
export interface Fingerprint {
	/** The minute of its date, in UTC; null without a fixed date (`Item.dateSource`). */
	minute: string | null;
	/** Of the texts as entered. */
	textDigest: string;
	filesDigest: string;
	/** Of all details, each with its own digest: settings, tags, alt texts, delays and others (`DetailKey`). */
	detailsDigest: string;
	isDraft: boolean;
	/** Null in Create. */
	rowIdDigest: string | null;
}

export interface StoredFingerprint extends Fingerprint {
	/** Different for each post of each request. */
	sendId: string;
	/** The number of parts sent. */
	partCount: number;
}

/**
 * The fields of a row that may change, with the part of a fingerprint that shows it. `details` are settings, tags and
 * everything else.
 */
export const ROW_FIELDS = {
	date: 'minute',
	text: 'textDigest',
	media: 'filesDigest',
	details: 'detailsDigest',
	state: 'isDraft',
} as const satisfies Record<string, keyof Fingerprint>;
export type RowField = keyof typeof ROW_FIELDS;

/** True if its item has the same date in each run (`Item.dateSource`). */
export const hasFixedDate = ({ minute }: Fingerprint): boolean => minute !== null;

/** An ID for a post that is about to be sent. */
export const createSendId = () => randomBytes(8).toString('base64url').slice(0, DIGEST_LENGTH);

/** Returns a key that is the same for all rows with the same post. */
export const toContentKey = ({
	minute,
	textDigest,
	filesDigest,
	detailsDigest,
	isDraft,
}: Fingerprint) =>
	[minute ?? ABSENT, textDigest, filesDigest, detailsDigest, isDraft ? 'd' : 'p'].join(' ');

/** Returns a key that is the same for all rows with the same post on a channel. */
export const toContentKeyOnChannel = (channelId: string, fingerprint: Fingerprint) =>
	`${channelId} ${toContentKey(fingerprint)}`;

/** Returns a key that is the same for all posts of a row on a channel. */
export const toRowKeyOnChannel = (channelId: string, { rowIdDigest }: Fingerprint) =>
	`${channelId} ${rowIdDigest}`;

/** The fingerprint as it is sent. */
export const formatFingerprint = ({ sendId, partCount, ...content }: StoredFingerprint) =>
	[VERSION, toContentKey(content), content.rowIdDigest ?? ABSENT, sendId, partCount].join(' ');

/** Reads the fingerprint from the settings of a post. Undefined without a fingerprint of this version. */
export function readFingerprint(
	storedSettings: IDataObject | null | undefined,
): StoredFingerprint | undefined {
	const stored = storedSettings?.[FINGERPRINT_SETTING];
	if (typeof stored !== 'string') return undefined;
	const [version, minute, text = '', files = '', details = '', state, rowId, id = '', partCount] =
		stored.split(' ');
	if (version !== VERSION || !(Number(partCount) > 0)) return undefined;
	const readOptional = (value = ABSENT) => (value === ABSENT ? null : value);
	return {
		minute: readOptional(minute),
		textDigest: text,
		filesDigest: files,
		detailsDigest: details,
		isDraft: state === 'd',
		rowIdDigest: readOptional(rowId),
		sendId: id,
		partCount: Number(partCount),
	};
}

export function removeFingerprint(settings: IDataObject): IDataObject {
	const others = { ...settings };
	delete others[FINGERPRINT_SETTING];
	return others;
}

/** True if no other sheet has the ID: a UUID, or an ID from Airtable, Notion or MongoDB. */
export const isGloballyUnique = (rowId: string) =>
	/(?:^|\W)(?:rec[a-z\d]{14}|[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}|[\da-f]{24})(?:$|\W)/i.test(
		rowId,
	);
