import { toMinuteNumber } from '../../common/date';
import { hasSameComparableText } from './hasSameComparableText';
import { keep, type MatchRule, reject, rejectOnlineConflict } from './matchRule';
import { countFiles, type PostPair } from './postPair';

/**
 * True for a post without a fingerprint that looks the same: another client made it, or the instance drops fingerprints.
 * Its files may differ if they can't be compared.
 */
export function isLookalike(pair: PostPair): boolean {
	const { desired, existing, input } = pair;
	if (existing.fingerprint || !hasSameComparableText(desired, existing)) return false;
	const isCloseInTime = pair.desiredHasFixedDate
		? toMinuteNumber(desired.time) === toMinuteNumber(existing.time)
		: !input.keepsFingerprints && !existing.wasCreatedInPostiz && pair.isInDedupeWindow;
	const existingFiles = existing.parts?.flatMap(({ image }) => image);
	const hasSameFileCount = !existingFiles || existingFiles.length === countFiles(desired);
	return isCloseInTime && hasSameFileCount && pair.fileMatch !== 'different';
}

/** True if a lookalike has different links, which Postiz may have shortened. */
const hasUncomparedLinks = (pair: PostPair) =>
	isLookalike(pair) && pair.desired.comparableText !== pair.existing.comparableText;

/** True if a post that may be more than a single text has unreadable parts. */
function hasUnreadableParts({ desired, existing }: PostPair): boolean {
	const isOneText = countFiles(desired) === 0 && desired.parts.length === 1;
	return existing.parts === undefined && !isOneText;
}

const hasFewerParts = ({ desired, existing }: PostPair) =>
	existing.parts !== undefined && existing.parts.length < desired.parts.length;

/** These rules apply to Create, and to rows without a post with their Row ID. */
export const LOOKALIKE: MatchRule[] = [
	// Possibly online: never sent again.
	{
		applies: (pair) => isLookalike(pair) && pair.onlineConflict !== undefined,
		decide: rejectOnlineConflict,
	},
	// No fixed date, and different links: Postiz may have shortened them, or it may be a different post.
	{
		applies: (pair) => hasUncomparedLinks(pair) && !pair.desiredHasFixedDate,
		decide: reject('uncomparedLinks'),
	},
	// Its parts can't be read.
	{
		applies: (pair) => isLookalike(pair) && hasUnreadableParts(pair),
		decide: reject('uncomparedFiles'),
	},
	// Without text: only the files could show whether it is the same post.
	{
		applies: (pair) => isLookalike(pair) && pair.fileMatch === 'uncompared' && !pair.desiredHasText,
		decide: reject('uncomparedFiles'),
	},
	// Fewer parts: the rest of the thread may have failed.
	{
		applies: (pair) => isLookalike(pair) && hasFewerParts(pair),
		decide: reject('incompleteThread'),
	},
	// Draft: somebody may approve it.
	{
		applies: (pair) =>
			isLookalike(pair) && pair.existing.state === 'DRAFT' && !pair.desired.fingerprint.isDraft,
		decide: reject('existingDraft'),
	},
	// The same post: somebody made it in Postiz, or the instance drops fingerprints. It may be scheduled although a draft
	// is desired: without a fingerprint, a draft that a person has approved looks the same.
	{
		applies: isLookalike,
		decide: keep,
	},
];
