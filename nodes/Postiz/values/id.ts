import { unwrap } from './read';

/** The ID in a field, picked, typed or from an expression; empty for an object, a list or nothing. */
export function idIn(value: unknown): string {
	const id = unwrap(value);
	return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
}

/** True for an ID that can be part of an address: a path would lose dots, and takes no half characters. */
export function fitsAddress(id: string): boolean {
	return !/^\.{1,2}$|\p{Surrogate}/u.test(id);
}
