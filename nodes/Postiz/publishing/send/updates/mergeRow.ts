import type { IDataObject } from 'n8n-workflow';

import { type CalendarPost, getSettings, getTags } from '../../../calendar/calendarPost';
import {
	hasDigest,
	hasSameDigest,
	isUndated,
	type FingerprintField,
	type Fingerprint,
	readFingerprint,
	toAltName,
	toSettingName,
	toTagName,
} from '../../../common/fingerprint';
import { Problem } from '../../../common/problem';
import { getAlt, type MediaFile, removeAlt } from '../../../media/mediaFile';
import { getTextRequirements } from '../../../networks/textRequirements';
import type { ChannelPost, DesiredPost, Part } from '../../../posts/desiredPost';
import type { Item } from '../../../posts/item';
import { toChannelPost, type PostUpdate } from '../../../posts/postUpdate';
import { alignWithFiles, removeDefaultTitles } from '../../../settings/settingsFromContent';
import { toContent } from '../../../text/content';
import { isSameContent } from '../../../text/sameContent';
import { TEXT_FORMATS } from '../../../text/textInput';

/**
 * Merges a row into its existing post, in a three-way merge: only what has changed in the row is written, as somebody may
 * have edited the rest in the calendar. Throws {@link Problem} if changed files belong to a part that was removed there.
 */
export function mergeRow(
	before: CalendarPost,
	desired: DesiredPost,
	changedFields: FingerprintField[],
): PostUpdate {
	const { item, fingerprint, target } = desired;
	const { network } = target;
	const existing = toChannelPost(before);
	const stored = readFingerprint(getSettings(before));
	const changes = new RowChanges(fingerprint, stored?.settings ?? '', changedFields);
	const usesRowText =
		changes.has('text') || (changes.hasSetting('format') && isInOtherFormat(desired, existing));
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
		tags: mergeTags(item, getTags(before), changes),
		inter: changes.hasSetting('inter') ? (item.requestFields.inter ?? 0) : undefined,
		shortLink: item.requestFields.shortLink,
		...mergeSchedule(before, desired, changes),
	};
}

/** What has changed in a row since its post was written, by the row's fingerprint and the stored one. */
class RowChanges {
	constructor(
		private readonly fingerprint: Fingerprint,
		/** The digests of settings, tags and the like in the stored fingerprint. */
		private readonly storedSettings: string,
		readonly changedFields: FingerprintField[],
	) {}

	has(field: FingerprintField): boolean {
		return this.changedFields.includes(field);
	}

	/** True if a setting, tag or the like has changed, by its name in the fingerprint. */
	hasSetting(name: string): boolean {
		return (
			this.has('settings') && !hasSameDigest(name, this.fingerprint.settings, this.storedSettings)
		);
	}

	/** True if the row had a setting, tag or the like that has changed or is gone. */
	hasFormerSetting(name: string): boolean {
		return hasDigest(name, this.storedSettings) && this.hasSetting(name);
	}
}

function mergeParts(
	desired: DesiredPost,
	existing: ChannelPost,
	{ changes, usesRowText }: { changes: RowChanges; usesRowText: boolean },
): Part[] {
	const { parts } = usesRowText ? desired : existing;
	assertPartsExist(desired, parts, changes);
	return parts.map(({ content }, index): Part => {
		const [rowPart, existingPart] = [desired.parts[index], existing.parts[index]];
		const files = mergeFiles(rowPart?.files, existingPart?.files ?? [], {
			changes,
			partIndex: index,
		});
		const usesRowDelay = changes.hasSetting('delays') || !existingPart;
		const { delay } = (usesRowDelay ? rowPart : existingPart) ?? {};
		return { content, files, ...(delay !== undefined && { delay }) };
	});
}

/** Throws {@link Problem} if changed files of the row may belong to a part that a person removed: it isn't restored. */
function assertPartsExist(desired: DesiredPost, parts: Part[], changes: RowChanges): void {
	const removed = desired.parts.findIndex(
		({ files }, index) => index >= parts.length && files.length > 0,
	);
	if (removed < 0 || !changes.has('files')) return;
	throw new Problem(
		`Part ${removed + 1} of the thread was removed in Postiz, and the files of the row have changed`,
		'Nothing was changed for this item. Remove the part from the row, or change the post with Post > Update.',
	);
}

/** `rowFiles` is undefined for a part that was added in the calendar. */
function mergeFiles(
	rowFiles: MediaFile[] | undefined,
	existingFiles: MediaFile[],
	{ changes, partIndex }: { changes: RowChanges; partIndex: number },
): MediaFile[] {
	if (!rowFiles) return existingFiles;
	if (changes.has('files')) return rowFiles;
	return existingFiles.map((file, fileIndex) => {
		const rowFile = rowFiles[fileIndex];
		if (!rowFile || !changes.hasSetting(toAltName(partIndex, fileIndex))) return file;
		const alt = getAlt(rowFile);
		return alt ? { ...file, alt } : removeAlt(file);
	});
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

/** The new state and date; undefined ones stay. */
function mergeSchedule(
	before: CalendarPost,
	{ item, fingerprint }: DesiredPost,
	changes: RowChanges,
): Pick<PostUpdate, 'state' | 'date'> {
	const isTriedAgain = before.state === 'ERROR' && changes.changedFields.length > 0;
	// A draft without a date gets one when it is released.
	const isReleased = changes.has('isDraft') && !fingerprint.isDraft && isUndated(fingerprint);
	const isMoved = changes.has('minute') || (isTriedAgain && !fingerprint.isDraft) || isReleased;
	const { type, date } = item.requestFields;
	const isUndatedDraft = isUndated(fingerprint) && type === 'draft';
	const state = fingerprint.isDraft ? 'draft' : 'scheduled';
	return {
		state: changes.has('isDraft') || isTriedAgain ? state : undefined,
		date: isMoved && !isUndatedDraft ? date : undefined,
	};
}

/** True if the text in the calendar is that of the row in another format, so nobody has edited it. */
function isInOtherFormat({ parts, target, settings }: DesiredPost, existing: ChannelPost): boolean {
	const { markup } = getTextRequirements(target.network, settings);
	return TEXT_FORMATS.some(
		(format) =>
			parts.length === existing.parts.length &&
			parts.every(({ source }, index) => {
				const content = source && toContent({ ...source, format }, markup);
				return content !== undefined && isSameContent(content, existing.parts[index]!.content);
			}),
	);
}
