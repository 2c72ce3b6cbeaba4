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
} from '../../common/postKey';
import { toPostContent, type Change } from './postDifferences';
import type { Content, Item, Part, DesiredPost } from '../model';

/**
 * A post as its row wants it: a three-way merge of what the row said, what the calendar has, and what the row says now.
 * What the row says as before stays, as somebody may have corrected it in the calendar.
 */
export function mergeRow(before: CalendarPost, one: DesiredPost, changed: KeyPart[]): Change {
	const { item, key } = one;
	const { type, date, inter = 0, shortLink } = item.shared;
	const there = toPostContent(before);
	const has = (part: KeyPart) => changed.includes(part);
	const said = readKey(getSettings(before))?.rest ?? '';
	const differs: Differs = (name) => has('rest') && !hasSameDigest(name, key.rest, said);
	const isText = has('text') || (differs('format') && isInOtherFormat(one, there));
	const parts = (isText ? one : there).parts.map((part, index): Part => {
		const [own, kept] = [one.parts[index], there.parts[index]];
		const delay = (differs('delays') ? own : kept)?.delay;
		const keptFiles = (kept?.files ?? []).map((file, place) =>
			differs('alts') ? withAlt(file, own?.files[place]) : file,
		);
		const files = has('files') ? (own?.files ?? []) : keptFiles;
		return { content: part.content, files, ...(delay !== undefined && { delay }) };
	});
	const kept = isText ? withTitleOf(one, there) : there.settings;
	const merged = mergeSettings(one, kept, differs);
	// Such as the kind of a post on Reddit.
	const settings = has('files')
		? alignWithFiles(merged.settings, there.target.network, parts, true)
		: merged.settings;
	const post = { ...there, ...merged, parts, settings };
	const isTriedAgain = before.state === 'ERROR' && changed.length > 0;
	// A draft without a date goes out as of now.
	const isReleased = has('isDraft') && !key.isDraft && key.when === null;
	const isMoved = has('when') || (isTriedAgain && !key.isDraft) || isReleased;
	const state = has('isDraft') || isTriedAgain ? (key.isDraft ? 'draft' : 'scheduled') : undefined;
	if (isMoved && item.pastProblem) throw item.pastProblem;
	return {
		post,
		key,
		tags: mergeTags(item, getTags(before), { differs, said }),
		inter: differs('inter') ? inter : undefined,
		shortLink,
		state,
		date: isMoved && !(key.when === null && type === 'draft') ? date : undefined,
	};
}

/** True if the row says something else under this name of its key than before. */
type Differs = (name: string) => boolean;

/** The settings of the calendar, but for those that the row says otherwise than before. */
function mergeSettings(
	{ settings: own, settingFiles: files }: DesiredPost,
	kept: IDataObject,
	differs: Differs,
): Pick<Content, 'settings' | 'settingFiles'> {
	const isOwn = ([name]: [string, unknown]) => differs(toSettingKey(name));
	const settings = [
		...Object.entries(kept).filter((entry) => !isOwn(entry)),
		...Object.entries(own).filter(isOwn),
	];
	return {
		settings: Object.fromEntries(settings),
		settingFiles: Object.fromEntries(Object.entries(files).filter(isOwn)),
	};
}

/** The tags of the calendar without those that the row has lost, and with those that it got; undefined if it says the same. */
function mergeTags(
	{ shared: { tags } }: Item,
	kept: string[],
	{ differs, said }: { differs: Differs; said: string },
): Change['tags'] {
	const isNew = ({ label }: { label: string }) => differs(toTagKey(label));
	const isLost = (label: string) => hasDigest(toTagKey(label), said) && differs(toTagKey(label));
	const left = kept.filter((label) => !isLost(label)).map((label) => ({ value: label, label }));
	const added = tags.filter((tag) => isNew(tag) && !kept.includes(tag.label));
	return added.length > 0 || left.length < kept.length ? [...left, ...added] : undefined;
}

/** Settings of the calendar; instead of a title that was the first line of the old text, that of the row counts. */
const withTitleOf = (one: DesiredPost, there: Content): IDataObject =>
	withoutTitle(there.settings, one.target.network, there.parts, one.settings);

/** True if the text in the calendar is the same source in another format: nobody has edited it. */
function isInOtherFormat({ parts, target, settings }: DesiredPost, there: Content): boolean {
	const { textForm: form } = getTextRules(target.network, settings);
	return CONTENT_FORMATS.some(
		(format) =>
			parts.length === there.parts.length &&
			parts.every(({ source }, index) => {
				const content = source && toContent({ ...source, format }, form);
				return content !== undefined && isSameContent(content, there.parts[index]!.content);
			}),
	);
}

/** A file that is there, with what the row says that it shows. */
const withAlt = (file: MediaFile, said?: MediaFile): MediaFile =>
	said?.alt === undefined ? file : { ...file, alt: said.alt };
