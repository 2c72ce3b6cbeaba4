import { groupBy } from '../../common/collections';
import { toMinuteNumber } from '../../common/date';
import { hasFixedDate } from '../../common/fingerprint';
import { removeLinks } from '../../text/comparableTexts';
import type { DesiredPost } from '../desiredPost';
import type { ExistingPost } from '../existingPost';
import { DEDUPE_WINDOW_MS } from './dedupeWindow';

/** Finds the posts on a channel that may match one of the desired posts. */
export class CandidateFilter {
	private readonly comparableTexts = new Set<string>();
	/** The values of fingerprints to find: texts, minutes and send IDs. */
	private readonly fingerprintValues = new Set<string>();
	private readonly minutes = new Set<number>();
	readonly rowIdDigests = new Set<string>();
	/** Whether a desired post has no fixed date. */
	readonly hasPostWithoutDate: boolean;

	constructor(desiredPosts: DesiredPost[]) {
		this.hasPostWithoutDate = desiredPosts.some(({ fingerprint }) => !hasFixedDate(fingerprint));
		for (const desired of desiredPosts) this.add(desired);
	}

	private add({ fingerprint, comparableText, time, sentRecord }: DesiredPost): void {
		this.comparableTexts.add(removeLinks(comparableText));
		this.fingerprintValues.add(fingerprint.textDigest);
		if (fingerprint.rowIdDigest !== null) this.rowIdDigests.add(fingerprint.rowIdDigest);
		for (const id of sentRecord?.sendIds ?? []) this.fingerprintValues.add(id);
		if (fingerprint.minute !== null) {
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
			(this.hasPostWithoutDate && age <= DEDUPE_WINDOW_MS)
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
	const byChannel = groupBy(desiredPosts, ({ target }) => target.id);
	return new Map(byChannel.map((posts) => [posts[0].target.id, new CandidateFilter(posts)]));
}
