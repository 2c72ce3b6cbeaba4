import { DAY_MS, toMinuteNumber } from '../../common/date';
import { isUndated, FINGERPRINT_FIELDS, type FingerprintField } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import { getDedupeWindow } from '../../posts/existing/dedupeWindow';
import { isIncompleteThread } from '../../posts/existing/findSentPost';
import { isPending, type ExistingPost } from '../../posts/existingPost';
import type { Conflict } from '../../posts/plannedPost';
import { areSimilarTexts } from '../../text/similarTexts';
import type { FileMatch, MatchInput } from './matchInput';

/** How late posts are still published (docs/api.md, Posts that do not go out). */
const MAX_LATENESS_MS = 2 * DAY_MS;

/** What comparing a pair needs to know. */
export interface PostPairContext {
	input: MatchInput;
	/** True if more desired than published posts have this text and date. */
	hasMoreDesiredThanPublished: (desired: DesiredPost) => boolean;
}

/**
 * How a desired post and an existing one on its channel compare, for the rules of matching. Getters are facts that are
 * known already. The two methods compare files, which may request a comparison: see lazyFileComparer.ts.
 */
export class PostPair {
	constructor(
		readonly desired: DesiredPost,
		readonly existing: ExistingPost,
		private readonly context: PostPairContext,
	) {}

	private get input(): MatchInput {
		return this.context.input;
	}

