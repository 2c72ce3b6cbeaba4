import { toAltDetailKey } from '../../common/detailKeys';
import { Problem } from '../../common/problem';
import { getAlt, type MediaFile, removeAlt } from '../../media/mediaFile';
import { getTextRequirements } from '../../networks/textRequirements';
import { isShortenedFrom } from '../../text/comparableTexts';
import { toContent, TEXT_FORMATS } from '../../text/content';
import { isSameContent } from '../../text/sameContent';
import { getVisibleText, isBlank } from '../../text/storedText';
import type { DesiredPost, Part } from '../desiredPost';
import type { RowChanges } from './rowChanges';

/**
 * Merges the parts of a row into the parts of its post. `usesRowText`: the texts of the row replace the texts of the
 * post. Throws {@link Problem} if files changed in a part that the post doesn't have.
 */
export function mergeParts(
	desired: DesiredPost,
	existingParts: Part[],
	changes: RowChanges,
): { parts: Part[]; usesRowText: boolean } {
	const { parts: rowParts } = desired;
	const usesRowText = replacesTexts(desired, existingParts, changes);
	const parts = usesRowText ? rowParts : selectPartsOrThrow(desired, existingParts, changes);
	const files = changes.hasChanged('media')
		? replaceFiles(parts, rowParts, existingParts, changes)
		: keepFiles(parts, rowParts, existingParts, changes);
	const merged = parts.map(({ content, textInput }, index): Part => {
		const [rowPart, existingPart] = [rowParts[index], existingParts[index]];
		const usesRowDelay = changes.hasDetailChanged('delays') || !existingPart;
		const { delay } = (usesRowDelay ? rowPart : existingPart) ?? {};
		return {
			content,
			...(textInput && { textInput }),
			files: files[index] ?? [],
			...(delay !== undefined && { delay }),
		};
	});
	return { parts: merged, usesRowText };
}

/**
 * True if the texts of a row, and how they are split into parts, replace those of the post. This applies if the row's
 * text has changed, or if nobody has edited the post, and a new format or new files may change how the text is split.
 */
function replacesTexts(desired: DesiredPost, existingParts: Part[], changes: RowChanges): boolean {
	return (
		changes.hasChanged('text') ||
		(changes.hasDetailChanged('format') && isInOtherFormat(desired, existingParts)) ||
		(changes.hasChanged('media') &&
			hasSentParts(existingParts, changes) &&
			hasSameText(desired.parts, existingParts, getComparisonOptions(desired)))
	);
}

/** True if nobody has added or removed parts in Postiz. */
export const hasSentParts = (existingParts: Part[], { sentPartCount }: RowChanges): boolean =>
	existingParts.length === sentPartCount;

/**
 * Returns the existing parts. If the row's files have changed, adds or removes parts that only have files, unless
 * somebody has added or removed parts in Postiz.
 */
function selectPartsOrThrow(
	desired: DesiredPost,
	existingParts: Part[],
	changes: RowChanges,
): Part[] {
	if (!changes.hasChanged('media')) return existingParts;
	const { parts: rowParts } = desired;
	const surplus = rowParts.slice(existingParts.length).filter(({ files }) => files.length > 0);
	if (hasSentParts(existingParts, changes) && surplus.every(({ content }) => isBlank(content))) {
		return [
			...existingParts.filter(({ content }, index) => index < rowParts.length || !isBlank(content)),
			...surplus,
		];
	}
	const misplaced = hasSentParts(existingParts, changes)
		? undefined
		: findMisplacedPart(desired, existingParts);
	const missing = misplaced ?? surplus[0];
	if (missing) throw createMissingPartProblem(rowParts.indexOf(missing));
	return existingParts;
}

/** Finds the first part with files whose text has moved, as somebody added or removed a part before it. */
const findMisplacedPart = (desired: DesiredPost, existingParts: Part[]) =>
	desired.parts
		.slice(1, existingParts.length)
		.find(
			({ content, files }, index) =>
				files.length > 0 &&
				!isSameContent(content, existingParts[index + 1]!.content, getComparisonOptions(desired)),
		);

