import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { fitsAddress, idIn } from '../post/id';
import { quote } from '../post/values';
import { refusal } from './refusal';

/**
 * What is chosen in a field beside the one to fill, or an empty text. An expression that the editor
 * could not evaluate yet stands for nothing that could be looked up.
 */
export function chosenText(parameter: unknown): string {
	const text = idIn(parameter);
	return text.startsWith('=') ? '' : text;
}

/** As {@link chosenText}, for an ID that is to be looked up; `label` is the field as people see it. */
export function chosenId(
	context: ILoadOptionsFunctions,
	parameter: unknown,
	label: string,
): string {
	const id = chosenText(parameter);
	if (fitsAddress(id)) return id;
	throw refusal(
		context,
		`${label} cannot be ${quote(id)}`,
		'Pick it from the list, or enter an ID.',
	);
}
