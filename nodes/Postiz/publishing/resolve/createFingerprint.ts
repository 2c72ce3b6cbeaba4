import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../common/collections';
import {
	type DetailKey,
	findPlugPrefix,
	toAltDetailKey,
	toSettingDetailKey,
	toTagDetailKey,
} from '../../common/detailKeys';
import { digest, digestByKey } from '../../common/digest';
import type { Fingerprint } from '../../common/fingerprint';
import { parseAddress, removeFragment } from '../../common/webAddress';
import { isPostablePath } from '../../media/fileType';
import { getAlt, type MediaFile } from '../../media/mediaFile';
import type { Network } from '../../networks/networkTypes';
import type { PostContent } from '../../posts/desiredPost';
import type { Item, PartInput, PostInput } from '../../posts/item';
import { differsFromDefault } from '../../settings/differsFromDefault';

/** The content of a post as entered, before texts are rendered, cut or completed. */
export interface FingerprintInput {
	post: Pick<PostInput, 'parts' | 'format'>;
	/** Without files. Channels are IDs. Other names, such as of boards, are as entered. */
	settings: IDataObject;
	network?: Network;
	/** The files of each part. */
	files: MediaFile[][];
	settingFiles: PostContent['settingFiles'];
}

/**
 * Creates the fingerprint of a post. Leaves out options that don't change the post itself, such as Skip Validation.
 * Sends no requests: a file is identified by its start and size, or by its address.
 */
export function createFingerprint(
	{ requestFields, dateSource, rowId }: Pick<Item, 'requestFields' | 'dateSource' | 'rowId'>,
	{ post, settings, network, files, settingFiles }: FingerprintInput,
): Fingerprint {
	const { type, date, tags, inter, shortLink } = requestFields;
	return {
		minute: dateSource === 'fixed' ? date.slice(0, 16) : null,
		textDigest: digest(post.parts.map(({ text }) => normalizeWhitespace(text))),
		filesDigest: digest(files.map((group) => group.map(identifyFile))),
		detailsDigest: digestByKey({
			...getNonDefaultSettings(settings, network),
			...Object.fromEntries(
				Object.entries(settingFiles).map(([name, file]) => [
					toSettingDetailKey(name),
					identifyFile(file),
				]),
			),
			...Object.fromEntries(tags.map(({ label }) => [toTagDetailKey(label), true])),
			...toAltTexts(files),
			delays: getDelays(post.parts),
			inter: inter || undefined,
			shortLink: shortLink || undefined,
			format: post.format === 'automatic' ? undefined : post.format,
		} satisfies Partial<Record<DetailKey, unknown>>),
		isDraft: type === 'draft',
		rowIdDigest: rowId === undefined ? null : digest(['row', rowId]),
	};
}

/** The alt texts by the names of their files in a fingerprint. */
const toAltTexts = (files: MediaFile[][]) =>
	Object.fromEntries(
		files.flat().map((file, index) => [toAltDetailKey(index), getAlt(file) || undefined]),
	);

/** Returns the delays of the parts. Without any delay, the number of parts doesn't matter. */
const getDelays = (parts: PartInput[]) =>
	parts.some(({ delay }) => delay) ? parts.map(({ delay }) => delay || undefined) : undefined;

/** Ignores whitespace at the ends of lines. */
const normalizeWhitespace = (text: string) =>
	text
		.normalize('NFC')
		.replace(/\r\n?/g, '\n')
		.replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
		.trim();

/** Returns the settings that differ from their defaults, by their names in a fingerprint. */
function getNonDefaultSettings(settings: IDataObject, network: Network | undefined): IDataObject {
	const nonDefault = Object.entries(settings).filter(([name, value]) => {
		const field = network?.fields.find((candidate) => candidate.name === name);
		return name !== '__type' && differsFromDefault(field ?? {}, value);
	});
	return Object.fromEntries(
		groupBy(nonDefault, ([name]) => toSettingDetailKey(name)).map((entries) => [
			toSettingDetailKey(entries[0][0]),
			findPlugPrefix(entries[0][0]) ? Object.fromEntries(entries) : entries[0][1],
		]),
	) as IDataObject;
}

/** Identifies a file by its start and size, or by its address without the signature, which changes each time. */
function identifyFile({ local, url, reference, cover, coverAt }: MediaFile): unknown {
	const coverParts = cover || coverAt !== undefined ? [cover && identifyFile(cover), coverAt] : [];
	if (local) return [local.size, local.digest, ...coverParts];
	if (url !== undefined) return [toStableAddress(url), ...coverParts];
	const { path, thumbnail, thumbnailTimestamp } = reference!;
	const thumbnailParts =
		thumbnail || thumbnailTimestamp !== undefined ? [thumbnail, thumbnailTimestamp] : [];
	return [toStableAddress(path), ...(coverParts.length > 0 ? coverParts : thumbnailParts)];
}

/** Matches parameters that sign an address, such as of Amazon, Google and Discord. */
const SIGNATURE =
	/^(?:x-(?:amz|goog)-.+|awsaccesskeyid|googleaccessid|signature|expires|policy|key-pair-id|token|ex|is|hm)$/i;

/**
 * Removes the signature from an address. Keeps other parameters, as they may define the picture, such as
 * `card.png?title=Monday`.
 */
function toStableAddress(url: string): string {
	const address = removeFragment(url);
	const parsed = isPostablePath(address.toLowerCase()) ? parseAddress(address) : undefined;
	if (!parsed) return address;
	const { searchParams } = parsed;
	// On Azure, all parameters belong to the signature.
	const isAzureUrl = searchParams.has('sig');
	for (const name of [...searchParams.keys()]) {
		if (isAzureUrl || SIGNATURE.test(name)) searchParams.delete(name);
	}
	return parsed.href;
}
