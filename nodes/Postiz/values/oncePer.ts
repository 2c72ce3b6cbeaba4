import { getOrMake } from './getOrMake';

/** A function that makes a value once per object, which must not change. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new WeakMap<Key, { value: Value }>();
	return (key) => getOrMake(made, key, () => ({ value: make(key) })).value;
}
