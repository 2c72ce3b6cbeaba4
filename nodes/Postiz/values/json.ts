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

/** What the JSON in a field holds. Throws {@link Problem}, which says where it breaks off. */
export function parseJson(text: string, field: string): unknown {
	let failure: unknown;
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		failure = error;
	}
	throw new Problem(
		`${field} is not valid JSON`,
		`${String(propertiesOf(failure).message)}. Look for a missing quote, comma or bracket.`,
	);
}
