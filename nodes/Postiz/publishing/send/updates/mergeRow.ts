import type { IDataObject } from 'n8n-workflow';

import { type CalendarPost, getSettings, getTags } from '../../../calendar/calendarPost';
import { type RowField, readFingerprint } from '../../../common/fingerprint';
import { toSettingName, toTagName } from '../../../common/fingerprintNames';
import type { ChannelPost, DesiredPost } from '../../../posts/desiredPost';
import type { Item } from '../../../posts/item';
import { hasSentParts, mergeParts, replacesTexts } from '../../../posts/merge/mergeParts';
import { mergeSchedule } from '../../../posts/merge/mergeSchedule';
import { RowChanges } from '../../../posts/merge/rowChanges';
import type { PostUpdate } from '../../../posts/postUpdate';
import { toChannelPost } from '../../../posts/toChannelPost';
import { alignWithFiles, removeDefaultTitles } from '../../../settings/settingsFromContent';

/**
 * Merges a row into its existing post, in a three-way merge: only what has changed in the row is written, as somebody may
 * have edited the rest in the calendar. Throws {@link Problem} if changed files belong to a part that it lacks.
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
	const usesRowText = replacesTexts(desired, existing, changes);
	const parts = mergeParts(desired, existing, { changes, usesRowText });
	const keptSettings = usesRowText
		? removeDefaultTitles(existing.settings, network, existing.parts, desired.settings)
		: existing.settings;
	const { settings, settingFiles } = mergeSettings(desired, keptSettings, changes);
	const post = {
		...existing,
		parts,
		settingFiles,
		// Some settings follow from the files, such as the kind of a post on Reddit.
		settings: changes.has('files')
			? alignWithFiles(settings, existing.target.network, parts, { adapts: true })
			: settings,
	};
	return {
		post,
		fingerprint,
		partCount: usesRowText || hasSentParts(existing.parts, changes) ? parts.length : undefined,
		tags: mergeTags(item, getTags(before), changes),
		inter: changes.hasSetting('inter') ? (item.requestFields.inter ?? 0) : undefined,
		shortLink: item.requestFields.shortLink,
		...mergeSchedule(before, desired, changes),
	};
}

/** Keeps the settings in the calendar unless the row has changed them. */
function mergeSettings(
	desired: DesiredPost,
	existing: IDataObject,
	changes: RowChanges,
): Pick<ChannelPost, 'settings' | 'settingFiles'> {
	const hasChanged = ([name]: [string, unknown]) => changes.hasSetting(toSettingName(name));
	const settings = [
		...Object.entries(existing).filter((entry) => !hasChanged(entry)),
		...Object.entries(desired.settings).filter(hasChanged),
	];
	return {
		settings: Object.fromEntries(settings),
		settingFiles: Object.fromEntries(Object.entries(desired.settingFiles).filter(hasChanged)),
	};
}

/** Removes and adds the tags that the row has removed and added; undefined if that changes nothing. */
function mergeTags(
	{ requestFields: { tags } }: Item,
	existing: string[],
	changes: RowChanges,
): PostUpdate['tags'] {
	const kept = existing
		.filter((label) => !changes.hasFormerSetting(toTagName(label)))
		.map((label) => ({ value: label, label }));
	const added = tags.filter(
		({ label }) => changes.hasSetting(toTagName(label)) && !existing.includes(label),
	);
	return added.length > 0 || kept.length < existing.length ? [...kept, ...added] : undefined;
}