const createMissingPartProblem = (index: number) =>
	new Problem(
		`Postiz has no part ${index + 1} of the thread, and the files of the row have changed`,
		'Nothing was changed for this item. Somebody may have removed the part in Postiz. Remove it from the row, or change the post with Post > Update.',
	);

/** Returns the files of the row, and the files of parts that were added in Postiz. */
function replaceFiles(
	parts: Part[],
	rowParts: Part[],
	existingParts: Part[],
	changes: RowChanges,
): MediaFile[][] {
	const keptParts = hasSentParts(existingParts, changes) ? [] : existingParts;
	return parts.map((_part, index) => (rowParts[index] ?? keptParts[index])?.files ?? []);
}

/**
 * Returns the files of the post with the alt texts of the row. If both have the same number of files, they are split
 * into parts as in the row.
 */
function keepFiles(
	parts: Part[],
	rowParts: Part[],
	existingParts: Part[],
	changes: RowChanges,
): MediaFile[][] {
	const rowFiles = listFiles(rowParts);
	const existingFiles = listFiles(existingParts);
	const hasSameCount = rowFiles.length === existingFiles.length;
	const kept = existingParts.map(({ files }, partIndex) =>
		files.map((file, fileIndex) => {
			const rowFile = hasSameCount
				? rowFiles[existingFiles.indexOf(file)]
				: rowParts[partIndex]?.files[fileIndex];
			return rowFile ? mergeAlt(file, rowFile, rowFiles.indexOf(rowFile), changes) : file;
		}),
	);
	if (!hasSameCount || parts !== rowParts) return kept;
	const remainingFiles = kept.flat();
	return rowParts.map(({ files }) => remainingFiles.splice(0, files.length));
}

const listFiles = (parts: Part[]): MediaFile[] => parts.flatMap(({ files }) => files);

function mergeAlt(
	file: MediaFile,
	rowFile: MediaFile,
	rowIndex: number,
	changes: RowChanges,
): MediaFile {
	if (!changes.hasDetailChanged(toAltDetailKey(rowIndex))) return file;
	const alt = getAlt(rowFile);
	return alt ? { ...file, alt } : removeAlt(file);
}

/** True if the post has the text of the row in another format, so nobody has edited it. */
function isInOtherFormat(desired: DesiredPost, existingParts: Part[]): boolean {
	const { parts, target, settings } = desired;
	const { markup } = getTextRequirements(target.network, settings);
	const entered = parts.filter(({ textInput }) => textInput);
	return TEXT_FORMATS.some((format) =>
		hasSameText(
			entered.map((part) => ({
				...part,
				content: toContent({ ...part.textInput!, format }, markup),
			})),
			existingParts,
			getComparisonOptions(desired),
		),
	);
}

/** With Shorten Links, the post has different links. */
const getComparisonOptions = ({ item }: DesiredPost) => ({
	isShortened: item.requestFields.shortLink,
});

/** True if parts have the same texts, or the same overall text split in different places. */
function hasSameText(
	parts: Part[],
	existingParts: Part[],
	options: { isShortened: boolean },
): boolean {
	if (parts.length === existingParts.length) {
		return parts.every(({ content }, index) =>
			isSameContent(content, existingParts[index]!.content, options),
		);
	}
	return (
		joinTexts(parts) === joinTexts(existingParts) ||
		(options.isShortened &&
			isShortenedFrom(joinTextsAndLinks(parts), joinTextsAndLinks(existingParts)))
	);
}

const listWords = (parts: Part[]): string[] =>
	parts.flatMap(({ content }) => getVisibleText(content).split(/\s+/));

/** Joins texts without whitespace, because some is lost where a text is split. */
const joinTexts = (parts: Part[]): string => listWords(parts).join('');

/** Like {@link joinTexts}, but keeps links apart. */
const joinTextsAndLinks = (parts: Part[]): string =>
	listWords(parts)
		.map((word) => (word.includes('://') ? ` ${word} ` : word))
		.join('');
