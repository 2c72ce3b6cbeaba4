/** A time span in ms, both ends included. */
export interface TimeSpan {
	start: number;
	end: number;
}

/**
 * Merges spans into up to `most` ordered ones that cover all of them, separated by the largest gaps of at least
 * `leastGap` (ms).
 */
export function coverSpans(spans: TimeSpan[], most: number, leastGap: number): TimeSpan[] {
	const merged: TimeSpan[] = [];
	for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	const gaps = merged
		.slice(1)
		.map(({ start }, index) => ({ start, size: start - merged[index]!.end }))
		.filter(({ size }) => size >= leastGap);
	const cuts = gaps.sort((a, b) => b.size - a.size).slice(0, most - 1);
	const starts = new Set(cuts.map(({ start }) => start));
	const covered: TimeSpan[] = [];
	for (const { start, end } of merged) {
		const last = covered.at(-1);
		if (last && !starts.has(start)) last.end = end;
		else covered.push({ start, end });
	}
	return covered;
}
