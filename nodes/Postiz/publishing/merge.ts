import type { IDataObject } from 'n8n-workflow';

import type { CalendarPost } from '../calendar/post';
import type { MediaFile } from '../media/mediaFile';
import { rulesFor } from '../providers';
import { CONTENT_FORMATS, toContent } from '../text/content';
import { isSameContent } from '../text/stored';
import type { KeyPart } from '../values/postKey';
import { contentOfPost, type Change } from './change';
import type { Content, Part, Wanted } from './shapes';
import { withoutTitle } from './settings';

/**
 * A post as its row wants it: a three-way merge of what the row said, what the calendar has, and what the row says now.
 * What the row says as before stays, as somebody may have corrected it in the calendar.
 */
export function mergeRow(before: CalendarPost, one: Wanted, changed: KeyPart[]): Change {
	const { item, key } = one;
	const { type, date, tags, inter = 0, shortLink } = item.shared;
	const there = contentOfPost(before);
	const has = (part: KeyPart) => changed.includes(part);
	const isText = has('text') || (has('rest') && isInOtherFormat(one, there));
	const parts = (isText ? one : there).parts.map((part, index): Part => {
		const [said, kept] = [one.parts[index], there.parts[index]];
		const delay = (has('rest') ? said : kept)?.delay;
		const files = has('files')
			? (said?.files ?? [])
			: (kept?.files ?? []).map((file, place) => withAlt(file, said?.files[place]));
		return { content: part.content, files, ...(delay !== undefined && { delay }) };
	});
	const merged = has('rest')
		? { ...one, parts }
		: { ...there, parts, settings: settingsFor(one, there, isText) };
	const isTriedAgain = before.state === 'ERROR' && changed.length > 0;
	// A draft without a date goes out as of now.
	const isReleased = has('isDraft') && !key.isDraft && key.when === null;
	const isMoved = has('when') || (isTriedAgain && !key.isDraft) || isReleased;
	const state = has('isDraft') || isTriedAgain ? (key.isDraft ? 'draft' : 'scheduled') : undefined;
	if (isMoved && item.pastProblem) throw item.pastProblem;
	return {
		post: merged,
		key,
		...(has('rest') && { tags, inter }),
		shortLink,
		state,
		date: isMoved && !(key.when === null && type === 'draft') ? date : undefined,
	};
}

/** Instead of a title that was the first line of the old text, that of the row counts. */
const settingsFor = (one: Wanted, there: Content, isText: boolean): IDataObject =>
	isText
		? withoutTitle(there.settings, one.target.provider, there.parts, one.settings)
		: there.settings;

/** True if the text in the calendar is the same source in another format: nobody has edited it. */
function isInOtherFormat({ parts, target, settings }: Wanted, there: Content): boolean {
	const { text: form } = rulesFor(target.provider, settings);
	return CONTENT_FORMATS.some(
		(format) =>
			parts.length === there.parts.length &&
			parts.every(({ written }, index) => {
				const content = written && toContent({ ...written, format }, form);
				return content !== undefined && isSameContent(content, there.parts[index]!.content);
			}),
	);
}

/** A file that is there, with what the row says that it shows. */
const withAlt = (file: MediaFile, said?: MediaFile): MediaFile =>
	said?.alt === undefined ? file : { ...file, alt: said.alt };
