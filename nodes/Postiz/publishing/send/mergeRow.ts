import type { IDataObject } from 'n8n-workflow';

import { getSettings, getTags, type CalendarPost } from '../../calendar/calendarPost';
import { alignWithFiles, withoutTitle } from '../../channels/settingsFromContent';
import type { MediaFile } from '../../media/mediaFile';
import { getTextRules } from '../../networks';
import { CONTENT_FORMATS, toContent } from '../../text/content';
import { isSameContent } from '../../text/storedText';
import {
	hasDigest,
	hasSameDigest,
	readKey,
	toSettingKey,
	toTagKey,
	type KeyPart,
	type PostKey,
} from '../../common/postKey';
import { toPostContent, type Change } from './postDifferences';
import type { Content, Item, Part, DesiredPost } from '../model';

/**
 * Merges an existing post with its row, three-way: what hasn't changed in the row stays, as somebody may have corrected it
 * in the calendar.
 */
export function mergeRow(
	before: CalendarPost,
	desired: DesiredPost,
	changedParts: KeyPart[],
): Change {
	const { item, key } = desired;
	const existing = toPostContent(before);
	const row = new RowChanges(key, readKey(getSettings(before))?.settings ?? '', changedParts);
	const takesText =
		row.has('text') || (row.hasChanged('format') && isInOtherFormat(desired, existing));
	const parts = mergeParts(desired, existing, { row, takesText });
	const kept = takesText
		? withoutTitle(existing.settings, desired.target.network, existing.parts, desired.settings)
		: existing.settings;
	const { settings, settingFiles } = mergeSettings(desired, kept, row);
	const post = {
		...existing,
		parts,
		settingFiles,
		// Some settings follow from the files, such as the kind of a post on Reddit.
		settings: row.has('files')
			? alignWithFiles(settings, existing.target.network, parts, true)
			: settings,
	};
	return {
		post,
		key,
		tags: mergeTags(item, getTags(before), row),
		inter: row.hasChanged('inter') ? (item.shared.inter ?? 0) : undefined,
		shortLink: item.shared.shortLink,
		...mergeMoment(before, desired, row),
	};
}

/** What has changed in a row since its post was written, by its key and the stored one. */
class RowChanges {
	constructor(
		private readonly key: PostKey,
		/** The digests that the stored key has of settings, tags and the like. */
		private readonly storedSettings: string,
		readonly parts: KeyPart[],
	) {}

	has(part: KeyPart): boolean {
		return this.parts.includes(part);
	}

	/** True for a setting, tag or the like that has changed, by its name in the key. */
	hasChanged(name: string): boolean {
		return this.has('settings') && !hasSameDigest(name, this.key.settings, this.storedSettings);
	}

	/** True for what the row had, and doesn't have now. */
	hasRemoved(name: string): boolean {
		return hasDigest(name, this.storedSettings) && this.hasChanged(name);
	}
}

function mergeParts(
	desired: DesiredPost,
	existing: Content,
	{ row, takesText }: { row: RowChanges; takesText: boolean },
): Part[] {
	return (takesText ? desired : existing).parts.map(({ content }, index): Part => {
		const [wanted, kept] = [desired.parts[index], existing.parts[index]];
		const { delay } = (row.hasChanged('delays') ? wanted : kept) ?? {};
		const keptFiles = (kept?.files ?? []).map((file, place) =>
			row.hasChanged('alts') ? withAlt(file, wanted?.files[place]) : file,
		);
		const files = row.has('files') ? (wanted?.files ?? []) : keptFiles;
		return { content, files, ...(delay !== undefined && { delay }) };
	});
}

const withAlt = (file: MediaFile, { alt }: Partial<MediaFile> = {}): MediaFile =>
	alt === undefined ? file : { ...file, alt };

/** Keeps settings of the calendar unless the row has changed them. */
function mergeSettings(
	desired: DesiredPost,
	kept: IDataObject,
	row: RowChanges,
): Pick<Content, 'settings' | 'settingFiles'> {
	const hasChanged = ([name]: [string, unknown]) => row.hasChanged(toSettingKey(name));
	const settings = [
		...Object.entries(kept).filter((entry) => !hasChanged(entry)),
		...Object.entries(desired.settings).filter(hasChanged),
	];
	return {
		settings: Object.fromEntries(settings),
		settingFiles: Object.fromEntries(Object.entries(desired.settingFiles).filter(hasChanged)),
	};
}

/** Removes and adds tags of the calendar like the row; undefined if that changes nothing. */
function mergeTags(
	{ shared: { tags } }: Item,
	existing: string[],
	row: RowChanges,
): Change['tags'] {
	const kept = existing
		.filter((label) => !row.hasRemoved(toTagKey(label)))
		.map((label) => ({ value: label, label }));
	const added = tags.filter(
		({ label }) => row.hasChanged(toTagKey(label)) && !existing.includes(label),
	);
	return added.length > 0 || kept.length < existing.length ? [...kept, ...added] : undefined;
}

/** The state and the date, as far as they change. Throws {@link Problem} if the new date has passed. */
function mergeMoment(
	before: CalendarPost,
	{ item, key }: DesiredPost,
	row: RowChanges,
): Pick<Change, 'state' | 'date'> {
	const isTriedAgain = before.state === 'ERROR' && row.parts.length > 0;
	// A draft without a date goes out as of now.
	const isReleased = row.has('isDraft') && !key.isDraft && key.when === null;
	const isMoved = row.has('when') || (isTriedAgain && !key.isDraft) || isReleased;
	if (isMoved && item.pastProblem) throw item.pastProblem;
	const { type, date } = item.shared;
	const isUndatedDraft = key.when === null && type === 'draft';
	const state = key.isDraft ? 'draft' : 'scheduled';
	return {
		state: row.has('isDraft') || isTriedAgain ? state : undefined,
		date: isMoved && !isUndatedDraft ? date : undefined,
	};
}

/** True if the text in the calendar is the same source in another format: nobody has edited it. */
function isInOtherFormat({ parts, target, settings }: DesiredPost, existing: Content): boolean {
	const { textForm } = getTextRules(target.network, settings);
	return CONTENT_FORMATS.some(
		(format) =>
			parts.length === existing.parts.length &&
			parts.every(({ source }, index) => {
				const content = source && toContent({ ...source, format }, textForm);
				return content !== undefined && isSameContent(content, existing.parts[index]!.content);
			}),
	);
}
