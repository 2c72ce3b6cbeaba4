import type { IDataObject } from 'n8n-workflow';

import type { FetchChannelCapabilities } from '../../channels/channelCapabilities';
import { findPlugPrefix } from '../../common/detailKeys';
import type { SettingField } from '../../networks/networkTypes';
import type { PostContent } from '../../posts/desiredPost';
import { differsFromDefault } from '../../settings/differsFromDefault';

/**
 * Fetches which settings of a post the instance doesn't know: it would publish the post without them (docs/api.md,
 * Releases). With `changed`, only checks these keys. Throws {@link Problem} if the request fails.
 */
export async function fetchUnsupportedSettings(
	{ target, settings, settingFiles, unknownSettings = [] }: PostContent,
	fetchChannelCapabilities: FetchChannelCapabilities,
	changed?: string[],
): Promise<string[]> {
	const { fields = [] } = target.network ?? {};
	const values = { ...settings, ...settingFiles } as IDataObject;
	const keysToCheck = findNonDefaultKeys(fields, values).filter(
		(key) => changed?.includes(key) ?? true,
	);
	if (keysToCheck.length + unknownSettings.length === 0) return [];
	const { settingKeys } = await fetchChannelCapabilities(target.id);
	// Some instances don't list their keys.
	const unlisted = settingKeys ? keysToCheck.filter((key) => !settingKeys.includes(key)) : [];
	return [...unlisted, ...unknownSettings.filter((key) => !settingKeys?.includes(key))];
}

/** Returns the keys of settings that differ from their defaults. Leaves out reposts, which instances never list. */
export const findNonDefaultKeys = (fields: SettingField[], settings: IDataObject): string[] =>
	fields
		.filter(
			(field) => differsFromDefault(field, settings[field.name]) && !findPlugPrefix(field.name),
		)
		.map(({ name }) => name);
