/** True if a list has this element, and no other. */
export const isOnly = <T>([first, ...others]: T[], element: T): boolean =>
	first === element && others.length === 0;

/** Groups elements by key, ordered by the first element of each group. */
export function groupBy<T>(elements: T[], toKey: (element: T) => unknown): Array<[T, ...T[]]> {
	const groups = new Map<unknown, [T, ...T[]]>();
	for (const element of elements) {
		const key = toKey(element);
		const group = groups.get(key);
		if (group) group.push(element);
		else groups.set(key, [element]);
	}
	return [...groups.values()];
}

/** Groups adjacent elements with the same key. */
export function groupAdjacent<T>(elements: T[], toKey: (element: T) => unknown) {
	const groups: Array<[T, ...T[]]> = [];
	for (const element of elements) {
		const last = groups.at(-1);
		if (last && toKey(last[0]) === toKey(element)) last.push(element);
		else groups.push([element]);
	}
	return groups;
}

/** Returns the value of a key in a map. Creates and stores a missing value. */
export function getOrCreate<K, V>(
	map: { get: (key: K) => V | undefined; set: (key: K, value: V) => unknown },
	key: K,
	create: () => V,
): V {
	const existing = map.get(key);
	if (existing !== undefined) return existing;
	const created = create();
	map.set(key, created);
	return created;
}
