/**
 * Some members of a type, and some members of these. The compiler checks their names, and the types of values; what a
 * function takes and returns is open, as n8n's functions have overloads.
 */
export type Fake<T> = {
	[Key in keyof T]?: NonNullable<T[Key]> extends (...args: never[]) => unknown
		? (...args: never[]) => unknown
		: NonNullable<T[Key]> extends object
			? Fake<T[Key]>
			: T[Key];
};

/** A value with only the members that a test needs. */
export const createFake = <T extends object>(members: Fake<T>): T => castUnchecked<T>(members);

/** A value from people, other nodes or n8n, whose type may be wrong. */
export const castUnchecked = <T,>(value: unknown): T => value as T;
