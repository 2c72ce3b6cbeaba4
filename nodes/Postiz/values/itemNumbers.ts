/** Formats indexes of input items: `1–3, 7`. */
export function itemNumbers(indexes: Iterable<number>): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const index of [...new Set(indexes)].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last?.to === index - 1) last.to = index;
		else ranges.push({ from: index, to: index });
	}
	return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
