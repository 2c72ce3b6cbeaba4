/** Adds all of `more` to a list, however many there are: as arguments of a call, some 125,000 are too many. */
export function append<T>(list: T[], more: Iterable<T>): void {
	for (const one of more) list.push(one);
}

/** The smallest of however many numbers; Infinity of none. */
export function smallest(numbers: Iterable<number>): number {
	let found = Infinity;
	for (const number of numbers) found = Math.min(found, number);
	return found;
}

/** The largest of however many numbers; -Infinity of none. */
export function largest(numbers: Iterable<number>): number {
	let found = -Infinity;
	for (const number of numbers) found = Math.max(found, number);
	return found;
}

/** As many of the texts as fit into `max` characters, at least the first, and how many are left. */
export function joinFitting([first = '', ...others]: string[], separator: string, max: number) {
	let text = first;
	let left = others.length;
	for (const other of others) {
		const longer = `${text}${separator}${other}`;
		if (longer.length > max) break;
		text = longer;
		left--;
	}
	return { text, left };
}

/** As many of these names as fit into `max` characters, and how many more there are. */
export function listNames(names: string[], max = 140): string {
	const { text, left } = joinFitting(names, ', ', max);
	return left > 0 ? `${text}, and ${left} more` : text;
}
