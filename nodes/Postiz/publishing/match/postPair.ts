import { hasFixedDate, ROW_FIELDS, type RowField } from '../../common/fingerprint';
import type { DesiredPost } from '../../posts/desiredPost';
import { getDedupeWindow } from '../../posts/existing/dedupeWindow';
import { isIncompleteThread } from '../../posts/existing/findSentPost';
import { isPending, MAX_PUBLISH_DELAY_MS, type ExistingPost } from '../../posts/existingPost';
import type { Conflict } from '../../posts/plannedPost';
import { type FileComparison, type FileMatch, getWorstMatch, type MatchInput } from './matchInput';

/**
 * A desired post and an existing one on the same channel, with the facts that rules of matching are based on. Text,
 * date, details and Row ID are compared by fingerprint: if the existing post has none, they are never the same.
 */
export class PostPair {
	constructor(
		readonly desired: DesiredPost,
		readonly existing: ExistingPost,
		readonly input: MatchInput,
	) {}

	// The desired post

	/** Its date is the same in each run. */
	get desiredHasFixedDate(): boolean {
		return hasFixedDate(this.desired.fingerprint);
	}

	get desiredHasText(): boolean {
		return this.desired.comparableText !== '';
	}

	// The existing post

	get existingIsPublished(): boolean {
		return this.existing.state === 'PUBLISHED';
	}

	/** It may still be published: scheduled or a draft. */
	get existingIsPending(): boolean {
		return isPending(this.existing.state);
	}

	/**
	 * The conflict if it is uncertain whether the post, or all of its thread, is online. Undefined if it is certain.
	 */
	get onlineConflict(): Conflict | undefined {
		const { onlineStatus } = this.existing;
		if (onlineStatus === 'stillTrying') return 'stillTrying';
		const mayBeOnline = onlineStatus !== undefined && onlineStatus !== 'failedForGood';
		if (mayBeOnline) return 'mayBeOnline';
		return isIncompleteThread(this.existing) ? 'incompleteThread' : undefined;
	}

	/** It is recent enough to count as the same post if neither has a fixed date. */
	get isInDedupeWindow(): boolean {
		return this.existing.age <= getDedupeWindow(this.input.isRepeatedOnPurpose);
	}

	// Comparisons

	/** Both are drafts, or neither is. */
	get isInDesiredState(): boolean {
		return (this.existing.state === 'DRAFT') === this.desired.fingerprint.isDraft;
	}

	/** The same when the existing post was created. A person may have changed its state since then. */
	get wasMadeInDesiredState(): boolean {
		return this.existing.fingerprint?.isDraft === this.desired.fingerprint.isDraft;
	}

	get hasSameText(): boolean {
		return this.desired.fingerprint.textDigest === this.existing.fingerprint?.textDigest;
	}

	/** Details are settings, tags and everything else except text, date, files and state. */
	get hasSameDetails(): boolean {
		return this.desired.fingerprint.detailsDigest === this.existing.fingerprint?.detailsDigest;
	}

	/** Same fixed date, or both without one. */
	get hasSameDateOrNone(): boolean {
		return this.desired.fingerprint.minute === this.existing.fingerprint?.minute;
	}

	get hasSameRowId(): boolean {
		const { rowIdDigest } = this.desired.fingerprint;
		return rowIdDigest !== null && rowIdDigest === this.existing.fingerprint?.rowIdDigest;
	}

	/** True for a row and a post made by Create. */
	get onlyDesiredHasRowId(): boolean {
		return (
			this.desired.fingerprint.rowIdDigest !== null &&
			this.existing.fingerprint?.rowIdDigest === null
		);
	}

	/** Undefined if the files weren't compared (listPairsToCompare.ts). */
	get fileComparison(): FileComparison | undefined {
		return this.input.fileComparisons.get(this.desired)?.get(this.existing);
	}

	get fileMatch(): FileMatch {
		const { desired, existing } = this;
		const hasSameDigest = desired.fingerprint.filesDigest === existing.fingerprint?.filesDigest;
		const areWithoutFiles = !existing.fingerprint && countFiles(desired) === 0;
		if (hasSameDigest || areWithoutFiles) return 'same';
		const { bytes = 'uncompared', coversAndParts = 'same' } = this.fileComparison ?? {};
		// A post made by Create with different covers is still the same.
		return this.hasSameRowId ? getWorstMatch([bytes, coversAndParts]) : bytes;
	}

	/** Covers that couldn't be compared count as different. */
	get mayHaveDifferentCoversOrParts(): boolean {
		return (this.fileComparison?.coversAndParts ?? 'same') !== 'same';
	}

	/** The fields of the row that changed since they were last written to the post. */
	get changedFields(): RowField[] {
		return (Object.keys(ROW_FIELDS) as RowField[]).filter((field) => {
			if (field === 'media') return !this.hasSameFiles || this.mayHaveDifferentCoversOrParts;
			if (field === 'state' && this.isInDesiredState) return false;
			const name = ROW_FIELDS[field];
			return this.desired.fingerprint[name] !== this.existing.fingerprint?.[name];
		});
	}

	get hasSameFiles(): boolean {
		return this.fileMatch === 'same';
	}

	// Composites, from the weakest to the strictest:
	//
	// |                                  | Text | Date                                | Details | Files | State   |
	// | -------------------------------- | ---- | ----------------------------------- | ------- | ----- | ------- |
	// | `matchesTextAndDate`             | same | same; if none, in the dedupe window |         |       |         |
	// | `isPendingWithSameTextAndNoDate` | same | none                                |         |       | pending |
	// | `hasSameContentExceptFiles`      | as one of these two                        | same    |       |         |
	// | `hasSameContent`                 | as one of these two                        | same    | same  |         |

	/**
	 * Same text, and the same fixed date or both without one. Without one, the existing post must also be within the dedupe
	 * window, or be one made by Create for a row.
	 */
	get matchesTextAndDate(): boolean {
		const isRecentOrDated =
			this.desiredHasFixedDate || this.isInDedupeWindow || this.onlyDesiredHasRowId;
		return this.hasSameText && this.hasSameDateOrNone && isRecentOrDated;
	}

	/**
	 * Same text, both without a date, and the existing post is still to be published, however old it is. Always false for
	 * a date from the clock, which means a new post in each run, and if runs repeat a post on purpose.
	 */
	get isPendingWithSameTextAndNoDate(): boolean {
		const { desired, existing, input } = this;
		if (desired.item.dateSource !== 'none' || input.isRepeatedOnPurpose) return false;
		if (!this.hasSameText || !this.hasSameDateOrNone) return false;
		const isScheduled =
			existing.state === 'QUEUE' && existing.time > input.serviceStartTime - MAX_PUBLISH_DELAY_MS;
		return existing.state === 'DRAFT' || isScheduled;
	}

	/** Published, and with a text and a date to recognize it by. Its files don't count, as their links expire. */
	get isPublishedWithTextAndDate(): boolean {
		return this.existingIsPublished && this.desiredHasFixedDate && this.desiredHasText;
	}

	/** Same text, date and details. */
	get hasSameContentExceptFiles(): boolean {
		return (this.matchesTextAndDate || this.isPendingWithSameTextAndNoDate) && this.hasSameDetails;
	}

	/** Same text, date, details and files. Its state may differ. */
	get hasSameContent(): boolean {
		return this.hasSameContentExceptFiles && this.hasSameFiles;
	}
}

/** In all parts. */
export const countFiles = ({ parts }: DesiredPost): number =>
	parts.flatMap(({ files }) => files).length;
