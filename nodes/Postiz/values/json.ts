import { Problem } from './problem';
import { propertiesOf } from './read';

/** What a JSON text holds; undefined if it is not JSON. Never throws. */
export function tryJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/**
 * What the JSON that a person wrote holds; `field` is the field as people see it. The {@link Problem} that
 * it throws says where the JSON breaks off.
 */
export function parseJson(text: string, field: string): unknown {
	const parsed = tryJson(text);
	if (parsed !== undefined) return parsed;
	throw new Problem(
		`${field} is not valid JSON`,
		`${whereItBreaks(text)}. Look for a missing quote, comma or bracket.`,
	);
}

function whereItBreaks(text: string): string {
	try {
		JSON.parse(text);
		return '';
	} catch (error) {
		return String(propertiesOf(error).message);
	}
}
