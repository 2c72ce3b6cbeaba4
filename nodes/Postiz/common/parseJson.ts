import { Problem } from './problem';
import { toObject } from './value';

/** Parses JSON; undefined if it is invalid. Never throws. */
export function tryParseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** Finds the JSON in a model's reply: in the only code fence, or the only object or list. */
const JSON_IN_PROSE = [/^[^`]*```\w*\s([^`]*)```[^`]*$/, /^[^{[]*([{[][^]*[}\]])[^}\]]*$/];

/** The errors for an expression between quotes whose text has quotes or line breaks. */
const UNESCAPED_TEXT = /control character|after (?:property value|array element)/;

/** Parses the JSON of a field, even if it is within a model's reply or encoded twice. */
export function parseJson(text: string, label: string): unknown {
	const embedded = JSON_IN_PROSE.map((pattern) => pattern.exec(text)?.[1] ?? '');
	let failure: unknown;
	for (const candidate of [text, ...embedded]) {
		try {
			const parsed = JSON.parse(candidate) as unknown;
			return typeof parsed === 'string' ? (tryParseJson(parsed) ?? parsed) : parsed;
		} catch (error) {
			failure ??= error;
		}
	}
	const reason = String(toObject(failure).message);
	throw new Problem(
		`${label} is not valid JSON`,
		`${reason}. Look for a missing quote, comma or bracket.`,
		{
			forPerson: UNESCAPED_TEXT.test(reason)
				? 'insert a text with {{ JSON.stringify($json.text) }}, without quotes around it.'
				: undefined,
		},
	);
}
