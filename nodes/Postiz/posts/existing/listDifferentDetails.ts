import {
	type DetailKey,
	toAltDetailKey,
	toSettingDetailKey,
	toTagDetailKey,
} from '../../common/detailKeys';
import { hasSameDigest } from '../../common/digest';
import type { DesiredPost } from '../desiredPost';
import type { ExistingPost } from '../existingPost';

/**
 * Lists the kinds of details in which an existing post differs, such as `tags`. Empty if they are unknown: fingerprints
 * have no names, so a tag that only the existing post has isn't found.
 */
export function listDifferentDetails(desired: DesiredPost, existing?: ExistingPost): string[] {
	const digests = existing?.fingerprint?.detailsDigest;
	if (digests === undefined) return [];
	const differs = (key: DetailKey) =>
		!hasSameDigest(key, desired.fingerprint.detailsDigest, digests);
	return Object.entries(listDetailKeys(desired))
		.filter(([, keys]) => keys.some(differs))
		.map(([kind]) => kind);
}

/** The keys of details by their kind, or by the label of their option. */
function listDetailKeys({
	target,
	settings,
	settingFiles,
	parts,
	item,
}: DesiredPost): Record<string, DetailKey[]> {
	const fieldNames = target.network?.fields.map(({ name }) => name) ?? [];
	const settingNames = [...fieldNames, ...Object.keys(settings), ...Object.keys(settingFiles)];
	const files = [...parts.flatMap((part) => part.files), ...Object.values(settingFiles)];
	return {
		settings: settingNames.map(toSettingDetailKey),
		tags: item.requestFields.tags.map(({ label }) => toTagDetailKey(label)),
		'alt texts': files.map((_file, index) => toAltDetailKey(index)),
		delays: ['delays'],
		repetition: ['inter'],
		'Shorten Links': ['shortLink'],
		'Text Format': ['format'],
	};
}
