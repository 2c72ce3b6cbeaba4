import { Problem } from '../../values/problem';
import { quote } from '../../values/quote';
import { unwrap } from '../../values/read';

/**
 * The text, or the ID, in a field that may stay empty, whether picked, typed or from an expression;
 * an empty text where there is none. `label` is the field as people see it. Throws {@link Problem}
 * for a list or an object.
 */
export function readOptionalText(entered: unknown, label: string): string {
	const value = unwrap(entered) ?? '';
	if (typeof value === 'object') {
		throw new Problem(
			`${label} cannot be ${quote(value)}`,
			'Enter a single value, or leave it empty. With an expression, name the field that holds it.',
		);
	}
	return String(value).trim();
}
