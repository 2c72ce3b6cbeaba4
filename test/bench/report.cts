/** What the measurements share. */

export function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return ['', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}
