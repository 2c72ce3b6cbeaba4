import { fitsAddress, idIn } from '../values/id';
import { Problem } from '../values/problem';
import { quote } from '../values/quote';

/**
 * What is chosen in a field beside the one to fill, or an empty text. An expression that the editor
 * could not evaluate yet stands for nothing that could be looked up.
 */
export function chosenText(parameter: unknown): string {
	const text = idIn(parameter);
	return text.startsWith('=') ? '' : text;
}

/** As {@link chosenText}, for an ID that is to be looked up; `field` is the field as people see it. */
export function chosenId(parameter: unknown, field: string): string {
	const id = chosenText(parameter);
	if (fitsAddress(id)) return id;
	throw new Problem(`${field} cannot be ${quote(id)}`, 'Pick it from the list, or enter an ID.');
}
