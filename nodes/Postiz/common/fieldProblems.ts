import { Problem } from './problem';
import { quote } from './text';

/** The problem of an invalid value; `field` is its label. */
export const createInvalidProblem = (
	field: string,
	value: unknown,
	remedy: string,
	forPerson?: string,
) => new Problem(`${field} cannot be ${quote(value)}`, remedy, { forPerson });

/** The problem of an empty field, mentioning that an expression may have returned nothing. */
export const createEmptyProblem = (message: string, remedy: string) =>
	new Problem(message, remedy, {
		forPerson: 'with an expression, check that every item has a value.',
	});
