import { Problem } from './problem';

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
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		throw new Problem(
			`${field} is not valid JSON`,
			`${error.message}. Look for a missing quote, comma or bracket.`,
		);
	}
}
