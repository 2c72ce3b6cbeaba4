import { DAY_MS, toMinuteNumber } from '../../common/date';
import { isUndated, ROW_FIELDS, type RowField } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import { getDedupeWindow } from '../../posts/existing/dedupeWindow';
import { isIncompleteThread } from '../../posts/existing/findSentPost';
import { isPending, type ExistingPost } from '../../posts/existingPost';
import type { Conflict } from '../../posts/plannedPost';
import { areSimilarTexts } from '../../text/similarTexts';
import type { FileComparison, MatchInput } from './matchInput';

/** How late posts are still published (docs/api.md, Posts that do not go out). */
const MAX_LATENESS_MS = 2 * DAY_MS;

/** How a desired post and an existing one on its channel compare: the facts for the rules of matching. */
export class PostPair {
	constructor(
		readonly desired: DesiredPost,
		readonly existing: ExistingPost,
		private readonly input: MatchInput,
	) {}

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
		return this.desired.fingerprint.textDigest === this.existing.fingerprint?.textDigest;
	}

	get hasSameSettings(): boolean {
		return this.desired.fingerprint.settingDigests === this.existing.fingerprint?.settingDigests;
	}

	get hasSameDateOrNone(): boolean {
		return this.desired.fingerprint.minute === this.existing.fingerprint?.minute;
	}

	get hasSameRowId(): boolean {
		const { rowIdDigest } = this.desired.fingerprint;
		return rowIdDigest !== null && rowIdDigest === this.existing.fingerprint?.rowIdDigest;
	}

	/** The post was made before the row had an ID. */
	get predatesRowId(): boolean {
		return (
			this.desired.fingerprint.rowIdDigest !== null &&
			this.existing.fingerprint?.rowIdDigest === null
		);
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
			desired.fingerprint.filesDigest === existing.fingerprint?.filesDigest
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

	get isEqual(): boolean {
		return this.isEqualExceptFiles && this.hasSameFiles;
	}

	/**
	 * Looks the same, without a fingerprint: another client made it, or the instance drops them. Its text is the
	 * desired one, as the matcher finds posts without a fingerprint only by their text. Files that can't be compared may
	 * differ, and with Shorten Links also links.
	 */
	get isLookalike(): boolean {
		const { desired, existing, input } = this;
		const isCloseInTime = this.desiredHasDate
			? toMinuteNumber(desired.time) === toMinuteNumber(existing.time)
			: !input.keepsFingerprints && !existing.isByHand && this.isInDedupeWindow;
		const existingFiles = existing.parts?.flatMap(({ image }) => image);
		const hasSameFileCount = !existingFiles || existingFiles.length === countFiles(desired);
		return !existing.fingerprint && isCloseInTime && hasSameFileCount && !this.hasOtherFiles;
	}

	/** A {@link isLookalike} whose text differs in links, which Postiz may have shortened. */
	get hasUncomparedLinks(): boolean {
		return this.isLookalike && this.desired.comparableText !== this.existing.comparableText;
	}

	/** Postiz doesn't show the parts of the post, and more than a text is desired. */
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
		const { desired, existing } = this;
		const isWithoutFiles = !existing.fingerprint && countFiles(desired) === 0;
		return (
			isWithoutFiles ||
			desired.fingerprint.filesDigest === existing.fingerprint?.filesDigest ||
			this.fileComparison?.result === 'same'
		);
	}

	get hasOtherFiles(): boolean {
		return !this.hasSameFiles && this.fileComparison?.result === 'other';
	}

	/** Nothing shows whether the files are the same. */
	get hasUncomparedFiles(): boolean {
		return !this.hasSameFiles && !this.hasOtherFiles;
	}

	private get fileComparison(): FileComparison | undefined {
		return this.input.fileComparisons.get(this.desired)?.get(this.existing);
	}

	/** What changed in the row since it was last written to the post. */
	get changedFields(): RowField[] {
		const { desired, existing } = this;
		return (Object.keys(ROW_FIELDS) as RowField[]).filter((field) => {
			if (field === 'files') return !this.hasSameFiles;
			if (field === 'isDraft' && this.isInDesiredState) return false;
			const name = ROW_FIELDS[field];
			return desired.fingerprint[name] !== existing.fingerprint?.[name];
		});
	}
}

const countFiles = ({ parts }: DesiredPost) => parts.flatMap(({ files }) => files).length;
