import { DAY_MS, toMinuteNumber } from '../../common/date';
import { isUndated, ROW_FIELDS, type RowField } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import { getDedupeWindow } from '../../posts/existing/dedupeWindow';
import { isIncompleteThread } from '../../posts/existing/findSentPost';
import { isPending, type ExistingPost } from '../../posts/existingPost';
import type { Conflict } from '../../posts/plannedPost';
import { areSimilarTexts } from '../../text/similarTexts';
import type { FileComparison, FileMatch, MatchInput } from './matchInput';

/** How late Postiz still publishes a post (docs/api.md, Posts that do not go out). */
const MAX_LATENESS_MS = 2 * DAY_MS;

/** Compares a desired post with an existing one on the same channel. The rules of matching are based on these facts. */
export class PostPair {
	constructor(
		readonly desired: DesiredPost,
		readonly existing: ExistingPost,
		private readonly input: MatchInput,
	) {}

	get desiredIsDated(): boolean {
		return !isUndated(this.desired.fingerprint);
	}

	get desiredHasText(): boolean {
		return this.desired.comparableText !== '';
	}

	get existingIsPublished(): boolean {
		return this.existing.state === 'PUBLISHED';
	}

	get existingIsPending(): boolean {
		return isPending(this.existing.state);
	}

	get isInDesiredState(): boolean {
		return (this.existing.state === 'DRAFT') === this.desired.fingerprint.isDraft;
	}

	get wasMadeInDesiredState(): boolean {
		return this.existing.fingerprint?.isDraft === this.desired.fingerprint.isDraft;
	}

	/** The state is the desired one, was chosen by a person, or is final. */
	get isInAcceptedState(): boolean {
		return this.isInDesiredState || this.wasMadeInDesiredState || !this.existingIsPending;
	}

	get hasSameText(): boolean {
		return this.desired.fingerprint.textDigest === this.existing.fingerprint?.textDigest;
	}

	get hasSameDetails(): boolean {
		return this.desired.fingerprint.detailsDigest === this.existing.fingerprint?.detailsDigest;
	}

	/** Same date, or both undated. */
	get hasSameDateOrNone(): boolean {
		return this.desired.fingerprint.minute === this.existing.fingerprint?.minute;
	}

	get hasSameRowId(): boolean {
		const { rowIdDigest } = this.desired.fingerprint;
		return rowIdDigest !== null && rowIdDigest === this.existing.fingerprint?.rowIdDigest;
	}

	/** True for a row and a post of Create, which has no Row ID. */
	get predatesRowId(): boolean {
		return (
			this.desired.fingerprint.rowIdDigest !== null &&
			this.existing.fingerprint?.rowIdDigest === null
		);
	}

	private get isInDedupeWindow(): boolean {
		return this.existing.age <= getDedupeWindow(this.input.isRepeatedOnPurpose);
	}

	/**
	 * Same text, and the same date or both undated. Undated posts must also be within the dedupe window, or the existing
	 * one predates the Row ID.
	 */
	get hasSameTextAndDate(): boolean {
		const isRecentOrDated = this.desiredIsDated || this.isInDedupeWindow || this.predatesRowId;
		return this.hasSameText && this.hasSameDateOrNone && isRecentOrDated;
	}

	/**
	 * Same text, both undated, and the existing post is still to be published, however old it is. Always false for a date
	 * from the clock, which means a new post in each run, and if runs repeat a post on purpose.
	 */
	get isPendingWithSameText(): boolean {
		const { desired, existing, input } = this;
		const areBothUndated = !this.desiredIsDated && this.hasSameDateOrNone;
		const isDatedByClock = desired.item.requestFields.type === 'schedule';
		if (!this.hasSameText || !areBothUndated || isDatedByClock) return false;
		if (input.isRepeatedOnPurpose) return false;
		const isScheduled =
			existing.state === 'QUEUE' && existing.time > input.serviceNow - MAX_LATENESS_MS;
		return existing.state === 'DRAFT' || isScheduled;
	}

	/** True if text and date are enough to identify a published post. Its files don't count, as their links expire. */
	get isIdentifiedByTextAndDate(): boolean {
		return this.existingIsPublished && this.desiredIsDated && this.desiredHasText;
	}

	/**
	 * True if a pending post was made from an earlier version of the desired one: with the same text and details, or
	 * at the same date with a similar text or the same files. It may have been edited since.
	 */
	get mayBeEarlierVersion(): boolean {
		const { desired, existing } = this;
		if (!existing.fingerprint || !this.existingIsPending) return false;
		if (this.hasSameText && this.hasSameDetails) return true;
		const areDatedAlike = this.desiredIsDated && this.hasSameDateOrNone;
		return (
			areDatedAlike &&
			(areSimilarTexts(desired.comparableText, existing.comparableText) || this.hasGainedOrLostText)
		);
	}

