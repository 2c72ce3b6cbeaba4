import type { IDataObject } from 'n8n-workflow';

import { type CalendarPost, getSettings, getTags } from '../../../calendar/calendarPost';
import { type RowField, readFingerprint } from '../../../common/fingerprint';
import { toSettingName, toTagName } from '../../../common/fingerprintNames';
import type { ChannelPost, DesiredPost } from '../../../posts/desiredPost';
import type { Item } from '../../../posts/item';
import { hasSentParts, mergeParts } from '../../../posts/merge/mergeParts';
import { mergeSchedule } from '../../../posts/merge/mergeSchedule';
import { RowChanges } from '../../../posts/merge/rowChanges';
import type { PostUpdate } from '../../../posts/postUpdate';
import { toChannelPost } from '../../../posts/toChannelPost';
import { alignWithFiles, removeDefaultTitles } from '../../../settings/settingsFromContent';

/**
 * Merges a row into its existing post, in a three-way merge: writes only what changed in the row, as somebody may have
 * edited the rest in Postiz. Throws {@link Problem} if files changed in a part that the post doesn't have.
 */
export function mergeRow(
	before: CalendarPost,
	desired: DesiredPost,
	changedFields: RowField[],
): PostUpdate {
	const { item, fingerprint, target } = desired;
	const { network } = target;
	const existing = toChannelPost(before);
	const stored = readFingerprint(getSettings(before));
	const changes = new RowChanges(fingerprint, stored, changedFields);
	const { parts, usesRowText } = mergeParts(desired, existing.parts, changes);
	const keptSettings = usesRowText
		? removeDefaultTitles(existing.settings, network, existing.parts, desired.settings)
		: existing.settings;
	const { settings, settingFiles } = mergeSettings(desired, keptSettings, changes);
	const post = {
		...existing,
		parts,
		settingFiles,
		// Some settings depend on the files, such as the kind of a Reddit post.
		settings: changes.has('media')
			? alignWithFiles(settings, existing.target.network, parts, { adapts: true })
			: settings,
	};
	return {
		post,
		fingerprint,
		partCount: usesRowText || hasSentParts(existing.parts, changes) ? parts.length : undefined,
		tags: mergeTags(item, getTags(before), changes),
		inter: changes.hasDetail('inter') ? (item.requestFields.inter ?? 0) : undefined,
		shortLink: item.requestFields.shortLink,
		...mergeSchedule(before, desired, changes),
	};
}

/** Keeps a setting of the post unless it changed in the row. */
function mergeSettings(
	desired: DesiredPost,
	existing: IDataObject,
	changes: RowChanges,
): Pick<ChannelPost, 'settings' | 'settingFiles'> {
	const hasChanged = ([name]: [string, unknown]) => changes.hasDetail(toSettingName(name));
	const settings = [
		...Object.entries(existing).filter((entry) => !hasChanged(entry)),
		...Object.entries(desired.settings).filter(hasChanged),
	];
	return {
		settings: Object.fromEntries(settings),
		settingFiles: Object.fromEntries(Object.entries(desired.settingFiles).filter(hasChanged)),
	};
}

/** Applies to the post which tags were added to the row or removed from it. Returns undefined if nothing changes. */
function mergeTags(
	{ requestFields: { tags } }: Item,
	existing: string[],
	changes: RowChanges,
): PostUpdate['tags'] {
	const kept = existing
		.filter((label) => !changes.hadDetail(toTagName(label)))
		.map((label) => ({ value: label, label }));
	const added = tags.filter(
		({ label }) => changes.hasDetail(toTagName(label)) && !existing.includes(label),
	);
	return added.length > 0 || kept.length < existing.length ? [...kept, ...added] : undefined;
}
