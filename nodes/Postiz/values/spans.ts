import { largest } from './lists';

/** A time span in ms, both ends included. */
export interface TimeSpan {
	start: number;
	end: number;
}

/** Covers all spans with one, or with two around the largest gap of at least `leastGapMs`. */
export function coverSpans(spans: TimeSpan[], leastGapMs: number): TimeSpan[] {
	const sorted = [...spans].sort((a, b) => a.start - b.start);
	let cut = 0;
	let widestMs = 0;
	let end = -Infinity;
	for (const [index, span] of sorted.entries()) {
		const gapMs = span.start - end;
		if (index > 0 && gapMs >= leastGapMs && gapMs > widestMs) [cut, widestMs] = [index, gapMs];
		end = Math.max(end, span.end);
	}
	return [sorted.slice(0, cut), sorted.slice(cut)].flatMap((part) =>
		part[0] ? [{ start: part[0].start, end: largest(part.map((span) => span.end)) }] : [],
	);
}
