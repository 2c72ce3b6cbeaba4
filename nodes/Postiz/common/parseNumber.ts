import { createInvalidProblem, type PersonRemedy } from './problem';
import { isEmpty } from './value';

/** Converts a number or numeric text to a number, and anything else to NaN. */
export function toNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

/** Converts a numeric text to a number; returns other values as they are. */
export function toNumberIfNumeric(value: unknown): unknown {
	const number = toNumber(value);
	return Number.isFinite(number) ? number : value;
}

/** True if a number has all its digits. Longer numbers, such as IDs from a sheet, were rounded. */
export const isExactNumber = (value: unknown): boolean =>
	Number.isFinite(value) && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER;

/** Parses a number above zero. */
export function parsePositive(entered: unknown, label: string, remedy: string): number {
	const number = toNumber(entered);
	if (Number.isFinite(number) && number > 0) return number;
	throw createInvalidProblem(label, entered, remedy);
}

/** The largest number that the service can store outside of settings (docs/api.md, What cannot be stored). */
export const MAX_STORED_INTEGER = 2 ** 31 - 1;

/** Parses a whole number above zero that the service can store. */
export function parseCount(
	entered: unknown,
	label: string,
	remedy: string,
	forPerson?: PersonRemedy,
): number {
	const number = toNumber(entered);
	if (Number.isInteger(number) && number > 0 && number <= MAX_STORED_INTEGER) return number;
	throw createInvalidProblem(label, entered, remedy, forPerson);
}

/** Like {@link parseCount}, but undefined for 0 or an empty value, which both mean none. */
export const parseOptionalCount = (
	entered: unknown,
	label: string,
	remedy: string,
): number | undefined =>
	isEmpty(entered) || toNumber(entered) === 0 ? undefined : parseCount(entered, label, remedy);
