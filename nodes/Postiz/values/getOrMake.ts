/** The value of a key in a map; if missing, it is created and stored. */
export function getOrMake<K, V>(
	map: { get: (key: K) => V | undefined; set: (key: K, value: V) => unknown },
	key: K,
	make: () => V,
): V {
	const known = map.get(key);
	if (known !== undefined) return known;
	const made = make();
	map.set(key, made);
	return made;
}

/** A function that makes a value once per object, which must not change. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new WeakMap<Key, { value: Value }>();
	return (key) => getOrMake(made, key, () => ({ value: make(key) })).value;
}