	/** Same files, but only one of both has a text. */
	private get hasGainedOrLostText(): boolean {
		const { desired, existing } = this;
		return (
			this.desiredHasText === (existing.comparableText === '') &&
			desired.fingerprint.filesDigest === existing.fingerprint?.filesDigest
		);
	}

	/** It failed, but not for good. */
	get existingMayBeOnline(): boolean {
		const { onlineStatus } = this.existing;
		return onlineStatus !== undefined && onlineStatus !== 'failedForGood';
	}

	/**
	 * The conflict if it is uncertain whether the post, or all of its thread, is online. Undefined if it is certain.
	 */
	get onlineConflict(): Conflict | undefined {
		if (this.existing.onlineStatus === 'stillTrying') return 'stillTrying';
		if (this.existingMayBeOnline) return 'mayBeOnline';
		return isIncompleteThread(this.existing) ? 'incompleteThread' : undefined;
	}

	/** Same text, date and details. */
	get isEqualExceptFiles(): boolean {
		return (this.hasSameTextAndDate || this.isPendingWithSameText) && this.hasSameDetails;
	}

	get isEqual(): boolean {
		return this.isEqualExceptFiles && this.hasSameFiles;
	}

	/**
	 * A post without a fingerprint that looks the same: another client made it, or the instance drops fingerprints. Its
	 * text is the same, except for links with Shorten Links: candidates without a fingerprint are found by text. Its
	 * files may differ if they can't be compared.
	 */
	get isLookalike(): boolean {
		const { desired, existing, input } = this;
		if (existing.fingerprint) return false;
		const isCloseInTime = this.desiredIsDated
			? toMinuteNumber(desired.time) === toMinuteNumber(existing.time)
			: !input.keepsFingerprints && !existing.isByHand && this.isInDedupeWindow;
		const existingFiles = existing.parts?.flatMap(({ image }) => image);
		const hasSameFileCount = !existingFiles || existingFiles.length === countFiles(desired);
		return isCloseInTime && hasSameFileCount && this.fileMatch !== 'other';
	}

	/** True if a lookalike ({@link isLookalike}) has other links, which Postiz may have shortened. */
	get hasUncomparedLinks(): boolean {
		return this.isLookalike && this.desired.comparableText !== this.existing.comparableText;
	}

	/** True if Postiz hides the parts of a post that may be more than a single text. */
	get hasHiddenParts(): boolean {
		const { desired, existing } = this;
		const isOneText = countFiles(desired) === 0 && desired.parts.length === 1;
		return existing.parts === undefined && !isOneText;
	}

	get hasFewerParts(): boolean {
		const { desired, existing } = this;
		return existing.parts !== undefined && existing.parts.length < desired.parts.length;
	}

	/** The service couldn't show the files of the post. */
	get hasReadProblem(): boolean {
		return this.fileComparison?.readProblem !== undefined;
	}

	get hasSameFiles(): boolean {
		return this.fileMatch === 'same';
	}

	get fileMatch(): FileMatch {
		const { desired, existing } = this;
		const isWithoutFiles = !existing.fingerprint && countFiles(desired) === 0;
		const hasSameDigest = desired.fingerprint.filesDigest === existing.fingerprint?.filesDigest;
		if (isWithoutFiles || hasSameDigest) return 'same';
		return this.fileComparison?.result ?? 'uncompared';
	}

	/** True if a row has other covers than a post of Create, or has its files in other parts of the thread. */
	get hasOtherCoversOrPlaces(): boolean {
		return this.fileComparison?.hasOtherCoversOrPlaces === true;
	}

	private get fileComparison(): FileComparison | undefined {
		return this.input.fileComparisons.get(this.desired)?.get(this.existing);
	}

	/** The fields of the row that changed since they were last written to the post. */
	get changedFields(): RowField[] {
		const { desired, existing } = this;
		return (Object.keys(ROW_FIELDS) as RowField[]).filter((field) => {
			if (field === 'media') return !this.hasSameFiles || this.hasOtherCoversOrPlaces;
			if (field === 'state' && this.isInDesiredState) return false;
			const name = ROW_FIELDS[field];
			return desired.fingerprint[name] !== existing.fingerprint?.[name];
		});
	}
}

const countFiles = ({ parts }: DesiredPost) => parts.flatMap(({ files }) => files).length;