	get desiredHasDate(): boolean {
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

	/** In the desired state, in one that a person chose, or past the states that can be chosen. */
	get isInAcceptedState(): boolean {
		return this.isInDesiredState || this.wasMadeInDesiredState || !this.existingIsPending;
	}

	get hasSameText(): boolean {
		return this.desired.fingerprint.text === this.existing.fingerprint?.text;
	}

	get hasSameSettings(): boolean {
		return this.desired.fingerprint.settings === this.existing.fingerprint?.settings;
	}

	get hasSameDateOrNone(): boolean {
		return this.desired.fingerprint.minute === this.existing.fingerprint?.minute;
	}

	private get hasSameRowId(): boolean {
		const { rowId } = this.desired.fingerprint;
		return rowId !== null && rowId === this.existing.fingerprint?.rowId;
	}

	/** The post was made before the row had an ID. */
	get predatesRowId(): boolean {
		return this.desired.fingerprint.rowId !== null && this.existing.fingerprint?.rowId === null;
	}

	private get isInDedupeWindow(): boolean {
		return this.existing.age <= getDedupeWindow(this.input.isRepeatedOnPurpose);
	}

	/** The same text at the same date; without a date, within the dedupe window, or made before the row had an ID. */
	get hasSameTextAndTime(): boolean {
		const hasSameTime = this.desiredHasDate || this.isInDedupeWindow || this.predatesRowId;
		return this.hasSameText && this.hasSameDateOrNone && hasSameTime;
	}

	/** The same text, both without a date, and the post is still to be published; never in a run that repeats a post. */
	get hasSameTextWhilePending(): boolean {
		const { desired, existing, input } = this;
		const areBothUndated = !this.desiredHasDate && this.hasSameDateOrNone;
		if (!areBothUndated || desired.item.requestFields.type === 'schedule') return false;
		if (!this.hasSameText || input.isRepeatedOnPurpose) return false;
		const isScheduled = existing.state === 'QUEUE' && existing.time > input.now - MAX_LATENESS_MS;
		return existing.state === 'DRAFT' || isScheduled;
	}

	/** Text and date identify the post, so its files don't matter: links to those of a published one expire. */
	get isIdentifiedByTextAndDate(): boolean {
		return this.existingIsPublished && this.desiredHasDate && this.desiredHasText;
	}

	/**
	 * By its fingerprint: pending, with the desired text and settings, or a similar text or its files at its date. It may
	 * have been edited.
	 */
	get mayBeEarlierVersion(): boolean {
		const { desired, existing } = this;
		if (!existing.fingerprint || !this.existingIsPending) return false;
		if (this.hasSameText && this.hasSameSettings) return true;
		const hasSameDate = this.desiredHasDate && this.hasSameDateOrNone;
		return (
			hasSameDate &&
			(areSimilarTexts(desired.comparableText, existing.comparableText) || this.hasGainedOrLostText)
		);
	}

	/** The same files, and only one has a text. */
	private get hasGainedOrLostText(): boolean {
		const { desired, existing } = this;
		return (
			this.desiredHasText === (existing.comparableText === '') &&
			desired.fingerprint.files === existing.fingerprint?.files
		);
	}

	/** The conflict of a post that may or may not be online, as a whole or in part; undefined if that is certain. */
	get onlineConflict(): Conflict | undefined {
		const { mayBeOnline, isStillTrying } = this.existing;
		if (mayBeOnline) return isStillTrying ? 'stillTrying' : 'mayBeOnline';
		return isIncompleteThread(this.existing) ? 'incompleteThread' : undefined;
	}

	/** The same text, time and settings. */
	get isEqualExceptFiles(): boolean {
		return (this.hasSameTextAndTime || this.hasSameTextWhilePending) && this.hasSameSettings;
	}

	/**
	 * Looks the same, without a fingerprint: another client made it, or the instance drops them. Its text is the
	 * desired one, as the matcher finds posts without a fingerprint only by their text. Its files may differ, and with
	 * Shorten Links also its links.
	 */
	get isLookalike(): boolean {
		const { desired, existing, input } = this;
		const isCloseInTime = this.desiredHasDate
			? toMinuteNumber(desired.time) === toMinuteNumber(existing.time)
			: !input.keepsFingerprints && !existing.isByHand && this.isInDedupeWindow;
		const hasSameFileCount =
			!existing.fileCounts || sum(existing.fileCounts) === countFiles(desired);
		return !existing.fingerprint && isCloseInTime && hasSameFileCount;
	}

	/** A {@link isLookalike} whose text differs in links, which Postiz may have shortened. */
	get hasUncomparedLinks(): boolean {
		return this.isLookalike && this.desired.comparableText !== this.existing.comparableText;
	}

	/** Postiz doesn't show the parts of the post, and more than a text is desired. */
	get hasHiddenParts(): boolean {
		const { desired, existing } = this;
		const isOneText = countFiles(desired) === 0 && desired.parts.length === 1;
		return existing.partCount === undefined && !isOneText;
	}

	/** A rule requested a comparison of files, but the service couldn't show the post. */
	get hasReadProblem(): boolean {
		return this.input.fileComparer.getReadProblem(this.desired, this.existing) !== undefined;
	}

	/** If only files can show whether it is the desired post, requests a comparison unless it is already known. */
	compareFiles(): FileMatch {
		const { desired, existing, context } = this;
		const isWithoutFiles = !existing.fingerprint && countFiles(desired) === 0;
		if (isWithoutFiles || desired.fingerprint.files === existing.fingerprint?.files) return 'same';
		const areFilesNeeded =
			!this.isIdentifiedByTextAndDate ||
			this.hasSameRowId ||
			(desired.fingerprint.rowId === null && context.hasMoreDesiredThanPublished(desired));
		return areFilesNeeded ? this.input.fileComparer.getOrRequest(desired, existing) : 'uncompared';
	}

	/** What changed in the row since it was last written to the post. */
	listChangedFields(): FingerprintField[] {
		const { desired, existing } = this;
		return FINGERPRINT_FIELDS.filter((field) => {
			if (field === 'files') return this.compareFiles() !== 'same';
			if (field === 'isDraft' && this.isInDesiredState) return false;
			return desired.fingerprint[field] !== existing.fingerprint?.[field];
		});
	}
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

const countFiles = ({ parts }: DesiredPost) => sum(parts.map(({ files }) => files.length));
