import type { MediaFile } from '../../media/mediaFile';
import { toContent, textRulesFor } from '../../text/content';
import { CONTENT_FORMATS } from '../../text/written';
import { isSameContent } from '../../text/sameContent';
import { sameParts } from '../../values/postKey';
import type { Kept, PlannedPart, PlannedPost } from '../types';
import { withoutTitle } from './titles';

/**
 * A post with what the existing one keeps: what the form leaves out (`keeps`), and what it says as before, by the parts
 * of the key: somebody may have corrected that in the calendar.
 */
export function carryOver(
	planned: PlannedPost,
	before: PlannedPost,
	keeps: Kept[] = [],
): PlannedPost {
	const same = sameParts(before.key, planned.key);
	const keepsText = same.has('text') && (same.has('rest') || !isInOtherFormat(planned, before));
	const [first, ...later] = planned.parts;
	const [, ...laterBefore] = before.parts;
	const own = [...(first ? [first] : []), ...(keeps.includes('thread') ? laterBefore : later)];
	const parts = (keepsText ? before.parts : own).map((part, index): PlannedPart => {
		const [said, there] = [own[index], before.parts[index]];
		const delay = (same.has('rest') ? there : said)?.delay;
		const keepsFiles = same.has('files') || (index === 0 && keeps.includes('media'));
		const files = keepsFiles
			? (there?.files ?? []).map((file, fileIndex) => withAlt(file, said?.files[fileIndex]))
			: (said?.files ?? []);
		return { ...part, files, ...(delay !== undefined && { delay }) };
	});
	if (!same.has('rest')) return { ...planned, parts };
	// Instead of a title that was the first line of the text, that of the row counts: entered, or from its own text.
	const { provider } = planned.target;
	const settings = keepsText
		? before.settings
		: withoutTitle(before.settings, provider, before.parts, planned.settings);
	return { ...planned, parts, settings, settingFiles: {} };
}

/** True if the text in the calendar is the same source in another format: nobody has edited it. */
function isInOtherFormat({ parts, target, settings }: PlannedPost, before: PlannedPost): boolean {
	const rules = textRulesFor(target.provider, settings);
	return CONTENT_FORMATS.some(
		(format) =>
			parts.length === before.parts.length &&
			parts.every(({ written }, index) => {
				const content = written && toContent({ ...written, format }, rules);
				return content !== undefined && isSameContent(content, before.parts[index]!.content);
			}),
	);
}

/** A file that is there, with what the row says that it shows. */
const withAlt = (file: MediaFile, said?: MediaFile): MediaFile =>
	said?.alt === undefined ? file : { ...file, alt: said.alt };
