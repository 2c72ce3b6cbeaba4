import type { IDataObject } from 'n8n-workflow';

import { isEmpty, isObject, toObject } from '../../common/value';
import { getEntryLabel } from '../../form/fieldSpec';
import type { Picker, SettingField } from '../../networks/networkTypes';
import { isPicker } from '../../networks/settingFields';
import type { PostContent, NameIssue } from '../../posts/desiredPost';
import type { PostizClient } from '../../transport/client';
import { resolvePickerName, type PickerLookup } from './resolvePickerName';

/** True for a picker with a list. Others only have a search. */
const hasChoices = (field: SettingField): field is Picker =>
	isPicker(field) && field.searchKey === undefined;

/**
 * Replaces names in settings with IDs, such as the name of a board. Names are looked up in the list of the field, once
 * per run and channel. An unknown or ambiguous name becomes an issue that lists the choices. Throws {@link Problem} if
 * further requests would fail, too, unless the item skips validation.
 */
export async function resolveNames<T extends PostContent>(
	post: T,
	client: PostizClient,
	{
		keys = Object.keys(post.settings),
		skipsValidation = false,
	}: { keys?: string[]; skipsValidation?: boolean } = {},
): Promise<T> {
	const { network, id } = post.target;
	const fields = (network?.fields ?? []).filter(({ name }) => keys.includes(name));
	const resolver = new NameResolver({ client, channelId: id, skipsValidation });
	const settings = await resolver.resolveSettings(fields, post.settings);
	return { ...post, settings, nameIssues: resolver.issues };
}

class NameResolver {
	readonly issues: NameIssue[] = [];

	constructor(private readonly channel: Omit<PickerLookup, 'label' | 'settings'>) {}

	/** `group`: the settings group, if any, with the key of its setting. */
	async resolveSettings(
		fields: SettingField[],
		settings: IDataObject,
		group?: { label: string; settingKey: string },
	): Promise<IDataObject> {
		const resolved = { ...settings };
		for (const field of fields) {
			const { name, displayName, nested } = field;
			const value: unknown = resolved[name];
			const label = group ? `${group.label}: ${displayName}` : displayName;
			const { settingKey = name } = group ?? {};
			if (nested && Array.isArray(value)) {
				resolved[name] = (await this.resolveGroups(nested, value, settingKey)) as IDataObject[];
			} else if (hasChoices(field) && !isEmpty(value)) {
				const lookup = { ...this.channel, label, settings: resolved };
				const resolve = async (entry: unknown) => {
					const picked = await resolvePickerName(field, entry, lookup);
					if (picked.issue) this.issues.push({ ...picked.issue, settingKey });
					return picked.value as string;
				};
				resolved[name] = Array.isArray(value)
					? await Promise.all(value.map(resolve))
					: await resolve(value);
			}
		}
		return resolved;
	}

	private async resolveGroups(
		{ name, fields }: NonNullable<SettingField['nested']>,
		groups: unknown[],
		settingKey: string,
	): Promise<unknown[]> {
		const resolve = async (group: unknown, index: number) => {
			const { value } = toObject(group);
			if (!isObject(value)) return group;
			const label = getEntryLabel(name, index, groups.length);
			return {
				...toObject(group),
				value: await this.resolveSettings(fields, value, { label, settingKey }),
			};
		};
		return await Promise.all(groups.map(resolve));
	}
}
