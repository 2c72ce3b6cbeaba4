import { toSettingDetailKey, toTagDetailKey } from '../../common/detailKeys';
import type { RowField } from '../../common/fingerprint';
import { fitSettingsToFiles, removeDefaultTitles } from '../../settings/settingsFromContent';
import type { DesiredPost } from '../desiredPost';
import type { Item } from '../item';
import type { PostUpdate } from '../postUpdate';
import { hasSentParts, mergeParts } from './mergeParts';
import { mergeSchedule } from './mergeSchedule';
import { RowChanges } from './rowChanges';
import type { UpdatableFields } from './updatableFields';

/**
 * Merges a row into its existing post, in a three-way merge: writes only what changed in the row, as somebody may have
 * edited the rest in Postiz. Throws {@link Problem} if files changed in a part that the post doesn't have.
 */
export function mergeRow(
	current: UpdatableFields,
	desired: DesiredPost,
	changedFields: RowField[],
): PostUpdate {
	const { post: existing } = current;
	const { item, fingerprint, target } = desired;
	const changes = new RowChanges(fingerprint, current.fingerprint, changedFields);
	const { parts, usesRowText } = mergeParts(desired, existing.parts, changes);
	const keptSettings = usesRowText
		? removeDefaultTitles(existing.settings, target.network, existing.parts, desired.settings)
		: existing.settings;
	const settings = mergeSettings(keptSettings, desired.settings, changes);
	const post = {
		...existing,
		parts,
		// Some settings depend on the files, such as the kind of a Reddit post.
		settings: changes.hasChanged('media')
			? fitSettingsToFiles(settings, existing.target.network, parts, { adapts: true })
			: settings,
		settingFiles: mergeSettings(existing.settingFiles, desired.settingFiles, changes),
	};
	return {
		post,
		fingerprint,
		partCount: usesRowText || hasSentParts(existing.parts, changes) ? parts.length : undefined,
		tags: mergeTags(item, current.tags, changes),
		repeatDays: changes.hasDetailChanged('inter') ? (item.requestFields.inter ?? 0) : undefined,
		shortLink: item.requestFields.shortLink,
		...mergeSchedule(current, desired, changes),
	};
}

/** Keeps a setting of the post unless it changed in the row. */
function mergeSettings<Value>(
	existing: Record<string, Value>,
	desired: Record<string, Value>,
	changes: RowChanges,
): Record<string, Value> {
	const hasChanged = ([name]: [string, Value]) =>
		changes.hasDetailChanged(toSettingDetailKey(name));
	return Object.fromEntries([
		...Object.entries(existing).filter((entry) => !hasChanged(entry)),
		...Object.entries(desired).filter(hasChanged),
	]);
}

/** Adds tags that were added to the row, and removes those that were removed. Returns undefined if nothing changes. */
function mergeTags(
	{ requestFields: { tags } }: Item,
	existing: string[],
	changes: RowChanges,
): PostUpdate['tags'] {
	const kept = existing
		.filter((label) => !changes.wasDetailChangedOrRemoved(toTagDetailKey(label)))
		.map((label) => ({ value: label, label }));
	const added = tags.filter(
		({ label }) => changes.hasDetailChanged(toTagDetailKey(label)) && !existing.includes(label),
	);
	return added.length > 0 || kept.length < existing.length ? [...kept, ...added] : undefined;
}
