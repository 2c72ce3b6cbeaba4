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
