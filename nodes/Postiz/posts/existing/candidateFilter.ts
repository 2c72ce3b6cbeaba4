import { getOrCreate } from '../../common/collections';
import { toMinuteNumber } from '../../common/date';
import { removeLinks } from '../../text/comparableTexts';
import type { DesiredPost } from '../desiredPost';
import type { ExistingPost } from '../existingPost';
import { DEDUPE_WINDOW_MS } from './dedupeWindow';

/** Finds the posts on a channel that may match a desired post. */
export class CandidateFilter {
	private readonly comparableTexts = new Set<string>();
	/** The values of fingerprints to find: texts, minutes and send IDs. */
	private readonly fingerprintValues = new Set<string>();
	private readonly minutes = new Set<number>();
	readonly rowIdDigests = new Set<string>();
	/** Whether a desired post has no fixed date. */
	findsPostsWithoutDate = false;

	add({ fingerprint, comparableText, time, sentRecord }: DesiredPost): void {
		this.comparableTexts.add(removeLinks(comparableText));
		this.fingerprintValues.add(fingerprint.textDigest);
		if (fingerprint.rowIdDigest !== null) this.rowIdDigests.add(fingerprint.rowIdDigest);
		for (const id of sentRecord?.sendIds ?? []) this.fingerprintValues.add(id);
		if (fingerprint.minute === null) this.findsPostsWithoutDate = true;
		else {
			this.fingerprintValues.add(fingerprint.minute);
			this.minutes.add(toMinuteNumber(time));
		}
	}

	/** True if a post may match: compares its fingerprint, or without a fingerprint its text, minute and age. */
	mayMatch({ fingerprint, comparableText, time, age }: ExistingPost): boolean {
		if (fingerprint) {
			const { textDigest, minute, sendId } = fingerprint;
			return [textDigest, minute ?? '', sendId].some((value) => this.fingerprintValues.has(value));
		}
		return (
			this.comparableTexts.has(removeLinks(comparableText)) ||
			this.minutes.has(toMinuteNumber(time)) ||
			(this.findsPostsWithoutDate && age <= DEDUPE_WINDOW_MS)
		);
	}

	/** True if the number of its parts or files may decide the match. */
	needsParts({ fingerprint, comparableText }: ExistingPost): boolean {
		return fingerprint
			? fingerprint.partCount > 1
			: this.comparableTexts.has(removeLinks(comparableText));
	}
}

/** Creates a filter per channel, by channel ID. */
export function createCandidateFilters(
	desiredPosts: DesiredPost[],
): ReadonlyMap<string, CandidateFilter> {
	const filters = new Map<string, CandidateFilter>();
	for (const desired of desiredPosts) {
		getOrCreate(filters, desired.target.id, () => new CandidateFilter()).add(desired);
	}
	return filters;
}
