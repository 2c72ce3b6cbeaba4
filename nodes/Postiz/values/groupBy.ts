/** Groups elements by key, ordered by the first element of each group. */
export function groupBy<T>(elements: T[], keyOf: (element: T) => unknown): Array<[T, ...T[]]> {
	const groups = new Map<unknown, [T, ...T[]]>();
	for (const element of elements) {
		const key = keyOf(element);
		const group = groups.get(key);
		if (group) group.push(element);
		else groups.set(key, [element]);
	}
	return [...groups.values()];
}
